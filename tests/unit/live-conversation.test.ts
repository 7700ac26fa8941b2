import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLiveConversation, heardUntil, toChat, type LiveItem } from '../../src/domain/speech/live/live-conversation.ts';
import { createSentenceStream } from '../../src/domain/speech/live/sentence-stream.ts';

const LIMITS = { maxTurns: 10, maxCharacters: 1000 };

function said(id: string, role: 'user' | 'assistant', text: string): LiveItem {
  return { id, status: 'completed', type: 'message', role, content: [{ type: 'text', text }] };
}

function call(id: string, status: LiveItem['status'] = 'completed'): LiveItem {
  return { id, status, type: 'function_call', callId: `call ${id}`, name: 'f', arguments: status === 'completed' ? '{}' : '{"ci' };
}

function result(id: string, output = 'done'): LiveItem {
  return { id: `r${id}`, status: 'completed', type: 'function_call_output', callId: `call ${id}`, output };
}

function texts(items: readonly LiveItem[], limits = LIMITS): string[] {
  return toChat(items, '', limits).map(({ role, content }) => `${role}: ${content}`);
}

describe('createLiveConversation()', () => {
  it('inserts first, behind an item, and last', () => {
    const conversation = createLiveConversation({ items: 10, characters: 1000 });
    conversation.insert(said('b', 'user', 'b'));
    conversation.insert(said('d', 'user', 'd'));
    conversation.insert(said('c', 'user', 'c'), 'b');
    conversation.insert(said('a', 'user', 'a'), 'root');
    assert.deepEqual(
      conversation.items.map(({ id }) => id),
      ['a', 'b', 'c', 'd'],
    );
    assert.equal(conversation.before('a'), null);
    assert.equal(conversation.before('c'), 'b');
    assert.throws(() => conversation.insert(said('a', 'user', 'a')), /id of another item/);
    assert.throws(() => conversation.insert(said('e', 'user', 'e'), 'z'), /no item with this id/);
  });

  it('forgets the oldest items above its limit, and does not bring back what was deleted', () => {
    const conversation = createLiveConversation({ items: 2, characters: 1000 });
    for (const id of ['a', 'b', 'c']) conversation.insert(said(id, 'user', id));
    conversation.delete('b');
    conversation.update(said('b', 'user', 'again'));
    assert.deepEqual(
      conversation.items.map(({ id }) => id),
      ['c'],
    );
  });
});

describe('createLiveConversation(), of more than it may keep,', () => {
  const ids = ({ items }: { readonly items: readonly LiveItem[] }): string[] => items.map(({ id }) => id);

  it('forgets the oldest items, with their images, and keeps the newest in any case', () => {
    const conversation = createLiveConversation({ items: 10, characters: 10 });
    const image: LiveItem = {
      id: 'i',
      status: 'completed',
      type: 'message',
      role: 'user',
      content: [{ type: 'image', image: { url: 'https://a' } }],
    };
    for (const item of [said('a', 'user', '1234'), said('b', 'user', '1234'), image]) conversation.insert(item);
    assert.deepEqual(ids(conversation), ['i']);
    conversation.insert(said('c', 'user', 'longer than all'));
    assert.deepEqual(ids(conversation), ['c']);
    conversation.update(said('c', 'user', '1'));
    for (const id of ['d', 'e']) conversation.insert(said(id, 'user', '1234'));
    conversation.delete('e');
    conversation.insert(said('f', 'user', '1234'));
    assert.deepEqual(ids(conversation), ['c', 'd', 'f'], 'what was shortened or deleted does not count any more');
  });

  it('takes an item at the beginning, and behind one that is forgotten for it', () => {
    const conversation = createLiveConversation({ items: 2, characters: 1000 });
    for (const id of ['a', 'b']) conversation.insert(said(id, 'user', id));
    conversation.insert(said('c', 'user', 'c'), 'root');
    assert.deepEqual(ids(conversation), ['c', 'b']);
    conversation.insert(said('d', 'user', 'd'), 'c');
    assert.deepEqual(ids(conversation), ['d', 'b']);
  });
});

describe('heardUntil()', () => {
  const sentences = [
    { text: 'One. ', endMs: 1000 },
    { text: 'Two. ', endMs: 2000 },
    { text: 'Three.', endMs: 3000 },
  ];
  const item: LiveItem = {
    id: 'a',
    status: 'completed',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'audio', transcript: 'One. Two. Three.', sentences }],
  };
  const transcript = (endMs: number): string => JSON.stringify(heardUntil(item, endMs)).replace(/.*"transcript":"([^"]*)".*/, '$1');

  it('keeps the sentences of which somebody heard the beginning', () => {
    assert.deepEqual([0, 1, 1000, 1001, 3000].map(transcript), ['', 'One.', 'One.', 'One. Two.', 'One. Two. Three.']);
  });

  it('refuses a time behind the end, and items that were not spoken', () => {
    assert.throws(() => heardUntil(item, 3001), /behind the end/);
    assert.throws(() => heardUntil(said('b', 'assistant', 'text'), 0), /spoken message/);
    assert.throws(() => heardUntil(said('b', 'user', 'text'), 0), /spoken message/);
  });
});

