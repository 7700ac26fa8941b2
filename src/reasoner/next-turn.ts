import { ServiceError } from '../core/errors.ts';
import type { AnswerState } from '../domain/reasoning/answer.ts';
import type { MessageLimits } from './read-messages.ts';

/**
 * The state in which a turn of a thread begins: the conversation so far with its last answer and the new messages, without the
 * results of the turn before. Throws `payload_too_large` if the thread exceeds the limits.
 */
export function nextTurn(
  before: AnswerState | undefined,
  messages: AnswerState['request']['messages'],
  requestId: string,
  limits: MessageLimits,
): AnswerState {
  const said = before?.reply === undefined ? [] : [{ role: 'assistant' as const, content: before.reply }];
  const all = [...(before?.request.messages ?? []), ...said, ...messages];
  if (all.length > limits.maxMessages || all.reduce((sum, { content }) => sum + content.length, 0) > limits.maxCharacters) {
    throw new ServiceError('payload_too_large', 'The thread is over the limit of messages or characters; fork or begin another.', {
      param: 'messages',
    });
  }
  const cleared: { -readonly [Field in 'screened' | 'inspected' | 'notes' | 'passages' | 'reply' | 'finish']?: undefined } = {
    screened: undefined,
    inspected: undefined,
    notes: undefined,
    passages: undefined,
    reply: undefined,
    finish: undefined,
  };
  return { requestId, request: { messages: all }, ...(cleared as object) };
}
