import type { Gate } from '../core/gate.ts';
import { isRequestId } from '../core/request-id.ts';
import { hundredths } from '../core/rounded.ts';
import type { MemoryScope } from '../ports/memory.ts';
import type { Clock } from '../ports/system.ts';
import { fault, optionalText, readObject, requiredText } from './fields.ts';
import type { MessageLimits } from './read-messages.ts';
import { collectAnswer, type Runs } from './runs.ts';

export interface ChatDeps {
  readonly runs: Runs;
  readonly gate: Gate;
  readonly clock: Clock;
  readonly limits: MessageLimits;
}

/** The answer of the legacy route; `latency_ms` is in milliseconds. */
export interface ChatReply {
  readonly request_id: string;
  readonly text: string;
  readonly latency_ms: number;
}

/** POST /chat: one question, one answer, without a conversation. `request_id` defaults to the request's own. */
export function createChat({
  runs,
  gate,
  clock,
  limits,
}: ChatDeps): (body: unknown, requestId: string, signal: AbortSignal, memory?: MemoryScope, owner?: string) => Promise<ChatReply> {
  return async (body, requestId, signal, memory, owner) => {
    const start = clock.elapsed();
    const object = readObject(body);
    const text = requiredText(object, 'text');
    if (text.length > limits.maxCharacters) throw fault('text', `must have at most ${limits.maxCharacters} characters`);
    optionalText(object, 'user_id');
    const id = optionalText(object, 'request_id') ?? requestId;
    if (!isRequestId(id)) throw fault('request_id', 'must be 1 to 128 characters of A-Z a-z 0-9 . _ -, and not . or ..');
    const run = runs.start({ messages: [{ role: 'user', content: text }] }, { requestId: id, signal, pass: gate.enter(), memory, owner });
    const answer = await collectAnswer(run.parts);
    return { request_id: id, text: answer.text + answer.refusal, latency_ms: hundredths(clock.elapsed() - start) };
  };
}
