import type { ResponseUpdate } from '../../ports/response-store.ts';
import type { ResponseBody } from './response-body.ts';
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
