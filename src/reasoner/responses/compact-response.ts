import { ServiceError } from '../../core/errors.ts';
import type { Pass } from '../../core/gate.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import { collectAnswer, type Runs } from '../runs.ts';
import type { Asked } from './asked-response.ts';
import { compactionItem } from './compaction-item.ts';
import { responseUsage } from './response-body.ts';
import { itemBody } from './response-items.ts';

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
    output: [...said.map((item) => itemBody(item, false)), compactionItem(ids.next('cmp_'), summary)],
    usage: responseUsage(usage),
  };
}
