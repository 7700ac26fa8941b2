import { errorBody, toServiceError } from '../core/errors.ts';
import type { Gate } from '../core/gate.ts';
import { isJsonObject } from '../core/json.ts';
import { sseResponse, type SseEvent, type SseEvents } from '../core/sse.ts';
import type { AnswerPart } from '../domain/reasoning/answer.ts';
import { logFailure, STREAM_FAILURE } from '../http/log-failure.ts';
import type { FileSearchResult } from '../ports/file-search.ts';
import type { ModelCapabilities } from '../ports/language.ts';
import type { MemoryScope } from '../ports/memory.ts';
import type { Clock, Ids, Logger } from '../ports/system.ts';
import type { ReadAttachedFiles } from './attached-files.ts';
import { begun } from './begun.ts';
import { createCustomCalls } from './custom-tools.ts';
import { checkModelName } from './model-name.ts';
import { readCompletion, type Completion } from './read-completion.ts';
import type { MessageLimits } from './read-messages.ts';
import { collectAnswer, type Run, type Runs } from './runs.ts';
import { chunkBody, citationFields, completionBody, toolCallDelta, usageChunkBody, type CompletionHead } from './wire.ts';

export interface CompletionsDeps {
  readonly runs: Runs;
  readonly gate: Gate;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly modelId: string;
  /** What the model accepts besides text. */
  readonly takes: ModelCapabilities;
  /** Whether files can be searched. */
  readonly hasRag: boolean;
  readonly limits: MessageLimits;
  /** Reads files in messages. Without it there may be none. */
  readonly attachedFiles?: ReadAttachedFiles | undefined;
  /** Milliseconds a stream waits for its first part before it begins without it. */
  readonly streamStartMs: number;
}

/** POST /v1/chat/completions: answers one conversation, whole or as a stream. */
export function createCompletions(
  deps: CompletionsDeps,
): (body: unknown, requestId: string, signal: AbortSignal, memory?: MemoryScope, owner?: string) => Promise<Response> {
  const { modelId, clock } = deps;
  return async (body, requestId, signal, memory, owner = '') => {
    const files = await deps.attachedFiles?.(isJsonObject(body) ? body.messages : undefined, { param: 'messages', owner, signal });
    const completion = readCompletion(body, deps.limits, { ...deps, files });
    checkModelName(completion.model, modelId);
    const search = completion.fileSearch === undefined ? undefined : { ...completion.fileSearch, owner };
    const head = { id: deps.ids.next('chatcmpl-'), created: Math.floor(clock.now().getTime() / 1000), model: modelId };
    const run = deps.runs.start(completion.request, { requestId, signal, pass: deps.gate.enter(), memory, owner, search });
    if (completion.stream) return streamed(deps, completion, head, run, requestId);
    return Response.json(completionBody(head, { ...(await collectAnswer(run.parts)), customs: completion.customs }));
  };
}

/** Starts the stream once the answer has started, so that an earlier failure still gets its own status. */
async function streamed(
  deps: CompletionsDeps,
  completion: Completion,
  head: CompletionHead,
  run: Run,
  requestId: string,
): Promise<Response> {
  const parts = await begun(run.parts, deps.streamStartMs);
  return sseResponse((left) => {
    left.addEventListener('abort', () => run.abort(left.reason), { once: true });
    return events(deps, completion, head, parts, requestId);
  });
}

async function* events(
  deps: CompletionsDeps,
  { includeUsage, customs }: Completion,
  head: CompletionHead,
  parts: AsyncIterable<AnswerPart>,
  requestId: string,
): AsyncGenerator<SseEvents, void> {
  const said = { includeUsage };
  const custom = createCustomCalls(customs);
  // A chunk that is followed at once by another one is sent together with it.
  let text = '';
  let passages: readonly FileSearchResult[] = [];
  const opening = event(chunkBody(head, { role: 'assistant', content: '' }, said));
  let waiting = [opening];
  try {
    for await (const part of parts) {
      if (part.type === 'text-delta') {
        if (passages.length > 0) text += part.text;
        const delta = part.isRefusal === true ? { refusal: part.text } : { content: part.text };
        waiting.push(event(chunkBody(head, delta, { ...said, logprobs: part.logprobs })));
      } else if (part.type === 'reasoning-delta') waiting.push(event(chunkBody(head, { reasoning_content: part.text }, said)));
      else if (part.type === 'tool-call-delta') {
        // An answer of calls alone has no content.
        if (waiting[0] === opening) waiting = [event(chunkBody(head, { role: 'assistant', content: null }, said))];
        const input = custom.piece(part);
        if (input !== '' || part.name !== undefined) waiting.push(event(chunkBody(head, toolCallDelta(part, input), said)));
      } else if (part.type === 'finish') {
        for (const { index, input } of custom.rest()) {
          waiting.push(event(chunkBody(head, toolCallDelta({ index, arguments: '' }, input), said)));
        }
        waiting.push(event(chunkBody(head, citationFields(text, passages), { finishReason: part.reason, includeUsage })));
        if (includeUsage) waiting.push(event(usageChunkBody(head, part.usage)));
        continue;
      } else {
        if (part.type === 'passages') ({ passages } = part);
        continue;
      }
      yield waiting;
      waiting = [];
    }
  } catch (error) {
    const failure = toServiceError(error);
    logFailure(deps.logger.with({ request_id: requestId }), failure, STREAM_FAILURE);
    waiting.push(event(errorBody(failure, requestId)));
  }
  yield [...waiting, { data: '[DONE]' }];
}

function event(body: object): SseEvent {
  return { data: JSON.stringify(body) };
}
