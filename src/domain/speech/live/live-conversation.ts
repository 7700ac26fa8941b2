import { ServiceError } from '../../../core/errors.ts';
import type { ChatImage, ChatMessage } from '../../../ports/language.ts';

/** A sentence that was spoken, with the text as it was written, and where its audio ends in that of its item. */
export interface SpokenSentence {
  readonly text: string;
  readonly endMs: number;
}

/** A part of a message. The transcript of audio is undefined until it is known. */
export type LiveContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly image: ChatImage }
  | { readonly type: 'audio'; readonly transcript: string | undefined; readonly sentences?: readonly SpokenSentence[] };

export type LiveStatus = 'in_progress' | 'completed' | 'incomplete';

/** An item of a live conversation. */
export type LiveItem = { readonly id: string; readonly status: LiveStatus } & (
  | { readonly type: 'message'; readonly role: 'system' | 'user' | 'assistant'; readonly content: readonly LiveContent[] }
  | { readonly type: 'function_call'; readonly callId: string; readonly name: string; readonly arguments: string }
  | { readonly type: 'function_call_output'; readonly callId: string; readonly output: string }
);

/** How much of a conversation a model is sent: the newest messages of so many turns and characters. */
export interface LiveLimits {
  readonly maxTurns: number;
  readonly maxCharacters: number;
}

/** The items of a live conversation, in order. Methods given an unknown id throw `not_found`. */
export interface LiveConversation {
  readonly items: readonly LiveItem[];
  get(id: string): LiveItem;
  /** The id of the item before another; null before the first one. */
  before(id: string): string | null;
  /** Inserts behind the given item, or first for `root`, or last. Throws `conflict` if the id is taken. */
  insert(item: LiveItem, after?: string): void;
  /** Replaces an item by another version of it, unless it was deleted meanwhile. */
  update(item: LiveItem): void;
  delete(id: string): void;
}

/** Of more than `maxItems` items the oldest are forgotten. */
export function createLiveConversation(maxItems: number): LiveConversation {
  const items: LiveItem[] = [];

  function place(id: string): number {
    const at = items.findIndex((item) => item.id === id);
    if (at < 0) throw new ServiceError('not_found', 'There is no item with this id.', { param: 'item_id' });
    return at;
  }

  return {
    items,
    get: (id) => items[place(id)] as LiveItem,
    before: (id) => items[place(id) - 1]?.id ?? null,
    insert(item, after) {
      if (items.some(({ id }) => id === item.id)) {
        throw new ServiceError('conflict', 'item.id: is the id of another item.', { param: 'item.id' });
      }
      items.splice(after === undefined ? items.length : after === 'root' ? 0 : place(after) + 1, 0, item);
      if (items.length > maxItems) items.shift();
    },
    update(item) {
      const at = items.findIndex(({ id }) => id === item.id);
      if (at >= 0) items[at] = item;
    },
    delete(id) {
      items.splice(place(id), 1);
    },
  };
}

/**
 * A spoken message as somebody heard it who listened until `endMs`: with the sentences of which at least the beginning was heard. Throws
 * `invalid_input` for an item without spoken text, and for a time behind its end.
 */
export function heardUntil(item: LiveItem, endMs: number): LiveItem {
  const [part] = item.type === 'message' && item.role === 'assistant' ? item.content : [];
  if (item.type !== 'message' || part?.type !== 'audio') {
    throw new ServiceError('invalid_input', 'item_id: must be a spoken message of the assistant.', { param: 'item_id' });
  }
  const sentences = part.sentences ?? [];
  if (endMs > (sentences.at(-1)?.endMs ?? 0)) {
    throw new ServiceError('invalid_input', 'audio_end_ms: is behind the end of the audio.', { param: 'audio_end_ms' });
  }
  const heard = sentences.filter((_, index) => (sentences[index - 1]?.endMs ?? 0) < endMs);
  const transcript = heard.map(({ text }) => text).join('');
  return { ...item, content: [{ type: 'audio', transcript: transcript.trim(), sentences: heard }] };
}

