/**
 * What streaming through the reasoner costs: the same mock model through the reasoner and through a bare Bun proxy, in
 * turn, in one run. A model at the pace of a fast server (a piece of eight tokens every 20 ms) with many at once, one
 * that writes as fast as it is read, and when the first token comes.
 * `bun scripts/bench/proxy.ts [--rounds 5]`
 */
import { parseArgs } from 'node:util';
import { startParley } from '../../tests/system/parley-process.ts';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(options.rounds);

/** What is measured: the pause of the model in milliseconds, how many are read at once, and how many in all. */
const LOADS = {
  paced: { every: 20, connections: 64, replies: 256 },
  unpaced: { every: 0, connections: 16, replies: 400 },
} as const;
type Load = keyof typeof LOADS;
const BODY = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Tell me about the sea.' }] });

const upstream = new Worker(new URL('./proxy-upstream.ts', import.meta.url).href, { type: 'module' });
const ports = await new Promise<{ upstream: number; proxy: number }>((resolve) => {
  upstream.addEventListener('message', ({ data }: MessageEvent<{ upstream: number; proxy: number }>) => resolve(data), { once: true });
});

/** One streamed reply read to its end; the milliseconds until its first token. */
async function reply(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: BODY });
  if (!response.ok || response.body === null) throw new Error(`${url} answered ${response.status}`);
  let first: number | undefined;
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    if (first === undefined && text.includes('"content":"w')) first = performance.now() - started;
  }
  if (first === undefined || !text.includes('[DONE]')) throw new Error(`${url} did not answer whole`);
  return first;
}

/** Replies a second. */
async function throughput(url: string, { connections, replies }: (typeof LOADS)[Load]): Promise<number> {
  const started = performance.now();
  let left: number = replies;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await reply(url);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return (1000 * replies) / (performance.now() - started);
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** The reasoner in front of the mock model at one pace. */
function start(every: number) {
  return startParley({
    env: {
      REASONER_MODEL: 'openai',
      REASONER_OPENAI_BASE_URL: `http://127.0.0.1:${ports.upstream}/every-${every}/v1`,
      REASONER_OPENAI_MODEL: 'm',
      REASONER_MAX_CONCURRENT_RUNS: '128',
      PLATFORM_LOG_LEVEL: 'error',
    },
  });
}

try {
  for (const name of ['paced', 'unpaced'] as const) {
    const load = LOADS[name];
    await using parley = await start(load.every);
    const routes = {
      proxy: `http://127.0.0.1:${ports.proxy}/every-${load.every}/v1/chat/completions`,
      reasoner: `${parley.reasoner}/v1/chat/completions`,
    };
    const figures = { proxy: { first: [] as number[], rate: [] as number[] }, reasoner: { first: [] as number[], rate: [] as number[] } };
    for (let round = 0; round <= rounds; round += 1) {
      for (const route of ['proxy', 'reasoner'] as const) {
        const first: number[] = [];
        for (let index = 0; index < 20; index += 1) first.push(await reply(routes[route]));
        const rate = await throughput(routes[route], load);
        // The first round only warms up.
        if (round === 0) continue;
        figures[route].first.push(median(first));
        figures[route].rate.push(rate);
      }
    }
    const [proxy, reasoner] = [median(figures.proxy.rate), median(figures.reasoner.rate)];
    const [before, after] = [median(figures.proxy.first), median(figures.reasoner.first)];
    console.log(`${name}: a piece every ${load.every} ms, ${load.connections} at once`);
    console.log(
      `  replies a second    proxy ${proxy.toFixed(0)}   reasoner ${reasoner.toFixed(0)}   ratio ${(reasoner / proxy).toFixed(2)}`,
    );
    console.log(
      `  first token, ms     proxy ${before.toFixed(2)}   reasoner ${after.toFixed(2)}   later by ${(after - before).toFixed(2)}`,
    );
  }
} finally {
  upstream.terminate();
}