describe('toChat()', () => {
  it('sends the newest turns and characters only, but the last message in any case', () => {
    const items = ['a', 'b', 'c'].flatMap((id) => [said(`${id}1`, 'user', `ask ${id}`), said(`${id}2`, 'assistant', `say ${id}`)]);
    const all = [...items, said('d', 'user', 'ask d')];
    assert.deepEqual(texts(all, { ...LIMITS, maxTurns: 1 }), ['user: ask c', 'assistant: say c', 'user: ask d']);
    assert.deepEqual(texts(all, { ...LIMITS, maxTurns: 0 }), ['user: ask d']);
    assert.deepEqual(texts(all, { ...LIMITS, maxCharacters: 3 }), ['user: ask d']);
    assert.equal(texts(all).length, 7);
  });

  it('joins the calls of one answer, and leaves out results whose call is not sent any more', () => {
    const items = [said('u', 'user', 'go'), said('a', 'assistant', 'I will.'), call('1'), call('2'), result('1'), result('2')];
    const chat = toChat(items, 'Be kind.', LIMITS);
    assert.deepEqual(
      chat.map(({ role, toolCalls }) => `${role} ${toolCalls?.length ?? 0}`),
      ['system 0', 'user 0', 'assistant 2', 'tool 0', 'tool 0'],
    );
    assert.deepEqual(
      toChat([...items, said('n', 'user', 'next')], '', { ...LIMITS, maxCharacters: 10 }).map(({ role }) => role),
      ['user'],
    );
  });

  it('sends the result of a call right behind it, also if somebody spoke before it was there', () => {
    const items = [said('u', 'user', 'go'), call('1'), call('2'), said('v', 'user', 'hurry'), result('2'), said('w', 'user', 'well?')];
    const sent = (more: readonly LiveItem[]): string[] =>
      toChat([...items, ...more], '', LIMITS).map(({ role, content, toolCallId }) => `${role} ${toolCallId ?? content}`);
    const wanted = ['user go', 'assistant ', 'tool call 2', 'tool call 1', 'user hurry', 'user well?'];
    assert.deepEqual(sent([result('1')]), wanted);
    assert.deepEqual(sent([result('1'), result('2', 'done again')]), [
      'user go',
      'assistant ',
      'tool call 1',
      'tool call 2',
      ...wanted.slice(4),
    ]);
    assert.deepEqual(new Set(sent([])), new Set(wanted));
    assert.match(JSON.stringify(toChat(items, '', LIMITS)), /"content":"There is no result yet\.","toolCallId":"call 1"/);
  });

  it('gives each call its own result, also if a model uses an id again', () => {
    const chat = toChat([call('1'), result('1', 'first'), said('u', 'user', 'again'), call('1'), result('1', 'second')], '', LIMITS);
    assert.deepEqual(
      chat.map(({ content }) => content),
      ['', 'first', 'again', '', 'second'],
    );
  });

  it('leaves out a call that was cut off', () => {
    assert.deepEqual(texts([said('u', 'user', 'go'), call('1', 'incomplete'), said('v', 'user', 'stop')]), ['user: go', 'user: stop']);
  });

  it('leaves out speech of which nothing was understood', () => {
    const noise: LiveItem = { id: 'n', status: 'completed', type: 'message', role: 'user', content: [{ type: 'audio', transcript: ' ' }] };
    const unknown: LiveItem = {
      id: 'x',
      status: 'completed',
      type: 'message',
      role: 'user',
      content: [{ type: 'audio', transcript: undefined }],
    };
    assert.deepEqual(texts([noise, unknown, said('u', 'user', 'hello')]), ['user: hello']);
  });
});

describe('createSentenceStream()', () => {
  const TEXT =
    'Dr. Smith came at 3.5 p.m. on Monday. "Hello!" she said. It cost $4.99, e.g. for tea.\n\n- One\n- Two\n```\na. B. c.\n```\nThe end';

  it('gives the text back in the same sentences, however it is written', () => {
    const whole = createSentenceStream();
    const wanted = [...whole.push(TEXT), whole.end()];
    assert.equal(wanted.join(''), TEXT);
    assert.ok(wanted.includes('Dr. Smith came at 3.5 p.m. on Monday. '));
    for (const size of [1, 2, 5, 11]) {
      const stream = createSentenceStream();
      const pieces: string[] = [];
      for (let from = 0; from < TEXT.length; from += size) pieces.push(...stream.push(TEXT.slice(from, from + size)));
      pieces.push(stream.end());
      assert.equal(pieces.join(''), TEXT);
      assert.ok(
        pieces.some((piece) => piece.includes('a. B. c.')),
        'code is not cut',
      );
    }
  });

  it('has a sentence as soon as the next one begins', () => {
    const stream = createSentenceStream();
    assert.deepEqual([stream.push('It is noon.'), stream.push(' '), stream.push('The')], [[], [], ['It is noon. ']]);
    assert.equal(stream.end(), 'The');
    assert.equal(stream.end(), '');
  });
});
