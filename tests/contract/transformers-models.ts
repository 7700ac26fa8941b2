import { fileURLToPath } from 'node:url';
import { cutAtQuiet } from '../../src/adapters/onnx/windows.ts';
import { createTransformersClassifier } from '../../src/adapters/transformers/classifier.ts';
import { createTransformersEmbedder } from '../../src/adapters/transformers/embedder.ts';
import { createTransformersLanguageModel } from '../../src/adapters/transformers/language-model.ts';
import type { TransformersDeps } from '../../src/adapters/transformers/pool.ts';
import type { TransformersRuntime } from '../../src/adapters/transformers/protocol.ts';
import { createTransformersSpeechToText, type TransformersSpeechToTextDeps } from '../../src/adapters/transformers/speech-to-text.ts';
import { createTransformersTextToSpeech } from '../../src/adapters/transformers/text-to-speech.ts';
import { createTransformersTokenClassifier } from '../../src/adapters/transformers/token-classifier.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import { splitSentences } from '../../src/domain/speech/sentences.ts';

/** The folder of models with random weights, in the hub's layout; `scripts/train/tiny-models` makes them. */
export const HUB_MODELS = fileURLToPath(new URL('../fixtures/hub-models', import.meta.url));

const WASM = fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));

export type Provider = TransformersRuntime['provider'];

/** What every adapter over a tiny model is made of. */
export function tinyDeps(name: string, provider: Provider): TransformersDeps {
  return {
    model: `tiny/${name}`,
    modelFolder: `${HUB_MODELS}/tiny/${name}`,
    runtime: { provider, wasmPath: WASM },
    workers: 1,
    queueLimit: 16,
    timeoutMs: 60_000,
  };
}

export const tinyRecogniser = (name: string, provider: Provider, deps: Partial<TransformersSpeechToTextDeps> = {}) =>
  createTransformersSpeechToText({
    ...tinyDeps(name, provider),
    languages: ['en', 'de', 'fr', 'es', 'ja'],
    resample,
    cut: cutAtQuiet,
    ...deps,
  });

export const tinySpeaker = (name: string, provider: Provider, deps: Partial<TransformersDeps> = {}) =>
  createTransformersTextToSpeech({
    ...tinyDeps(name, provider),
    language: 'en',
    splitSentences,
    // Its phonemes are letters for the most part.
    phonemize: (sentence) => Promise.resolve(sentence.toLowerCase()),
    ...deps,
  });

export const tinyEmbedder = (name: string, provider: Provider, deps: Partial<TransformersDeps> = {}) =>
  createTransformersEmbedder({ ...tinyDeps(name, provider), dimensions: 32, ...deps });

export const tinyClassifier = (name: string, provider: Provider, deps: Partial<TransformersDeps> = {}) =>
  createTransformersClassifier({ ...tinyDeps(name, provider), ...deps });

export const tinyTagger = (name: string, provider: Provider, deps: Partial<TransformersDeps> = {}) =>
  createTransformersTokenClassifier({ ...tinyDeps(name, provider), ...deps });

export const tinyLanguageModel = (name: string, provider: Provider, deps: Partial<TransformersDeps> = {}) =>
  createTransformersLanguageModel({ ...tinyDeps(name, provider), ...deps });
