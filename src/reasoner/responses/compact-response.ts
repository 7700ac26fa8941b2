import { ServiceError } from '../../core/errors.ts';
import type { Pass } from '../../core/gate.ts';
import { messageText } from '../../core/message-text.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import { collectAnswer, type Runs } from '../runs.ts';
import type { Asked } from './asked-response.ts';
import { compactionItem } from './compaction-item.ts';
import { responseUsage } from './response-body.ts';
import { itemBody, type ConversationItem, type InputContent } from './response-items.ts';

export interface CompactDeps {
  readonly runs: Runs;
  readonly clock: Clock;
  readonly ids: Ids;
}

const ORDER =
  'Sum up the conversation so far for the assistant that goes on with it: what the user wants, what was found out, decided and done, and what is still open. Keep names, numbers, dates and identifiers. Write the summary alone.';

/**
 * A conversation made shorter: the messages of its user, and a summary of all of it by the model. Throws what the model throws,
 * `content_filter` if the guard blocks it, and `provider_unavailable` if the model writes none.
 */
export async function compactedResponse(
  { asked, before, items }: Pick<Asked, 'asked' | 'before' | 'items'>,
  { runs, clock, ids }: CompactDeps,
  { pass, signal }: { readonly pass: Pass; readonly signal: AbortSignal },
): Promise<object> {
  const { requestId, owner } = asked;
  const messages = [...asked.messages, { role: 'user', content: ORDER } as const];
  const { text, reason, usage } = await collectAnswer(runs.start({ messages }, { requestId, owner, signal, pass, search: null }).parts);
  if (reason === 'content_filter') throw new ServiceError('content_filter', 'The conversation, or its summary, was blocked.');
  const summary = text.trim();
  if (summary === '') throw new ServiceError('provider_unavailable', 'The model wrote no summary.');
  const said = [...before, ...items].filter((item) => item.type === 'message' && item.role === 'user');
  return {
    id: ids.next('resp_'),
    object: 'response.compaction',
    created_at: Math.floor(clock.now().getTime() / 1000),
    output: [...said.map(sendable), compactionItem(ids.next('cmp_'), summary)],
    usage: responseUsage(usage),
  };
}

/** An item as clients can send it again: a file that was not uploaded becomes its text. */
function sendable(item: ConversationItem): { readonly id: string } {
  if (item.type !== 'message') return itemBody(item, false);
  const content = item.content.map((part): InputContent => {
    if (part.type !== 'input_file' || part.file_id !== null) return part;
    return { type: 'input_text', text: messageText({ content: '', files: [{ name: part.filename, text: part.text, at: 0 }] }) };
  });
  return itemBody({ ...item, content }, false);
}
