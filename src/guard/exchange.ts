import type { StageLimits } from '../core/abort.ts';
import { ServiceError } from '../core/errors.ts';
import type { Pass } from '../core/gate.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import type { ApiKey } from '../http/auth.ts';
import type { memoryModeOf } from '../http/memory-mode.ts';
import type { Conversation, Decision, GuardPipeline } from '../ports/guard.ts';
import type { UpstreamOptions } from '../ports/upstream.ts';
import type { GuardedRequest } from './chat-request.ts';
import type { CheckedRoute } from './checked-routes.ts';
import type { RequestTrace } from './records/request-trace.ts';
import type { RequestTrack } from './records/request-track.ts';
import { traceOf } from './trace-context.ts';

/** Header with the strictest decision about a request, as `<id>; verdict=<verdict>`. */
export const DECISION_HEADER = 'x-guard-decision';
/** Its value if nothing was decided. */
export const NO_DECISION = 'none; verdict=none';

/** A route whose requests are checked. */
export interface Surface {
  readonly route: CheckedRoute;
  /** Reads a body as a request to the upstream, translating responses to chat completions. Throws `invalid_input` or `payload_too_large`. */
  readonly read: (body: unknown) => GuardedRequest;
}

/** The state of one request in progress. */
export interface Exchange {
  readonly request: Request;
  readonly surface: Surface;
  readonly requestId: string;
  readonly track: RequestTrack;
  /** Its spans, if tracing is on. */
  readonly trace: RequestTrace | undefined;
  /** The caller's API key; undefined when keys are off or the key is unknown. */
  readonly key: ApiKey | undefined;
  /** Time limits for its checks and for a complete answer. */
  readonly limits: StageLimits;
  /** The checks: those of the policy `default` until the request is read, then those of the policy for its key, model and route. */
  pipeline: GuardPipeline;
  /** The conversation so far, for pipelines that read it. */
  conversation?: Conversation | undefined;
  /** How the upstream may use its memory for this request. */
  memory?: ReturnType<typeof memoryModeOf>;
  /** What the upstream tells of its limits. */
  limitHeaders?: Readonly<Record<string, string>>;
  /** The decision for which it is answered with an error. */
  blockedBy?: Decision;
  /** Its concurrency slot, if it got one. */
  readonly pass: Pass | undefined;
  /** Once true, the end of the stream releases `pass`. */
  isStreaming: boolean;
}

/** The trace context for the upstream call: that of the request's own span, or else the caller's. */
function traced({ trace, request }: Exchange): { readonly traceparent?: string } {
  return trace === undefined ? traceOf(request) : { traceparent: trace.traceparent };
}

/** What the upstream is told about a request besides its body: how it may use its memory, whose it is, and its trace context. */
export function passedOn(exchange: Exchange): Omit<UpstreamOptions, 'signal'> {
  const { requestId, memory, key } = exchange;
  const onHeaders = (headers: Headers): void => {
    exchange.limitHeaders = limitHeadersOf(headers);
  };
  return { requestId, onHeaders, ...memory, ...(key === undefined ? {} : { callerKey: key.key }), ...traced(exchange) };
}

/** Headers by which clients of OpenAI's API pace themselves (https://platform.openai.com/docs/guides/rate-limits). */
const LIMIT_HEADER = /^(?:x-ratelimit-(?:limit|remaining|reset)-[a-z-]{1,32}|openai-processing-ms)$/;

/** Numbers and spans of time, as `6m0s`: no room for a text that nobody has checked. */
const LIMIT_VALUE = /^[\w.:+-]{1,32}$/;

function limitHeadersOf(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name, value]) => LIMIT_HEADER.test(name) && LIMIT_VALUE.test(value)));
}

/** The headers of every reply. */
export function headersOf({ requestId, track, limitHeaders }: Exchange): Record<string, string> {
  return { ...limitHeaders, [REQUEST_ID_HEADER]: requestId, [DECISION_HEADER]: track.header };
}

/** Closes the record of a stream and releases its concurrency slot. */
export function finishStream({ track, pass }: Exchange, outcome: 'completed' | 'blocked' | ServiceError): void {
  if (outcome instanceof ServiceError) endFailed(track, outcome);
  else track.end(outcome, 200);
  pass?.[Symbol.dispose]();
}

/** Closes the record of a request that failed, was cancelled, or was blocked with an error. */
export function endFailed(track: RequestTrack, failure: ServiceError): void {
  if (failure.kind === 'cancelled') track.end('cancelled', failure.status, failure);
  else if (failure.kind === 'content_filter') track.end('blocked', failure.status);
  else track.end('failed', failure.status, failure);
}
