import type { ConversationHistory, ConversationStore } from '../../ports/conversation-store.ts';
import type { ResponseStore, StoredResponse } from '../../ports/response-store.ts';
import { itemOf } from '../conversations/conversation-entries.ts';
import { unknownConversation } from '../conversations/conversation-faults.ts';
import { fault } from '../fields.ts';
import type { ResponseRequest } from './read-response.ts';
import type { ConversationItem } from './response-items.ts';
import { bodyOf, inputOf, isFinished } from './stored-outcome.ts';

export interface EarlierItemsDeps {
  readonly store: ResponseStore;
  readonly conversations: ConversationStore;
  /** The longest chain of responses through previous_response_id. */
  readonly maxChain: number;
}

/** What a request continues. */
export interface EarlierItems {
  readonly items: readonly ConversationItem[];
  /** The conversation that it names, and the position of its last item. */
  readonly conversation?: { readonly id: string; readonly end: number };
}

/**
 * The items that a request continues: those of its conversation, or of the chain of responses before it, oldest first. Throws
 * `invalid_input` naming the field, and `not_found` for an unknown conversation.
 */
export async function earlierItems(
  { previous_response_id: previous, conversation }: Pick<ResponseRequest['settings'], 'previous_response_id' | 'conversation'>,
  owner: string,
  { store, conversations, maxChain }: EarlierItemsDeps,
): Promise<EarlierItems> {
  if (conversation !== null) {
    const history = await conversations.history(owner, conversation.id);
    if (history === undefined) throw unknownConversation(conversation.id, 'conversation');
    return { items: saidIn(history), conversation: { id: conversation.id, end: history.end } };
  }
  if (previous === null) return { items: [] };
  const rows = await store.chain(owner, previous, maxChain);
  const param = 'previous_response_id';
  const [oldest] = rows;
  if (oldest === undefined) throw fault(param, 'does not name a stored response');
  if (oldest.previous !== undefined) throw fault(param, `continues a response that is no longer stored, or more than ${maxChain} of them`);
  if (!rows.every(isFinished)) throw fault(param, 'names a response that is not finished');
  const before = await conversationBefore(oldest, conversations);
  if (before === undefined) throw fault(param, 'continues a conversation that is no longer stored');
  return { items: [...before, ...rows.flatMap((row) => [...inputOf(row), ...bodyOf(row).output.filter(isSaid)])] };
}

/** What the model got of a response's conversation; none if it has none, undefined if it was deleted. */
export async function conversationBefore(
  { owner, conversation }: StoredResponse,
  conversations: ConversationStore,
): Promise<readonly ConversationItem[] | undefined> {
  if (conversation === undefined) return [];
  const history = await conversations.history(owner, conversation.id, conversation.end);
  return history === undefined ? undefined : saidIn(history);
}

function saidIn({ entries }: ConversationHistory): ConversationItem[] {
  return entries.map(itemOf).filter(isSaid);
}

/** A call that was interrupted cannot be answered, so it is left out. */
function isSaid(item: ConversationItem): boolean {
  if (item.type === 'mcp_call') return item.status === 'completed' || item.status === 'failed';
  return (item.type !== 'function_call' && item.type !== 'custom_tool_call') || item.status === 'completed';
}
