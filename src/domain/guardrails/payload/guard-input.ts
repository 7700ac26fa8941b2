import { isJsonObject, type JsonObject, type JsonValue, listOf } from '../../../core/json.ts';
import { lastTurn } from '../../../core/last-turn.ts';
import type { Direction, GuardInput, Rewrite } from '../../../ports/guard.ts';
import type { ReadDocuments } from './attached-documents.ts';
import { isEnvelope } from './envelope-fields.ts';
import { ASSISTANT, isNothing, messageSites } from './message-sites.ts';
import { isIdentifier } from './plain-words.ts';
import { requestSites } from './request-sites.ts';
import { createPathNames, replaceAt, type Replacement, type Site, type SitePath } from './site.ts';
import { repeatsText, TOKENS_DROPPED, TOKENS_PASS } from './token-probabilities.ts';
import { holdsText, isLabel, isTelling, nameSite, valueSites } from './value-texts.ts';

/** Limit on the texts of one request or reply. A payload with more is refused, never passed on unchecked. */
export const MAX_PARTS = 16_384;

/**
 * The pipeline's input for a chat request (`input`) or a complete reply (`output`). Every text of the payload becomes a part
 * whose id is its place; everything else is listed as unscanned, with the reason. Stops after the first part beyond MAX_PARTS.
 */
export function buildGuardInput(
  body: JsonObject,
  options: {
    readonly requestId: string;
    readonly direction: Direction;
    /** The texts of the request's documents; without them these are unscanned. */
    readonly documents?: ReadDocuments | undefined;
  },
): GuardInput {
  const { requestId, direction, documents } = options;
  const parts: GuardInput['parts'][number][] = [];
  const unscanned: GuardInput['unscanned'][number][] = [];
  const { nameOf, idOf } = createSiteNames();
  const turn = direction === 'input' ? lastTurnOf(body['messages']) : 0;
  const answered = turn > 0 ? firstAnswerOf(body['messages']) : Infinity;
  for (const site of sitesOf(body, direction, documents)) {
    if (parts.length + unscanned.length > MAX_PARTS) break;
    const id = nameOf(site);
    if ('reason' in site) unscanned.push({ id, role: site.role, reason: site.reason });
    else {
      const { role, channel, text } = site;
      const joins = site.joins?.parts.map(({ path, start, end }) => ({ part: idOf(path), start, end }));
      parts.push({
        id,
        role,
        channel,
        text,
        ...(joins === undefined ? {} : { joins }),
        ...(site.inWhole === true ? { inWhole: true } : {}),
        ...(isEarlier(site, turn) ? { isEarlier: true } : {}),
        ...(follows(site, answered) ? { follows: true } : {}),
      });
    }
  }
  return { requestId, direction, parts, unscanned };
}

function lastTurnOf(messages: JsonValue | undefined): number {
  if (!Array.isArray(messages)) return 0;
  return lastTurn(messages.length, (index) => {
    const message = messages[index];
    return isJsonObject(message) ? message['role'] : undefined;
  });
}

/** Index of the first message of the assistant; Infinity without one. */
function firstAnswerOf(messages: JsonValue | undefined): number {
  const first = listOf(messages).findIndex((message) => isJsonObject(message) && message['role'] === 'assistant');
  return first < 0 ? Infinity : first;
}

function follows({ path: [field, index], role, channel }: Site, answered: number): boolean {
  return field === 'messages' && typeof index === 'number' && index > answered && role === 'user' && channel === 'user';
}

/** Roles of the messages that the application writes. They are never withheld: without them the model would lack its instructions. */
export const STANDING: ReadonlySet<string> = new Set(['system', 'developer']);

function isEarlier({ path: [field, index], role }: Site, turn: number): boolean {
  return field === 'messages' && typeof index === 'number' && index < turn && !STANDING.has(role);
}

/** A copy of the body with the texts of the given parts replaced; `documents` are those that its input was built with. */
export function rewriteBody(body: JsonObject, direction: Direction, rewrites: readonly Rewrite[], documents?: ReadDocuments): JsonObject {
  const texts = new Map(rewrites.map((rewrite) => [rewrite.part, rewrite.text]));
  const replacements: Replacement[] = [];
  const { nameOf } = createSiteNames();
  for (const site of sitesOf(body, direction, documents)) {
    const text = texts.get(nameOf(site));
    if (text === undefined || !('text' in site) || site.joins !== undefined) continue;
    const { path, write } = site;
    if (site.isName === true) replacements.push({ path, name: text });
    else if (write !== undefined) replacements.push({ path, put: write(text) });
    else replacements.push({ path, put: path.at(-1) === 'arguments' ? keepJson(site.text, text) : text });
  }
  return replaceAt(body, replacements);
}

/** Ids of deeper paths are cut off and numbered: a record repeats every id many times. */
const MAX_STEPS = 24;

/** Names the sites of a body; called in their order, so that the same body always gets the same ids. */
function createSiteNames(): { readonly nameOf: (site: Site) => string; readonly idOf: (path: SitePath) => string } {
  const idOf = createPathNames();
  let cut = 0;
  function placeOf(path: SitePath): string {
    if (path.length <= MAX_STEPS) return idOf(path);
    cut += 1;
    return `${idOf(path.slice(0, MAX_STEPS))}…#${cut}`;
  }
  function nameOf(site: Site): string {
    const id = placeOf(site.path);
    if ('reason' in site) return id;
    if (site.isName === true) return `${id} (name)`;
    return site.joins === undefined ? id : `${id} (${site.joins.name})`;
  }
  return { nameOf, idOf };
}

function sitesOf(body: JsonObject, direction: Direction, documents: ReadDocuments | undefined): Iterable<Site> {
  return direction === 'input' ? requestSites(body, documents) : replySites(body);
}

function* replySites(body: JsonObject): Generator<Site> {
  for (const [index, choice] of listOf(body['choices']).entries()) {
    if (!isJsonObject(choice) || !isJsonObject(choice['message'])) continue;
    yield* messageSites(choice['message'], ['choices', index, 'message'], ASSISTANT);
    yield* restSites(choice, ['choices', index], isKnownOfChoice);
    const { logprobs, message } = choice;
    if (isNothing(logprobs)) continue;
    yield { path: ['choices', index, 'logprobs'], ...ASSISTANT, reason: repeatsText(logprobs, message) ? TOKENS_PASS : TOKENS_DROPPED };
  }
  yield* restSites(body, [], isEnvelope);
}

/** Whether a field of a choice holds no text or is read elsewhere. */
function isKnownOfChoice(field: string, value: JsonValue): boolean {
  if (field === 'finish_reason') return isLabel(value);
  return field === 'message' || field === 'logprobs' || (field === 'index' && isIdentifier(value));
}

/** The texts of a reply or choice outside its messages. */
function* restSites(value: JsonObject, path: SitePath, isKnown: (field: string, value: JsonValue) => boolean): Generator<Site> {
  for (const field of Object.keys(value)) {
    const item = value[field] ?? null;
    if (isTelling(field)) yield nameSite(path, field, ASSISTANT);
    const isPlain = (typeof item === 'number' || typeof item === 'boolean') && !holdsText(item);
    if (!isKnown(field, item) && !isNothing(item) && !isPlain) yield* valueSites(item, [...path, field], ASSISTANT);
  }
}

/** Keeps the arguments of tool calls valid JSON if they were: a placeholder that replaced a bare number gets quotes. */
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
