import type { JsonObject } from '../../core/json.ts';
import type { McpApprovalResponseItem, McpOutputItem } from './mcp/mcp-items.ts';

/** The status of an output item. */
export type ItemStatus = 'in_progress' | 'searching' | 'completed' | 'incomplete' | 'failed';

/** A citation: the text before `index` (UTF-16 code units) is taken from this file. */
export interface FileCitation {
  readonly type: 'file_citation';
  readonly index: number;
  readonly file_id: string;
  readonly filename: string;
}

/** The content of a message in the API's fields (https://platform.openai.com/docs/api-reference/responses/object). */
export type OutputContent =
  | {
      readonly type: 'output_text';
      readonly text: string;
      readonly annotations: readonly FileCitation[];
      readonly logprobs: readonly JsonObject[];
    }
  | { readonly type: 'refusal'; readonly refusal: string };

/** A search result in the API's fields. */
export interface SearchResult {
  readonly file_id: string;
  readonly filename: string;
  readonly score: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly text: string;
}

export interface MessageItem {
  readonly type: 'message';
  readonly id: string;
  readonly status: ItemStatus;
  readonly role: 'assistant';
  readonly content: readonly OutputContent[];
}

export interface FunctionCallItem {
  readonly type: 'function_call';
  readonly id: string;
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
  readonly status: ItemStatus;
}

/** A call of a custom tool, whose input is free text. */
export interface CustomToolCallItem {
  readonly type: 'custom_tool_call';
  readonly id: string;
  readonly call_id: string;
  readonly name: string;
  readonly input: string;
  readonly status: ItemStatus;
}

export interface FileSearchCallItem {
  readonly type: 'file_search_call';
  readonly id: string;
  readonly status: ItemStatus;
  readonly queries: readonly string[];
  readonly results: readonly SearchResult[] | null;
}

/** What a reasoning model thought before it answered or called a function. */
export interface ReasoningItem {
  readonly type: 'reasoning';
  readonly id: string;
  readonly status: ItemStatus;
  readonly summary: readonly { readonly type: 'summary_text'; readonly text: string }[];
}

/** What a compaction leaves of a conversation besides the user's messages. */
export interface CompactionItem {
  readonly type: 'compaction';
  readonly id: string;
  readonly encrypted_content: string;
}

/** The output items of a response. */
export type OutputItem = MessageItem | FunctionCallItem | CustomToolCallItem | FileSearchCallItem | ReasoningItem | McpOutputItem;

/** A file in a message: its id if it was uploaded, and its text, which stays here. */
export interface InputFile {
  readonly type: 'input_file';
  readonly file_id: string | null;
  readonly filename: string;
  readonly text: string;
}

/** One content part of an input message. */
export type InputContent =
  | { readonly type: 'input_text'; readonly text: string }
  | InputFile
  | { readonly type: 'input_image'; readonly image_url: string; readonly detail: 'auto' | 'low' | 'high' | 'original' }
  | OutputContent;

/** The input items of a response, each with an id. Unknown items of a client are kept unchanged. */
export type InputItem =
  | {
      readonly type: 'message';
      readonly id: string;
      readonly status: ItemStatus;
      readonly role: 'user' | 'assistant' | 'system' | 'developer';
      readonly content: readonly InputContent[];
    }
  | FunctionCallItem
  | CustomToolCallItem
  | {
      readonly type: 'function_call_output' | 'custom_tool_call_output';
      readonly id: string;
      readonly call_id: string;
      readonly output: string | readonly InputContent[];
      readonly status: ItemStatus;
    }
  | CompactionItem
  | McpOutputItem
  | McpApprovalResponseItem
  | { readonly type: 'other'; readonly id: string; readonly item: JsonObject };

/** An item of a conversation, from either side. */
export type ConversationItem = InputItem | OutputItem;

/** An item in the API's fields. */
interface ItemBody {
  readonly id: string;
  readonly content?: unknown;
  readonly output?: unknown;
}

/** An item as clients get it: without the texts of files, and without what searches found unless that is requested. */
export function itemBody(item: ConversationItem, withResults: boolean): ItemBody {
  if (item.type === 'other') return { ...item.item, id: item.id };
  if (item.type === 'message') return { ...item, content: item.content.map(shownPart) };
  if ((item.type === 'function_call_output' || item.type === 'custom_tool_call_output') && typeof item.output !== 'string')
    return { ...item, output: item.output.map(shownPart) };
  return item.type === 'file_search_call' ? shownItem(item, withResults) : item;
}

function shownPart(part: InputContent): Omit<InputFile, 'text'> | InputContent {
  if (part.type !== 'input_file') return part;
  const { text: _, ...shown } = part;
  return shown;
}

/** One output item for a client. */
export function shownItem(item: OutputItem, withResults: boolean): OutputItem {
  return withResults || item.type !== 'file_search_call' ? item : { ...item, results: null };
}
