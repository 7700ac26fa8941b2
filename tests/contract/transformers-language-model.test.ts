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

    it('answers with JSON that fits the schema, whatever it would have said', async () => {
      const schema = { type: 'object', properties: { sky: { enum: ['blue', 'grey'] } }, required: ['sky'], additionalProperties: false };
      const answer = textOf(await read({ responseFormat: { type: 'json_schema', name: 'sky', schema }, maxTokens: 100 }));
      assert.match(answer, /^\{\s*"sky"\s*:\s*"(blue|grey)"\s*\}$/);
    });

    it('calls the function that it has to call, once, with arguments that fit', async () => {
      const parameters = { type: 'object', properties: { on: { type: 'boolean' } }, required: ['on'], additionalProperties: false };
      const tools = [{ name: 'heat', parameters }];
      // The tiny model reads no more.
      const messages = [{ role: 'user', content: 'Hi' }] as const;
      const parts = await read({ messages, tools, toolChoice: 'required', parallelToolCalls: false, maxTokens: 100 });
      const [call, last, ...others] = parts;
      assert.deepEqual(others, []);
      assert.ok(call?.type === 'tool-call-delta' && last?.type === 'finish');
      assert.equal(call.name, 'heat');
      assert.match(call.id ?? '', /^call_[0-9a-f]{32}$/);
      assert.match(call.arguments, /^\{"on":(true|false)\}$/);
      assert.equal(last.reason, 'tool_calls');
    });

    it('tells the log probabilities of its tokens, the likeliest first', async () => {
      const parts = await read({ topLogprobs: 3, temperature: 0, maxTokens: 8 });
      const tokens = parts.flatMap((part) => (part.type === 'text-delta' ? (part.logprobs ?? []) : []));
      assert.equal(tokens.map(({ token }) => token as string).join(''), textOf(parts));
      for (const { token, logprob, top_logprobs: top } of tokens) {
        assert.ok(Array.isArray(top) && top.length === 3);
        assert.deepEqual([(top[0] as { token: string }).token, (top[0] as { logprob: number }).logprob], [token, logprob]);
        assert.ok(typeof logprob === 'number' && logprob < 0);
      }
    });

    it('reads only what is new in the next turn of a conversation, for the same owner alone, and answers the same', async () => {
      const { signal } = new AbortController();
      const messages = [{ role: 'user', content: 'Tell me of the sea, the wind and the long way home.' }] as const;
      const ask = async (content: string, owner: string) => {
        const turn = { messages: [...messages, { role: 'assistant', content: 'Yes.' }, { role: 'user', content }], maxTokens: 20 } as const;
        const parts = await Array.fromAsync(model.stream({ ...turn, temperature: 0 }, { signal, owner }));
        const last = parts.at(-1);
        return { text: textOf(parts), cached: last?.type === 'finish' ? last.usage.cachedTokens : undefined };
      };
      const alone = await ask('And the rain?', 'ann');
      assert.equal(alone.cached, 0);
      assert.equal((await ask('And the snow?', 'bob')).cached, 0);
      const again = await ask('And the rain?', 'bob');
      assert.ok((again.cached ?? 0) > 16, `${again.cached} tokens were not read again`);
      assert.equal(again.text, alone.text);
      const first = await ask('And the rain?', 'ann');
      assert.ok((first.cached ?? 0) > 16, 'hers is kept beside his');
      assert.equal(first.text, alone.text);
    });

    it('refuses messages that are longer than the model reads', async () => {
      const messages = [{ role: 'user', content: 'word '.repeat(3000) }] as const;
      await assert.rejects(read({ messages }), { kind: 'invalid_input', param: 'messages' });
    });
  });
}
