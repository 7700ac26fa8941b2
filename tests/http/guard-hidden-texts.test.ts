import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { ask, at, bodyOf, chunk, eventsOf, guardService, textOf } from './guard-service.ts';

const CARD = '4111 1111 1111 1111';

async function streamed(chunks: readonly JsonObject[]) {
  const service = guardService({ chunks });
  const events = await eventsOf(await service.chat(ask('Hi', { stream: true }), { 'x-request-id': 'r' }));
  const decisions = await service.journal.decisions('r');
  return {
    events,
    checks: decisions?.find(({ direction }) => direction === 'output')?.checks ?? [],
    record: await service.journal.request('r'),
  };
}

async function whole(choice: JsonObject, more: JsonObject = {}) {
  const service = guardService({ reply: { ...chunk({}), choices: [{ index: 0, finish_reason: 'stop', ...choice }], ...more } });
  return bodyOf(await service.chat(ask('Hi')));
}

const choiceOf = (choice: JsonObject): JsonObject => ({ ...chunk({}), choices: [{ index: 0, finish_reason: null, ...choice }] });
const token = (text: string, more: JsonObject = {}): JsonObject => ({ token: text, logprob: -1, ...more });
const bytesOf = (text: string): JsonObject => ({ bytes: [...new TextEncoder().encode(text)] });

describe('token probabilities', () => {
  const of = (content: string, ...tokens: JsonObject[]): JsonObject =>
    choiceOf({ delta: { content }, logprobs: { content: tokens, refusal: null } });

  it('pass beside the text that they repeat, in whole characters and in parts of them', async () => {
    const [first = 0, ...rest] = new TextEncoder().encode('é');
    const chunks = [
      of('Hello ', token('Hel', bytesOf('Hel')), token('lo ', bytesOf('lo '))),
      of('there', token('there')),
      of('é', token('\\xc3', { bytes: [first] }), token('\\xa9', { bytes: rest })),
      choiceOf({ delta: {}, logprobs: { content: [token('<|im_end|>')] }, finish_reason: 'stop' }),
    ];
    const { events } = await streamed(chunks);
    assert.deepEqual(events.slice(0, -1), chunks);
  });

  const smuggled: readonly (readonly [string, JsonObject])[] = [
    ['in a chunk without text', choiceOf({ delta: {}, logprobs: { content: [token(CARD)] } })],
    ['beside another text', of('Hello', token(CARD))],
    ['with the bytes of another text', of('Hello', token(CARD, bytesOf('Hello')))],
    ['under another name', choiceOf({ delta: { content: 'Hello' }, logprobs: { tokens: [CARD] } })],
    ['as a text', choiceOf({ delta: { content: 'Hello' }, logprobs: CARD })],
    ['as the bytes of a token', of('Hello', token('Hello', { bytes: CARD }))],
    ['as a byte of a token', of('Hello', token('Hello', { bytes: [4_111_111_111_111_111] }))],
    ['as the bytes of a mark', of('Hello', token('Hello'), token('<|end|>', { ...bytesOf(CARD), note: 4111 }))],
    ['as a name beside tokens', choiceOf({ delta: { content: 'Hello' }, logprobs: { [CARD]: [] } })],
    ['as a name in a token', of('Hello', token('Hello', { [CARD]: 1 }))],
    ['as the bytes of another token in its place', of('Hello', token('Hello', { top_logprobs: [token('He', { bytes: CARD })] }))],
    ['with the reason to finish', choiceOf({ delta: {}, logprobs: { refusal: [token(CARD)] }, finish_reason: 'stop' })],
  ];
  for (const [how, given] of smuggled) {
    it(`carry nothing else to the client ${how}`, async () => {
      const { events, checks } = await streamed(
        [chunk({ content: 'Say. ' }), given, chunk({ content: '' }, 'stop')].slice(0, how.includes('finish') ? 2 : 3),
      );
      assert.ok(!JSON.stringify(events).includes('4111'));
      assert.ok(textOf(events).startsWith('Say. '));
      assert.ok(checks.some(({ part, outcome }) => part === 'choices[0].logprobs' && outcome === 'not_scanned'));
    });
  }

  it('of a whole reply pass and go alike', async () => {
    const message = { role: 'assistant', content: 'Hello there' };
    const own = { content: [token('Hello '), token('there')] };
    assert.deepEqual(at(await whole({ message, logprobs: own }), 'choices', 0, 'logprobs'), own);
    assert.equal(at(await whole({ message, logprobs: { content: [token(CARD)] } }), 'choices', 0, 'logprobs'), null);
  });
});

