import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Direction, GuardInput, Rewrite } from '../../ports/guard.ts';
import { ENVELOPE_FIELDS } from './envelope-fields.ts';
import { isNothing, messageSites, type Speaker } from './message-sites.ts';
import { requestSites } from './request-sites.ts';
import { replaceAt, siteId, type Site, type SitePath } from './site.ts';
import { repeatsText, TOKENS_DROPPED, TOKENS_PASS } from './token-probabilities.ts';
import { holdsText, isLabel, valueSites } from './value-texts.ts';

const ASSISTANT: Speaker = { role: 'assistant', channel: 'user' };

/**
 * The pipeline's input record of a chat request (`input`) or of a complete reply (`output`). Every text
 * of the payload is a part with its place as id; what is no text is unscanned with the reason.
 */
export function buildGuardInput(body: JsonObject, options: { readonly requestId: string; readonly direction: Direction }): GuardInput {
  const { requestId, direction } = options;
  const parts: GuardInput['parts'][number][] = [];
  const unscanned: GuardInput['unscanned'][number][] = [];
  for (const site of sitesOf(body, direction)) {
    const id = siteId(site.path);
    if ('text' in site) parts.push({ id, role: site.role, channel: site.channel, text: site.text });
    else unscanned.push({ id, role: site.role, reason: site.reason });
  }
  return { requestId, direction, parts, unscanned };
}

/** The body with rewritten texts put back at exactly the places their parts came from; the original stays as it is. */
export function rewriteBody(body: JsonObject, direction: Direction, rewrites: readonly Rewrite[]): JsonObject {
  const texts = new Map(rewrites.map((rewrite) => [rewrite.part, rewrite.text]));
  const replacements = [];
  for (const site of sitesOf(body, direction)) {
    const text = texts.get(siteId(site.path));
    if (text === undefined || !('text' in site)) continue;
    replacements.push({ path: site.path, text: site.path.at(-1) === 'arguments' ? keepJson(site.text, text) : text });
  }
  return replaceAt(body, replacements);
}

function sitesOf(body: JsonObject, direction: Direction): Iterable<Site> {
  return direction === 'input' ? requestSites(body) : replySites(body);
}

function* replySites(body: JsonObject): Generator<Site> {
  const choices = Array.isArray(body['choices']) ? body['choices'] : [];
  for (const [index, choice] of choices.entries()) {
    if (!isJsonObject(choice) || !isJsonObject(choice['message'])) continue;
    yield* messageSites(choice['message'], ['choices', index, 'message'], ASSISTANT);
    yield* restSites(choice, ['choices', index], CHOICE_FIELDS);
    const { logprobs, message } = choice;
    if (isNothing(logprobs)) continue;
    yield { path: ['choices', index, 'logprobs'], ...ASSISTANT, reason: repeatsText(logprobs, message) ? TOKENS_PASS : TOKENS_DROPPED };
  }
  yield* restSites(body, [], ENVELOPE_FIELDS);
}

/** Fields of a choice that hold no text, or are read elsewhere. */
const CHOICE_FIELDS: ReadonlySet<string> = new Set(['index', 'message', 'logprobs']);

/** What stands beside the messages of a reply: every text in it is read. */
function* restSites(value: JsonObject, path: SitePath, known: ReadonlySet<string>): Generator<Site> {
  for (const [field, item] of Object.entries(value)) {
    if (
      (known.has(field) && !(field === 'usage' && holdsText(item))) ||
      isNothing(item) ||
      typeof item === 'number' ||
      typeof item === 'boolean'
    )
      continue;
    if (field === 'finish_reason' && isLabel(item)) continue;
    const at = [...path, field];
    yield* valueSites(item, at, ASSISTANT);
  }
}

/** Tool-call arguments that were JSON stay JSON: a placeholder in the place of a bare number becomes a string. */
function keepJson(before: string, after: string): string {
  if (!isJson(before) || isJson(after)) return after;
  return after.replaceAll(/"(?:[^"\\]|\\.)*"|\[[A-Z][A-Z0-9_]*\]/g, (match) => (match.startsWith('"') ? match : `"${match}"`));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
