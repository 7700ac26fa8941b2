import { meanConfidence } from '../../core/timed-words.ts';
import type { TranscriptWord } from '../../ports/speech.ts';

const numbersOf = (words: string, from: number, by = 1): ReadonlyMap<string, number> =>
  new Map(words.split(' ').map((word, index) => [word, from + index * by]));
const UNITS = numbersOf('zero one two three four five six seven eight nine', 0);
const TEENS = numbersOf('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 10);
const TENS = numbersOf('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10);
const ORDINALS = numbersOf('first second third fourth fifth sixth seventh eighth ninth', 1);

const SIGNS = /[^\p{L}\p{N}%]*$/u;

/** What some words are written as: each text, and how many of them it stands for. */
type Figure = readonly (readonly [text: string, words: number])[];
/** A number, and how many words it is. */
type Count = readonly [value: number, words: number];

/**
 * Words with figures for times of day («2:30 p.m.»), percentages («4%») and centuries («21st»), which the recogniser of people's speech
 * writes now in figures and now in words. Other numbers stay as they are, as many are none: «one of them».
 */
export function withFigures(words: readonly TranscriptWord[]): TranscriptWord[] {
  const texts = words.map(({ text }) => text.toLowerCase());
  const written: TranscriptWord[] = [];
  for (let at = 0; at < words.length;) {
    const rest = texts.slice(at, at + MOST_WORDS);
    for (const [text, count] of timeOf(rest) ??
      (texts[at - 1] === 'point' ? undefined : percentageOf(rest)) ??
      centuryOf(rest) ?? [[undefined, 1] as const]) {
      const own = words.slice(at, at + count);
      written.push(...(text === undefined ? own : [asOne(own, text)]));
      at += count;
    }
  }
  return written;
}

/** No figure has more words. */
const MOST_WORDS = 8;

/** Neighbouring words as one, written as a figure, with the signs behind them. */
function asOne(words: readonly TranscriptWord[], text: string): TranscriptWord {
  const [first, last] = [words[0], words.at(-1)];
  const signs = SIGNS.exec(last?.text ?? '')?.[0] ?? '';
  return {
    start: first?.start ?? 0,
    end: last?.end ?? 0,
    text: text + (text.endsWith('.') ? signs.replace(/^\.+/, '') : signs),
    confidence: 0,
    ...meanConfidence(words),
  };
}

/** «two thirty p m» and the like; without minutes or points «am» is a verb. */
function timeOf(texts: readonly string[]): Figure | undefined {
  const hour = plain(texts[0], UNITS) ?? plain(texts[0], TEENS);
  if (hour === undefined || hour < 1 || hour > 12) return undefined;
  const [minutes, count] = minutesOf(texts.slice(1)) ?? [undefined, 0];
  const [half = '', next = ''] = texts.slice(1 + count);
  const apart = /^[ap]\.?$/.test(half) && /^m\P{L}*$/u.test(next);
  if (!apart && !/^(?:pm|[ap]\.m)\P{L}*$/u.test(half) && !(minutes !== undefined && /^am\P{L}*$/u.test(half))) return undefined;
  const clock = minutes === undefined ? `${hour}` : `${hour}:${String(minutes).padStart(2, '0')}`;
  return [
    [clock, 1 + count],
    [`${half[0] ?? ''}.m.`, apart ? 2 : 1],
  ];
}

function minutesOf(texts: readonly string[]): Count | undefined {
  const unit = /^(?:oh?|zero)$/.test(texts[0] ?? '') ? plain(texts[1], UNITS) : undefined;
  if (unit !== undefined && unit > 0) return [unit, 2];
  const number = belowHundred(texts);
  return number !== undefined && number[0] >= 10 && number[0] < 60 ? number : undefined;
}

/** «four percent», «4 percent», «two point five per cent». */
function percentageOf(texts: readonly string[]): Figure | undefined {
  const inFigures = /^\d[\d,.]*$/.test(texts[0] ?? '') ? texts[0] : undefined;
  const [value, count] = inFigures === undefined ? (belowThousand(texts) ?? [undefined, 0]) : [inFigures, 1];
  if (value === undefined) return undefined;
  let [figure, words] = [`${value}`, count];
  if (texts[words] === 'point' && inFigures === undefined) {
    const digits = texts.slice(words + 1).map((text) => plain(text, UNITS));
    const many = digits.findIndex((digit) => digit === undefined);
    if (many < 1) return undefined;
    [figure, words] = [`${figure}.${digits.slice(0, many).join('')}`, words + 1 + many];
  }
  const [sign = '', next = ''] = texts.slice(words);
  if (/^percent\P{L}*$/u.test(sign)) return [[`${figure}%`, words + 1]];
  return sign === 'per' && /^cent\P{L}*$/u.test(next) ? [[`${figure}%`, words + 2]] : undefined;
}

/** «twenty first», if it is a century. */
function centuryOf(texts: readonly string[]): Figure | undefined {
  const [tens = '', unit] = (texts[0] ?? '').split('-');
  const words = unit === undefined ? 2 : 1;
  const [ten, one] = [TENS.get(tens), ORDINALS.get(unit ?? texts[1] ?? '')];
  if (ten === undefined || one === undefined || !/^centur(?:y|ies)\P{L}*$/u.test(texts[words] ?? '')) return undefined;
  return [[`${ten + one}${['th', 'st', 'nd', 'rd'][one] ?? 'th'}`, words]];
}

function belowThousand(texts: readonly string[]): Count | undefined {
  const hundreds = plain(texts[0], UNITS);
  if (hundreds === undefined || texts[1] !== 'hundred') return belowHundred(texts);
  const joint = texts[2] === 'and' ? 3 : 2;
  const [value, words] = belowHundred(texts.slice(joint)) ?? [0, 2 - joint];
  return [hundreds * 100 + value, joint + words];
}

function belowHundred(texts: readonly string[]): Count | undefined {
  const [tens = '', unit] = (texts[0] ?? '').split('-');
  const ten = TENS.get(tens);
  if (ten === undefined) {
    const value = plain(texts[0], UNITS) ?? plain(texts[0], TEENS);
    return value === undefined ? undefined : [value, 1];
  }
  const one = plain(unit ?? texts[1], UNITS);
  if (unit !== undefined) return one === undefined ? undefined : [ten + one, 1];
  return one === undefined || one === 0 ? [ten, 1] : [ten + one, 2];
}

/** The number of a word without signs. */
function plain(text: string | undefined, numbers: ReadonlyMap<string, number>): number | undefined {
  return text === undefined ? undefined : numbers.get(text);
}
