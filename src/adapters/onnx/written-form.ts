import type { TranscriptWord } from '../../ports/speech.ts';
import type { WrittenWord } from './sequence-recogniser.ts';
import { atPieceEnd, lettersOf } from './written-words.ts';

/** Share of the words that both recognisers must agree on for the second's writing to be that of the first's words. */
const LEAST_AGREEMENT = 0.5;

/** The language of both recognisers. */
export const LANGUAGE = 'en';

const SIGNS = /[.,;:?!\u2026]+$/;
/** A word behind which a sentence ends. */
export const ENDS_SENTENCE = /[.?!\u2026]$/;

/**
 * The words that the first recogniser heard, in the capitals and with the signs of the second's, who also tells where words of the same
 * letters end («to day»). Words that only one of them heard are the first's; signs behind them are the second's. Unchanged if they agree on
 * too little.
 */
export function inWrittenForm(heard: readonly TranscriptWord[], written: readonly WrittenWord[]): TranscriptWord[] {
  const pairs = commonWords(
    heard.map(({ text }) => lettersOf(text)),
    written.map(({ text }) => lettersOf(text)),
  );
  const words: TranscriptWord[] = [];
  let [from, writtenFrom, agreed] = [0, 0, pairs.length];
  for (const [at, writtenAt] of [...pairs, [heard.length, written.length] as const]) {
    const [own, others] = [heard.slice(from, at), written.slice(writtenFrom, writtenAt)];
    const isParted = own.length > 0 && joinedLetters(own) === joinedLetters(others);
    if (isParted) agreed += own.length;
    words.push(...(isParted ? partedAs(own, others, words.at(-1)) : withSigns(own, others, words.at(-1))));
    const [word, form] = [heard[at], written[writtenAt]];
    if (word !== undefined && form !== undefined) words.push({ ...word, text: begins(words.at(-1)) ? capital(form.text) : form.text });
    [from, writtenFrom] = [at + 1, writtenAt + 1];
  }
  if (agreed < heard.length * LEAST_AGREEMENT) return [...heard];
  return words.map((word, index) => (index === words.length - 1 ? { ...word, text: atPieceEnd(word.text) } : word));
}

function joinedLetters(words: readonly { readonly text: string }[]): string {
  return words.map(({ text }) => lettersOf(text)).join('');
}

/** The second's words of the same letters as the first's, whose time they share by their letters. */
function partedAs(heard: readonly TranscriptWord[], written: readonly WrittenWord[], before: TranscriptWord | undefined): TranscriptWord[] {
  const [start, end] = [heard[0]?.start ?? 0, heard.at(-1)?.end ?? 0];
  const confidence = heard.reduce((sum, word) => sum + word.confidence, 0) / heard.length;
  const letters = joinedLetters(heard).length;
  let passed = 0;
  const timeAt = (place: number): number => start + ((end - start) * place) / letters;
  return written.map(({ text }, index) => {
    const from = passed;
    passed += lettersOf(text).length;
    return { start: timeAt(from), end: timeAt(passed), text: index === 0 && begins(before) ? capital(text) : text, confidence };
  });
}

/** Words that the second wrote otherwise: with its capital where a sentence begins or it has one, and the signs at its end. */
function withSigns(
  heard: readonly TranscriptWord[],
  written: readonly WrittenWord[],
  before: TranscriptWord | undefined,
): TranscriptWord[] {
  const isCapital = begins(before) || /^\P{L}*\p{Lu}/u.test(written[0]?.text ?? '');
  const signs = SIGNS.exec(written.at(-1)?.text ?? '')?.[0] ?? '';
  return heard.map((word, index) => ({
    ...word,
    text: (index === 0 && isCapital ? capital(word.text) : word.text) + (index === heard.length - 1 ? signs : ''),
  }));
}

/** Whether a sentence begins behind a word, or with the piece. */
function begins(before: TranscriptWord | undefined): boolean {
  return before === undefined || ENDS_SENTENCE.test(before.text);
}

/** With a capital, unless there is one further on, as in «iPhone». */
export function capital(text: string): string {
  return /\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Places of the longest common subsequence, in order. */
function commonWords(one: readonly string[], other: readonly string[]): (readonly [number, number])[] {
  const width = other.length + 1;
  const lengths = new Uint16Array((one.length + 1) * width);
  for (let at = one.length - 1; at >= 0; at -= 1) {
    for (let otherAt = other.length - 1; otherAt >= 0; otherAt -= 1) {
      const place = at * width + otherAt;
      const [down = 0, right = 0, diagonal = 0] = [lengths[place + width], lengths[place + 1], lengths[place + width + 1]];
      lengths[place] = isSame(one[at], other[otherAt]) ? diagonal + 1 : Math.max(down, right);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let at = 0, otherAt = 0; at < one.length && otherAt < other.length;) {
    const place = at * width + otherAt;
    const [down = 0, right = 0] = [lengths[place + width], lengths[place + 1]];
    if (isSame(one[at], other[otherAt])) pairs.push([at++, otherAt++]);
    else if (down >= right) at += 1;
    else otherAt += 1;
  }
  return pairs;
}

function isSame(word: string | undefined, other: string | undefined): boolean {
  return word === other && word !== '';
}
