import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { ChatPart, ChatRequest } from '../../src/ports/language.ts';
import { allowSlowHooks } from '../slow.ts';
import { tinyLanguageModel, type Provider } from './transformers-models.ts';

await allowSlowHooks();

const request: ChatRequest = { messages: [{ role: 'user', content: 'How are you today?' }], maxTokens: 40 };

const textOf = (parts: readonly ChatPart[]): string => parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');

for (const provider of ['native', 'wasm'] satisfies Provider[]) {
  describe(`createTransformersLanguageModel() with the ${provider} provider`, () => {
    const model = tinyLanguageModel('llama', provider);
    after(() => model[Symbol.asyncDispose]());
    const read = (more: Partial<ChatRequest> = {}): Promise<ChatPart[]> =>
      Array.fromAsync(model.stream({ ...request, ...more }, { signal: new AbortController().signal }));

    it('streams pieces, none of them empty, and ends with one finish part', async () => {
      const parts = await read();
      assert.deepEqual(
        parts.flatMap(({ type }, index) => (type === 'finish' ? [index] : [])),
        [parts.length - 1],
      );
      assert.ok(parts.every((part) => part.type === 'finish' || (part.type === 'text-delta' && part.text !== '')));
      assert.notEqual(textOf(parts), '');
    });

    it('says the same twice, and for one seed', async () => {
      assert.deepEqual(await read(), await read());
      const sampled = { seed: 7, temperature: 1.5 };
      assert.equal(textOf(await read(sampled)), textOf(await read(sampled)));
      assert.notEqual(textOf(await read(sampled)), textOf(await read({ ...sampled, seed: 8 })));
    });

    it('counts the tokens of prompt and completion, and finishes with length at maxTokens', async () => {
      const last = (await read({ maxTokens: 3 })).at(-1);
      assert.deepEqual(last?.type === 'finish' ? [last.reason, last.usage.completionTokens] : [], ['length', 3]);
      assert.ok(last?.type === 'finish' && last.usage.promptTokens > 5);
      const { signal } = new AbortController();
      assert.equal(await model.countTokens?.(request, { signal }), last.usage.promptTokens, 'the same without an answer');
    });

    it('ends before a stop string and finishes with stop', async () => {
      const whole = textOf(await read());
      const stop = whole.slice(Math.floor(whole.length / 2), Math.floor(whole.length / 2) + 3);
      const parts = await read({ stop: [stop] });
      assert.equal(textOf(parts), whole.slice(0, whole.indexOf(stop)));
      const last = parts.at(-1);
      assert.equal(last?.type === 'finish' ? last.reason : '', 'stop');
    });

    it('ends with the reason of a signal that aborts, and answers the next', { timeout: 30_000 }, async () => {
      const controller = new AbortController();
      const reason = new DOMException('left', 'AbortError');
      const reading = async (): Promise<void> => {
        for await (const part of model.stream({ ...request, maxTokens: 400 }, { signal: controller.signal })) {
          if (part.type === 'text-delta') controller.abort(reason);
        }
      };
      await assert.rejects(reading(), (error) => error === reason);
      assert.notEqual(textOf(await read()), '');
    });

    it('refuses messages that are longer than the model reads', async () => {
      const messages = [{ role: 'user', content: 'word '.repeat(3000) }] as const;
      await assert.rejects(read({ messages }), { kind: 'invalid_input', param: 'messages' });
    });
  });
}
