import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createOnnxTextToSpeech } from '../../src/adapters/onnx/text-to-speech.ts';
import { parseVoiceDescription } from '../../src/adapters/onnx/voice-description.ts';
import { resample } from '../../src/domain/speech/resample.ts';
import { toSpokenSentences } from '../../src/domain/speech/spoken-text.ts';
import { allowSlowHooks } from '../slow.ts';
import { json, voiceService } from './voice-service.ts';

await allowSlowHooks();

const PLACES = 2;
const KEYS = ['alice', 'bob'].map((name) => ({ name, key: `${name}-secret-key` }));
const file = (name: string): string => fileURLToPath(new URL(`../../models/tts-en/${name}`, import.meta.url));

describe('the places at the synthesiser', () => {
  it('are shared between API keys, however many texts one of them sends at once', async () => {
    await using textToSpeech = createOnnxTextToSpeech({
      model: 'tts-en',
      modelPath: file('voice.onnx'),
      spellingModelPath: file('g2p.onnx'),
      lexiconPath: file('lexicon.txt.gz'),
      ...parseVoiceDescription(await readFile(file('voice.json'), 'utf8')),
      runtime: { provider: 'auto', wasmPath: fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')) },
      workers: 1,
      queueLimit: PLACES,
      timeoutMs: 60_000,
      spokenSentences: toSpokenSentences,
      resample,
    });
    await textToSpeech.warmUp();
    const { voice } = voiceService({}, { textToSpeech, apiKeys: KEYS });
    const say = async (name: string): Promise<number> => {
      const body = { model: 'tts-en', input: 'The lights in the kitchen are on, and the door is closed.' };
      const response = await voice.handle(json('/v1/audio/speech', body, 'POST', { authorization: `Bearer ${name}-secret-key` }));
      await response.arrayBuffer();
      return response.status;
    };
    const greedy = Array.from({ length: 4 * PLACES }, () => say('alice'));
    await Promise.any(greedy.map(async (status) => assert.equal(await status, 429)));
    assert.equal(await say('bob'), 200);
    const statuses = await Promise.all(greedy);
    assert.ok(statuses.includes(200) && statuses.includes(429), String(statuses));
  });
});
