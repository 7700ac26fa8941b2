import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { isIdentifier, isWord } from './plain-words.ts';
import { textsIn } from './value-texts.ts';

/** What a tokenizer says for a part of a character, and marks such as the end of a text. */
const PART = /^(?:bytes:)?(?:\\x[0-9a-fA-F]{2}){1,8}$/;
const MARK = /^<[|/]?[A-Za-z_]{1,32}[|/]?>$/;
const HALVES = /^\ufffd+|\ufffd+$/g;
/** Where a token stands, and others in its place. */
const TEXTS: ReadonlySet<string> = new Set(['token', 'bytes', 'top_logprobs']);
/** What may have stood in the place of a token: a piece of a word or of a number, never a whole secret or a sentence. */
const ALTERNATIVE = /^(?!(?:\D*\d){6})[^]{0,32}$/;

/** What records say of token probabilities. */
export const TOKENS_PASS = 'token probabilities of a text that is read';
export const TOKENS_DROPPED = 'token probabilities of something else, left out';
export const TOKENS_STREAMED = 'token probabilities, left out beside what does not pass as it is';

/**
 * Whether token probabilities (`logprobs` of the chat completions API) only repeat a text of a message or a delta, so that
 * what has been checked is all they say. Of alternatives to a token only their size is looked at.
 */
export function repeatsText(logprobs: JsonValue, message: JsonValue): boolean {
  if (logprobs === null) return true;
  const texts = Array.from(textsIn(message, []), (found) => ('text' in found ? found.text : ''));
  if (!isJsonObject(logprobs)) return false;
  return Object.entries(logprobs).every(([field, tokens]) => {
    if (!isWord(field)) return false;
    if (tokens === null || (Array.isArray(tokens) && tokens.length === 0)) return true;
    if (!Array.isArray(tokens)) return false;
    const said = saidBy(tokens);
    return said !== undefined && (said === '' || texts.some((text) => text.includes(said)));
  });
}

/** The text of tokens; undefined where they are none, or say two things at once. */
function saidBy(tokens: readonly JsonValue[]): string | undefined {
  const pieces: { readonly token: string; readonly bytes: readonly number[] | undefined }[] = [];
  for (const entry of tokens) {
    if (!isJsonObject(entry) || typeof entry['token'] !== 'string' || !isTokenOnly(entry)) return undefined;
    const { token, bytes, top_logprobs: others } = entry;
    if (others !== undefined && others !== null && !(Array.isArray(others) && others.every(isAlternative))) return undefined;
    if (!areBytes(bytes)) return undefined;
    const own = bytes ?? undefined;
    if (MARK.test(token)) {
      if (own !== undefined && own.length > 0 && textOf(own) !== token) return undefined;
      continue;
    }
    if (own !== undefined) {
      const text = textOf(own);
      if (text.includes('\ufffd') ? !(PART.test(token) || token.includes('\ufffd') || text.includes(token)) : text !== token)
        return undefined;
    }
    pieces.push({ token, bytes: own });
  }
  const isCoded = pieces.every(({ bytes }) => bytes !== undefined);
  const said = isCoded ? textOf(pieces.flatMap(({ bytes }) => bytes ?? [])) : pieces.map(({ token }) => token).join('');
  return said.replaceAll(HALVES, '');
}

/** Whether an entry says nothing beside its token but numbers. */
function isTokenOnly(entry: JsonObject): boolean {
  return Object.entries(entry).every(
    ([field, value]) => TEXTS.has(field) || (isWord(field) && typeof value !== 'string' && isIdentifier(value)),
  );
}

function isAlternative(entry: JsonValue): boolean {
  if (!isJsonObject(entry) || !isTokenOnly(entry) || 'top_logprobs' in entry) return false;
  const { token, bytes } = entry;
  if (typeof token !== 'string' || !ALTERNATIVE.test(token)) return false;
  return areBytes(bytes) && ALTERNATIVE.test(textOf(bytes ?? []));
}

/** Whether a value is the bytes of a text, or none where the server gives none. */
function areBytes(value: JsonValue | undefined): value is number[] | null | undefined {
  return value === undefined || value === null || (Array.isArray(value) && value.every(isByte));
}

function isByte(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 256;
}

function textOf(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
