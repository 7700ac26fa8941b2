// Transcribes the WAV file of the first argument with the provider of the second; prints what it heard as JSON.
import { readFile } from 'node:fs/promises';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { EXECUTION_PROVIDERS, type LoadReport } from '../../src/adapters/onnx/runtime.ts';
import { createOnnxSpeechToText } from '../../src/adapters/onnx/speech-to-text.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { resample } from '../../src/domain/speech/resample.ts';

const [file = '', asked = ''] = argv.slice(2);
const provider = EXECUTION_PROVIDERS.find((word) => word === asked) ?? 'auto';
const reports: LoadReport[] = [];
await using recogniser = createOnnxSpeechToText({
  model: 'stt-en',
  languages: ['en'],
  modelPath: fileURLToPath(new URL('../../models/stt-en/model.onnx', import.meta.url)),
  languageModelPath: fileURLToPath(new URL('../../models/stt-en/words.lm', import.meta.url)),
  activityModelPath: fileURLToPath(new URL('../../models/vad/model.onnx', import.meta.url)),
  runtime: { provider, wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) },
  workers: 1,
  queueLimit: 1,
  timeoutMs: 120_000,
  resample,
  onLoaded: (report) => reports.push(report),
});
const { text } = await recogniser.transcribe(await decodeWav(new Uint8Array(await readFile(file)), { maxSeconds: 60 }));
console.log(JSON.stringify({ text, provider: reports[0]?.provider }));
