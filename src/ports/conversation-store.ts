import type { Listed, ListQuery } from './catalog.ts';

/** A conversation, without its items. */
export interface StoredConversation {
  readonly id: string;
  /** Name of the API key that created it; empty if there are no keys. */
  readonly owner: string;
  readonly createdAt: Date;
  readonly metadata: Readonly<Record<string, string>>;
}

/** One item of a conversation. Its body is JSON that only the service writes and reads. */
export interface ConversationEntry {
  /** Unique within its conversation. */
  readonly id: string;
  readonly body: string;
}

/** What a response adds to a conversation. */
export interface ConversationAddition {
  readonly conversation: string;
  readonly entries: readonly ConversationEntry[];
}

/** The items of a conversation in order, and the position of the last one: items that are added later have higher ones. */
export interface ConversationHistory {
  readonly entries: readonly ConversationEntry[];
  readonly end: number;
}

/** What became of entries that were to be added together; otherwise none of them was. */
export type EntriesOutcome = 'added' | 'unknown' | 'full' | { readonly taken: string };

/**
 * Stores conversations until they are deleted. Owners never see those of others. Resolved calls are durable, and each one is atomic, also
 * among processes that share the store. Errors are the store's (`unavailable`, `timeout`).
 */
export interface ConversationStore {
  /** Creates a conversation; false, without a change, if its owner has `maxConversations` already. */
  create(conversation: StoredConversation, entries: readonly ConversationEntry[], maxConversations: number): Promise<boolean>;
  get(owner: string, id: string): Promise<StoredConversation | undefined>;
  /** Replaces the metadata. Whether the conversation exists. */
  setMetadata(owner: string, id: string, metadata: StoredConversation['metadata']): Promise<boolean>;
  /** Deletes a conversation with its items. Whether it existed. */
  delete(owner: string, id: string): Promise<boolean>;
  /** Adds entries at the end, all or none: none if there would be more than `maxEntries`, or an id is in the conversation already. */
  add(owner: string, id: string, entries: readonly ConversationEntry[], maxEntries: number): Promise<EntriesOutcome>;
  /** Adds what a response adds: all entries whose ids are not in the conversation, however many it has; nothing if it is deleted. */
  append(addition: ConversationAddition): Promise<void>;
  /** All entries up to a position, or to the end. */
  history(owner: string, id: string, end?: number): Promise<ConversationHistory | undefined>;
  /** Throws `invalid_input` if `after` or `before` is not an item of the conversation; empty if that is unknown. */
  page(owner: string, id: string, query: ListQuery): Promise<Listed<ConversationEntry>>;
  entry(owner: string, id: string, entryId: string): Promise<ConversationEntry | undefined>;
  /** Whether the entry existed. */
  deleteEntry(owner: string, id: string, entryId: string): Promise<boolean>;
}
