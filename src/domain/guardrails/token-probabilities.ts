import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { isIdentifier } from './plain-words.ts';
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
  return Object.entries(logprobs).every(([, tokens]) => {
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
    if (MARK.test(token)) continue;
    const own = Array.isArray(bytes) && bytes.every((byte) => typeof byte === 'number') ? bytes : undefined;
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
  return Object.entries(entry).every(([field, value]) => TEXTS.has(field) || (typeof value !== 'string' && isIdentifier(value)));
}

function isAlternative(entry: JsonValue): boolean {
  if (!isJsonObject(entry) || !isTokenOnly(entry) || 'top_logprobs' in entry) return false;
  const { token, bytes = null } = entry;
  if (typeof token !== 'string' || !ALTERNATIVE.test(token)) return false;
  if (bytes === null) return true;
  return Array.isArray(bytes) && bytes.every((byte) => typeof byte === 'number') && ALTERNATIVE.test(textOf(bytes));
}

function textOf(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
