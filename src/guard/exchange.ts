import type { StageLimits } from '../core/abort.ts';
import { ServiceError } from '../core/errors.ts';
import type { Pass } from '../core/gate.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import type { ApiKey } from '../http/auth.ts';
import type { Conversation, GuardPipeline } from '../ports/guard.ts';
import type { ChatRequest } from './chat-request.ts';
import type { CheckedRoute } from './checked-routes.ts';
import type { memoryModeOf } from './memory-mode.ts';
import type { RequestTrace } from './records/request-trace.ts';
import type { RequestTrack } from './records/request-track.ts';
import { traceOf } from './trace-context.ts';

/** The hardest decision about a request and its verdict, as `<id>; verdict=<verdict>`. */
export const DECISION_HEADER = 'x-guard-decision';
/** What it says where nothing was decided. */
export const NO_DECISION = 'none; verdict=none';

/** One of the routes whose requests are checked. */
export interface Surface {
  readonly route: CheckedRoute;
  /** Reads a body as the chat completion that it is, or stands for. Throws `invalid_input` or `payload_too_large`. */
  readonly read: (body: unknown) => ChatRequest;
}

/** One request on its way through. */
export interface Exchange {
  readonly request: Request;
  readonly surface: Surface;
  readonly requestId: string;
  readonly track: RequestTrack;
  /** Its spans, where somebody collects them. */
  readonly trace: RequestTrace | undefined;
  /** Whose it is; nobody's when keys are off, or none was known. */
  readonly key: ApiKey | undefined;
  /** Time limits of its checks and of a complete answer. */
  readonly limits: StageLimits;
  /** What checks it: `default` as long as it is not read, then what is for its key, model and route. */
  pipeline: GuardPipeline;
  /** What it has come to, for pipelines that read it. */
  conversation?: Conversation | undefined;
  /** What it says of the upstream's memory. */
  memory?: ReturnType<typeof memoryModeOf>;
  /** Its place in the gate, if it got one. */
  readonly pass: Pass | undefined;
  /** From here on the stream frees the place. */
  isStreaming: boolean;
}

/** The trace context that an upstream is called with: the request's own, or else its caller's. */
export function traced({ trace, request }: Exchange): { readonly traceparent?: string } {
  return trace === undefined ? traceOf(request) : { traceparent: trace.traceparent };
}

/** What every reply says of its request. */
export function headersOf({ requestId, track }: Exchange): Record<string, string> {
  return { [REQUEST_ID_HEADER]: requestId, [DECISION_HEADER]: track.header };
}

/** Closes the record of a stream and frees its place. */
export function finishStream({ track, pass }: Exchange, outcome: 'completed' | 'blocked' | ServiceError): void {
  if (outcome instanceof ServiceError) endFailed(track, outcome);
  else track.end(outcome, 200);
  pass?.[Symbol.dispose]();
}

/** Closes the record of a request that came to nothing. */
export function endFailed(track: RequestTrack, failure: ServiceError): void {
  if (failure.kind === 'cancelled') track.end('cancelled', failure.status, failure);
  else if (failure.kind === 'content_filter') track.end('blocked', failure.status);
  else track.end('failed', failure.status, failure);
}
