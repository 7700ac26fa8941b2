import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createInMemoryCheckpoints } from '../../src/adapters/in-memory/checkpoints.ts';
import { decodeJson, encodeJson } from '../../src/core/json.ts';
import type { ChatPart } from '../../src/ports/language.ts';
import { createTestMemory } from '../fixtures/test-memory.ts';
import { until } from '../system/until.ts';
import { responseClient, takingModel, textOf, turnsModel } from './response-client.ts';

const thought = (text: string): ChatPart => ({ type: 'reasoning-delta', text });
const THINKING = [thought('The sign '), thought('says so.'), 'It is ', 'open.'];
const CALL: ChatPart = { type: 'tool-call-delta', index: 0, id: 'call_1', name: 'weather', arguments: '{}' };
const TOOLS = [{ type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } }];
const messages = [{ role: 'user', content: 'Is it open?' }];

type Body = Record<string, unknown>;

const shownReasoning = (text: string) => [{ type: 'summary_text', text }];

describe('the reasoning of a model in a chat completion', () => {
  it('is reasoning_content of the message, apart from the content', async () => {
    const client = responseClient({ model: takingModel(THINKING, {}) });
    const body = (await (await client.send('POST', '/v1/chat/completions', { messages })).json()) as { choices: Body[] };
    assert.deepEqual(body.choices[0]?.['message'], {
      role: 'assistant',
      content: 'It is open.',
      refusal: null,
      reasoning_content: 'The sign says so.',
    });
  });

  it('is reasoning_content of the deltas, before those with content', async () => {
    const client = responseClient({ model: takingModel(THINKING, {}) });
    const text = await (await client.send('POST', '/v1/chat/completions', { messages, stream: true })).text();
    const deltas = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '']) => {
      const { choices } = JSON.parse(data) as { choices: { delta: Body }[] };
      return choices[0]?.delta;
    });
    const given = deltas.flatMap((delta = {}) => Object.entries(delta).filter(([name]) => name.endsWith('content')));
    assert.deepEqual(
      given.filter(([, piece]) => piece !== ''),
      [
        ['reasoning_content', 'The sign '],
        ['reasoning_content', 'says so.'],
        ['content', 'It is '],
        ['content', 'open.'],
      ],
    );
  });

  it('is checked by the guard: redacted where it has to be, and ended like an answer where it is blocked', async () => {
    const send = async (script: Parameters<typeof takingModel>[0]) => {
      const client = responseClient({ model: takingModel(script, {}) });
      const body = (await (await client.send('POST', '/v1/chat/completions', { messages })).json()) as { choices: Body[] };
      return body.choices[0] ?? {};
    };
    const redacted = await send([thought('It is SEC'), thought('RET.'), 'Open.']);
    assert.deepEqual((redacted['message'] as Body)['reasoning_content'], 'It is [WORD_REDACT].');
    const blocked = await send([thought('Well. FORB'), thought('IDDEN'), 'Open.']);
    assert.equal(blocked['finish_reason'], 'content_filter');
    assert.doesNotMatch(JSON.stringify(blocked), /FORB|Open/);
  });

  it('comes back to the model with the message, as models that call functions need it', async () => {
    const model = turnsModel([[thought('Ask.'), CALL], ['Sunny.']]);
    const client = responseClient({ model });
    const tools = [{ type: 'function', function: { name: 'weather', parameters: {} } }];
    const first = (await (await client.send('POST', '/v1/chat/completions', { messages, tools })).json()) as { choices: Body[] };
    const result = { role: 'tool', tool_call_id: 'call_1', content: 'Sun' };
    await client.send('POST', '/v1/chat/completions', { messages: [...messages, first.choices[0]?.['message'], result], tools });
    assert.equal(model.requests[1]?.messages[1]?.reasoning, 'Ask.');
  });
});

