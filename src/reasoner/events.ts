import type { ServiceError } from '../core/errors.ts';
import type { KeptDecision } from '../domain/reasoning/kept-decision.ts';

/** The bus subjects of the reasoning service. */
export const SUBJECTS = {
  request: 'platform.reasoner.request',
  legacyRequest: 'reasoner.request',
  chat: 'reasoner.v1.chat',
  stream: (requestId: string) => `platform.reasoner.stream.${requestId}`,
  result: 'platform.reasoner.result',
  error: 'platform.reasoner.error',
  rejected: 'platform.reasoner.guard.rejected',
  intercepted: 'platform.reasoner.guard.intercepted',
  durable: 'platform.reasoner.requests.durable',
  failed: 'platform.reasoner.requests.failed',
  cancel: (work: string) => `platform.reasoner.cancel.${work}`,
} as const;

/** The requester. */
export interface Asker {
  readonly requestId: string;
  readonly userId: string;
}

/** A piece of the answer on its stream subject; `sequence` counts from 0 without gaps. */
export function tokenEvent(requestId: string, sequence: number, token: string) {
  return { token, request_id: requestId, sequence };
}

/** The last message on a stream subject, after success and failure alike. */
export function endEvent(requestId: string, sequence: number) {
  return { token: '', request_id: requestId, sequence, done: true };
}

/** The completion signal; `latencyMs` is milliseconds from the request's arrival. */
export function resultEvent({ requestId, userId }: Asker, text: string, latencyMs: number) {
  return { request_id: requestId, user_id: userId, text, latency_ms: latencyMs };
}

/** The text of a stored result. */
export function resultText(data: Uint8Array): string {
  const { text } = JSON.parse(new TextDecoder().decode(data)) as ReturnType<typeof resultEvent>;
  return text;
}

/** A failed request. The ids are null when the request did not tell them. */
export function errorEvent(asker: { readonly requestId: string | null; readonly userId: string | null }, failure: ServiceError, at: Date) {
  return {
    request_id: asker.requestId,
    user_id: asker.userId,
    error_type: failure.kind,
    message: failure.message,
    param: failure.param ?? null,
    retry_after_seconds: failure.retryAfterInSeconds ?? null,
    timestamp: at.toISOString(),
  };
}

/** The receipt for a request that expects a reply: it has been stored, now or before. */
export function acceptedEvent({ requestId, userId }: Asker, isDuplicate: boolean) {
  return { request_id: requestId, user_id: userId, accepted: true, duplicate: isDuplicate };
}

/** What the guard did with a request or its answer. It names categories, never the content. */
export function guardEvent({ requestId, userId }: Asker, decision: KeptDecision, at: Date) {
  return {
    request_id: requestId,
    user_id: userId,
    decision_id: decision.id,
    verdict: decision.verdict,
    policy: decision.policy,
    categories: [...new Set(decision.findings.map((finding) => finding.category))],
    detectors: [...new Set(decision.findings.map((finding) => finding.detector))],
    timestamp: at.toISOString(),
  };
}

/** A request that the guard rejected: what it did, and the message for the user. */
export function rejectedEvent(asker: Asker, decision: KeptDecision, message: string, at: Date) {
  return { ...guardEvent(asker, decision, at), error_type: 'content_filter', message };
}
