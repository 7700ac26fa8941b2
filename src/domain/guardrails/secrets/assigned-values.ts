import type { NamedSecret } from './named-form.ts';
import { isHyphenated } from './password-words.ts';

/** An assignment of its own. */
const ASSIGNS = /^[a-z_][\w.-]{0,63}=(?!=)/i;
/** A line that assigns nothing, with the break behind it; maximum length of what is read of it. */
const ASSIGNS_NOTHING = /=[ \t]{0,8}\r?\n\s{0,8}$/;
const MAX_NOTHING = 20;

/** Whether a value is the next setting, behind one that is left empty: `DB_PASSWORD=`, `DB_NAME=shop`. */
export function isNextSetting(text: string, start: number, value: string): boolean {
  return ASSIGNS.test(value) && ASSIGNS_NOTHING.test(text.slice(Math.max(0, start - MAX_NOTHING), start));
}

/** A name that is exactly a password's, and is assigned a literal. */
const NAMED_EXACTLY =
  /(?:^|[^A-Za-z])(?:[A-Za-z\d]{1,24}[_.-]){0,4}(?:password|passwd|pass|pwd|passwort)["'\]]{0,2}\s{0,3}(?::|={1,2}|\|\|=|=>|:=)\s{0,3}["'\x60]$/i;
const MAX_NAMED = 120;

/** Whether a value is words joined by hyphens that are given to a password as a literal. */
export function isLiteralWords(text: string, start: number, value: string, { category, kind }: NamedSecret): boolean {
  if (category !== 'password' || kind !== 'chosen' || !isHyphenated(value)) return false;
  return NAMED_EXACTLY.test(text.slice(Math.max(0, start - MAX_NAMED), start));
}
