import type { BridgeMessage } from '../../ports/bridge.ts';

/** What was said in one turn: the question as it was heard, and what was spoken of the answer; empty if the turn was interrupted before. */
export interface SpokenTurn {
  readonly transcript: string;
  readonly spoken: string;
  /** The language in which people speak, as far as one could tell. */
  readonly spokenLanguage?: string | undefined;
}

/** How much of a conversation is kept: at most so many turns, and characters of all their texts together. */
export interface ConversationLimits {
  readonly maxTurns: number;
  readonly maxCharacters: number;
}

/** The conversation with one more turn, without the oldest ones that are over a limit. */
export function withTurn(
  earlier: readonly SpokenTurn[],
  { transcript, spoken, spokenLanguage }: SpokenTurn,
  { maxTurns, maxCharacters }: ConversationLimits,
): readonly SpokenTurn[] {
  const turns = [...earlier, { transcript, spoken, ...(spokenLanguage === undefined ? {} : { spokenLanguage }) }].slice(
    Math.max(0, earlier.length + 1 - maxTurns),
  );
  const characters = (): number => turns.reduce((sum, turn) => sum + turn.transcript.length + turn.spoken.length, 0);
  while (characters() > maxCharacters) turns.shift();
  return turns;
}

/**
 * The messages of a conversation, of which the last is what was said just now. A question without an answer is asked with the one after
 * it, because many models take messages of user and assistant in turn only.
 */
export function toMessages(earlier: readonly SpokenTurn[], transcript: string): readonly BridgeMessage[] {
  const messages: BridgeMessage[] = [];
  let unanswered = '';
  for (const turn of earlier) {
    const content = unanswered + turn.transcript;
    unanswered = turn.spoken === '' ? `${content}\n` : '';
    if (turn.spoken !== '') messages.push({ role: 'user', content }, { role: 'assistant', content: turn.spoken });
  }
  return [...messages, { role: 'user', content: unanswered + transcript }];
}
