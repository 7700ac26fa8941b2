import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { AttachedFiles } from '../attached-files.ts';
import { fault } from '../fields.ts';
import { readImage } from '../read-messages.ts';
import { summaryIn } from './compaction-item.ts';
import { readMcpItem } from './mcp/read-mcp-item.ts';
import type { InputContent, InputItem } from './response-items.ts';

/** An item of the request, or a reference to one of an earlier response. */
export type ReadItem = InputItem | { readonly type: 'reference'; readonly id: string; readonly param: string };

export interface ReadItemsOptions {
  /** The field that holds the items, `input` by default. */
  readonly param?: string;
  /** Most items. */
  readonly maxItems: number;
  readonly takesImages: boolean;
  /** The files in the items, which have been read; if absent, there may be none. */
  readonly files?: AttachedFiles | undefined;
  /** Makes an id for an item without one. */
  readonly nextId: (prefix: string) => string;
}

const ROLES = ['user', 'assistant', 'system', 'developer'] as const;
const DETAILS = ['auto', 'low', 'high', 'original'] as const;
const ID = /^[A-Za-z0-9._:-]{1,128}$/;
/** Output items of other services and models, which clients send back with an answer. */
const IGNORED: ReadonlySet<JsonValue | undefined> = new Set(['reasoning', 'file_search_call']);

/**
 * Parses `input`, a text or an array of messages, function calls, their outputs and references, or another field that is such an array
 * (https://platform.openai.com/docs/api-reference/responses/create). Throws `invalid_input` naming the field.
 */
export function readItems(input: JsonValue | undefined, options: ReadItemsOptions): ReadItem[] {
  const { param = 'input' } = options;
  if (typeof input === 'string' && param === 'input') {
    if (input === '') throw fault('input', 'must not be empty');
    const content = [{ type: 'input_text', text: input } as const];
    return [{ type: 'message', id: options.nextId('msg_'), status: 'completed', role: 'user', content }];
  }
  if (!Array.isArray(input) || input.length === 0)
    throw fault(param, `is required and must be ${param === 'input' ? 'a string or ' : ''}an array of items`);
  if (input.length > options.maxItems) throw fault(param, `must hold at most ${options.maxItems} items`);
  return input.map((item, index) => readItem(item, `${param}[${index}]`, options));
}

function readItem(item: JsonValue, param: string, options: ReadItemsOptions): ReadItem {
  if (!isJsonObject(item)) throw fault(param, 'must be an object with a type');
  const type = item.type ?? (item.role === undefined ? (typeof item.id === 'string' ? 'item_reference' : undefined) : 'message');
  if (type === 'message') return readMessage(item, param, options);
  if (type === 'item_reference') return { type: 'reference', id: readId(item.id, `${param}.id`), param: `${param}.id` };
  const idOf = (prefix: string): string => optionalId(item.id, `${param}.id`) ?? options.nextId(prefix);
  if (type === 'function_call' || type === 'custom_tool_call') {
    const call = { call_id: readCall(item.call_id, `${param}.call_id`), name: readText(item.name, `${param}.name`) };
    return type === 'function_call'
      ? { type, id: idOf('fc_'), ...call, arguments: readText(item.arguments, `${param}.arguments`), status: 'completed' }
      : { type, id: idOf('ctc_'), ...call, input: readText(item.input, `${param}.input`), status: 'completed' };
  }
  if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    const { output } = item;
    return {
      type,
      id: idOf(type === 'function_call_output' ? 'fco_' : 'ctco_'),
      call_id: readCall(item.call_id, `${param}.call_id`),
      output: typeof output === 'string' ? output : readParts(output, `${param}.output`, options),
      status: 'completed',
    };
  }
  if (type === 'compaction') {
    const content = readText(item.encrypted_content, `${param}.encrypted_content`);
    if (summaryIn(content) === undefined) throw fault(`${param}.encrypted_content`, 'must be what /v1/responses/compact gave');
    return { type, id: idOf('cmp_'), encrypted_content: content };
  }
  const mcp = readMcpItem(item, { param, idOf });
  if (mcp !== undefined) return mcp;
  if (IGNORED.has(type)) return { type: 'other', id: idOf('item_'), item };
  throw fault(
    `${param}.type`,
    'must be message, function_call, custom_tool_call, an output of these, compaction, an item of an MCP server or item_reference',
  );
}

function readMessage(item: JsonObject, param: string, options: ReadItemsOptions): InputItem {
  const role = ROLES.find((known) => known === item.role);
  if (role === undefined) throw fault(`${param}.role`, `must be one of ${ROLES.join(', ')}`);
  const { content } = item;
  return {
    type: 'message',
    id: optionalId(item.id, `${param}.id`) ?? options.nextId('msg_'),
    status: 'completed',
    role,
    content:
      typeof content === 'string'
        ? [textPart(content, role === 'assistant')]
        : readParts(content, `${param}.content`, role === 'user' ? options : { takesImages: false }),
  };
}

function textPart(text: string, isOutput: boolean): InputContent {
  return isOutput ? { type: 'output_text', text, annotations: [], logprobs: [] } : { type: 'input_text', text };
}

function readParts(
  parts: JsonValue | undefined,
  param: string,
  { takesImages, files }: Pick<ReadItemsOptions, 'takesImages' | 'files'>,
): InputContent[] {
  if (!Array.isArray(parts) || parts.length === 0) throw fault(param, 'must be a string or an array of parts');
  return parts.map((part, index) => {
    const place = `${param}[${index}]`;
    if (!isJsonObject(part)) throw fault(place, 'must be an object with a type');
    const { type } = part;
    if (type === 'input_text' || type === 'text') return textPart(readText(part.text, `${place}.text`), false);
    if (type === 'output_text') return textPart(readText(part.text, `${place}.text`), true);
    if (type === 'refusal') return { type, refusal: readText(part.refusal, `${place}.refusal`) };
    if (type === 'input_image' && takesImages) {
      if (part.file_id !== undefined && part.file_id !== null)
        throw fault(`${place}.file_id`, 'is not supported: send the image as image_url');
      const params = { url: `${place}.image_url`, detail: `${place}.detail` };
      const { url, detail = 'auto' } = readImage(part.image_url, part.detail, params, DETAILS);
      return { type, image_url: url, detail };
    }
    const file = type === 'input_file' ? files?.get(part) : undefined;
    if (file !== undefined) return { type: 'input_file', file_id: file.fileId, filename: file.name, text: file.text };
    const others = `${takesImages ? ', input_image' : ''}${files === undefined ? '' : ', input_file'}`;
    throw fault(`${place}.type`, `must be input_text${others}, output_text or refusal`);
  });
}

function readText(value: JsonValue | undefined, param: string): string {
  if (typeof value !== 'string') throw fault(param, 'must be a string');
  return value;
}

function readCall(value: JsonValue | undefined, param: string): string {
  if (typeof value !== 'string' || value === '' || value.length > 256) throw fault(param, 'must be a string of 1 to 256 characters');
  return value;
}

function optionalId(value: JsonValue | undefined, param: string): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : readId(value, param);
}

function readId(value: JsonValue | undefined, param: string): string {
  if (typeof value !== 'string' || !ID.test(value)) throw fault(param, 'must be the id of an item');
  return value;
}
