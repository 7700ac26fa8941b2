import type { GuardPipeline } from '../../src/ports/guard.ts';
import { openConnection, postBytes } from './guard-connection.ts';
import { milliseconds, percentile, type Figure, type Figures } from './guard-figures.ts';
import { decide, longTextPipeline, shippedPipeline } from './guard-pipeline.ts';
import { dataFolder, firstMessage, startGuardProcess, startUpstream } from './guard-processes.ts';
import { HOSTILE, repeated } from './guard-texts.ts';

const KILOBYTE = 1024;
const SIZES = [256, 512, 1024] as const;
const ROUNDS = 5;
/** Twice the text may take this many times as long and still count as linear. */
const LINEAR = 2.6;
/** Shorter times are negligible, and their ratio is noise. */
const NEGLIGIBLE_MS = 2;

/** The milliseconds that GET /health takes while the guard reads long texts, one behind the other on a few connections. */
async function healthUnderLoad(prose: (length: number) => string): Promise<number[]> {
  using upstream = await startUpstream();
  await using folder = await dataFolder();
  await using guard = await startGuardProcess(upstream.url, folder.path);
  const over = new AbortController();
  const work = Array.from({ length: 2 }, async () => {
    const connection = await openConnection(guard.url);
    while (!over.signal.aborted) {
      const messages = [{ role: 'user', content: prose(1024 * KILOBYTE) }];
      await connection.send(postBytes('/v1/chat/completions', JSON.stringify({ model: 'm', messages })));
    }
    connection.close();
  });
  await Bun.sleep(1000);
  const took = await probed(guard.url);
  over.abort();
  await Promise.all(work);
  return took;
}

/** The milliseconds of each answer to `guard-health-probe.ts`. */
async function probed(url: string): Promise<number[]> {
  const probe = new Worker(new URL('./guard-health-probe.ts', import.meta.url).href, { type: 'module' });
  const all = firstMessage<number[]>(probe);
  probe.postMessage(url);
  const took = await all;
  probe.terminate();
  return took;
}

/** How long every check together takes over long texts, without the network around them. */
export async function longInputFigures(prose: (length: number) => string): Promise<Figures> {
  const ordinary: number[] = [];
  const pipeline = shippedPipeline();
  for (let index = -20; index < 300; index += 1) {
    const text = prose(32 * KILOBYTE);
    const started = performance.now();
    await decide(pipeline, text);
    if (index >= 0) ordinary.push(performance.now() - started);
  }
  const p99 = percentile(ordinary, 0.99);
  const figures: Figure[] = [
    {
      name: 'ordinary text of 32 KB, p50 and p99',
      value: `${milliseconds(percentile(ordinary, 0.5))}, ${milliseconds(p99)}`,
      target: 'p99 <= 5 ms',
      met: p99 <= 5,
    },
  ];
  {
    await using reading = await longTextPipeline();
    for (const [name, unit] of Object.entries(HOSTILE)) figures.push(await hostileFigure(reading.pipeline, name, unit));
  }
  const health = await healthUnderLoad(prose);
  figures.push({
    name: 'GET /health while texts of 1 MB are read, p50 and p99',
    value: `${milliseconds(percentile(health, 0.5))}, ${milliseconds(percentile(health, 0.99))}`,
    target: 'p99 <= 20 ms',
    met: percentile(health, 0.99) <= 20,
  });
  return {
    heading: `Every check over long texts: ordinary, and hostile of ${SIZES.join(', ')} KB as the workers for long texts read them (best of ${ROUNDS})`,
    figures,
  };
}

async function hostileFigure(pipeline: GuardPipeline, name: string, unit: string): Promise<Figure> {
  /** The best of the rounds, to measure the checks rather than other load on the machine. */
  const best: number[] = [];
  for (const size of SIZES) {
    const text = repeated(unit, size * KILOBYTE);
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const started = performance.now();
      await decide(pipeline, text);
      took.push(performance.now() - started);
    }
    best.push(Math.min(...took));
  }
  const [quarter = 0, half = 0, whole = 0] = best;
  const isLinear = whole <= NEGLIGIBLE_MS || (whole <= half * LINEAR && half <= Math.max(NEGLIGIBLE_MS, quarter * LINEAR));
  return {
    name: `1 MB of ${name}`,
    value: `${best.map((each) => each.toFixed(1)).join(', ')} ms`,
    target: '<= 50 ms, linear',
    met: whole <= 50 && isLinear,
  };
}
