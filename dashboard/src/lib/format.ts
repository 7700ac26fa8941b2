/** Milliseconds as people read them: 0.42 ms, 12 ms, 1.3 s. */
export function milliseconds(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  if (value < 10) return `${value.toFixed(2)} ms`;
  return value < 1000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(value < 10_000 ? 2 : 1)} s`;
}

/** A whole number with thousands marked. */
export function count(value: number): string {
  return value.toLocaleString('en-GB');
}

/** A count that fits a tile: 950, 12.3k, 4.56M. */
export function short(value: number): string {
  if (value < 10_000) return count(value);
  return value < 1e6 ? `${(value / 1000).toFixed(1)}k` : `${(value / 1e6).toFixed(2)}M`;
}

/** A share of a whole as a percentage, – of nothing. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(part === 0 || part === whole ? 0 : 1)} %`;
}

/** The time of day, to the second. */
export function timeOfDay(at: string | number | Date): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** Whether both are on one day where the reader is. */
export function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}

/** Day and time of day; the day only when it is not today, and the year when it is not this one. */
export function moment(at: string | number | Date, now: Date = new Date()): string {
  const date = new Date(at);
  if (isSameDay(date, now)) return timeOfDay(date);
  const year = date.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return `${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...year })} ${timeOfDay(date)}`;
}

/** Day, time and time zone, as a report needs them. */
export function fullMoment(at: string): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'long' });
}

/** A moment as a field for local times takes it, to the minute; empty where there is none. */
export function localTime(at: string | Date): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What a field for local times holds, in UTC; undefined where that is no time. */
export function utcTime(local: string): string | undefined {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/**
 * What a field for local times holds, in UTC, where `before` is what it was filled with: a field holds minutes of local time, so that what was
 * not typed anew keeps its seconds, and its side of the hour that clocks go through twice.
 */
export function retypedTime(before: string, local: string): string | undefined {
  return local !== '' && local === localTime(before) ? before : utcTime(local);
}

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

/** A language by its name; what is no tag of one is said as it is. */
export function languageName(tag: string): string {
  try {
    return LANGUAGES.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Bytes as people read them. */
export function bytes(value: number): string {
  if (value < 1000) return `${value} B`;
  return value < 1e6 ? `${(value / 1000).toFixed(1)} kB` : `${(value / 1e6).toFixed(1)} MB`;
}

/** The first lines of a text, as many as leave what stands below it in sight. */
export function beginning(text: string, lines = 20, characters = 2000): string {
  let end = -1;
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0 || end >= characters) return text.slice(0, characters);
  }
  return text.slice(0, end);
}

/** Letters of scripts whose spelling needs joiners. */
const JOINED =
  '[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}]';
/** Joiners between such letters, and within an emoji. */
const SPELLING = `(?<=${JOINED})[\\u200C\\u200D](?=${JOINED})|(?<=\\p{ExtPict}\\p{EMod}?\\uFE0F?)\\u200D(?=\\p{ExtPict})`;
const INVISIBLE = new RegExp(`[\\p{Cc}\\p{Cf}\\u2028\\u2029](?<!${SPELLING})`, 'gu');

/**
 * Text from outside on one line, cut to `longest` characters, with control and direction characters made visible,
 * so that nothing in it changes how what is around it reads.
 */
export function oneLine(text: string, longest = 200): string {
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return visible(cut.replaceAll(/\s+/g, ' '));
}

/** Text with control and direction characters, but for line ends and tabs, shown as their code points. */
export function visible(text: string): string {
  return text.replaceAll(INVISIBLE, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `‹${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`,
  );
}
