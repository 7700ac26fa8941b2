import type { JsonObject } from '../../core/json.ts';

/** How far one output item is. */
export type ItemStatus = 'in_progress' | 'searching' | 'completed' | 'incomplete' | 'failed';

/** A mark in an answer: the text before `index` (UTF-16 units) is taken from this file. */
export interface FileCitation {
  readonly type: 'file_citation';
  readonly index: number;
  readonly file_id: string;
  readonly filename: string;
}

/** What a message says, in the wire's names (https://platform.openai.com/docs/api-reference/responses/object). */
export type OutputContent =
  | {
      readonly type: 'output_text';
      readonly text: string;
      readonly annotations: readonly FileCitation[];
      readonly logprobs: readonly never[];
    }
  | { readonly type: 'refusal'; readonly refusal: string };

/** A passage that a search found, in the wire's names. */
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

export interface FileSearchCallItem {
  readonly type: 'file_search_call';
  readonly id: string;
  readonly status: ItemStatus;
  readonly queries: readonly string[];
  readonly results: readonly SearchResult[] | null;
}

/** What a response puts out, one after the other. */
export type OutputItem = MessageItem | FunctionCallItem | FileSearchCallItem;

/** One part of a message that went in. */
export type InputContent =
  | { readonly type: 'input_text'; readonly text: string }
  | { readonly type: 'input_image'; readonly image_url: string; readonly detail: 'auto' | 'low' | 'high' }
  | OutputContent;

/** What a response is asked with, each with an id of its own. Items of a client that mean nothing here are kept as they came. */
export type InputItem =
  | {
      readonly type: 'message';
      readonly id: string;
      readonly status: ItemStatus;
      readonly role: 'user' | 'assistant' | 'system' | 'developer';
      readonly content: readonly InputContent[];
    }
  | FunctionCallItem
  | {
      readonly type: 'function_call_output';
      readonly id: string;
      readonly call_id: string;
      readonly output: string | readonly InputContent[];
      readonly status: ItemStatus;
    }
  | { readonly type: 'other'; readonly id: string; readonly item: JsonObject };

/** An item as a client sees it. */
export function itemBody(item: InputItem | OutputItem): object {
  return item.type === 'other' ? { ...item.item, id: item.id } : item;
}
