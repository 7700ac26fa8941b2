import { placeOfResults } from '../../../core/call-results.ts';
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

/** The items of a live conversation, in order. Methods given an unknown id throw `not_found`, which names the field that it came in. */
export interface LiveConversation {
  readonly items: readonly LiveItem[];
  get(id: string, param?: string): LiveItem;
  /** The same; undefined for an unknown id. */
  find(id: string): LiveItem | undefined;
  /** The id of the item before another; null before the first one. */
  before(id: string): string | null;
  /** Inserts behind the given item, or first for `root`, or last. Throws `conflict` if the id is taken. */
  insert(item: LiveItem, after?: string): void;
  /** Replaces an item by another version of it, unless it was deleted meanwhile. */
  update(item: LiveItem): void;
  delete(id: string): void;
}

/** How much a live conversation keeps: so many items, and so many characters of them with their images. */
export interface LiveCapacity {
  readonly items: number;
  readonly characters: number;
}

/** What is too much is forgotten, the oldest items first; the newest one is kept in any case. */
export function createLiveConversation(capacity: LiveCapacity): LiveConversation {
  const items: LiveItem[] = [];
  let characters = 0;

  const indexOf = (wanted: string): number => items.findIndex(({ id }) => id === wanted);

  function place(id: string, param = 'item_id'): number {
    const at = indexOf(id);
    if (at < 0) throw new ServiceError('not_found', 'There is no item with this id.', { param });
    return at;
  }

  function put(at: number, replaced: 0 | 1, ...put: readonly LiveItem[]): void {
    for (const item of put) characters += sizeOf(item);
    for (const item of items.splice(at, replaced, ...put)) characters -= sizeOf(item);
  }

  function makeRoom(count: number, size: number): void {
    while (items.length > 0 && (items.length + count > capacity.items || characters + size > capacity.characters)) put(0, 1);
  }

  return {
    items,
    get: (id, param) => items[place(id, param)] as LiveItem,
    find: (id) => items[indexOf(id)],
    before: (id) => items[place(id) - 1]?.id ?? null,
    insert(item, after) {
      if (indexOf(item.id) >= 0) throw new ServiceError('conflict', 'item.id: is the id of another item.', { param: 'item.id' });
      if (after !== undefined && after !== 'root') place(after, 'previous_item_id');
      makeRoom(1, sizeOf(item));
      put(after === undefined ? items.length : indexOf(after) + 1, 0, item);
    },
    update(item) {
      const at = indexOf(item.id);
      if (at >= 0) put(at, 1, item);
    },
    delete(id) {
      put(place(id), 1);
    },
  };
}

function sizeOf(item: LiveItem): number {
  if (item.type === 'function_call') return item.name.length + item.arguments.length;
  if (item.type === 'function_call_output') return item.output.length;
  return item.content.reduce((sum, part) => {
    return sum + (part.type === 'text' ? part.text.length : part.type === 'image' ? part.image.url.length : (part.transcript?.length ?? 0));
  }, 0);
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

/** Whether what a user says next is waited for: nothing that was said is unanswered, and no call of a function is without its result. */
export function isUsersTurn(items: readonly LiveItem[]): boolean {
  const last = items.at(-1);
  if (last === undefined || last.type !== 'message') return last === undefined;
  return last.role !== 'user' || toMessage(last).length === 0;
}

/** What a model is told instead of words if somebody has said nothing for so long. */
export function silenceOf(milliseconds: number): ChatMessage {
  const seconds = Math.round(milliseconds / 1000);
  return { role: 'user', content: `(The user has said nothing for ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.)` };
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
  const place = message.toolCallId === undefined ? undefined : placeOfResults(messages, message.toolCallId);
  if (place === undefined) return [...messages, message];
  const others = messages.slice(place.from, place.to).filter(({ toolCallId }) => toolCallId !== message.toolCallId);
  return [...messages.slice(0, place.from), ...others, message, ...messages.slice(place.to)];
}
