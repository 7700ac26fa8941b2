/** Name and number of a placeholder; underscores may be escaped as in Markdown, or replaced by spaces or hyphens. */
const BODY = String.raw`[A-Z](?:[A-Z\d]|\\{0,4}_|[ -]){0,120}?(?:\\{0,4}_|[ -])\d{1,9}`;
/** Square brackets and their counterparts in other scripts. */
const [OPEN, CLOSE] = [String.raw`[[\uff3b\u3010]`, String.raw`[\]\uff3d\u3011]`];
/**
 * A placeholder such as `[EMAIL_1]` in the variants models produce: other case, other brackets or spaces inside them,
 * `\[EMAIL\_1\]` in Markdown, `%5BEMAIL_1%5D` in a URL.
 */
const FORM = String.raw`\[[A-Z][A-Z\d_]*_\d+\]|${OPEN} {0,2}${BODY} {0,2}${CLOSE}|\\{1,4}\[${BODY}\\{1,4}\]|%5B${BODY}%5D`;
const FORMS = new RegExp(FORM, 'gi');
const ANY_FORM = new RegExp(FORM, 'i');
/** An incomplete placeholder at the end of a text, and the characters that can start one. */
const BEGINNING = /(?:\\{1,4}\[|[[\uff3b\u3010] {0,2}|%5B)(?:[A-Z](?:[A-Z\d]|\\{0,4}_|[ -])*)?(?:\\{1,4}|%5?)?$/i;
const FIRST_MARKS = /(?:\\{1,4}|%5?)$/;
/** Length limit of an incomplete placeholder. */
const LONGEST = 1024;

/** Whether a text contains a placeholder in any variant. */
export function holdsPlaceholder(text: string): boolean {
  return ANY_FORM.test(text);
}

/** The placeholders in a text, in canonical form. */
export function* placeholdersIn(text: string): Generator<string> {
  for (const [written] of text.matchAll(FORMS)) yield saidBy(written);
}

/** Replaces the placeholders in a text. `value` gets the canonical form and the offset; undefined leaves the placeholder as it is. */
export function replacePlaceholders(text: string, value: (said: string, place: number) => string | undefined): string {
  return text.replaceAll(FORMS, (written: string, place: number) => {
    const put = value(saidBy(written), place);
    if (put === undefined) return written;
    return written.startsWith('%') ? encodeURIComponent(put.toWellFormed()) : put;
  });
}

/**
 * Index from which a growing text may end in an incomplete placeholder, judged by `isBeginning` of its canonical form; the text's
 * length otherwise.
 */
export function openPlaceholder(text: string, isBeginning: (said: string) => boolean): number {
  const end = text.slice(-LONGEST);
  const written = BEGINNING.exec(end)?.[0];
  // Spaces may stand between its words, or before the closing bracket.
  if (written !== undefined && (isBeginning(saidBy(written)) || isBeginning(saidBy(written.replace(/ {1,2}$/, '')))))
    return text.length - written.length;
  return text.length - (FIRST_MARKS.exec(end)?.[0].length ?? 0);
}

/** A complete or incomplete placeholder in canonical form. */
function saidBy(written: string): string {
  const bare = written
    .replaceAll('\\', '')
    .replace(/^(?:%5B|[[\uff3b\u3010] {0,2})/i, '[')
    .replace(/(?:%5D| {0,2}[\]\uff3d\u3011])$/i, ']')
    .replace(/%5?$/, '');
  return bare.replaceAll(/[ -]/g, '_').toUpperCase();
}
