import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, jsonSchema, stepCountIs, streamText, tool as aiTool } from 'ai';
import OpenAI from 'openai';
import type { RunnableToolFunctionWithParse } from 'openai/lib/RunnableFunction';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import { startModelServer, type ModelServer } from '../contract/model-server.ts';
import { allowSlowHooks } from '../slow.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';

await allowSlowHooks();

const PARAMETERS = { type: 'object' as const, properties: { city: { type: 'string' as const } }, required: ['city'] };

function chunk(delta: object, finishReason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`;
}

/** Content that has to be plain text. */
function textOf(content: unknown): string {
  assert.equal(typeof content, 'string');
  return content as string;
}

/** What the upstream model streams: a call of `weather` until it was answered, JSON when asked for, else a sentence. */
function answerTo(body: JsonObject): string {
  const messages = Array.isArray(body.messages) ? body.messages.filter(isJsonObject) : [];
  const result = messages.find(({ role }) => role === 'tool');
  if (result !== undefined) return chunk({ content: `It is ${textOf(result.content)}.` }) + chunk({}, 'stop');
  if (Array.isArray(body.tools)) {
    const first = { index: 0, id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city"' } };
    const rest = { index: 0, function: { arguments: ':"Oslo"}' } };
    return chunk({ tool_calls: [first] }) + chunk({ tool_calls: [rest] }) + chunk({}, 'tool_calls');
  }
  if (isJsonObject(body.response_format)) return chunk({ content: '{"city":' }) + chunk({ content: '"Oslo"}' }) + chunk({}, 'stop');
  return chunk({ content: 'Good ' }) + chunk({ content: 'morning.' }) + chunk({}, 'stop');
}

describe('clients of the chat completions of a model with tools', () => {
  let upstream: ModelServer;
  let parley: ParleyProcess;
  before(
    async () => {
      upstream = await startModelServer((response, { body }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`${answerTo(JSON.parse(body) as JsonObject)}data: [DONE]\n\n`);
      });
      const env = { REASONER_MODEL: 'openai', REASONER_OPENAI_BASE_URL: upstream.baseUrl, REASONER_OPENAI_MODEL: 'm' };
      parley = await startParley({ env });
    },
    { timeout: 120_000 },
  );
  after(async () => {
    await parley[Symbol.asyncDispose]();
    await upstream[Symbol.asyncDispose]();
  });

  const url = (): string => `${parley.reasoner}/v1`;
  const weather = async ({ city }: { city: string }): Promise<string> => `sunny in ${city}`;

  it('openai: a function call, its result, and the answer', async () => {
    const client = new OpenAI({ baseURL: url(), apiKey: 'none', maxRetries: 0 });
    const runnable: RunnableToolFunctionWithParse<{ city: string }> = {
      type: 'function',
      function: {
        name: 'weather',
        description: 'The weather',
        parameters: PARAMETERS,
        parse: (text) => JSON.parse(text) as { city: string },
        function: weather,
      },
    };
    const runner = client.chat.completions.runTools({
      model: 'm',
      messages: [{ role: 'user', content: 'How is the weather in Oslo?' }],
      tools: [runnable],
    });
    assert.equal(await runner.finalContent(), 'It is sunny in Oslo.');
  });

  it('openai: a structured answer', async () => {
    const client = new OpenAI({ baseURL: url(), apiKey: 'none', maxRetries: 0 });
    const answer = await client.chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content: 'Which city?' }],
      response_format: { type: 'json_schema', json_schema: { name: 'place', schema: PARAMETERS, strict: true } },
    });
    assert.deepEqual(JSON.parse(answer.choices[0]?.message.content ?? ''), { city: 'Oslo' });
  });

  const model = () => createOpenAICompatible({ name: 'parley', baseURL: url(), includeUsage: true })('m');

  it('@ai-sdk/openai-compatible: text, whole and streamed', async () => {
    const { text, finishReason } = await generateText({ model: model(), prompt: 'Hello' });
    assert.deepEqual([text, finishReason], ['Good morning.', 'stop']);
    const stream = streamText({ model: model(), prompt: 'Hello' });
    assert.equal((await Array.fromAsync(stream.textStream)).join(''), 'Good morning.');
    assert.ok(((await stream.usage).totalTokens ?? 0) > 0);
  });

  it('@ai-sdk/openai-compatible: a tool is run and its result answered', async () => {
    const { text, steps } = await generateText({
      model: model(),
      prompt: 'How is the weather in Oslo?',
      tools: { weather: aiTool({ description: 'The weather', inputSchema: jsonSchema<{ city: string }>(PARAMETERS), execute: weather }) },
      stopWhen: stepCountIs(3),
    });
    assert.equal(text, 'It is sunny in Oslo.');
    assert.equal(steps.length, 2);
  });

  const chat = (): ChatOpenAI => new ChatOpenAI({ model: 'm', apiKey: 'none', configuration: { baseURL: url() }, maxRetries: 0 });

  it('@langchain/openai: text, whole and streamed', async () => {
    const answer = await chat().invoke('Hello');
    assert.equal(answer.content, 'Good morning.');
    let text = '';
    for await (const part of await chat().stream('Hello')) text += textOf(part.content);
    assert.equal(text, 'Good morning.');
  });

  it('@langchain/openai: a bound tool is called', async () => {
    const weatherTool = tool(weather, { name: 'weather', description: 'The weather', schema: PARAMETERS });
    const answer = await chat().bindTools([weatherTool]).invoke('How is the weather in Oslo?');
    assert.deepEqual(
      answer.tool_calls?.map(({ name, args }) => [name, args]),
      [['weather', { city: 'Oslo' }]],
    );
  });
});
