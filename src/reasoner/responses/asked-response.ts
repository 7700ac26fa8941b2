import { ServiceError } from '../../core/errors.ts';
import type { ResponseStore, StoredResponse } from '../../ports/response-store.ts';
import { fault } from '../fields.ts';
import type { MessageLimits } from '../read-messages.ts';
import { itemMessages, withinLimits } from './item-messages.ts';
import type { ResponseRequest } from './read-response.ts';
import type { ResponseBody } from './response-body.ts';
import type { InputItem, OutputItem } from './response-items.ts';
import type { AskedResponse } from './response-steps.ts';

/** An item of a conversation, from either side. */
export type ConversationItem = InputItem | OutputItem;

export interface AskedResponseDeps {
  readonly store: ResponseStore;
  readonly limits: MessageLimits;
  /** The longest chain of responses through previous_response_id. */
  readonly maxChain: number;
}

/** Whether a stored response has ended. */
export function isFinished({ status }: Pick<StoredResponse, 'status'>): boolean {
  return status !== 'queued' && status !== 'in_progress';
}

/** The stored response object. */
export function bodyOf({ body }: StoredResponse): ResponseBody {
  return JSON.parse(body) as ResponseBody;
}

/** The input of a stored response, without that of the responses before it. */
function inputOf({ input }: StoredResponse): ConversationItem[] {
  return JSON.parse(input) as ConversationItem[];
}

/** All input of a response: that of its chain of earlier responses, oldest first, and its own. */
export function conversationInput(rows: readonly StoredResponse[]): ConversationItem[] {
  const last = rows.at(-1);
  return rows.flatMap((row) => (row === last ? inputOf(row) : [...inputOf(row), ...bodyOf(row).output]));
}

/**
 * Assembles what the model gets: instructions, the conversation of earlier responses from the store, and the request's own items, with
 * references resolved. Throws `invalid_input` naming the field, and `not_found` for an unknown reference.
 */
export async function askedResponse(
  request: ResponseRequest,
  { owner, requestId, memory }: Pick<AskedResponse, 'owner' | 'requestId' | 'memory'>,
  { store, limits, maxChain }: AskedResponseDeps,
): Promise<{ readonly asked: AskedResponse; readonly items: readonly ConversationItem[] }> {
  const { previous_response_id: previous, instructions, truncation } = request.settings;
  const before = previous === null ? [] : await earlierItems(previous);
  const items: ConversationItem[] = [];
  for (const item of request.items) {
    if (item.type !== 'reference') items.push(item);
    else items.push(before.find(({ id }) => id === item.id) ?? (await storedItem(item.id)) ?? unknownItem(item.param));
  }
  const messages = itemMessages([...before, ...items]);
  if (messages.length === 0) throw fault('input', 'contains no message');
  const system = instructions === null ? [] : [{ role: 'system' as const, content: instructions }];
  const room = { maxMessages: limits.maxMessages - system.length, maxCharacters: limits.maxCharacters - (instructions?.length ?? 0) };
  return { asked: { request, messages: [...system, ...withinLimits(messages, room, truncation)], owner, requestId, memory }, items };

  async function earlierItems(id: string): Promise<ConversationItem[]> {
    const rows = await store.chain(owner, id, maxChain);
    const param = 'previous_response_id';
    const [oldest] = rows;
    if (oldest === undefined) throw fault(param, 'does not name a stored response');
    if (oldest.previous !== undefined)
      throw fault(param, `continues a response that is no longer stored, or more than ${maxChain} of them`);
    if (!rows.every(isFinished)) throw fault(param, 'names a response that is not finished');
    return rows.flatMap((row) => [...inputOf(row), ...bodyOf(row).output.filter(isSaid)]);
  }

  async function storedItem(id: string): Promise<ConversationItem | undefined> {
    const row = await store.withItem(owner, id);
    return row === undefined ? undefined : [...inputOf(row), ...bodyOf(row).output].find((item) => item.id === id);
  }
}

function unknownItem(param: string): never {
  throw new ServiceError('not_found', `${param} does not refer to an item of a stored response.`, { param });
}

/** A call that was interrupted cannot be answered, so it is left out. */
function isSaid(item: OutputItem): boolean {
  return item.type !== 'function_call' || item.status === 'completed';
}
