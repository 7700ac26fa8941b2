import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { ChatPart } from '../../src/ports/language.ts';
import { WORDS } from '../unit/reasoner-doubles.ts';
import { eventsOf, responseClient, takingModel, type SeenEvent } from './response-client.ts';

const typesOf = (events: readonly SeenEvent[]): string[] => events.map(({ type }) => type);

describe('a streamed response', () => {
  it('gives the events in order, with sequence numbers from 0', async () => {
    const events = await responseClient({ model: takingModel(['It ', 'is.'], {}) }).stream({ input: 'Hi' });
    assert.deepEqual(typesOf(events), [
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    assert.deepEqual(
      events.map(({ sequence_number: number }) => number),
      events.map((_, index) => index),
    );
    assert.equal(events.map(({ delta = '' }) => delta).join(''), 'It is.');
    assert.deepEqual([events[0]?.response?.status, events[0]?.response?.output], ['in_progress', []]);
    assert.equal(events.at(-1)?.response?.status, 'completed');
  });

  it('gives the arguments of function calls as they come, behind the text before them', async () => {
    const script: (string | ChatPart)[] = [
      'Let me see.',
      { type: 'tool-call-delta', index: 0, id: 'call_1', name: 'weather', arguments: '' },
      { type: 'tool-call-delta', index: 0, arguments: '{"city":' },
      { type: 'tool-call-delta', index: 0, arguments: '"Oslo"}' },
      { type: 'tool-call-delta', index: 1, id: 'call_2', name: 'weather', arguments: '{}' },
      { type: 'finish', reason: 'tool_calls', usage: { promptTokens: 3, completionTokens: 2 } },
    ];
    const client = responseClient({ model: takingModel(script, { tools: true }) });
    const events = await client.stream({ input: 'Weather?', tools: [{ type: 'function', name: 'weather' }] });
    const added = events.filter(({ type }) => type === 'response.output_item.added');
    assert.deepEqual(
      added.map(({ item, output_index: index }) => [item?.type, index]),
      [
        ['message', 0],
        ['function_call', 1],
        ['function_call', 2],
      ],
    );
    const done = events.filter(({ type }) => type === 'response.function_call_arguments.done');
    assert.deepEqual(
      done.map((event) => [event.output_index, event.arguments]),
      [
        [1, '{"city":"Oslo"}'],
        [2, '{}'],
      ],
    );
    const deltas = events.filter(({ type, output_index: index }) => type === 'response.function_call_arguments.delta' && index === 1);
    assert.equal(deltas.map(({ delta }) => delta).join(''), '{"city":"Oslo"}');
    assert.deepEqual(
      events.at(-1)?.response?.output.map(({ type, status }) => `${type} ${status}`),
      ['message completed', 'function_call completed', 'function_call completed'],
    );
  });

  it('ends a call before the next one if it is whole, and none whose pieces may still come', async () => {
    const piece = (index: number, text: string, name?: string): ChatPart => ({
      type: 'tool-call-delta',
      index,
      ...(name === undefined ? {} : { name, id: `call_${index}` }),
      arguments: text,
    });
    const finish: ChatPart = { type: 'finish', reason: 'tool_calls', usage: { promptTokens: 3, completionTokens: 2 } };
    const seen = async (script: ChatPart[]): Promise<string[]> => {
      const client = responseClient({ model: takingModel([...script, finish], { tools: true }) });
      const tools = [
        { type: 'function', name: 'weather' },
        { type: 'custom', name: 'run' },
      ];
      const events = await client.stream({ input: 'Weather?', tools });
      const again = await client.send('GET', `/v1/responses/${events[0]?.response?.id}?stream=true`);
      assert.deepEqual(eventsOf(await again.text()), events, 'a stored stream has the same events');
      return events.slice(2, -1).map(({ type, output_index: index, arguments: given, input }) => {
        const written = [given, input].find((text) => typeof text === 'string');
        return [index, type.split('.').slice(1).join('.'), ...(written === undefined ? [] : [written])].join(' ');
      });
    };
    assert.deepEqual(await seen([piece(0, '{"n":', 'weather'), piece(0, '1}'), piece(1, '"ls"', 'run'), piece(2, '{}', 'weather')]), [
      '0 output_item.added',
      '0 function_call_arguments.delta',
      '0 function_call_arguments.delta',
      '0 function_call_arguments.done {"n":1}',
      '0 output_item.done',
      '1 output_item.added',
      '2 output_item.added',
      '2 function_call_arguments.delta',
      '1 custom_tool_call_input.delta',
      '1 custom_tool_call_input.done ls',
      '1 output_item.done',
      '2 function_call_arguments.done {}',
      '2 output_item.done',
    ]);
    const interleaved = await seen([piece(0, '{"n":', 'weather'), piece(1, '{"input":"l', 'run'), piece(0, '1}'), piece(1, 's"}')]);
    assert.deepEqual(
      interleaved.filter((event) => event.includes('done')),
      ['0 function_call_arguments.done {"n":1}', '0 output_item.done', '1 custom_tool_call_input.done ls', '1 output_item.done'],
    );
  });

  it('gives a refusal as refusal events and ends as incomplete', async () => {
    const events = await responseClient().stream({ input: WORDS.block });
    assert.deepEqual(typesOf(events).slice(2), [
      'response.output_item.added',
      'response.content_part.added',
      'response.refusal.delta',
      'response.refusal.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.incomplete',
    ]);
    assert.deepEqual(events.at(-1)?.response?.incomplete_details, { reason: 'content_filter' });
  });

  it('that fails before its first part is answered with the status of the failure', async () => {
    const broken = async (): Promise<void> => {
      throw new ServiceError('too_many_requests', 'The model is busy.');
    };
    const client = responseClient({ model: takingModel([broken], {}) });
    assert.deepEqual(await client.refused({ input: 'Hi', stream: true }), [429, 'too_many_requests', null]);
  });

  it('stops the model when the client leaves, and frees its place', async () => {
    const hold = Promise.withResolvers<void>();
    const model = takingModel(['It ', () => hold.promise, 'is.'], {});
    const client = responseClient({ model, settings: { maxConcurrentRuns: 1 } });
    const response = await client.send('POST', '/v1/responses', { input: 'Hi', stream: true });
    const reader = response.body?.getReader();
    await reader?.read();
    assert.deepEqual(await client.refused({ input: 'Hi' }), [429, 'too_many_requests', null]);
    await reader?.cancel();
    assert.equal(model.signal()?.aborted, true);
    hold.resolve();
    assert.equal((await client.create({ input: 'Hi' })).status, 'completed');
  });
});
