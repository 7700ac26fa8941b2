import { isJsonObject, type JsonObject, type JsonValue, listOf } from '../../core/json.ts';
import { schemaRefusal } from '../../http/schema-fault.ts';

const ROLES = ['user', 'assistant', 'system', 'developer'] as const;

/**
 * The chat messages for the `input` of a Responses request. Consecutive reasoning, text and calls of an assistant become one message, as in
 * chat completions. Throws `invalid_input` naming the item or part that chat completions have no form for.
 */
export function itemMessages(input: string | readonly JsonObject[], instructions?: string): JsonObject[] {
  const messages: JsonObject[] = instructions === undefined || instructions === '' ? [] : [{ role: 'system', content: instructions }];
  if (typeof input === 'string') return [...messages, { role: 'user', content: input }];
  /** The assistant's message to which following items still belong. */
  let turn: JsonObject | undefined;
  const own = (): JsonObject => {
    if (turn === undefined) messages.push((turn = { role: 'assistant', content: null }));
    return turn;
  };
  for (const [index, item] of input.entries()) {
    const place = `input[${index}]`;
    const type = item['type'] ?? (item['role'] === undefined ? undefined : 'message');
    if (type === 'reasoning') {
      const thoughts = thoughtsIn(item);
      if (thoughts !== '') think(own(), thoughts);
    } else if (type === 'function_call' || type === 'custom_tool_call') call(own(), item, type, place);
    else if (type === 'message' && item['role'] === 'assistant') {
      // A second text, or a text after calls, starts a new message.
      if (turn !== undefined && (turn['content'] !== null || turn['tool_calls'] !== undefined)) turn = undefined;
      own()['content'] = contentOf(item['content'], place);
    } else {
      turn = undefined;
      messages.push(otherMessage(item, type, place));
    }
  }
  return messages;
}

/** The message for an item that is not part of an assistant's turn. */
function otherMessage(item: JsonObject, type: JsonValue | undefined, place: string): JsonObject {
  if (type === 'message') {
    const role = ROLES.find((known) => known === item['role']);
    if (role === undefined) throw schemaRefusal({ place: `${place}.role`, message: `must be one of ${ROLES.join(', ')}` });
    return { role, content: contentOf(item['content'], place) };
  }
  if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    const { output = null } = item;
    const content = typeof output === 'string' ? output : partsOf(output, `${place}.output`);
    return { role: 'tool', tool_call_id: requiredText(item, 'call_id', place), content };
  }
  if (type === 'item_reference')
    throw schemaRefusal({
      place: `${place}.type`,
      message: 'is item_reference, but no items are stored: send the item itself, as clients do whose setting store is false',
    });
  throw schemaRefusal({
    place: `${place}.type`,
    message:
      'must be message, reasoning, function_call, function_call_output, custom_tool_call or custom_tool_call_output: chat completions have no other items',
  });
}

/** The readable text of a reasoning item; its encrypted content is left out. */
function thoughtsIn({ content, summary }: JsonObject): string {
  const said = listOf(content).length === 0 ? listOf(summary) : listOf(content);
  const thoughts = said.map((part) => (isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : ''));
  return thoughts.filter((thought) => thought !== '').join('\n');
}

/** Puts reasoning into the field that chat completion servers use for it. */
function think(turn: JsonObject, thoughts: string): void {
  const before = turn['reasoning_content'];
  turn['reasoning_content'] = typeof before === 'string' ? `${before}\n${thoughts}` : thoughts;
}

function call(turn: JsonObject, item: JsonObject, type: 'function_call' | 'custom_tool_call', place: string): void {
  const id = requiredText(item, 'call_id', place);
  const name = requiredText(item, 'name', place);
  const made: JsonObject =
    type === 'function_call'
      ? { id, type: 'function', function: { name, arguments: requiredText(item, 'arguments', place) } }
      : { id, type: 'custom', custom: { name, input: requiredText(item, 'input', place) } };
  // Appended in place, because there may be thousands in a row.
  const { tool_calls: calls } = turn;
  if (Array.isArray(calls)) calls.push(made);
  else turn['tool_calls'] = [made];
}

function contentOf(content: JsonValue | undefined, place: string): JsonValue {
  return typeof content === 'string' ? content : partsOf(content, `${place}.content`);
}

function partsOf(parts: JsonValue | undefined, place: string): JsonValue {
  if (!Array.isArray(parts)) throw schemaRefusal({ place, message: 'must be a string or an array of parts' });
  const read = parts.map((part, index) => partOf(part, `${place}[${index}]`));
  const [only] = read;
  // Many servers reject an array of texts, especially from an assistant or a tool.
  return read.length === 1 && only?.['type'] === 'text' ? (only['text'] ?? null) : read;
}

function partOf(part: JsonValue, place: string): JsonObject {
  if (!isJsonObject(part)) throw schemaRefusal({ place, message: 'must be an object with a type' });
  const { type } = part;
  if (type === 'input_text' || type === 'output_text' || type === 'text') return { type: 'text', text: requiredText(part, 'text', place) };
  if (type === 'refusal') return { type, refusal: requiredText(part, 'refusal', place) };
  if (type === 'input_image') {
    const { detail } = part;
    return { type: 'image_url', image_url: { url: requiredText(part, 'image_url', place), ...(detail === undefined ? {} : { detail }) } };
  }
  if (type === 'input_file') {
    const { type: _, file_url: url, ...file } = part;
    if (typeof url === 'string')
      throw schemaRefusal({ place: `${place}.file_url`, message: 'is not supported: send the file as file_data' });
    return { type: 'file', file };
  }
  if (type === 'input_audio') return { type, input_audio: part['input_audio'] ?? null };
  throw schemaRefusal({
    place: `${place}.type`,
    message: 'must be input_text, input_image, input_file, input_audio, output_text or refusal',
  });
}

function requiredText(object: JsonObject, field: string, place: string): string {
  const value = object[field];
  if (typeof value !== 'string') throw schemaRefusal({ place: `${place}.${field}`, message: 'must be a string' });
  return value;
}
