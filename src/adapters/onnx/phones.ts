import type { SpokenSentence, SpokenToken } from '../../ports/spoken-text.ts';
import { isVowel } from './pronounce.ts';

/** The voice model's input for a sentence, one entry per phone; see models/tts-en/README.md. */
export interface PhoneRow {
  /** A name of voice.json's `phones`. */
  readonly phone: string;
  /** 1 on a vowel with main or secondary stress. */
  readonly stress: number;
  /** The sum of 1 (first of a word), 2 (last of a word) and 4 (first of a syllable). */
  readonly place: number;
  /** How the phrase up to the next pause ends: 0 continues, 1 statement, 2 question, 3 exclamation. */
  readonly ending: number;
}

/** A word with its sounds. */
export interface SaidWord {
  readonly kind: 'word';
  readonly text: string;
  readonly sounds: readonly string[];
}

/** A sentence whose words have their sounds. */
export type SaidToken = SaidWord | (SpokenToken & { readonly kind: 'break' });

type Mark = (SpokenToken & { readonly kind: 'break' })['mark'];

const ENDINGS: Readonly<Partial<Record<Mark, number>>> = { '.': 1, '\u2026': 1, '?': 2, '!': 3 };
const SENTENCE_MARKS: ReadonlySet<Mark> = new Set<Mark>(['.', '?', '!', '\u2026']);
/** Questions that begin with one of these have falling intonation, like statements. */
const ASKING = new Set(['what', 'who', 'whom', 'whose', 'which', 'when', 'where', 'why', 'how', "what's", "who's", "where's", "how's"]);
const [NO_ENDING, STATEMENT, QUESTION] = [0, 1, 2];

/** The onsets of two and three consonants in English; any single consonant but ng is an onset too. */
const ONSETS = new Set(
  'p l,p r,b l,b r,t r,d r,k l,k r,g l,g r,f l,f r,th r,sh r,s p,s t,s k,s m,s n,s l,s w,s f,t w,d w,k w,g w,th w,hh y,p y,b y,k y,f y,v y,m y,s p l,s p r,s t r,s k r,s k w,s k y,s p y'.split(
    ',',
  ),
);

/**
 * The rows of one sentence: a pause at both ends and at every break, and between them the words' phones with stress, position and ending.
 */
export function toPhoneRows(tokens: readonly SaidToken[]): PhoneRow[] {
  const rows: PhoneRow[] = [pause('pau')];
  let stretch: SaidWord[] = [];
  const close = (mark: Mark | undefined, last: boolean): void => {
    if (stretch.length === 0) return;
    rows.push(...rowsOf(stretch, endingOf(mark, stretch)));
    if (!last) rows.push(pause(mark !== undefined && SENTENCE_MARKS.has(mark) ? 'pau.' : 'pau,'));
    stretch = [];
  };
  const lastWord = tokens.findLastIndex(({ kind }) => kind === 'word');
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'word') stretch.push(token);
    else close(token.mark, index > lastWord);
  }
  close(undefined, true);
  rows.push(pause('pau'));
  return rows;
}

function pause(phone: string): PhoneRow {
  return { phone, stress: 0, place: 0, ending: 0 };
}

function endingOf(mark: Mark | undefined, words: readonly SaidWord[]): number {
  const ending = (mark === undefined ? undefined : ENDINGS[mark]) ?? NO_ENDING;
  return ending === QUESTION && ASKING.has(words[0]?.text ?? '') ? STATEMENT : ending;
}

function rowsOf(words: readonly SaidWord[], ending: number): PhoneRow[] {
  return words.flatMap(({ sounds }) => {
    const begins = syllableStarts(sounds);
    return sounds.map((sound, index) => ({
      phone: phoneOf(sound),
      stress: /[12]$/.test(sound) ? 1 : 0,
      place: (index === 0 ? 1 : 0) + (index === sounds.length - 1 ? 2 : 0) + (begins.has(index) ? 4 : 0),
      ending,
    }));
  });
}

/** The voice model's name of a sound; AH without stress is the schwa. */
export function phoneOf(sound: string): string {
  return sound === 'ah0' ? 'ax' : sound.replace(/\d$/, '');
}

/**
 * The starts of the syllables: each vowel takes the longest valid onset, and the remaining consonants belong to the syllable before
 * (maximal onset principle).
 */
function syllableStarts(sounds: readonly string[]): Set<number> {
  const vowels = sounds.flatMap((sound, index) => (isVowel(sound) ? [index] : []));
  const starts = new Set<number>([0]);
  for (const [place, vowel] of vowels.entries()) {
    const before = place === 0 ? -1 : (vowels[place - 1] ?? -1);
    if (before === -1) continue;
    let start = vowel;
    for (let from = vowel - 1; from > before && vowel - from <= 3; from -= 1) {
      const onset = sounds.slice(from, vowel);
      const fits = onset.length === 1 ? onset[0] !== 'ng' : ONSETS.has(onset.join(' '));
      if (!fits) break;
      start = from;
    }
    starts.add(start);
  }
  return starts;
}

/** Whether a part ends its sentence rather than a clause. */
export function endsSentence({ tokens }: SpokenSentence): boolean {
  const last = tokens.at(-1);
  return last?.kind !== 'break' || SENTENCE_MARKS.has(last.mark);
}

/**
 * Splits a long sentence after its first clause, so that playback can start while the rest is synthesised; both parts keep their
 * punctuation. A sentence without an early enough break stays whole.
 */
export function splitFirstClause({ tokens }: SpokenSentence, longest: number): SpokenSentence[] {
  const words = (part: readonly SpokenToken[]): number => part.filter(({ kind }) => kind !== 'break').length;
  if (words(tokens) <= longest) return [{ tokens }];
  const cut = tokens.findIndex(({ kind }, index) => kind === 'break' && words(tokens.slice(0, index)) >= SHORTEST_CLAUSE);
  if (cut === -1 || cut === tokens.length - 1) return [{ tokens }];
  return [{ tokens: tokens.slice(0, cut + 1) }, { tokens: tokens.slice(cut + 1) }];
}

/** In words; a shorter beginning sounds chopped off. */
const SHORTEST_CLAUSE = 3;