describe('a text where none belongs', () => {
  const hidden: readonly (readonly [string, JsonObject])[] = [
    ['a role', { delta: { role: CARD } }],
    ['a reason to finish', { delta: {}, finish_reason: CARD }],
    ['the type of a call', { delta: { tool_calls: [{ index: 0, type: CARD, function: { name: 'f' } }] } }],
    ['the name of a call', { delta: { tool_calls: [{ index: 0, function: { name: CARD } }] } }],
    ['a text in a list of parts', { delta: { content: [CARD] } }],
    ['a number as content', { delta: { content: 4_111_111_111_111_111 } }],
    ['a refusal in parts', { delta: { refusal: [CARD] } }],
    ['a call that is no list', { delta: { tool_calls: { function: { arguments: CARD } } } }],
    ['a legacy call that is a text', { delta: { function_call: CARD } }],
    ['spoken words that are a text', { delta: { audio: CARD } }],
    ['the id of spoken words that is none', { delta: { audio: { words: { a: [CARD] } } } }],
  ];
  for (const [where, choice] of hidden) {
    it(`such as ${where} is read in a stream`, async () => {
      const { events } = await streamed([choiceOf(choice), ...('finish_reason' in choice ? [] : [chunk({}, 'stop')])]);
      assert.ok(!JSON.stringify(events).includes('4111'), JSON.stringify(events));
      assert.ok(JSON.stringify(events).includes('[CREDIT_CARD]'), JSON.stringify(events));
    });

    it(`such as ${where} is read in a whole reply`, async () => {
      const { delta, ...rest } = choice;
      const body = await whole({ message: delta ?? {}, ...rest });
      assert.ok(!JSON.stringify(body).includes('4111'), JSON.stringify(body));
      assert.ok(JSON.stringify(body).includes('[CREDIT_CARD]'), JSON.stringify(body));
    });
  }

  it('such as a delta that is no object ends the stream', async () => {
    for (const delta of [CARD, [CARD], 4111] satisfies JsonValue[]) {
      const { events, record } = await streamed([chunk({ content: 'Hello ' }), choiceOf({ delta }), chunk({}, 'stop')]);
      assert.equal(textOf(events), 'Hello ');
      assert.ok(!JSON.stringify(events).includes('4111'));
      assert.deepEqual([record?.status, record?.error?.type], ['failed', 'provider_unavailable']);
    }
  });

  it('such as beside the counts of tokens is read', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3, note: CARD };
    const { events, record } = await streamed([chunk({ content: 'Hello' }, 'stop'), { ...chunk({}), choices: [], usage }]);
    assert.deepEqual(at(events.at(-2), 'usage'), { ...usage, note: '[CREDIT_CARD]' });
    assert.equal(record?.promptTokens, 1);
    assert.deepEqual(at(await whole({ message: { content: 'Hello' } }, { usage }), 'usage', 'note'), '[CREDIT_CARD]');
  });

  it('such as a choice without a whole number ends the stream', async () => {
    for (const index of ['0', 0.5, {}, true] satisfies JsonValue[]) {
      const { events } = await streamed([
        chunk({ content: '4111 1111 ' }),
        choiceOf({ index, delta: { content: '1111 1111' } }),
        chunk({}, 'stop'),
      ]);
      assert.ok(!JSON.stringify(events).includes('1111 1111'));
      assert.equal(at(events.at(-2), 'error_type'), 'provider_unavailable');
    }
  });

  it('such as a field beside the last chunk of a blocked reply is not sent with its end', async () => {
    const service = guardService({ chunks: [{ ...chunk({ content: `-----` }), extra: CARD, note: CARD }] });
    const text = await (await service.chat(ask('Hi', { stream: true }))).text();
    assert.ok(!text.includes('4111'));
  });
});

describe('pieces of calls', () => {
  const pieces = ['{"card":"4111 11', '11 1111 1111"}'];
  const ways: readonly (readonly [string, (piece: string, position: number) => JsonObject])[] = [
    ['without an index', (text, at_) => ({ ...(at_ === 0 ? { id: 'c' } : {}), function: { arguments: text } })],
    ['with an index that is null', (text) => ({ index: null, id: 'c', function: { arguments: text } })],
    ['with an index and then only an id', (text, at_) => ({ ...(at_ === 0 ? { index: 3 } : {}), id: 'c', function: { arguments: text } })],
    ['with an index and then nothing', (text, at_) => ({ ...(at_ === 0 ? { index: 3, id: 'c' } : {}), function: { arguments: text } })],
    ['before their name', (text, at_) => ({ index: 0, id: 'c', function: { arguments: text, ...(at_ === 1 ? { name: 'pay' } : {}) } })],
  ];
  for (const [how, made] of ways) {
    it(`that come ${how} are put together`, async () => {
      const { events } = await streamed([
        ...pieces.map((piece, index) => chunk({ tool_calls: [made(piece, index)] })),
        chunk({}, 'tool_calls'),
      ]);
      assert.ok(!/4111|1111/.test(JSON.stringify(events)), JSON.stringify(events));
    });
  }

  it('of several calls without an index are kept apart by their ids', async () => {
    const call = (id: string, text: string): JsonObject =>
      chunk({ tool_calls: [{ id, type: 'function', function: { name: id, arguments: text } }] });
    const chunks = [
      call('a', '{"n":"4111 1111"}'),
      call('b', '{"n":"4111 11'),
      call('a', ''),
      call('b', '11 1111 1111"}'),
      chunk({}, 'tool_calls'),
    ];
    const { events, checks } = await streamed(chunks);
    assert.ok(!/11 1111 1111/.test(JSON.stringify(events)), JSON.stringify(events));
    assert.ok(JSON.stringify(events).includes('4111 1111'));
    assert.ok(checks.some(({ part }) => part.endsWith('tool_calls[1].function.arguments')));
  });

  it('of more calls than the limit end the stream', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ index, id: `c${index}`, function: { name: 'f', arguments: '' } }));
    const { events } = await streamed([chunk({ tool_calls: many }), chunk({}, 'stop')]);
    assert.match(JSON.stringify(events), /more than the limit of 4096 calls/);
  });
});
