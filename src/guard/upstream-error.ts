import { timeLimit } from '../core/abort.ts';
import { saidByOthers, ServiceError } from '../core/errors.ts';
import { ASSISTANT } from '../domain/guardrails/payload/message-sites.ts';
import type { Decision, GuardPart, GuardPipeline } from '../ports/guard.ts';
import type { GuardSettings } from './config.ts';
import { enforced } from './whole-reply.ts';

/** An upstream error whose message has been checked. */
export interface CheckedFailure {
  readonly failure: ServiceError;
  readonly decision: Decision;
  /** Length of the upstream's texts, in UTF-16 code units. */
  readonly length: number;
}

const WITHHELD = 'The upstream refused the request; its message is withheld by the guard.';

/** Checks the message of an upstream's error like a reply, since it may quote anything. Undefined if the message is the guard's own. */
export async function checkUpstreamError(
  failure: ServiceError,
  options: {
    readonly pipeline: GuardPipeline;
    readonly requestId: string;
    readonly settings: Pick<GuardSettings, 'checkTimeoutMs'>;
    readonly signal: AbortSignal;
  },
): Promise<CheckedFailure | undefined> {
  const { pipeline, requestId, settings, signal } = options;
  const said = saidByOthers(failure);
  if (said === undefined) return undefined;
  const { kind, message, param, code, retryAfterInSeconds } = failure;
  const parts: GuardPart[] = [{ id: 'error.message', ...ASSISTANT, text: message }];
  if (param !== undefined) parts.push({ id: 'error.param', ...ASSISTANT, text: param });
  using limit = timeLimit(settings.checkTimeoutMs, signal);
  const decision = await pipeline.evaluate({ requestId, direction: 'output', parts, unscanned: [] }, { signal: limit.signal });
  const verdict = enforced(decision);
  const left = new Map(verdict === 'redact' ? decision.rewrites.map(({ part, text }) => [part, text]) : []);
  const words = verdict === 'block' ? WITHHELD : (left.get('error.message') ?? message);
  const named = verdict === 'block' ? undefined : (left.get('error.param') ?? param);
  return {
    failure: new ServiceError(kind, words, {
      code,
      ...(named === undefined ? {} : { param: named }),
      ...(retryAfterInSeconds === undefined ? {} : { retryAfterInSeconds }),
      cause: { ...said, message: words },
    }),
    decision,
    length: parts.reduce((sum, { text }) => sum + text.length, 0),
  };
}
