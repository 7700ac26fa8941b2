/** The name and number of a placeholder, with its underscores escaped as Markdown wants it, or as blanks or hyphens. */
const BODY = String.raw`[A-Z](?:[A-Z\d]|\\{0,4}_|[ -]){0,120}?(?:\\{0,4}_|[ -])\d{1,9}`;
/** Brackets as they are given out, and those of other scripts. */
const [OPEN, CLOSE] = [String.raw`[[\uff3b\u3010]`, String.raw`[\]\uff3d\u3011]`];
/**
 * A placeholder such as `[EMAIL_1]` as models write it again: in other case, in other brackets or with blanks in them,
 * `\[EMAIL\_1\]` in Markdown, `%5BEMAIL_1%5D` in an address.
 */
const FORM = String.raw`\[[A-Z][A-Z\d_]*_\d+\]|${OPEN} {0,2}${BODY} {0,2}${CLOSE}|\\{1,4}\[${BODY}\\{1,4}\]|%5B${BODY}%5D`;
const FORMS = new RegExp(FORM, 'gi');
const ANY_FORM = new RegExp(FORM, 'i');
/** The beginning of one at the end of a text, and the first marks of one. */
const BEGINNING = /(?:\\{1,4}\[|[[\uff3b\u3010] {0,2}|%5B)(?:[A-Z](?:[A-Z\d]|\\{0,4}_|[ -])*)?(?:\\{1,4}|%5?)?$/i;
const FIRST_MARKS = /(?:\\{1,4}|%5?)$/;
/** Longer beginnings are of none. */
const LONGEST = 1024;

/** Whether a placeholder stands in a text, however it is written. */
export function holdsPlaceholder(text: string): boolean {
  return ANY_FORM.test(text);
}

/** The placeholders in a text, as they are given out. */
export function* placeholdersIn(text: string): Generator<string> {
  for (const [written] of text.matchAll(FORMS)) yield saidBy(written);
}

/** Replaces the placeholders in a text: `value` gets one as it is given out and its place, and gives undefined to leave it. */
export function replacePlaceholders(text: string, value: (said: string, place: number) => string | undefined): string {
  return text.replaceAll(FORMS, (written: string, place: number) => {
    const put = value(saidBy(written), place);
    if (put === undefined) return written;
    return written.startsWith('%') ? encodeURIComponent(put.toWellFormed()) : put;
  });
}

/** Where a growing text could end inside a placeholder, as `isBeginning` knows those given out; its length for nowhere. */
export function openPlaceholder(text: string, isBeginning: (said: string) => boolean): number {
  const end = text.slice(-LONGEST);
  const written = BEGINNING.exec(end)?.[0];
  // Blanks may stand between its words, or before the bracket behind it.
  if (written !== undefined && (isBeginning(saidBy(written)) || isBeginning(saidBy(written.replace(/ {1,2}$/, '')))))
    return text.length - written.length;
  return text.length - (FIRST_MARKS.exec(end)?.[0].length ?? 0);
}

/** A placeholder, or the beginning of one, as it is given out. */
function saidBy(written: string): string {
  const bare = written
    .replaceAll('\\', '')
    .replace(/^(?:%5B|[[\uff3b\u3010] {0,2})/i, '[')
    .replace(/(?:%5D| {0,2}[\]\uff3d\u3011])$/i, ']')
    .replace(/%5?$/, '');
  return bare.replaceAll(/[ -]/g, '_').toUpperCase();
}
