import { errorBody, ServiceError } from '../core/errors.ts';
import { assets } from './bun-assets.ts';
import { FAREWELL_MS, type Listening, type Platform, type ServeOptions } from './platform.ts';

/** Longest silence on a connection, in seconds (Bun's own ceiling); event streams send a heartbeat well below it. */
const IDLE_TIMEOUT_SECONDS = 255;

/** How often a stopping server looks whether its requests have ended, in milliseconds. */
const DRAIN_POLL_MS = 10;

/** Above every service's own limit: those answer with a documented error, Bun's does not. */
const MAX_BODY_BYTES = 2 ** 30;

async function serve({ host, port, handle, endRequests }: ServeOptions): Promise<Listening> {
  const server = Bun.serve({
    hostname: host,
    port,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: MAX_BODY_BYTES,
    fetch: handle,
    // Bun's own page about a failure shows the code around it.
    development: false,
    // Outside of development Bun lets others listen on the same port, and spreads the requests over them.
    reusePort: false,
    error: () => Response.json(errorBody(new ServiceError('internal', 'An unexpected failure.'), ''), { status: 500 }),
  });
  return {
    url: server.url.href.replace(/\/$/, ''),
    async stop(graceMs) {
      void server.stop();
      // Idle keep-alive connections count as open for Bun, so requests are what is waited for.
      const deadline = performance.now() + graceMs;
      const farewell = setTimeout(() => endRequests?.(), Math.max(0, graceMs - FAREWELL_MS));
      while (server.pendingRequests > 0 && performance.now() < deadline) await Bun.sleep(DRAIN_POLL_MS);
      clearTimeout(farewell);
      await server.stop(true);
    },
  };
}

/** Parley's platform on Bun, from source and in an executable. */
export const bunPlatform: Platform = {
  runtime: `bun ${Bun.version}`,
  env: process.env,
  args: process.argv.slice(2),
  serve,
  assets,
  onShutdown(stop) {
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  },
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
  exit: (code) => process.exit(code),
};
