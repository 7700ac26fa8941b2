/** A sign as an escape of JSON, also within further strings, or as an entity of HTML. */
const escaped = (code: string, ...names: readonly string[]): string =>
  String.raw`\\{1,8}u00${code}|&(?:#0{0,2}${Number.parseInt(code, 16)}|#x0{0,2}${code}|${names.join('|')});`;
/** An underscore, which may be escaped in Markdown, JSON, HTML or a URL. */
const UNDERSCORE = String.raw`(?:\\{0,4}_|${escaped('5f', 'lowbar', 'UnderBar')}|%5F)`;
/** Name and number of a placeholder; spaces or hyphens may replace its underscores. */
const BODY = String.raw`[A-Z](?:[A-Z\d]|${UNDERSCORE}|[ -]){0,120}?(?:${UNDERSCORE}|[ -])\d{1,9}`;
/** Square brackets, their counterparts in other scripts, and what stands for them in JSON and HTML. */
const OPEN = String.raw`(?:[[\uff3b\u3010]|${escaped('5b', 'lbrack', 'lsqb')})`;
const CLOSE = String.raw`(?:[\]\uff3d\u3011]|${escaped('5d', 'rbrack', 'rsqb')})`;
/**
 * A placeholder such as `[EMAIL_1]` in the variants models produce: other case, other brackets or spaces inside them,
 * `\[EMAIL\_1\]` in Markdown, `%5BEMAIL_1%5D` in a URL, escapes of JSON, entities of HTML.
 */
