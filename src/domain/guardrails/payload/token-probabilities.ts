import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { isIdentifier, isWord } from './plain-words.ts';
import { textsIn } from './value-texts.ts';

/** How tokenizers write a fragment of a character, and special tokens such as the end of text. */
const PART = /^(?:bytes:)?(?:\\x[0-9a-fA-F]{2}){1,8}$/;
const MARK = /^<[|/]?[A-Za-z_]{1,32}[|/]?>$/;
const HALVES = /^\ufffd+|\ufffd+$/g;
/** Fields that hold a token or its alternatives. */
const TEXTS: ReadonlySet<string> = new Set(['token', 'bytes', 'top_logprobs']);
/** Expected form of an alternative token: a piece of a word or number, never a whole secret or sentence. */
const ALTERNATIVE = /^(?!(?:\D*\d){6})[^]{0,32}$/;

/** Reasons in records for not scanning token probabilities. */
export const TOKENS_PASS = 'token probabilities of a text that is read';
export const TOKENS_DROPPED = 'token probabilities of something else, left out';
export const TOKENS_STREAMED = 'token probabilities, left out beside what does not pass as it is';

/**
 * Whether token probabilities (`logprobs` of the chat completions API) merely repeat the text of a message or delta, and so hold
 * nothing unchecked. Alternatives to a token are only checked for their form.
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

/** The concatenated text of tokens; undefined if they are malformed, or if `token` and `bytes` disagree. */
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

/** Whether an entry holds nothing but its token and numbers. */
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

/** Whether a value is an array of bytes, or absent. */
function areBytes(value: JsonValue | undefined): value is number[] | null | undefined {
  return value === undefined || value === null || (Array.isArray(value) && value.every(isByte));
}

function isByte(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 256;
}

function textOf(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
