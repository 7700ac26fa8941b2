import { withoutImagined } from '../../core/actual-words.ts';
import { countTokens } from '../../core/count-tokens.ts';
import { NOTES_HEADING, noteLine } from '../../core/memory-note.ts';
import { sentencesOf } from '../../core/text-sentences.ts';
import type { Recollection } from '../../ports/memory.ts';
import { currentWords } from './current-words.ts';

/**
 * Memories as text for a prompt, most relevant first, at most `maxTokens` tokens (words and punctuation marks) in all. A note is one
 * line: the date, the speaker and the words as a JSON string, without what was superseded, and without what users only imagine or want to
 * have written. Turns that only ask are left out. Empty if there are none.
 */
export function notesFrom(recollections: readonly Recollection[], maxTokens: number): string {
  let left = maxTokens - countTokens(NOTES_HEADING);
  const lines: string[] = [];
  for (const recollection of recollections) {
    const line = noteOf(recollection);
    if (line === undefined) continue;
    const cost = countTokens(line);
    if (cost > left) continue;
    left -= cost;
    lines.push(line);
  }
  return lines.length === 0 ? '' : [NOTES_HEADING, ...lines].join('\n');
}

function noteOf({ fact, evidence, superseded = [] }: Recollection): string | undefined {
  const [turn] = evidence;
  const date = (fact?.lastSaidAt ?? turn?.saidAt)?.toISOString().slice(0, 10) ?? '';
  if (fact !== undefined) return noteLine({ date, speaker: 'user', text: fact.text, superseded: [] });
  const said = turn?.text ?? '';
  const { text, paraphrased } = currentWords(turn?.speaker === 'user' ? withoutImagined(said) : said, superseded);
  if (onlyAsks(text)) return undefined;
  return noteLine({ date, speaker: turn?.speaker ?? 'user', text, superseded: paraphrased.map((one) => one.text) });
}

/** Whether a text consists of questions only, which reveal nothing about the user. */
function onlyAsks(text: string): boolean {
  return sentencesOf(text).every((sentence) => sentence.endsWith('?'));
}
