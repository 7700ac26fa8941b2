import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toChatBody } from '../../src/adapters/openai/to-chat-body.ts';
import { readCompletion } from '../../src/reasoner/read-completion.ts';

const LIMITS = { maxMessages: 10, maxCharacters: 1000 };

const read = (messages: unknown) => readCompletion({ model: 'm', messages }, LIMITS).request;

describe('the name of a message', () => {
  it('reaches the model server, so that it can tell participants apart', () => {
    const messages = [
      { role: 'user', name: 'alice', content: 'I vote yes.' },
      { role: 'user', name: 'bob', content: 'I vote no.' },
      { role: 'assistant', name: 'clerk', content: 'Noted.' },
      { role: 'user', content: 'Who voted no?' },
    ];
    assert.deepEqual(toChatBody('m', read(messages))['messages'], messages);
  });

  it('is refused, naming the field, where it is no name', () => {
    for (const name of ['', 'two words', 'a'.repeat(65), '<system>', 5]) {
      assert.throws(
        () => read([{ role: 'user', name, content: 'x' }]),
        { kind: 'invalid_input', param: 'messages[0].name' },
        JSON.stringify(name),
      );
    }
    assert.equal(read([{ role: 'user', name: null, content: 'x' }]).messages[0]?.name, undefined);
  });
});
