import { createExtractiveLanguageModel } from '../../src/adapters/extractive/language-model.ts';
import { createOpenAiLanguageModel } from '../../src/adapters/openai/language-model.ts';
import { describeLanguageModel } from './language-model-contract.ts';
import { startReasonerServer } from './reasoner-server.ts';

describeLanguageModel('createExtractiveLanguageModel()', async () => ({
  model: createExtractiveLanguageModel(),
  async [Symbol.asyncDispose]() {
    // It holds nothing.
  },
}));

describeLanguageModel('createOpenAiLanguageModel() in front of a reasoner', async () => {
  const server = await startReasonerServer();
  return {
    model: createOpenAiLanguageModel({ baseUrl: server.baseUrl, model: 'default', timeoutMs: 10_000 }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
});
