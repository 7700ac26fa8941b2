/**
 * How late GET /health is while four transcriptions run, beside the same route on an idle service, in
 * one run. Needs espeak-ng.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TRANSCRIPTIONS = 4;
const IDLE_SAMPLES = 500;
const TEXT = 'the quick brown fox jumps over the lazy dog while the rain in spain stays mainly in the plain '.repeat(3);

const directory = await mkdtemp(join(tmpdir(), 'parley-bench-'));
const parley = Bun.spawn(['bun', 'src/main/bun.ts', 'voice'], {
  env: { ...process.env, VOICE_PORT: '0', PLATFORM_DATA_DIR: directory, PLATFORM_LOG_LEVEL: 'error' },
  stdout: 'pipe',
});
try {
  const first = await parley.stdout.getReader().read();
  const url = /http\S+/.exec(new TextDecoder().decode(first.value))?.[0];
  if (url === undefined) throw new Error('the voice service did not start');
  const spoken = Bun.spawnSync(['espeak-ng', '--stdout', TEXT]).stdout;

  const transcribe = async (): Promise<void> => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(spoken)], 'a.wav', { type: 'audio/wav' }));
    const response = await fetch(`${url}/v1/audio/transcriptions`, { method: 'POST', body: form });
    if (!response.ok) throw new Error(await response.text());
  };
  const sample = async (): Promise<number> => {
    const start = performance.now();
    await (await fetch(`${url}/health`)).text();
    return performance.now() - start;
  };
  await transcribe();

  const idle: number[] = [];
  while (idle.length < IDLE_SAMPLES) idle.push(await sample());

  const busy: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const state = { running: true };
    const work = Promise.all(Array.from({ length: TRANSCRIPTIONS }, transcribe)).finally(() => {
      state.running = false;
    });
    while (state.running) busy.push(await sample());
    await work;
  }

  const at = (values: readonly number[], share: number): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
  const line = (name: string, values: readonly number[]): string =>
    `${name.padEnd(28)} p50 ${at(values, 0.5).toFixed(2)} ms   p99 ${at(values, 0.99).toFixed(2)} ms   worst ${Math.max(...values).toFixed(2)} ms   (${values.length} requests)`;
  console.log(line('/health, idle', idle));
  console.log(line(`/health, ${TRANSCRIPTIONS} transcriptions`, busy));
  console.log(`p99 ratio ${(at(busy, 0.99) / at(idle, 0.99)).toFixed(1)}`);
} finally {
  parley.kill();
  await parley.exited;
  await rm(directory, { recursive: true, force: true });
}
