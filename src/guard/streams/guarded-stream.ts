import { abortable } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { SseEvents } from '../../core/sse.ts';
import type { ReplacedValues } from '../../domain/guardrails/redaction/vault.ts';
import type { Conversation, Decision, GuardPipeline } from '../../ports/guard.ts';
import type { GuardSettings } from '../config.ts';
import { failureOf } from '../failure.ts';
import { createReplyCapture, NO_REPLY } from '../records/captured-reply.ts';
import type { RequestTrack } from '../records/request-track.ts';
import { decisionReference } from '../refusal.ts';
import { tooLong } from '../reply-faults.ts';
import type { StreamForm } from '../reply-form.ts';
import { checkUpstreamError } from '../upstream-error.ts';
import { createChunkFilter, envelopeOf, type ChunkFilter } from './chunk-filter.ts';
import { createToolCallHold } from './tool-call-hold.ts';
import { createToolCallWatch } from './tool-call-watch.ts';

export interface GuardedStreamOptions {
  readonly chunks: AsyncIterable<JsonObject>;
  /** Makes the events for the client. */
  readonly form: StreamForm;
  readonly pipeline: GuardPipeline;
  /** The conversation so far, for pipelines that read it. */
  readonly conversation?: Conversation | undefined;
  /** The values to restore in place of their placeholders. */
  readonly vault: ReplacedValues;
  readonly requestId: string;
  readonly track: RequestTrack;
  readonly settings: GuardSettings;
  /** Ends the upstream call. */
  readonly call: AbortController;
  /** Aborts when the client leaves or the call ends. */
  readonly signal: AbortSignal;
  /** Called once, before the last event is sent. */
  readonly onEnd: (outcome: 'completed' | 'blocked' | ServiceError) => void;
}

/**
 * A reply, checked as it streams: released text can no longer become part of a finding. A block ends it with finish_reason content_filter,
 * a failure with an error event.
 */
export async function* guardedStream(options: GuardedStreamOptions): AsyncGenerator<SseEvents, void> {
  const { chunks, form, pipeline, conversation, vault, requestId, track, settings, call, signal, onEnd } = options;
  const check = pipeline.openOutput(requestId, conversation, { timeoutMs: settings.checkTimeoutMs });
  let last: JsonObject = {};
  // Captured before redacted values are restored.
  const capture = settings.captureOutput ? createReplyCapture() : undefined;
  const texts = createChunkFilter(check, { ...capture, maxLength: settings.maxOutputLength, ...(vault.isEmpty ? {} : { vault }) });
  const { calls } = check;
  const filterCalls = calls?.onlyWatches === true ? createToolCallWatch : createToolCallHold;
  const filter = calls === undefined ? texts : filterCalls(texts, { calls, vault });
  let concluded: Promise<Decision> | undefined;
  /** Writes the decision into the record and ends it; only the first call counts. */
  const conclude = (outcome: 'completed' | 'blocked' | ServiceError): Promise<Decision> => {
    concluded ??= (async () => {
      track.upstreamEnded(outcome === 'completed' ? 'answered' : outcome === 'blocked' ? 'stopped' : 'failed', reasonOf(outcome));
      const decision = await check.decide();
      track.outputChecked(decision, { length: filter.length, captured: capture?.captured(decision) ?? NO_REPLY });
      onEnd(outcome);
      return decision;
    })();
    return concluded;
  };
  // If the client stops reading, this generator may stay suspended at a yield for ever.
  signal.addEventListener('abort', () => void conclude(failureOf(signal.reason, signal)), { once: true });
  try {
    yield form.begin();
    for await (const chunk of untilAborted(chunks, signal)) {
      last = chunk;
      track.used(chunk['usage']);
      const released = await filter.filter(chunk);
      if (filter.length > settings.maxOutputLength) throw tooLong(settings.maxOutputLength);
      if (check.blocked) break;
      for (const piece of released) yield form.chunk(piece);
    }
    if (!check.blocked) for (const piece of await filter.flush()) yield form.chunk(piece);
    const decision = await conclude(check.blocked ? 'blocked' : 'completed');
    if (check.blocked) yield form.chunk(blockedChunk(last, filter, decision));
  } catch (error) {
    const thrown = failureOf(error, signal);
    const checked = await checkUpstreamError(thrown, { pipeline, requestId, settings, signal });
    if (checked !== undefined) track.outputChecked(checked.decision, { length: checked.length, captured: NO_REPLY });
    const failure = checked?.failure ?? thrown;
    await conclude(failure);
    yield form.failed(failure, requestId);
  } finally {
    call.abort(new DOMException('the answer is no longer read', 'AbortError'));
  }
  yield form.end();
}

function reasonOf(outcome: 'completed' | 'blocked' | ServiceError): string | undefined {
  return outcome instanceof ServiceError ? outcome.kind : undefined;
}

/** The upstream's chunks; throws the signal's reason when it aborts. */
async function* untilAborted(chunks: AsyncIterable<JsonObject>, signal: AbortSignal): AsyncGenerator<JsonObject, void> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await abortable(iterator.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    iterator.return?.()?.catch(() => undefined);
  }
}

/** The last chunk of a blocked stream: every unfinished choice ends with content_filter. */
function blockedChunk(last: JsonObject, filter: ChunkFilter, decision: Decision): JsonObject {
  const indexes = filter.unfinished.length === 0 ? [0] : filter.unfinished;
  return {
    ...envelopeOf(last),
    choices: indexes.map((index) => ({ index, delta: {}, finish_reason: 'content_filter' })),
    guard: decisionReference(decision),
  };
}
