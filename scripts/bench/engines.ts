/**
 * Every built-in model, in one run: through the engine host beside bare onnxruntime on the same graph and
 * inputs, both in turn; native beside WASM; and how many short sentences a second two workers embed.
 * `bun scripts/bench/engines.ts [--rounds N]`. Ratios hold on any machine; times only on this one.
 */
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createOnnxEmbedder } from '../../src/adapters/onnx/embedder.ts';
import { createEngine } from '../../src/adapters/onnx/engine.ts';
import type { InputTensors } from '../../src/adapters/onnx/protocol.ts';
import type { OnnxRuntime } from '../../src/adapters/onnx/runtime.ts';
import { openSession } from '../../src/adapters/onnx/session.ts';
import { openWindowReader, toBatch } from '../../src/adapters/onnx/token-batch.ts';
import { lowerPriority } from '../../src/core/lower-priority.ts';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });
const rounds = Number(options.rounds);
const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PROVIDERS = ['native', 'wasm'] as const;
type Provider = (typeof PROVIDERS)[number];

const runtime = (provider: Provider): OnnxRuntime => ({
  provider,
  wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')),
});
const tokenizerPath = fromRoot('models/bge-small-en/tokenizer.json');
const reader = await openWindowReader(tokenizerPath, 256);
const sentences = Array.from({ length: 16 }, (_, index) => `Sentence ${index} tells of the weather in a town by the sea.`);

interface Work {
  readonly name: string;
  readonly modelPath: string;
  readonly inputs: () => InputTensors;
}

const WORK: readonly Work[] = [
  {
    name: 'stt-en, 5 s of audio',
    modelPath: fromRoot('models/stt-en/model.onnx'),
    inputs: () => ({ input_values: { data: Float32Array.from({ length: 80_000 }, (_, at) => Math.sin(at / 7) / 3), dims: [1, 80_000] } }),
  },
  {
    name: 'bge-small-en, 16 sentences',
    modelPath: fromRoot('models/bge-small-en/model.onnx'),
    inputs: () => toBatch(sentences.map((sentence) => reader.first(sentence).ids)),
  },
];

// The host's workers run at lower priority than the HTTP thread, so the baseline must too.
lowerPriority(platform, setPriority);

async function time(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** Median times of the two, measured in turn so that load on the machine affects both. */
async function compare({ name, modelPath, inputs }: Work, provider: Provider): Promise<{ bare: number; hosted: number }> {
  const session = await openSession({ modelPath, runtime: runtime(provider) });
  await using engine = createEngine({ model: name, modelPath, runtime: runtime(provider), workers: 1, queueLimit: 1, timeoutMs: 120_000 });
  await engine.run(inputs());
  await session.run(inputs());
  const bare: number[] = [];
  const hosted: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const forBare = inputs();
    bare.push(await time(() => session.run(forBare)));
    const forHost = inputs();
    hosted.push(await time(() => engine.run(forHost)));
  }
  return { bare: median(bare), hosted: median(hosted) };
}

console.log(
  `${'model'.padEnd(24)} ${'provider'.padEnd(8)} ${'bare'.padStart(10)} ${'hosted'.padStart(10)}   hosted / bare   bare / native`,
);
for (const work of WORK) {
  let native: number | undefined;
  for (const provider of PROVIDERS) {
    const { bare, hosted } = await compare(work, provider);
    native ??= bare;
    const cells = [work.name.padEnd(24), provider.padEnd(8), `${bare.toFixed(1)} ms`.padStart(10), `${hosted.toFixed(1)} ms`.padStart(10)];
    console.log(`${cells.join(' ')}   ${(hosted / bare).toFixed(3).padStart(13)}   ${(bare / native).toFixed(2).padStart(13)}`);
  }
}

const SHORT = 600;
for (const provider of PROVIDERS) {
  await using embedder = createOnnxEmbedder({
    model: 'bge-small-en',
    modelPath: fromRoot('models/bge-small-en/model.onnx'),
    tokenizerPath,
    runtime: runtime(provider),
    workers: 2,
    queueLimit: 16,
    timeoutMs: 60_000,
  });
  const texts = Array.from({ length: SHORT }, (_, index) => `Sentence number ${index} tells of the weather in a town by the sea.`);
  await embedder.embed(texts.slice(0, 64), { as: 'passage' });
  const milliseconds = await time(() => embedder.embed(texts, { as: 'passage' }));
  const queries: number[] = [];
  for (let count = 0; count < 50; count += 1) queries.push(await time(() => embedder.embed([texts[count] ?? ''], { as: 'query' })));
  const background = embedder.embed(texts, { as: 'passage' });
  const amid: number[] = [];
  for (let count = 0; count < 10; count += 1) amid.push(await time(() => embedder.embed([texts[count] ?? ''], { as: 'query' })));
  await background;
  console.log(
    `bge-small-en, ${provider}, 2 workers: ${((SHORT * 1000) / milliseconds).toFixed(0)} short sentences/s; ` +
      `one query ${median(queries).toFixed(1)} ms alone, ${median(amid).toFixed(1)} ms while passages are embedded`,
  );
}
