import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import type { ReadDocuments } from './attached-documents.ts';
import { joinedMessages, withWholeDefinition } from './joined-parts.ts';
import { leavesOf, TOO_DEEP } from './json-leaves.ts';
import { contentSites, isNothing, messageSites, saidIn, type Speaker } from './message-sites.ts';
import { isModelName, isWord } from './plain-words.ts';
import type { Site, SitePath } from './site.ts';
import { TOOL_DEFINITION_ROLE } from './tool-definition.ts';
import { holdsText, isLabel, isTelling, nameSite, textsIn, valueSites } from './value-texts.ts';

/** Request fields that are model settings. They rarely hold text, but it is read where they do. */
const SETTINGS: ReadonlySet<string> = new Set(
  (
    'model stream stream_options temperature top_p n max_tokens max_completion_tokens presence_penalty frequency_penalty ' +
    'logit_bias logprobs top_logprobs seed tool_choice function_call parallel_tool_calls reasoning_effort verbosity ' +
    'modalities service_tier store encoding_format'
  ).split(' '),
);
const TOOL_DEFINITION: Speaker = { role: TOOL_DEFINITION_ROLE, channel: 'tool' };
const CALLER: Speaker = { role: 'user', channel: 'user' };
/** What is embedded is mostly data to be found again. */
const EMBEDDED: Speaker = { role: 'user', channel: 'document' };
const NOTHING: readonly Site[] = [];

/** Every text of a chat or embeddings request and of its documents, and every part of it that cannot be read, in order. */
export function* requestSites(body: JsonObject, documents?: ReadDocuments): Generator<Site> {
  for (const field of Object.keys(body)) {
    const value = body[field] ?? null;
    if (isTelling(field)) yield nameSite([], field, CALLER);
    if (isNothing(value) || (SETTINGS.has(field) && isModelName(value))) continue;
    const path = [field];
    if (SETTINGS.has(field)) yield* settingSites(value, path);
    else if (field === 'messages' && Array.isArray(value)) yield* historySites(value, path, documents);
    else if (field === 'input' && body['messages'] === undefined) yield* valueSites(value, path, EMBEDDED);
    else if ((field === 'tools' || field === 'functions') && Array.isArray(value)) {
      for (const [index, definition] of value.entries()) yield* wholeDefinition(definition, [...path, index]);
    } else if (field === 'response_format' && isJsonObject(value)) yield* wholeDefinition(value, path);
    else if (field === 'prediction' && isJsonObject(value)) yield* predictionSites(value, path);
    else if ((typeof value !== 'number' && typeof value !== 'boolean') || holdsText(value)) {
      for (const site of valueSites(value, path, CALLER))
        yield isCredential(site) ? { path: site.path, ...CALLER, reason: CREDENTIAL } : site;
    }
  }
}

/** The sites of a setting whose value is more than a number or a plain word. */
function* settingSites(value: JsonValue, path: SitePath): Generator<Site> {
  for (const found of textsIn(value, path)) if ('reason' in found || !isWord(found.text)) yield { ...found, ...CALLER };
}

function* predictionSites(prediction: JsonObject, path: SitePath): Generator<Site> {
  for (const [field, value] of Object.entries(prediction)) {
    const at = [...path, field];
    if (isTelling(field)) yield nameSite(path, field, CALLER);
    if (isNothing(value) || (field === 'type' && isLabel(value))) continue;
    if (field === 'content') yield* contentSites(value, at, CALLER);
    else yield* valueSites(value, at, CALLER);
  }
}

function* historySites(messages: readonly JsonValue[], path: SitePath, documents?: ReadDocuments): Generator<Site> {
  /** The run of consecutive user messages up to here. */
  let row: { readonly content: JsonValue | undefined; readonly path: SitePath }[] = [];
  function joined(last: number): Iterable<Site> {
    const alike = row;
    row = [];
    if (alike.length < 2) return NOTHING;
    const said = alike.flatMap((message) => [...saidIn(message.content, message.path)]);
    return joinedMessages(said, [...path, last], CALLER);
  }
  for (const [index, message] of messages.entries()) {
    if (!isJsonObject(message)) continue;
    const at = [...path, index];
    const role = typeof message['role'] === 'string' ? message['role'] : 'unknown';
    yield* messageSites(message, at, { role, channel: role === 'tool' || role === 'function' ? 'tool' : 'user' }, documents);
    if (role === 'user') row.push({ content: message['content'], path: [...at, 'content'] });
    else yield* joined(index - 1);
  }
  yield* joined(messages.length - 1);
}

/** Words in the names of fields whose credentials the upstream uses for the request; their values must not be changed. */
const CREDENTIALS: ReadonlySet<string> = new Set(
  'key keys apikey token tokens secret secrets password passwd auth authorization authentication credential credentials bearer header headers cookie cookies'.split(
    ' ',
  ),
);
const CREDENTIAL = 'a credential of the request for its upstream';
/** One word, optionally after a scheme, that is not a number: a number may be an account or card. */
const CREDENTIAL_FORM = /^(?:[A-Za-z]{1,16} )?(?!(?:\d[^\dA-Za-z]?){12,19}$)\S+$/;

/** Fields that hold no credentials, whatever the names inside them. */
const KEPT: ReadonlySet<string | number | undefined> = new Set(['metadata', 'prompt_cache_key', 'stop']);

function isCredential(site: Site): boolean {
  const { path } = site;
  if (!('text' in site) || site.isName === true || KEPT.has(path[0]) || !CREDENTIAL_FORM.test(site.text)) return false;
  return path.some((step) => typeof step === 'string' && wordsOf(step).some((word) => CREDENTIALS.has(word)));
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}

/** JSON Schema keywords that describe a format rather than address a model, and the form of their values. */
const SCHEMA_WORDS: ReadonlySet<string> = new Set(['type', 'format', 'pattern', '$ref', '$schema', '$id', 'contentEncoding']);
const SCHEMA_FORM = /^(?!(?:\D*\d){9})\S{1,128}$/;
/** JSON Schema keywords whose text addresses a model, however short. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['description', 'title']);
/** Keywords of limits, whose values may be large numbers. */
const LIMITS = /^(?:max|min|exclusive|multiple)/;

function wholeDefinition(value: JsonValue, path: SitePath): readonly Site[] {
  return withWholeDefinition([...definitionSites(value, path)], path, TOOL_DEFINITION);
}

/** The texts in tool definitions and schemas, and the names they define. */
function* definitionSites(value: JsonValue, path: SitePath): Generator<Site> {
  for (const { path: at, field, text, kind } of leavesOf(value, path)) {
    if (kind === 'string') {
      if ((SCHEMA_WORDS.has(field) && SCHEMA_FORM.test(text)) || (!DESCRIPTIONS.has(field) && isWord(text))) continue;
    } else if (kind === 'number' && LIMITS.test(field)) continue;
    const site = { path: [...at], ...TOOL_DEFINITION };
    if (kind === 'too deep') yield { ...site, reason: TOO_DEEP };
    else {
      const own: Site = { ...site, text, ...(kind === 'name' ? { isName: true } : {}) };
      yield isOfServer(at) && isCredential(own) ? { ...site, reason: CREDENTIAL } : own;
    }
  }
}

/** Whether a path is in a tool that the upstream server runs itself, such as an MCP server. */
function isOfServer([field, , kind]: SitePath): boolean {
  return field === 'tools' && kind !== 'function' && kind !== 'custom';
}
