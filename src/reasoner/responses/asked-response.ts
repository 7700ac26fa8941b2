import { fullConversation } from '../conversations/conversation-faults.ts';
import { fault } from '../fields.ts';
import type { MessageLimits } from '../read-messages.ts';
import { earlierItems, type EarlierItems, type EarlierItemsDeps } from './earlier-items.ts';
import { itemMessages, withinLimits } from './item-messages.ts';
import { approvedCalls } from './mcp/approvals.ts';
import type { ResponseRequest } from './read-response.ts';
import { resolvedItems } from './resolved-items.ts';
import type { ConversationItem } from './response-items.ts';
import type { AskedResponse } from './response-steps.ts';

export interface AskedResponseDeps extends EarlierItemsDeps {
  readonly limits: MessageLimits;
  /** Most items that a conversation may have for a response to add to it. */
  readonly maxConversationItems: number;
}

/** The conversation that a response continues, and what of its input it adds to it. */
export interface ContinuedConversation extends NonNullable<EarlierItems['conversation']> {
  readonly added: readonly ConversationItem[];
}

/** A request as the model gets it, the items that it continues, and its own. */
export interface Asked {
  readonly asked: AskedResponse;
  readonly before: readonly ConversationItem[];
  readonly items: readonly ConversationItem[];
  readonly conversation?: ContinuedConversation;
}

/**
 * Assembles what the model gets: instructions, the items that the request continues, and the request's own, with references resolved.
 * Throws `invalid_input` naming the field, `not_found` for an unknown conversation or reference, and `payload_too_large`.
 */
export async function askedResponse(
  request: ResponseRequest,
  { owner, requestId, memory }: Pick<AskedResponse, 'owner' | 'requestId' | 'memory'>,
  deps: AskedResponseDeps,
): Promise<Asked> {
  const { instructions, truncation } = request.settings;
  const { limits, store } = deps;
  const earlier = await earlierItems(request.settings, owner, deps);
  const items = await resolvedItems(request.items, { owner, store, before: earlier.items });
  const conversation =
    earlier.conversation === undefined
      ? undefined
      : { ...earlier.conversation, added: additions(request, items, earlier.items, deps.maxConversationItems) };
  const messages = itemMessages([...earlier.items, ...items]);
  if (messages.length === 0) throw fault('input', 'contains no message');
  const system = instructions === null ? [] : [{ role: 'system' as const, content: instructions }];
  const room = { maxMessages: limits.maxMessages - system.length, maxCharacters: limits.maxCharacters - (instructions?.length ?? 0) };
  const mcp = {
    held: [...earlier.items, ...items].filter((item) => item.type === 'mcp_list_tools'),
    approved: approvedCalls(earlier.items, items),
  };
  const unknown = mcp.approved.find((call) => !request.tools.servers.some(({ label }) => label === call.server_label));
  if (unknown !== undefined) throw fault('tools', `must hold the MCP server ${unknown.server_label}, a call of which the input approves`);
  const asked = { request, messages: [...system, ...withinLimits(messages, room, truncation)], owner, requestId, memory, mcp };
  return { asked, before: earlier.items, items, ...(conversation === undefined ? {} : { conversation }) };
}

/** The items that the conversation does not have yet. Throws `invalid_input` for one that is given again instead of referred to. */
function additions(
  request: ResponseRequest,
  items: readonly ConversationItem[],
  before: readonly ConversationItem[],
  maxItems: number,
): ConversationItem[] {
  const known = new Set(before.map(({ id }) => id));
  const added: ConversationItem[] = [];
  for (const [index, item] of items.entries()) {
    if (!known.has(item.id)) added.push(item);
    else if (request.items[index]?.type !== 'reference') throw fault(`input[${index}].id`, 'is the id of another item of the conversation');
    known.add(item.id);
  }
  if (before.length + added.length > maxItems) throw fullConversation(maxItems, 'conversation');
  return added;
}
