import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkJsonSchema } from '../../src/adapters/json-schema/check.ts';
import type { ChatPart } from '../../src/ports/language.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { WORDS } from '../unit/reasoner-doubles.ts';
import { createReasonerDeps } from './reasoner-deps.ts';
import { contentOf, responseClient, takingModel, textOf } from './response-client.ts';

const NO = 'I cannot help with that.';
const DECLINED: ChatPart[] = [
  { type: 'text-delta', text: 'I cannot ', isRefusal: true },
  { type: 'text-delta', text: 'help with that.', isRefusal: true },
  { type: 'finish', reason: 'stop', usage: { promptTokens: 9, completionTokens: 6, cachedTokens: 4, reasoningTokens: 2 } },
];
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const messages = [{ role: 'user', content: 'Which city?' }];

const declining = () => takingModel(DECLINED, { json: 'native', tools: true });

async function complete(model: ReturnType<typeof declining>, body: object): Promise<string> {
  const response = await createReasoner(createReasonerDeps({ model, jsonSchema: checkJsonSchema })).handle(
    new Request('http://localhost/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'scripted', messages, ...body }),
    }),
  );
  assert.equal(response.status, 200);
  return response.text();
}

describe('an answer that the model declines to give', () => {
  it('is the refusal of a message without content', async () => {
    const { choices, usage } = JSON.parse(await complete(declining(), {})) as {
      choices: [{ message: object; finish_reason: string }];
      usage: object;
    };
    assert.deepEqual(choices[0].message, { role: 'assistant', content: null, refusal: NO });
    assert.equal(choices[0].finish_reason, 'stop');
    assert.deepEqual(usage, {
      prompt_tokens: 9,
      completion_tokens: 6,
      total_tokens: 15,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    });
  });

  it('is streamed as deltas of the refusal', async () => {
    const text = await complete(declining(), { stream: true });
    const deltas = [...text.matchAll(/^data: (\{.*\})$/gm)]
      .map(([, data = '']) => JSON.parse(data) as { choices: [{ delta: { refusal?: string; content?: string } }] })
      .map(({ choices: [{ delta }] }) => delta);
    assert.equal(deltas.map(({ refusal = '' }) => refusal).join(''), NO);
    assert.equal(deltas.map(({ content = '' }) => content).join(''), '');
  });

  it('stands where JSON was requested: the model is not asked again', async () => {
    const model = declining();
    const response_format = { type: 'json_schema', json_schema: { name: 'place', schema } };
    const { choices } = JSON.parse(await complete(model, { response_format })) as { choices: [{ message: { refusal: string } }] };
    assert.equal(choices[0].message.refusal, NO);
    assert.equal(model.requests.length, 1);
  });

  it('is checked by the guard as any answer is', async () => {
    const refusal: ChatPart = { type: 'text-delta', text: `No: ${WORDS.block}.`, isRefusal: true };
    const { choices } = JSON.parse(await complete(takingModel([refusal], {}), {})) as { choices: [{ finish_reason: string }] };
    assert.equal(choices[0].finish_reason, 'content_filter');
    assert.ok(!JSON.stringify(choices).includes(WORDS.block));
  });

  it('reaches the model as a part of the conversation that goes on', async () => {
    const model = declining();
    await complete(model, {
      messages: [...messages, { role: 'assistant', content: null, refusal: NO }, { role: 'user', content: 'Why?' }],
    });
    assert.deepEqual(model.requests[0]?.messages[1], { role: 'assistant', content: NO });
  });

  it('is refusal content of a completed response, with the counts of the model', async () => {
    const body = await responseClient({ model: declining() }).create({ input: 'Which city?' });
    assert.equal(body.status, 'completed');
    assert.deepEqual(contentOf(body), { type: 'refusal', refusal: NO });
    assert.deepEqual(body.usage?.input_tokens_details, { cached_tokens: 4, cache_write_tokens: 0 });
    assert.deepEqual(body.usage?.output_tokens_details, { reasoning_tokens: 2 });
  });

  it('is text behind text in a response, whose message has one kind of content', async () => {
    const parts: ChatPart[] = [{ type: 'text-delta', text: 'Well. ' }, ...DECLINED];
    const body = await responseClient({ model: takingModel(parts, {}) }).create({ input: 'Which city?' });
    assert.equal(textOf(body), `Well. ${NO}`);
    const { choices } = JSON.parse(await complete(takingModel(parts, {}), {})) as { choices: [{ message: object }] };
    assert.deepEqual(choices[0].message, { role: 'assistant', content: 'Well. ', refusal: NO });
  });

  it('is streamed as the events of a refusal', async () => {
    const events = await responseClient({ model: declining() }).stream({ input: 'Which city?' });
    assert.deepEqual(
      events.map(({ type }) => type.replace('response.', '')),
      [
        'created',
        'in_progress',
        'output_item.added',
        'content_part.added',
        'refusal.delta',
        'refusal.delta',
        'refusal.done',
        'content_part.done',
        'output_item.done',
        'completed',
      ],
    );
  });
});
