import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { responses } from './guard-responses-service.ts';
import { at, blockingCards, chunk, eventsOf, textAt } from './guard-service.ts';

const CARD = '4111 1111 1111 1111';

const typesOf = (events: readonly JsonValue[]): string[] =>
  events.map((event) => (isJsonObject(event) ? textAt(event, 'type') : textAt(event)));

describe('a response of the guard that is streamed', () => {
  const USAGE = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };

  it('comes in the order of OpenAI, numbered, and the last event holds all of it', async () => {
    const chunks = [
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'Hm.' }),
      chunk({ content: 'Hello, ' }),
      chunk({ content: 'friend.' }),
      chunk({ tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name: 'pay', arguments: '' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] }),
      chunk({ tool_calls: [{ index: 1, id: 'c2', type: 'function', function: { name: 'see', arguments: '{}' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
      chunk({}, 'tool_calls'),
      { ...chunk({}), choices: [], usage: USAGE },
    ];
    const service = responses({ chunks });
    const events = await eventsOf(await service.ask({ input: 'Hi', stream: true }));
    assert.deepEqual(service.asked[0]?.body['stream_options'], { include_usage: true });
    assert.equal(events.at(-1), '[DONE]');
    const told = events.slice(0, -1);
    assert.deepEqual(
      told.map((event) => at(event, 'sequence_number')),
      told.map((_, index) => index),
    );
    const named = typesOf(told);
    const once = named.filter((type, index) => type !== named[index - 1]);
    assert.deepEqual(once.slice(0, 16), [
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.reasoning_text.delta',
      'response.reasoning_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.function_call_arguments.delta',
    ]);
    assert.equal(once.at(-1), 'response.completed');
    const output = at(told.at(-1), 'response', 'output') as JsonObject[];
    assert.deepEqual(
      output.map(({ type, name = null, arguments: written = null }) => [type, name, written]),
      [
        ['reasoning', null, null],
        ['message', null, null],
        ['function_call', 'pay', '{"a":1}'],
        ['function_call', 'see', '{}'],
      ],
    );
    const deltas = told.filter((event) => at(event, 'type') === 'response.output_text.delta').map((event) => textAt(event, 'delta'));
    assert.equal(deltas.join(''), 'Hello, friend.');
    assert.equal(textAt(output[1], 'content', 0, 'text'), 'Hello, friend.');
    assert.equal(at(told.at(-1), 'response', 'usage', 'total_tokens'), 5);
    for (const [index, { id = '' }] of output.entries()) {
      const own = told.filter((event) => at(event, 'output_index') === index);
      assert.ok(own.length > 0 && own.every((event) => (at(event, 'item_id') ?? at(event, 'item', 'id')) === id));
    }
  });

  it('is one message, however often its upstream gives an empty finish_reason', async () => {
    const service = responses({ chunks: [chunk({ content: 'Hello, ' }, ''), chunk({ content: 'friend.' }, ''), chunk({}, 'stop')] });
    const events = await eventsOf(await service.ask({ input: 'Hi', stream: true }));
    const response = at(events.at(-2), 'response');
    assert.equal(at(response, 'status'), 'completed');
    assert.equal((at(response, 'output') as JsonValue[]).length, 1);
    assert.equal(at(response, 'output', 0, 'content', 0, 'text'), 'Hello, friend.');
  });

  it('that is blocked in the middle ends there as incomplete, and nothing of what was found is in any event', async () => {
    const chunks = ['Your card is ', ...CARD.match(/[^]{1,5}/g)!, ', keep it'].map((content) => chunk({ content }));
    const service = responses({ chunks }, blockingCards);
    const events = await eventsOf(await service.ask({ input: 'Hi', stream: true }, { 'x-request-id': 'leak' }));
    const last = at(events.at(-2), 'response');
    assert.deepEqual([at(last, 'status'), at(last, 'incomplete_details')], ['incomplete', { reason: 'content_filter' }]);
    assert.equal(at(last, 'guard', 'verdict'), 'block');
    assert.equal(textAt(last, 'output', 0, 'content', 0, 'text'), 'Your card is ');
    assert.ok(!JSON.stringify(events).includes('4111'));
    assert.equal((await service.journal.request('leak'))?.status, 'blocked');
  });

  it('whose upstream breaks ends with an error event and as failed', async () => {
    const chunks = async function* (): AsyncGenerator<JsonObject, void> {
      yield chunk({ content: 'Hello, this much came. ' });
      throw new Error('gone');
    };
    const service = responses({ chunks });
    const events = await eventsOf(await service.ask({ input: 'Hi', stream: true }, { 'x-request-id': 'broken' }));
    assert.deepEqual(typesOf(events).slice(-3), ['error', 'response.failed', '[DONE]']);
    const told = { code: 'internal', message: 'An unexpected failure.', param: null };
    const { sequence_number: number, ...error } = events.at(-3) as JsonObject;
    assert.equal(typeof number, 'number');
    assert.deepEqual(error, { type: 'error', ...told, error: { type: 'internal', ...told } });
    const failed = events.at(-2);
    assert.equal(at(failed, 'response', 'status'), 'failed');
    assert.equal(at(failed, 'response', 'output', 0, 'status'), 'incomplete');
    assert.equal((await service.journal.request('broken'))?.status, 'failed');
  });

  it('holds a call whose pieces come alone instead of in a list, of a choice of any number', async () => {
    const piece = (call: JsonObject): JsonObject => ({ choices: [{ index: 3, delta: { tool_calls: call }, finish_reason: null }] });
    const chunks = [
      piece({ index: 0, id: 'c1', type: 'function', function: { name: 'pay', arguments: '{"a"' } }),
      piece({ index: 0, function: { arguments: ':1}' } }),
      { choices: [{ index: 3, delta: {}, finish_reason: 'tool_calls' }] },
    ];
    const events = await eventsOf(await responses({ chunks }).ask({ input: 'Hi', stream: true }));
    assert.equal(textAt(events.at(-2), 'response', 'output', 0, 'arguments'), '{"a":1}');
    assert.deepEqual(typesOf(events).slice(2, 5), [
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.delta',
    ]);
  });

  it('sends each event with its name, as servers of events do', async () => {
    const text = await (await responses().ask({ input: 'Hi', stream: true })).text();
    assert.match(text, /^event: response\.created\ndata: \{"type":"response\.created"/);
  });
});
