import { isHesitation, wordsOf } from '../../../core/turn-ends.ts';

/** What was heard until now of somebody who speaks into an answer. */
export interface HeardInterjection {
  readonly text: string;
  /** How sure the recogniser is of its words, 0 to 1; undefined if it does not tell. */
  readonly confidence?: number | undefined;
  /** From the beginning of the first word to the end of the last one so far. */
  readonly speechMs: number;
  /** Whether nobody speaks at the moment, so that no word is cut off. */
  readonly isPaused: boolean;
  /** Whether that has been so for long enough to end a turn. */
  readonly isOver: boolean;
}

/**
 * What speech into an answer is: a turn of its own, which interrupts it, the sound of somebody who listens, a noise without words, or what
 * cannot be told yet.
 */
export type Interjection = 'turn' | 'listening' | 'wordless' | 'unclear';

/** What somebody says to show that they listen, in English, as words and as phrases; hesitations are too. */
const LISTENING = [
  ...(
    'yeah yea yes yep yup ya ok okay right alright sure aha ah oh ooh huh h m a wow gotcha true exactly absolutely totally ' +
    'definitely certainly indeed perfect great good nice fine cool lovely excellent amazing interesting really understood ha haha'
  ).split(' '),
  ...(
    'o k,all right,sure thing,i see,i know,got it,i got it,of course,go on,makes sense,that makes sense,fair enough,' +
    "that's right,that's true,very good,very nice,oh really,no problem,no way"
  ).split(','),
]
  .map(wordsOf)
  .toSorted((one, other) => other.length - one.length);
/** Words that interrupt whatever follows them, and as soon as they are heard. */
const INTERRUPTING = new Set('stop wait no nope hold hang pause quiet enough what why who how hey'.split(' '));

/** The recogniser must be so sure of its words for speech of any length to be a turn. */
const SURE = 0.6;
/** Of a word that interrupts, and of one that is all that was said. */
const LIKELY = 0.5;
/** The beginning of a shorter word sounds like another one. */
const SHORTEST_MS = 450;
/** Longer speech is that of somebody who listens only if such words are heard, and so are so many words. */
const LONG_MS = 600;
const SENTENCE = 3;

/** Judges by its words what somebody says into an answer, while they say it and once they have. */
export function judgeInterjection({ text, confidence = 1, speechMs, isPaused, isOver }: HeardInterjection): Interjection {
  const words = wordsOf(text);
  // What is written in other letters is no listener's word of English.
  if (words.length === 0) return /[\p{L}\p{N}]/u.test(text) ? 'turn' : 'wordless';
  const said = withoutListening(words);
  if (said.length === 0) return 'listening';
  if (said.some((word) => INTERRUPTING.has(word)) && confidence >= LIKELY) return 'turn';
  if (isOver) return words.length > 1 || confidence >= LIKELY ? 'turn' : 'wordless';
  if (words.length >= SENTENCE && said.length > 1) return 'turn';
  const isWhole = isPaused || (speechMs >= SHORTEST_MS && !mayBecomeListening(words));
  return isWhole && (confidence >= SURE || speechMs >= LONG_MS) ? 'turn' : 'unclear';
}

/** The words that are not those of somebody who listens. */
function withoutListening(words: readonly string[]): string[] {
  const left: string[] = [];
  for (let at = 0; at < words.length;) {
    const word = words[at] ?? '';
    const phrase = LISTENING.find((one) => one.every((each, index) => words[at + index] === each));
    if (phrase === undefined && !isHesitation(word)) left.push(word);
    at += phrase?.length ?? 1;
  }
  return left;
}

/** Whether the words are the beginning of what somebody says who listens: «exact», «of co». */
function mayBecomeListening(words: readonly string[]): boolean {
  const letters = words.join('');
  return LISTENING.some((phrase) => phrase.join('').startsWith(letters));
}