/** The newest items within the limits as messages for a model, with the last one in any case; instructions come first. */
export function toChat(items: readonly LiveItem[], instructions: string, { maxTurns, maxCharacters }: LiveLimits): ChatMessage[] {
  const messages = withEveryResult(items.flatMap(toMessage).reduce(joinCalls, []));
  let turns = 0;
  let characters = 0;
  const kept = messages.findLastIndex((message, index) => {
    turns += message.role === 'user' ? 1 : 0;
    characters += charactersOf(message);
    return index < messages.length - 1 && (turns > maxTurns + 1 || characters > maxCharacters);
  });
  const recent = kept < 0 ? messages : withoutLooseEnds(messages.slice(kept + 1));
  return instructions === '' ? recent : [{ role: 'system', content: instructions }, ...recent];
}

/** Without a beginning that only confuses: an answer without its question, or a result without its call. */
function withoutLooseEnds(messages: readonly ChatMessage[]): ChatMessage[] {
  const first = messages.findIndex(({ role }) => role === 'user' || role === 'system');
  return messages.slice(first < 0 ? -1 : first);
}

function charactersOf({ content, toolCalls = [] }: ChatMessage): number {
  return toolCalls.reduce((sum, call) => sum + call.name.length + call.arguments.length, content.length);
}

function toMessage(item: LiveItem): ChatMessage[] {
  if (item.type === 'function_call_output') return [{ role: 'tool', content: item.output, toolCallId: item.callId }];
  if (item.type === 'function_call') {
    // Of a call that was cut off the arguments are no JSON.
    if (item.status === 'incomplete') return [];
    return [{ role: 'assistant', content: '', toolCalls: [{ id: item.callId, name: item.name, arguments: item.arguments }] }];
  }
  const texts = item.content.map((part) => (part.type === 'text' ? part.text : part.type === 'audio' ? (part.transcript ?? '') : ''));
  const content = texts.filter((text) => text.trim() !== '').join('\n');
  const images = item.content.flatMap((part) => (part.type === 'image' ? [part.image] : []));
  if (content === '' && images.length === 0) return [];
  return [{ role: item.role, content, ...(images.length === 0 ? {} : { images }) }];
}

/** Adds a message; the calls of one answer are one message. */
function joinCalls(messages: readonly ChatMessage[], message: ChatMessage): ChatMessage[] {
  const last = messages.at(-1);
  if (message.toolCalls === undefined || last?.role !== 'assistant') return [...messages, message];
  return [...messages.slice(0, -1), { ...last, toolCalls: [...(last.toolCalls ?? []), ...message.toolCalls] }];
}

/** Each call with its result right behind it, as servers of models demand, also if somebody spoke before the result was there. */
function withEveryResult(messages: readonly ChatMessage[]): ChatMessage[] {
  const placed = messages.reduce(placeResult, []);
  return placed.flatMap((message, index) => {
    const behind = placed.slice(index + 1, index + 1 + (message.toolCalls?.length ?? 0));
    const missing = message.toolCalls?.filter(({ id }) => !behind.some(({ toolCallId }) => toolCallId === id)) ?? [];
    return [message, ...missing.map(({ id }): ChatMessage => ({ role: 'tool', content: 'There is no result yet.', toolCallId: id }))];
  });
}

/** Adds a message; a result comes behind the newest call of its id, and a second one replaces the first. */
function placeResult(messages: readonly ChatMessage[], message: ChatMessage): ChatMessage[] {
  const call = messages.findLastIndex(({ toolCalls = [] }) => toolCalls.some(({ id }) => id === message.toolCallId));
  if (call < 0) return [...messages, message];
  const end = messages.findIndex(({ role }, index) => index > call && role !== 'tool');
  const others = messages.slice(call + 1, end < 0 ? undefined : end).filter(({ toolCallId }) => toolCallId !== message.toolCallId);
  return [...messages.slice(0, call + 1), ...others, message, ...(end < 0 ? [] : messages.slice(end))];
}
