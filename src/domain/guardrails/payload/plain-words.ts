import type { JsonValue } from '../../../core/json.ts';

/** Short words with few digits, and short numbers. Keys, card numbers and sentences are longer, or have more digits or spaces. */
const WORD = /^(?:[A-Za-z$_.-]{1,32}|(?=.{1,32}$)[a-z$_.-]*\d{1,4}[a-z$_.-]*|(?!(?:\D*\d){6})[\w$.-]{1,12}|\d{1,8})$/;
/** Machine-made identifiers: no spaces. */
const IDENTIFIER = /^[\w.:|=+/~-]*$/;
const MODEL = /^[\w.:/@+-]{0,256}$/;
/** As many digits in sequence as a card number has. */
const LONG_ROW = /(?:\d[^\dA-Za-z]?){12}/;
/** Prefixes of API keys, which are checked even where an identifier is expected. */
const KEY = /(?:^|[^A-Za-z])(?:sk-|rk_|gh[opsru]_|github_pat_|A[KS]IA[A-Z\d]|xox[a-z]-|AIza|glpat-|hf_|npm_|eyJ)/;
const MOST_INDEXES = 1_000_000;
/** Smaller numbers are counts and timestamps. */
const SMALL_NUMBER = 4e12;

/** Whether a text is a plain word, such as a field name, in which no check could find anything. */
export function isWord(text: string): boolean {
  return WORD.test(text);
}

/** Field names that occur in nearly every chat request and reply. */
const COMMON_FIELDS: ReadonlySet<string> = new Set(
  (
    'model messages role content stream temperature max_tokens id object created choices index message refusal logprobs ' +
    'finish_reason usage prompt_tokens completion_tokens total_tokens system_fingerprint'
  ).split(' '),
);

/** `isWord` for a field name; faster, since most are known. */
export function isFieldName(name: string): boolean {
  return COMMON_FIELDS.has(name) || WORD.test(name);
}

/** Whether a value is an identifier or a count, not text by a person or model. */
export function isIdentifier(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return IDENTIFIER.test(value) && !LONG_ROW.test(value) && !KEY.test(value);
  if (typeof value === 'number') return Math.abs(value) < SMALL_NUMBER;
  return value === undefined || value === null || typeof value === 'boolean';
}

/** Whether a value can be an index: an integer below one million. */
export function isIndex(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < MOST_INDEXES;
}

/** Whether a value is a model name. */
export function isModelName(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && MODEL.test(value) && !LONG_ROW.test(value) && !KEY.test(value);
}