const FORM = String.raw`\[[A-Z][A-Z\d_]*_\d+\]|${OPEN} {0,2}${BODY} {0,2}${CLOSE}|\\{1,4}\[${BODY}\\{1,4}\]|%5B${BODY}%5D`;
const FORMS = new RegExp(FORM, 'gi');
/** Name and number without brackets, which models drop; a sign before or behind may make it the name of something else. */
const BARE = String.raw`\b(?<![$.]|\$\{)[A-Z][A-Z\d]{0,40}(?:\\?_[A-Z\d]{1,40}){0,12}?\\?_\d{1,9}(?![A-Z\d_\\])`;
const FORMS_OR_BARE = new RegExp(`${FORM}|${BARE}`, 'gi');
/** What every placeholder has that needs no brackets. */
const NUMBERED = /_\d/;
/** In other letters it is a word. */
const IS_BARE = /^[A-Z][A-Z\d_\\]*$/;
const BARE_BEGINNING = /(?<![A-Za-z\d_$.]|\$\{)[A-Z][A-Z\d_\\]{0,120}$/;
const ANY_FORM = new RegExp(FORM, 'i');
/** An escape sequence or an entity that is incomplete. */
const CUT = String.raw`(?:\\{1,8}(?:u0{0,2}5?)?|%5?|&[#a-z\d]{0,8})`;
/** An incomplete placeholder at the end of a text, and the characters that can start one. */
const BEGINNING = new RegExp(String.raw`(?:\\{1,4}\[|${OPEN} {0,2}|%5B)(?:[A-Z](?:[A-Z\d]|${UNDERSCORE}|[ -])*)?${CUT}?$`, 'i');
const CUT_OFF = new RegExp(`${CUT}$`, 'i');
/** Length limit of an incomplete placeholder. */
const LONGEST = 1024;

/** Whether a text contains a placeholder in any variant with brackets. */
export function holdsPlaceholder(text: string): boolean {
  return MAY_OPEN.test(text) && ANY_FORM.test(text);
}

/** A text with a letter in the place of each placeholder. */
export function withoutPlaceholders(text: string): string {
  return text.replaceAll(FORMS, 'x');
}

/** Characters of a placeholder before and behind a place inside it. */
const REACH = 160;
/** Quick filter: one of these begins every bracket. */
const MAY_OPEN = /[[\uff3b\u3010]|5b|91|lbrack|lsqb/i;

/**
 * End of the placeholder that covers a place, or of the text if that ends within one: models write some with spaces or backslashes,
 * which their values need not have.
 */
export function placeholderEnd(text: string, place: number): number | undefined {
  const from = Math.max(0, place - REACH);
  const around = text.slice(from, place + REACH);
  if (!MAY_OPEN.test(around)) return undefined;
  for (const { 0: written, index } of around.matchAll(FORMS)) {
    const start = from + index;
    if (start <= place && place < start + written.length) return start + written.length;
  }
  const open = place + REACH < text.length ? null : BEGINNING.exec(around);
  return open !== null && from + open.index <= place ? text.length : undefined;
}

/** The placeholders in a text, in canonical form, also those without brackets. */
export function* placeholdersIn(text: string): Generator<string> {
  for (const [written] of text.matchAll(NUMBERED.test(text) ? FORMS_OR_BARE : FORMS)) if (isPlaceholder(written)) yield saidBy(written);
}

/** Whether what `FORMS_OR_BARE` found has brackets or capitals. */
function isPlaceholder(written: string): boolean {
  return !/^[A-Za-z]/.test(written) || IS_BARE.test(written);
}

/** What before a place tells whether a placeholder without brackets begins there. */
export function bareContext(text: string): string {
  return /[\w$.{]{1,2}$/.exec(text.slice(-2))?.[0] ?? '';
}

/** How a link goes on behind its text: `[text](https://…)`, or a placeholder in the parentheses. */
const LINKS = ['(https://', '(http://', '(mailto:', '(tel:', '(sms:', '(['];

/**
 * Replaces the placeholders in a text. `value` gets the canonical form and the offsets, and whether the placeholder stands where a
 * Markdown link has its text, so that its brackets belong to the link; undefined leaves it as it is.
 */
export function replacePlaceholders(
  text: string,
  value: (said: string, at: { readonly start: number; readonly end: number; readonly isLinkText: boolean }) => string | undefined,
): string {
  return text.replaceAll(NUMBERED.test(text) ? FORMS_OR_BARE : FORMS, (written: string, start: number) => {
    if (!isPlaceholder(written)) return written;
    const end = start + written.length;
    const put = value(saidBy(written), { start, end, isLinkText: isBracketed(written) && goesOnAsLink(text, end) });
    if (put === undefined) return written;
    if (written.startsWith('&')) return put.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    return written.startsWith('%') ? encodeURIComponent(put.toWellFormed()) : put;
  });
}

/**
 * Index from which a growing text may end in an incomplete placeholder, or in one that may be the text of a link, judged by `isBeginning`
 * of its canonical form; the text's length otherwise.
 */
export function openPlaceholder(text: string, isBeginning: (said: string) => boolean, before = ''): number {
  // What is open may also be what belongs to a name without brackets before it.
  let open = openBare(before, text.slice(0, openEnd(text, isBeginning)), isBeginning);
  // What is open may itself begin the address of a link.
  for (;;) {
    const [before, said = '', address = ''] = BEFORE_LINK.exec(text.slice(Math.max(0, open - LONGEST), open)) ?? [];
    if (before === undefined || !mayBeLink(address, text.charAt(open)) || !isBeginning(saidBy(said))) return open;
    open -= before.length;
  }
}

/** Index from which a placeholder without brackets may begin, or be complete until another digit follows. */
function openBare(before: string, text: string, isBeginning: (said: string) => boolean): number {
  const end = before + text.slice(-LONGEST);
  const written = BARE_BEGINNING.exec(end);
  const from = text.length - (end.length - (written?.index ?? end.length));
  return written !== null && from >= 0 && isBeginning(`[${written[0].replaceAll('\\', '')}`) ? from : text.length;
}

function openEnd(text: string, isBeginning: (said: string) => boolean): number {
  const end = text.slice(-LONGEST);
  const written = BEGINNING.exec(end)?.[0];
  // Spaces may stand between its words, or before the closing bracket.
  if (written !== undefined && (isBeginning(saidBy(written)) || isBeginning(saidBy(written.replace(/ {1,2}$/, '')))))
    return text.length - written.length;
  return text.length - (CUT_OFF.exec(end)?.[0].length ?? 0);
}

/** A placeholder at the end of a text, with at most the beginning of a link's address behind it. */
const BEFORE_LINK = new RegExp(String.raw`(\[[A-Z][A-Z\d_ -]{0,120}\d\])(\([a-z:/]{0,8})?$`, 'i');

function isBracketed(written: string): boolean {
  return written.startsWith('[') && written.endsWith(']') && !written.endsWith('\\]');
}

function goesOnAsLink(text: string, place: number): boolean {
  return text.charAt(place) === '(' && LINKS.some((link) => text.slice(place, place + link.length).toLowerCase() === link);
}

/** Whether an address may still become that of a link; `next` is what follows it, if anything does. */
function mayBeLink(address: string, next: string): boolean {
  const written = (address + next).toLowerCase();
  return LINKS.some((link) => link.startsWith(written) && link.length > address.length);
}

const UNDERSCORES = new RegExp(UNDERSCORE, 'gi');
const FIRST = new RegExp(String.raw`^(?:%5B|${OPEN} {0,2}|\\{1,4}\[)`, 'i');
const LAST = new RegExp(String.raw`(?:%5D| {0,2}${CLOSE}|\\{1,4}\])$`, 'i');

/** A complete or incomplete placeholder in canonical form. */
function saidBy(written: string): string {
  if (IS_BARE.test(written)) return `[${written.replaceAll('\\', '')}]`;
  const bare = written.replace(FIRST, '[').replace(LAST, ']').replaceAll(UNDERSCORES, '_').replace(CUT_OFF, '');
  return bare.replaceAll(/[ -]/g, '_').toUpperCase();
}
