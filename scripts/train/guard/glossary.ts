import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('glosses/', import.meta.url);

/** Languages of other scripts than the Latin one. */
const SCRIPTS: Readonly<Record<string, string>> = {
  el: 'greek',
  ru: 'cyrillic',
  uk: 'cyrillic',
  bg: 'cyrillic',
  he: 'hebrew',
  ar: 'arabic',
  fa: 'arabic',
  hi: 'devanagari',
  th: 'thai',
  ja: 'kana',
  zh: 'han',
  ko: 'hangul',
};

/** Glosses whose forms are so frequent, in texts or in requests, that languages are recognised by them. */
const FREQUENT = new Set(
  (
    'not no yes never always only all every everything anything nothing some many much more most very too also even if when because so that ' +
    'which who what where why how i me my we our us you your he him his she her it its they them their this these those here there is are ' +
    'was were be been will would can could cannot must should may do does did has have had let oneself own self am over under up down out off again into and or but with without for to from in on at ' +
    'of about by as like than before after until now please thanks hello forget ignore show tell say write repeat translate explain describe ' +
    'answer make give want need know think good new rule instruction first one two the a an'
  ).split(' '),
);
/** So many words of a language at most, the shortest first: those are the most frequent. */
const MOST_WORDS = 320;
const LEAST_LENGTH = 2;

/**
 * The glossary of the guard's model in one piece, from a file a language: `english: form | form*`. The languages are recognised by
 * forms of frequent glosses that are no frequent English words, as `openGlossary` reads them.
 */
export function packGlossary(): Buffer {
  const english = new Set(readFileSync(new URL('glosses/english-words.txt', import.meta.url), 'utf8').split(/\s+/));
  const sections = readdirSync(FOLDER)
    .filter((file) => file !== 'english-words.txt')
    .toSorted()
    .map((file) => section(file.replace(/\.txt$/, ''), readFileSync(new URL(file, FOLDER), 'utf8'), english));
  return Buffer.from(sections.join(''));
}

function section(code: string, written: string, english: ReadonlySet<string>): string {
  const lines = written.split('\n').filter((line) => line.includes(': '));
  const frequent = lines
    .filter((line) => FREQUENT.has(line.slice(0, line.indexOf(': '))))
    .flatMap((line) => line.slice(line.indexOf(': ') + 2).split(' | '))
    .filter((form) => /^[\p{L}\p{M}]+$/u.test(form) && form.length >= LEAST_LENGTH && !english.has(form));
  const marks = [code, SCRIPTS[code] ?? 'latin', ...[...new Set(frequent)].toSorted((a, b) => a.length - b.length).slice(0, MOST_WORDS)];
  return `@${marks.join(' ')}\n${lines.join('\n')}\n`;
}
