import { delay } from '../core/abort.ts';
import { errorBody, ServiceError, toServiceError } from '../core/errors.ts';
import type { Gate } from '../core/gate.ts';
import { sseResponse, type SseEvent } from '../core/sse.ts';
import type { AnswerPart } from '../domain/reasoning/answer.ts';
import type { ModelCapabilities } from '../ports/language.ts';
import type { Clock, Ids, Logger } from '../ports/system.ts';
import type { MessageLimits } from './read-messages.ts';
import { readCompletion, type Completion } from './read-completion.ts';
import { collectAnswer, type Run, type Runs } from './runs.ts';
import { chunkBody, completionBody, toolCallDelta, usageChunkBody, type CompletionHead } from './wire.ts';

export interface CompletionsDeps {
  readonly runs: Runs;
  readonly gate: Gate;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly modelId: string;
  /** What the model takes beside text. */
  readonly takes: ModelCapabilities;
  readonly limits: MessageLimits;
  /** Milliseconds a stream waits for its first part before it begins without it. */
  readonly streamStartMs: number;
}

/** Names that mean whatever model is configured. */
const ANY_MODEL: ReadonlySet<string> = new Set(['default', 'parley']);

/** POST /v1/chat/completions: answers one conversation, whole or as a stream. */
export function createCompletions(deps: CompletionsDeps): (body: unknown, requestId: string, signal: AbortSignal) => Promise<Response> {
  const { modelId, clock } = deps;
  return async (body, requestId, signal) => {
    const completion = readCompletion(body, deps.limits, deps.takes);
    if (completion.model !== modelId && !ANY_MODEL.has(completion.model)) {
      const message = `The model ${JSON.stringify(completion.model.slice(0, 100))} does not exist here; this service runs ${JSON.stringify(modelId)}.`;
      throw new ServiceError('not_found', message, { param: 'model' });
    }
    const head = { id: deps.ids.next('chatcmpl-'), created: Math.floor(clock.now().getTime() / 1000), model: modelId };
    const run = deps.runs.start(completion.request, { requestId, signal, pass: deps.gate.enter() });
    if (completion.stream) return streamed(deps, completion, head, run, requestId);
    return Response.json(completionBody(head, await collectAnswer(run.parts)));
  };
}

/** Begins the stream once the answer has: a failure before that still gets its own status. */
async function streamed(
  deps: CompletionsDeps,
  completion: Completion,
  head: CompletionHead,
  run: Run,
  requestId: string,
): Promise<Response> {
  const first = run.parts.next();
  const waited = new AbortController();
  try {
    await Promise.race([first, delay(deps.streamStartMs, waited.signal)]);
  } finally {
    waited.abort();
  }
  return sseResponse((left) => {
    left.addEventListener('abort', () => run.abort(left.reason), { once: true });
    return events(deps, completion, head, resumed(first, run.parts), requestId);
  });
}

async function* resumed(first: Promise<IteratorResult<AnswerPart>>, rest: AsyncIterable<AnswerPart>): AsyncGenerator<AnswerPart, void> {
  const result = await first;
  if (result.done === true) return;
  yield result.value;
  yield* rest;
}

async function* events(
  deps: CompletionsDeps,
  { includeUsage }: Completion,
  head: CompletionHead,
  parts: AsyncIterable<AnswerPart>,
  requestId: string,
): AsyncGenerator<SseEvent, void> {
  try {
    yield event(chunkBody(head, { role: 'assistant', content: '' }, { includeUsage }));
    for await (const part of parts) {
      if (part.type === 'text-delta') yield event(chunkBody(head, { content: part.text }, { includeUsage }));
      if (part.type === 'tool-call-delta') yield event(chunkBody(head, toolCallDelta(part), { includeUsage }));
      if (part.type !== 'finish') continue;
      yield event(chunkBody(head, {}, { finishReason: part.reason, includeUsage }));
      if (includeUsage) yield event(usageChunkBody(head, part.usage));
    }
  } catch (error) {
    const failure = toServiceError(error);
    deps.logger.error('stream failed', { request_id: requestId, error_type: failure.kind, reason: failure.message });
    yield event(errorBody(failure, requestId));
  }
  yield { data: '[DONE]' };
}

function event(body: object): SseEvent {
  return { data: JSON.stringify(body) };
}
