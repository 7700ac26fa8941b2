import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import { chunk } from '../http/guard-service.ts';

/** A card number that users send, and what stands in its place behind the guard. */
export const CARD = '4111 1111 1111 1111';
export const HIDDEN = '[CREDIT_CARD_1]';
/** The usage that every reply reports. */
export const USAGE = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };

const partsOf = (text: string): string[] => text.match(/[^]{1,4}/g) ?? [];

/** What the model says to a request: it pays with what it was given, answers in JSON where that is wanted, else repeats. */
function saidTo(body: JsonObject): { readonly content?: string; readonly call?: string } {
  const messages = (Array.isArray(body['messages']) ? body['messages'] : []).filter(isJsonObject);
  const result = messages.findLast(({ role }) => role === 'tool')?.['content'];
  if (typeof result === 'string') return { content: `Done: ${result}.` };
  const asked = messages.findLast(({ role }) => role === 'user')?.['content'];
  const text = typeof asked === 'string' ? asked : JSON.stringify(asked);
  const card = /\[CREDIT_CARD_\d+\]/.exec(text)?.[0] ?? 'no card';
  if (Array.isArray(body['tools'])) return { call: JSON.stringify({ card }) };
  if (isJsonObject(body['response_format'])) return { content: JSON.stringify({ card }) };
  return { content: `You said: ${text}` };
}

/** The reply to a request, in one piece. */
export function wholeReply(body: JsonObject): string {
  const { content = null, call } = saidTo(body);
  const calls = call === undefined ? {} : { tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'pay', arguments: call } }] };
  const finish = call === undefined ? 'stop' : 'tool_calls';
  const choices = Array.from({ length: Number(body['n'] ?? 1) }, (_, index) => {
    return { index, message: { role: 'assistant', content, ...calls }, logprobs: null, finish_reason: finish };
  });
  return JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices, usage: USAGE });
}

/** The same as a stream of events. */
export function streamedReply(body: JsonObject): string {
  const { content, call } = saidTo(body);
  const count = Number(body['n'] ?? 1);
  const deltas: JsonObject[] = [{ role: 'assistant' }];
  for (const piece of partsOf(content ?? '')) deltas.push({ content: piece });
  if (call !== undefined) {
    deltas.push({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'pay', arguments: '' } }] });
    for (const piece of partsOf(call)) deltas.push({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
  }
  const chunks: JsonObject[] = [];
  for (const delta of deltas) {
    for (let index = 0; index < count; index += 1) chunks.push({ ...chunk({}), choices: [{ index, delta, finish_reason: null }] });
  }
  for (let index = 0; index < count; index += 1) {
    chunks.push({ ...chunk({}), choices: [{ index, delta: {}, finish_reason: call === undefined ? 'stop' : 'tool_calls' }] });
  }
  if (isJsonObject(body['stream_options'])) chunks.push({ ...chunk({}), choices: [], usage: USAGE });
  return `${chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')}data: [DONE]\n\n`;
}
