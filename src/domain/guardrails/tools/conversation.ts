import { isJsonObject, type JsonObject, type JsonValue, listOf, textOf } from '../../../core/json.ts';
import type { Conversation, ConversationStep, ToolCall } from '../../../ports/guard.ts';
import { siteId, type SitePath } from '../payload/site.ts';

/** The known kinds of calls. */
const KINDS: ReadonlySet<string> = new Set(['function', 'custom']);
/** Name of a tool that the request does not identify; rules about results apply to it whatever they name. */
const UNKNOWN_TOOL = '';

/** An empty conversation, for callers that pass none. */
export const NO_CONVERSATION: Conversation = { definitions: new Map(), steps: [], reply: [] };

/** The conversation in a chat request: the tools it offers, and all messages, calls and results in order. */
export function conversationOf(body: JsonObject): Conversation {
  const steps: ConversationStep[] = [];
  const names = new Map<string, string>();
  for (const [index, message] of listOf(body['messages']).entries()) {
    if (!isJsonObject(message)) continue;
    const role = textOf(message['role']);
    const text = contentText(message['content']);
    if (role === 'tool') steps.push({ kind: 'result', tool: names.get(textOf(message['tool_call_id'])) ?? textOf(message['name']), text });
    else if (role === 'function') steps.push({ kind: 'result', tool: textOf(message['name']), text });
    else if (text !== '') steps.push({ kind: 'said', role, text });
    for (const call of callsOf(message, ['messages', index])) steps.push({ kind: 'call', call });
    for (const call of listOf(message['tool_calls'])) if (isJsonObject(call)) names.set(textOf(call['id']), nameOf(call));
  }
  return { definitions: definitionsOf(body), steps, reply: [] };
}

/** The tool calls of a complete reply, over all its choices. */
export function replyCalls(reply: JsonObject): ToolCall[] {
  return listOf(reply['choices']).flatMap((choice, index) =>
    isJsonObject(choice) && isJsonObject(choice['message']) ? [...callsOf(choice['message'], ['choices', index, 'message'])] : [],
  );
}

function* callsOf(message: JsonObject, path: SitePath): Generator<ToolCall> {
  const calls = message['tool_calls'];
  for (const [index, call] of listOf(isJsonObject(calls) ? [calls] : calls).entries()) {
    if (!isJsonObject(call)) continue;
    const at = [...path, 'tool_calls', index];
    // If a call has several kinds, clients differ in which they use, so all are checked.
    const made = Object.entries(call).filter(([kind, value]) => isJsonObject(value) && (KINDS.has(kind) || 'name' in value));
    for (const [kind, value] of made.length === 0 ? [['function', call] as const] : made) {
      const isCustom = kind === 'custom';
      if (isJsonObject(value)) yield callOf(value, [...at, kind, isCustom ? 'input' : 'arguments'], !isCustom);
    }
  }
  const legacy = message['function_call'];
  if (isJsonObject(legacy)) yield callOf(legacy, [...path, 'function_call', 'arguments'], true);
}

function callOf(call: JsonObject, path: SitePath, isJson: boolean): ToolCall {
  const written = call[isJson ? 'arguments' : 'input'];
  // Some servers send arguments as an object instead of a string.
  const text = typeof written === 'string' ? written : written === undefined || written === null ? '' : JSON.stringify(written);
  return { part: siteId(path), tool: textOf(call['name']).trim(), arguments: text, isJson };
}

function nameOf(call: JsonObject): string {
  const made = isJsonObject(call['custom']) ? call['custom'] : call['function'];
  return isJsonObject(made) ? textOf(made['name']).trim() : UNKNOWN_TOOL;
}

function definitionsOf(body: JsonObject): ReadonlyMap<string, JsonObject> {
  const definitions = new Map<string, JsonObject>();
  const offered = [...listOf(body['tools']).map((tool) => (isJsonObject(tool) ? tool['function'] : null)), ...listOf(body['functions'])];
  for (const tool of offered) {
    if (!isJsonObject(tool) || typeof tool['name'] !== 'string') continue;
    definitions.set(tool['name'].trim(), isJsonObject(tool['parameters']) ? tool['parameters'] : {});
  }
  return definitions;
}

function contentText(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => (typeof part === 'string' ? part : isJsonObject(part) ? textOf(part['text']) : ''))
    .filter((text) => text !== '')
    .join('\n');
}
