import type { ResponseUpdate, StoredResponse } from '../../ports/response-store.ts';
import type { ResponseBody } from './response-body.ts';
import type { ConversationItem } from './response-items.ts';
import type { ResponseStep } from './response-step.ts';

/** The stored fields of a response so far. */
export function outcomeOf(
  body: ResponseBody,
  { inputIds, steps }: { readonly inputIds: readonly string[]; readonly steps: readonly ResponseStep[] },
): Omit<ResponseUpdate, 'id'> {
  return {
    status: body.status,
    body: JSON.stringify(body),
    itemIds: [...inputIds, ...body.output.map(({ id }) => id)],
    steps: JSON.stringify(steps),
  };
}

/** Steps with adjacent pieces of text or reasoning joined, for a response that was not streamed. */
export function joinedSteps(steps: readonly ResponseStep[]): ResponseStep[] {
  const joined: ResponseStep[] = [];
  for (const step of steps) {
    const before = joined.at(-1);
    if (typeof step === 'string' && typeof before === 'string') joined[joined.length - 1] = before + step;
    else if (isReasoning(step) && isReasoning(before)) joined[joined.length - 1] = { ...before, text: before.text + step.text };
    else joined.push(step);
  }
  return joined;
}

function isReasoning(step: ResponseStep | undefined): step is Extract<ResponseStep, { readonly type: 'reasoning' }> {
  return typeof step === 'object' && step.type === 'reasoning';
}

/** Whether a stored response has ended. */
export function isFinished({ status }: Pick<StoredResponse, 'status'>): boolean {
  return status !== 'queued' && status !== 'in_progress';
}

/** The stored response object. */
export function bodyOf({ body }: StoredResponse): ResponseBody {
  return JSON.parse(body) as ResponseBody;
}

/** The input of a stored response, without what it continues. */
export function inputOf({ input }: StoredResponse): ConversationItem[] {
  return JSON.parse(input) as ConversationItem[];
}

/** The input of a response with that of the responses before it in its chain, and their output; oldest first. */
export function inputOfChain(rows: readonly StoredResponse[]): ConversationItem[] {
  const last = rows.at(-1);
  return rows.flatMap((row) => (row === last ? inputOf(row) : [...inputOf(row), ...bodyOf(row).output]));
}
