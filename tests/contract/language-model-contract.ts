import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { ChatPart, ChatRequest, LanguageModel } from '../../src/ports/language.ts';

/** A model under test; disposing it frees what it stands on. */
export interface LanguageModelUnderTest extends AsyncDisposable {
  readonly model: LanguageModel;
}

/** A conversation that every model under test answers with several words. */
const request: ChatRequest = {
  messages: [
    { role: 'system', content: 'The library opens at nine, closes at six and rests on Sundays.' },
    { role: 'user', content: 'When does the library open?' },
  ],
};

const read = async (model: LanguageModel, ask: ChatRequest = request): Promise<ChatPart[]> =>
  Array.fromAsync(model.stream(ask, { signal: new AbortController().signal, requestId: 'contract-1' }));

const textOf = (parts: readonly ChatPart[]): string => parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');

/** What every LanguageModel must do. */
export function describeLanguageModel(name: string, create: () => Promise<LanguageModelUnderTest>): void {
  describe(`${name} as a LanguageModel`, () => {
    let subject: LanguageModelUnderTest;
    before(
      async () => {
        subject = await create();
      },
      { timeout: 120_000 },
    );
    after(() => subject[Symbol.asyncDispose]());

    it('has a name', () => assert.notEqual(subject.model.model, ''));

    it('streams its reply in pieces, none of them empty', async () => {
      const pieces = (await read(subject.model)).filter((part) => part.type === 'text-delta');
      assert.ok(pieces.length > 0);
      assert.ok(pieces.every((part) => part.text !== ''));
    });

    it('answers from the conversation', async () => {
      assert.equal(textOf(await read(subject.model)), 'The library opens at nine, closes at six and rests on Sundays.');
    });

    it('ends with exactly one finish part', async () => {
      const parts = await read(subject.model);
      assert.deepEqual(
        parts.flatMap((part, index) => (part.type === 'finish' ? [index] : [])),
        [parts.length - 1],
      );
    });

    it('reports the tokens of prompt and completion as whole numbers above zero', async () => {
      const last = (await read(subject.model)).at(-1);
      assert.ok(last?.type === 'finish');
      for (const count of [last.usage.promptTokens, last.usage.completionTokens]) assert.ok(Number.isSafeInteger(count) && count > 0);
    });

    it('gives no more than maxTokens and then finishes with length', async () => {
      const last = (await read(subject.model, { ...request, maxTokens: 3 })).at(-1);
      assert.ok(last?.type === 'finish');
      assert.equal(last.reason, 'length');
      assert.ok(last.usage.completionTokens <= 3);
    });

    it('ends before a stop string and finishes with stop', async () => {
      const parts = await read(subject.model, { ...request, stop: ['closes', 'at nine'] });
      assert.equal(textOf(parts).trimEnd(), 'The library opens');
      const last = parts.at(-1);
      assert.equal(last?.type === 'finish' ? last.reason : '', 'stop');
    });

    it('ends with the reason of a signal that aborts inside the stream', async () => {
      const controller = new AbortController();
      const reason = new DOMException('left', 'AbortError');
      const reading = async (): Promise<void> => {
        for await (const part of subject.model.stream(request, { signal: controller.signal })) {
          if (part.type === 'text-delta') controller.abort(reason);
        }
      };
      await assert.rejects(reading(), (error) => error === reason);
    });

    it('gives nothing once its signal has aborted', async () => {
      const reason = new DOMException('left', 'AbortError');
      const parts: ChatPart[] = [];
      const reading = async (): Promise<void> => {
        for await (const part of subject.model.stream(request, { signal: AbortSignal.abort(reason) })) parts.push(part);
      };
      await assert.rejects(reading(), (error) => error === reason);
      assert.deepEqual(parts, []);
    });

    it('answers several conversations at once without mixing them up', async () => {
      const facts = ['red', 'green', 'blue', 'white'];
      const replies = await Promise.all(
        facts.map(async (colour) =>
          textOf(
            await read(subject.model, {
              messages: [
                { role: 'system', content: `The door is painted ${colour}.` },
                { role: 'user', content: 'How is the door painted?' },
              ],
            }),
          ),
        ),
      );
      assert.deepEqual(
        replies,
        facts.map((colour) => `The door is painted ${colour}.`),
      );
    });

    it('can be left early and asked again', async () => {
      for await (const part of subject.model.stream(request, { signal: new AbortController().signal })) {
        if (part.type === 'text-delta') break;
      }
      assert.notEqual(textOf(await read(subject.model)), '');
    });
  });
}

/** Checks that a stream fails with a ServiceError of one kind. */
export async function assertFails(stream: AsyncIterable<unknown>, kind: ServiceError['kind'], message = /./): Promise<ServiceError> {
  let found: unknown;
  try {
    await Array.fromAsync(stream);
  } catch (error) {
    found = error;
  }
  assert.ok(found instanceof ServiceError, `a ServiceError, not ${String(found)}`);
  assert.equal(found.kind, kind);
  assert.match(found.message, message);
  return found;
}