describe('the reasoning of a model in a response', () => {
  it('is a reasoning item with a summary, before the message, and is counted in the usage', async () => {
    const finish: ChatPart = { type: 'finish', reason: 'stop', usage: { promptTokens: 1, completionTokens: 9, reasoningTokens: 4 } };
    const client = responseClient({ model: takingModel([...THINKING, finish], {}) });
    const body = await client.create({ input: 'Is it open?' });
    const [reasoning, message] = body.output;
    assert.match(reasoning?.id ?? '', /^rs_/);
    assert.deepEqual(reasoning, {
      type: 'reasoning',
      id: reasoning?.id,
      status: 'completed',
      summary: shownReasoning('The sign says so.'),
    });
    assert.equal(message?.type, 'message');
    assert.equal(textOf(body), 'It is open.');
    assert.equal(body.usage?.output_tokens_details.reasoning_tokens, 4);
    const stored = await client.send('GET', `/v1/responses/${body.id}`);
    assert.deepEqual(await stored.json(), body);
  });

  it('is streamed as the events of a reasoning summary, and replayed alike', async () => {
    const client = responseClient({ model: takingModel(THINKING, {}) });
    const events = await client.stream({ input: 'Is it open?' });
    assert.deepEqual(
      events.map(({ type, output_index: index }) => [type, index]),
      [
        ['response.created', undefined],
        ['response.in_progress', undefined],
        ['response.output_item.added', 0],
        ['response.reasoning_summary_part.added', 0],
        ['response.reasoning_summary_text.delta', 0],
        ['response.reasoning_summary_text.delta', 0],
        ['response.reasoning_summary_text.done', 0],
        ['response.reasoning_summary_part.done', 0],
        ['response.output_item.done', 0],
        ['response.output_item.added', 1],
        ['response.content_part.added', 1],
        ['response.output_text.delta', 1],
        ['response.output_text.delta', 1],
        ['response.output_text.done', 1],
        ['response.content_part.done', 1],
        ['response.output_item.done', 1],
        ['response.completed', undefined],
      ],
    );
    assert.deepEqual(events[2]?.item, { type: 'reasoning', id: events[2]?.item?.id, status: 'in_progress', summary: [] });
    assert.deepEqual([events[6]?.['text'], events[6]?.['summary_index']], ['The sign says so.', 0]);
    assert.deepEqual(events[7]?.['part'], { type: 'summary_text', text: 'The sign says so.' });
    const { id = '', output } = events.at(-1)?.response ?? {};
    assert.deepEqual([events[8]?.item, events[15]?.item], output);
    const again = await client.send('GET', `/v1/responses/${id}?stream=true`);
    assert.equal((await again.text()).match(/^event: /gm)?.length, events.length);
  });

  it('that is cut off within its reasoning is incomplete, with the reasoning so far', async () => {
    const finish: ChatPart = { type: 'finish', reason: 'length', usage: { promptTokens: 1, completionTokens: 1 } };
    const body = await responseClient({ model: takingModel([thought('Hm, so'), finish], {}) }).create({ input: 'Hi' });
    assert.deepEqual(
      [body.status, body.incomplete_details, body.output.map(({ type, status }) => [type, status])],
      ['incomplete', { reason: 'max_output_tokens' }, [['reasoning', 'incomplete']]],
    );
  });

  it('comes back to the model with the call that it led to, from the store or from the client, and not with plain answers', async () => {
    for (const isStored of [true, false]) {
      const model = turnsModel([[thought('Ask.'), CALL], [thought('Sun.'), 'Sunny.'], ['Bye.']]);
      const client = responseClient({ model });
      const first = await client.create({ input: 'How is it?', tools: TOOLS });
      const result = { type: 'function_call_output', call_id: 'call_1', output: 'Sun' };
      const question = { role: 'user', content: 'How is it?' };
      const second = await client.create(
        isStored ? { previous_response_id: first.id, input: [result] } : { input: [question, ...first.output, result] },
      );
      assert.deepEqual(
        model.requests[1]?.messages.map(({ role, reasoning }) => [role, reasoning]),
        [
          ['user', undefined],
          ['assistant', 'Ask.'],
          ['tool', undefined],
        ],
      );
      await client.create({ previous_response_id: second.id, input: 'Thanks' });
      assert.deepEqual(
        model.requests[2]?.messages.filter(({ reasoning }) => reasoning !== undefined).map(({ toolCalls }) => toolCalls?.length),
        [1],
      );
    }
  });
});

describe('the reasoning of a model', () => {
  it('is no part of what is stored of an answer: not of memory, of a thread, of results on the bus, or of /chat', async () => {
    const { memory, store } = createTestMemory();
    const bus = createInMemoryBus();
    const model = takingModel(THINKING, {});
    const client = responseClient({ model, memory, memoryStore: store, bus, checkpoints: createInMemoryCheckpoints() });
    const user = 'ann';
    const said = [{ role: 'user', content: 'My sister lives in Porto. Is it open?' }];
    await client.send('POST', '/v1/chat/completions', { messages: said, user });
    await memory.flush();
    const kept = await (await client.send('GET', '/v1/memory/export?user=ann')).text();
    assert.match(kept, /Porto/);
    const run = await (await client.send('POST', '/v1/threads/t1/runs', { messages })).text();
    const legacy = await (await client.send('POST', '/chat', { text: 'Is it open?' })).text();
    const stopped = new AbortController();
    const told: string[] = [];
    const listening = (async () => {
      for await (const { data } of bus.subscribe('platform.reasoner.>', { signal: stopped.signal })) {
        told.push(JSON.stringify(decodeJson(data)));
      }
    })();
    const consuming = client.reasoner.consume(stopped.signal);
    bus.publish('platform.reasoner.request', encodeJson({ request_id: 'r1', user_id: '', text: 'Is it open?' }));
    await until('the result', () => told.some((event) => event.includes('latency_ms')));
    stopped.abort();
    await Promise.all([consuming, listening]);
    for (const text of [kept, run, legacy, ...told]) assert.doesNotMatch(text, /sign/);
    assert.match(run, /It is open\./);
  });
});
