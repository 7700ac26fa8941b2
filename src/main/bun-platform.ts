import { errorBody, ServiceError } from '../core/errors.ts';
import { assets } from './bun-assets.ts';
import { FAREWELL_MS, type Listening, type Platform, type ServeOptions } from './platform.ts';
import { stopSignals } from './stop-signals.ts';

/** Longest silence on a connection in seconds, which is Bun's maximum; event streams send heartbeats much more often. */
const IDLE_TIMEOUT_SECONDS = 255;

/** How often a stopping server checks whether its requests have ended, in milliseconds. */
const DRAIN_POLL_MS = 10;

/** Above every service's own limit, whose errors are documented; Bun's are not. */
const MAX_BODY_BYTES = 2 ** 30;

async function serve({ host, port, handle, endRequests }: ServeOptions): Promise<Listening> {
  const server = Bun.serve({
    hostname: host,
    port,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: MAX_BODY_BYTES,
    fetch: handle,
    // Bun's own error page would show source code.
    development: false,
    // Outside development mode Bun lets several processes listen on one port and distributes requests over them.
    reusePort: false,
    error: () => Response.json(errorBody(new ServiceError('internal', 'An unexpected failure.'), ''), { status: 500 }),
  });
  return {
    url: server.url.href.replace(/\/$/, ''),
    async stop(graceMs) {
      void server.stop();
      // For Bun idle keep-alive connections are open, so requests are counted instead.
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
    for (const signal of stopSignals()) process.once(signal, stop);
  },
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
  exit: (code) => process.exit(code),
};
