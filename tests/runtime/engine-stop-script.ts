// Runs the recogniser of the provider in the first argument into its time-out, then disposes it amid inference.
// Prints what became of each request as JSON.
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { createEngine } from '../../src/adapters/onnx/engine.ts';
import type { Tensors } from '../../src/adapters/onnx/protocol.ts';
import { EXECUTION_PROVIDERS } from '../../src/adapters/onnx/runtime.ts';
import { ServiceError } from '../../src/core/errors.ts';

const SAMPLE_RATE = 16_000;
const provider = EXECUTION_PROVIDERS.find((word) => word === argv[2]) ?? 'auto';

/** Noise of the given length; 300 seconds of it take any machine longer than the time-out, half a second does not. */
function noise(seconds: number): Tensors {
  const data = Float32Array.from({ length: seconds * SAMPLE_RATE }, () => Math.random() - 0.5);
  return { input_values: { data, dims: [1, data.length] } };
}

async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'served';
  } catch (error) {
    return error instanceof ServiceError ? error.kind : String(error);
  }
}

const engine = createEngine({
  model: 'stt-en',
  modelPath: fileURLToPath(new URL('../../models/stt-en/model.onnx', import.meta.url)),
  runtime: { provider, wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) },
  workers: 1,
  queueLimit: 4,
  timeoutMs: 150,
});
await engine.warmUp();
const slow = await outcome(engine.run(noise(300)));
// On a crowded machine even a short run may need a second try.
let next = '';
for (let tries = 0; tries < 20 && next !== 'served'; tries += 1) next = await outcome(engine.run(noise(0.5)));
const stopping = [outcome(engine.run(noise(30))), outcome(engine.run(noise(0.5)))];
await engine[Symbol.asyncDispose]();
console.log(JSON.stringify({ slow, next, stopped: await Promise.all(stopping) }));
