import type { ConversationEntry } from '../../ports/conversation-store.ts';
import type { ConversationItem } from '../responses/response-items.ts';

/** An item as a conversation keeps it. */
export function entryOf(item: ConversationItem): ConversationEntry {
  return { id: item.id, body: JSON.stringify(item) };
}

/** The item that a conversation keeps. */
export function itemOf({ body }: ConversationEntry): ConversationItem {
  return JSON.parse(body) as ConversationItem;
}
