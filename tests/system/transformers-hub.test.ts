import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createModelStore, type ModelStore } from '../../src/adapters/model-store/store.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import type { TransformersDeps } from '../../src/adapters/transformers/pool.ts';
import {
  HUB_MODELS,
  tinyClassifier,
  tinyEmbedder,
  tinyLanguageModel,
  tinyRecogniser,
  tinySpeaker,
} from '../contract/transformers-models.ts';
import { allowSlowHooks } from '../slow.ts';
import { startModelHub, type ModelHub } from './model-hub.ts';
import { createRecordedLogger } from './recorded-logger.ts';

await allowSlowHooks();

const audio = { samples: Float32Array.from({ length: 32_000 }, (_, at) => Math.sin(at / 9) / 2), sampleRate: 16_000 };

const listen = async (name: string, deps: Partial<TransformersDeps>): Promise<void> => {
  await using recogniser = tinyRecogniser(name, 'native', deps);
  assert.equal((await recogniser.transcribe(audio)).durationInSeconds, 2);
};

const speak = async (name: string, deps: Partial<TransformersDeps>): Promise<void> => {
  await using speaker = tinySpeaker(name, 'native', deps);
  assert.equal((await Array.fromAsync(speaker.synthesize('Hello my friend. How are you?'))).length, 2);
};

const classify = async (name: string, deps: Partial<TransformersDeps>): Promise<void> => {
  await using classifier = tinyClassifier(name, 'native', deps);
  assert.equal((await classifier.classify(['hello'])).length, 1);
};

const RUNS: Readonly<Record<string, (name: string, deps: Partial<TransformersDeps>) => Promise<void>>> = {
  whisper: listen,
  moonshine: listen,
  wav2vec2: listen,
  vits: speak,
  speecht5: speak,
  kokoro: speak,
  supertonic: speak,
  'bert-classifier': classify,
  'deberta-classifier': classify,
  'bert-embedder': async (name, deps) => {
    await using embedder = tinyEmbedder(name, 'native', deps);
    assert.equal((await embedder.embed(['hello'], { as: 'query' })).length, 1);
  },
  llama: async (name, deps) => {
    await using model = tinyLanguageModel(name, 'native', deps);
    const request = { messages: [{ role: 'user', content: 'hi' }], maxTokens: 4 } as const;
    assert.equal((await Array.fromAsync(model.stream(request, { signal: new AbortController().signal }))).at(-1)?.type, 'finish');
  },
};

describe('models of the hub, pulled from a mirror into the model store', () => {
  let hub: ModelHub;
  let store: ModelStore;
  let directory = '';
  before(
    async () => {
      hub = await startModelHub(HUB_MODELS);
      directory = await mkdtemp(join(tmpdir(), 'parley-models-'));
      const limits = { maxModelBytes: 100_000_000, timeoutMs: 5000 };
      store = createModelStore({
        directory,
        hub: hub.url,
        token: '',
        offline: false,
        ...limits,
        clock: systemClock,
        logger: createRecordedLogger(),
      });
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await hub[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  for (const [name, run] of Object.entries(RUNS)) {
    it(`${name} is not there before it is pulled, and runs afterwards`, { timeout: 60_000 }, async () => {
      const deps = { modelFolder: () => store.find(`tiny/${name}`) };
      await assert.rejects(run(name, deps), { kind: 'provider_unavailable', message: new RegExp(`run: parley models pull tiny/${name}`) });
      await store.pull(`tiny/${name}`, { dtype: 'fp32', signal: new AbortController().signal });
      await run(name, deps);
    });
  }
});
