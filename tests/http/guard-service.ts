import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createInMemoryJournal } from '../../src/adapters/in-memory/journal.ts';
import { createKeyedHash } from '../../src/adapters/system/keyed-hash.ts';
import { readSettings } from '../../src/core/config.ts';
import { decodeJson, isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { cardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { createGuardPipeline } from '../../src/domain/guardrails/pipeline.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/domain/guardrails/policy/policy.ts';
import { guardSettings, type GuardSettings } from '../../src/guard/config.ts';
import { createGuard, type GuardDeps } from '../../src/guard/guard.ts';
import type { HttpDeps } from '../../src/http/app.ts';
import type { Message } from '../../src/ports/bus.ts';
import type { ChatUpstream, UpstreamOptions } from '../../src/ports/upstream.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';

/** What a scripted upstream does, and what it was asked. */
export interface UpstreamScript {
  readonly reply?: JsonObject | (() => Promise<JsonObject>);
  readonly chunks?: readonly JsonObject[] | ((options: UpstreamOptions) => AsyncIterable<JsonObject>);
  readonly refuse?: Error;
  /** What the upstream lists. */
  readonly models?: JsonObject;
}

export interface GuardChanges {
  readonly settings?: Partial<GuardSettings>;
  readonly http?: Partial<HttpDeps>;
  readonly deps?: Partial<GuardDeps>;
}

/** A complete reply of an upstream with one text. */
export function reply(content: string, more: JsonObject = {}): JsonObject {
  return {
    id: 'chatcmpl-up',
    object: 'chat.completion',
    created: 1,
    model: 'up-model',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    ...more,
  };
}

/** One chunk of a streamed reply. */
export function chunk(delta: JsonObject, finish: string | null = null, more: JsonObject = {}): JsonObject {
  return {
    id: 'chatcmpl-up',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'up-model',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  };
}

/** The guard over a scripted upstream, an in-memory journal and bus, with what it asked, published and logged. */
export function guardService(script: UpstreamScript = {}, changes: GuardChanges = {}) {
  const clock = createManualClock();
  const ids = createCountingIds();
  const logger = createRecordedLogger();
  const journal = createInMemoryJournal();
  const memory = createInMemoryBus();
  const published: { readonly subject: string; readonly payload: JsonValue }[] = [];
  const asked: { readonly body: JsonObject; readonly options: UpstreamOptions }[] = [];
  const bus = {
    ...memory,
    connected: true,
    isHeard: () => true,
    publish(subject: string, data: Uint8Array, headers: Message['headers'] = {}) {
      published.push({ subject, payload: decodeJson(data) });
      memory.publish(subject, data, headers);
    },
  };
  const upstream: ChatUpstream = {
    name: 'http://upstream.test/v1',
    async complete(body, options) {
      asked.push({ body, options });
      if (script.refuse !== undefined) throw script.refuse;
      return typeof script.reply === 'function' ? script.reply() : (script.reply ?? reply('Hello.'));
    },
    async stream(body, options) {
      asked.push({ body, options });
      if (script.refuse !== undefined) throw script.refuse;
      if (typeof script.chunks === 'function') return script.chunks(options);
      return listed(script.chunks ?? [chunk({ role: 'assistant', content: 'Hello.' }), chunk({}, 'stop')]);
    },
    async embed(body, options) {
      asked.push({ body, options });
      if (script.refuse !== undefined) throw script.refuse;
      if (typeof script.reply === 'function') return script.reply();
      const data = [body['input'] ?? ''].flat().map((_, index) => ({ object: 'embedding', index, embedding: [0.6, 0.8] }));
      return script.reply ?? { object: 'list', data, model: 'up-embedder', usage: { prompt_tokens: 3, total_tokens: 3 } };
    },
    async models(options) {
      asked.push({ body: {}, options });
      if (script.refuse !== undefined) throw script.refuse;
      return script.models ?? { object: 'list', data: [{ id: 'up-model', object: 'model' }] };
    },
  };
  const settings: GuardSettings = { ...readSettings(guardSettings, {}), ...changes.settings };
  const http: HttpDeps = {
    clock,
    ids,
    logger,
    apiKeys: [],
    corsOrigins: settings.corsOrigins,
    maxBodyBytes: settings.maxBodyBytes,
    ...changes.http,
  };
  const guard = createGuard({
    settings,
    http,
    upstream,
    journal,
    bus,
    hash: createKeyedHash('of tests'),
    pipeline: createDefaultPipeline({ clock, ids }),
    probes: [],
    version: '1.2.3',
    ...changes.deps,
  });
  return {
    guard,
    journal,
    clock,
    logger,
    published,
    asked,
    handle: guard.handle,
    get: (path: string, headers: Record<string, string> = {}) => guard.handle(new Request(`http://localhost${path}`, { headers })),
    chat: (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
      guard.handle(
        new Request('http://localhost/v1/chat/completions', {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
          ...(signal === undefined ? {} : { signal }),
        }),
      ),
  };
}

const blocking: Policy = {
  ...DEFAULT_POLICY,
  checks: [
    {
      detector: 'card_number',
      fail: 'closed',
      trustedRoles: [],
      rules: [{ direction: 'output', channels: ['user'], steps: [{ threshold: 0.5, action: 'block' }] }],
    },
  ],
};
/** A guard that blocks card numbers in replies instead of redacting them. */
export const blockingCards: GuardChanges = {
  deps: {
    pipeline: createGuardPipeline({
      detectors: [cardNumberDetector],
      policy: blocking,
      clock: createManualClock(),
      ids: createCountingIds(),
    }),
  },
};

/** A chat request with one user message. */
export function ask(content: JsonValue, more: JsonObject = {}): JsonObject {
  return { model: 'up-model', messages: [{ role: 'user', content }], ...more };
}

export async function* listed(chunks: readonly JsonObject[]): AsyncGenerator<JsonObject, void> {
  yield* chunks;
}

/** A JSON body as an object. */
export async function bodyOf(response: Response): Promise<JsonObject> {
  const body = (await response.json()) as JsonValue;
  return isJsonObject(body) ? body : {};
}

/** A value deep inside a JSON body, such as `at(body, 'choices', 0, 'message', 'content')`. */
export function at(value: JsonValue | undefined, ...path: (string | number)[]): JsonValue | undefined {
  let current = value;
  for (const step of path) {
    if (Array.isArray(current) && typeof step === 'number') current = current[step];
    else if (isJsonObject(current) && typeof step === 'string') current = current[step];
    else return undefined;
  }
  return current;
}

/** A text deep inside a JSON body; empty when there is none. */
export function textAt(value: JsonValue | undefined, ...path: (string | number)[]): string {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : JSON.stringify(found ?? '');
}

/** The documents of a whole event stream; the end marker stays a text. */
export async function eventsOf(response: Response): Promise<JsonValue[]> {
  const text = await response.text();
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice('data: '.length))
    .map((data) => (data === '[DONE]' ? data : (JSON.parse(data) as JsonValue)));
}

/** The text that a stream's chunks give for one choice. */
export function textOf(events: readonly JsonValue[], choice = 0): string {
  return events
    .flatMap((event) => (isJsonObject(event) && Array.isArray(event['choices']) ? event['choices'] : []))
    .filter((entry) => at(entry, 'index') === choice)
    .map((entry) => at(entry, 'delta', 'content'))
    .filter((content) => typeof content === 'string')
    .join('');
}
