/**
 * The latency of GET /health, in one run: idle, during four transcriptions, and with every engine saturated (recogniser, speaker, language
 * model and classifier of one process). Needs espeak-ng.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SAMPLES = 2000;
const TEXT = 'the quick brown fox jumps over the lazy dog while the rain in spain stays mainly in the plain '.repeat(3);
const MESSAGES = [{ role: 'user', content: 'Tell me a long story about the sea.' }];

const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'));
const parley = Bun.spawn(['bun', 'src/main/bun.ts', 'all'], {
  env: {
    ...process.env,
    VOICE_PORT: '0',
    REASONER_PORT: '0',
    GUARD_PORT: '0',
    PLATFORM_DATA_DIR: directory,
    PLATFORM_LOG_LEVEL: 'error',
    PLATFORM_MODELS_DIR: 'tests/fixtures/hub-models',
    REASONER_MODEL: 'local',
    REASONER_LOCAL_MODEL: 'tiny/llama',
    REASONER_LOCAL_DTYPE: 'fp32',
    GUARD_CLASSIFIER_MODEL: 'tiny/bert-classifier',
    GUARD_CLASSIFIER_DTYPE: 'fp32',
  },
  stdout: 'pipe',
});

/** The addresses of the welcome screen. */
async function addresses(): Promise<Readonly<Record<string, string>>> {
  let output = '';
  for await (const chunk of parley.stdout) {
    output += new TextDecoder().decode(chunk);
    if (/dashboard +http/.test(output)) break;
  }
  return Object.fromEntries([...output.matchAll(/^ *(voice|reasoner|guard) +(http\S+)$/gm)].map(([, name, url]) => [name, url]));
}

async function finish(request: Promise<Response>): Promise<void> {
  const response = await request;
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
}

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

/** Keeps `times` copies of the work running until stopped. */
function keep(times: number, work: () => Promise<void>, state: { running: boolean }): Promise<void>[] {
  return Array.from({ length: times }, async () => {
    while (state.running) await work();
  });
}

const sampler = new Worker(new URL('./health-sampler.ts', import.meta.url).href, { type: 'module' });

/** Samples /health of each service in turn while the load runs. */
async function measure(urls: readonly string[], load: (state: { running: boolean }) => Promise<void>[]): Promise<number[]> {
  const state = { running: true };
  const work = load(state);
  const { promise, resolve } = Promise.withResolvers<number[]>();
  sampler.addEventListener('message', ({ data }: MessageEvent<number[]>) => resolve(data), { once: true });
  sampler.postMessage({ urls, samples: SAMPLES });
  const values = await promise;
  state.running = false;
  await Promise.all(work);
  return values;
}

try {
  const { voice = '', reasoner = '', guard = '' } = await addresses();
  const urls = [voice, reasoner, guard];
  const spoken = new Uint8Array(Bun.spawnSync(['espeak-ng', '--stdout', TEXT]).stdout);
  const transcribe = (): Promise<void> => {
    const form = new FormData();
    form.set('file', new File([spoken], 'a.wav', { type: 'audio/wav' }));
    return finish(fetch(`${voice}/v1/audio/transcriptions`, { method: 'POST', body: form }));
  };
  const speak = (): Promise<void> => finish(post(`${voice}/v1/audio/speech`, { model: 'default', input: TEXT }));
  const chat = (): Promise<void> => finish(post(`${guard}/v1/chat/completions`, { model: 'default', max_tokens: 200, messages: MESSAGES }));
  await Promise.all([transcribe(), speak(), chat()]);

  const rows = {
    idle: await measure(urls, () => []),
    'four transcriptions': await measure([voice], (state) => keep(4, transcribe, state)),
    'every engine saturated': await measure(urls, (state) => [
      ...keep(4, transcribe, state),
      ...keep(4, speak, state),
      ...keep(4, chat, state),
    ]),
  };
  const at = (values: readonly number[], share: number): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
  const floor = at(rows.idle, 0.99);
  for (const [name, values] of Object.entries(rows)) {
    const p99 = at(values, 0.99);
    console.log(
      `/health, ${name.padEnd(24)} p50 ${at(values, 0.5).toFixed(2)} ms   p99 ${p99.toFixed(2)} ms   worst ${Math.max(...values).toFixed(2)} ms   p99 / idle ${(p99 / floor).toFixed(1)}`,
    );
  }
} finally {
  sampler.terminate();
  parley.kill();
  await parley.exited;
  await rm(directory, { recursive: true, force: true });
}
