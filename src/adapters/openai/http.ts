import { abortable, deadline } from '../../core/abort.ts';
import { collectBytes } from '../../core/collect-bytes.ts';
import { isAbort, ServiceError } from '../../core/errors.ts';
import { parseExactly } from '../../core/exact-numbers.ts';
import { decodeJson, decodeJsonSlowly, isJsonObject, type JsonObject, type JsonValue, listOf } from '../../core/json.ts';
import { MEMORY_HEADER } from '../../core/memory-header.ts';
import { REQUEST_ID_HEADER } from '../../core/request-id.ts';
import { connectionFailure } from './connection-failure.ts';
import { connectionName, type OpenAiConnection } from './connection.ts';
import { fromErrorEvent, fromRefusal } from './from-refusal.ts';
import { readEvents } from './read-events.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

/** One call to an OpenAI-compatible server, a POST if it has a `body`. */
export interface OpenAiCall {
  /** Path below the base URL, such as `/chat/completions`. */
  readonly path: string;
  readonly body?: JsonObject;
  readonly signal: AbortSignal;
  readonly requestId?: string;
  readonly traceparent?: string;
  /** Sent as `X-Parley-Memory`. */
  readonly memory?: string;
  /** The API key of whoever caused the call, for a connection that forwards it. */
  readonly callerKey?: string;
  /** Told the headers of the answer, whatever its status. */
  readonly onHeaders?: (headers: Headers) => void;
}

/** The I/O of every adapter in this folder. Failures follow the table of the ChatUpstream port. */
export interface OpenAiHttp {
  /** The server's address for records. */
  readonly name: string;
  /** Sends a call and reads the whole answer as a JSON object. */
  json(call: OpenAiCall): Promise<{ readonly body: JsonObject; readonly headers: Headers }>;
  /** Sends a call and resolves once the server has accepted it; then yields the events up to `[DONE]`, in batches as they arrive. */
  events(call: OpenAiCall): Promise<AsyncGenerator<JsonObject[], void>>;
}

const DEFAULT_MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Most bytes read of the body of an answer with an error status. */
const MAX_REFUSAL_BYTES = 64 * 1024;
/** Longest wait in milliseconds for the body of an answer that is not a stream. */
const MAX_REFUSAL_MS = 1000;

/** Speaks HTTP with one OpenAI-compatible server. */
export function createOpenAiHttp(connection: OpenAiConnection): OpenAiHttp {
  const address = connectionName(connection);
  const name = connection.shownAs ?? address;
  const baseUrl = connection.baseUrl.replace(/\/+$/, '');
  const maxBytes = connection.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES;
  const maxStreamBytes = connection.maxStreamBytes ?? maxBytes;

  const open = async (call: OpenAiCall, accept: string, watchdog: Watchdog): Promise<Response> => {
    const response = await fetch(`${baseUrl}${call.path}`, {
      method: call.body === undefined ? 'GET' : 'POST',
      headers: requestHeaders(connection, call, accept),
      redirect: 'manual',
      signal: watchdog.signal,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    });
    call.onHeaders?.(response.headers);
    if (response.ok) return response;
    const { status, headers } = response;
    throw fromRefusal({ server: name, status, headers, body: await readRefusal(response), now: new Date() });
  };

  return {
    name: address,
    async json(call) {
      using watchdog = createWatchdog(name, connection.timeoutMs, call.signal);
      try {
        const response = await open(call, 'application/json', watchdog);
        return { body: await readJson(name, response, maxBytes), headers: response.headers };
      } catch (error) {
        throw failure(name, error, watchdog);
      }
    },
    async events(call) {
      const watchdog = createWatchdog(name, connection.streamTimeoutMs ?? connection.timeoutMs, call.signal);
      watchdog.expect(connection.firstByteTimeoutMs, 'begin to answer');
      try {
        const response = await open(call, 'text/event-stream', watchdog);
        if (mediaType(response) !== 'text/event-stream' || response.body === null) throw await noStream(name, response);
        const events = readEvents(response.body, { name, maxBytes, maxStreamBytes, idleTimeoutMs: connection.idleTimeoutMs, watchdog });
        return mapFailures(name, events, watchdog);
      } catch (error) {
        const mapped = failure(name, error, watchdog);
        watchdog.stop();
        throw mapped;
      }
    },
  };
}

async function* mapFailures(
  name: string,
  events: AsyncGenerator<JsonObject[], void>,
  watchdog: Watchdog,
): AsyncGenerator<JsonObject[], void> {
  let isComplete = false;
  try {
    yield* events;
    isComplete = true;
  } catch (error) {
    throw failure(name, error, watchdog);
  } finally {
    // Aborting a complete call would close its connection, which the next call can reuse.
    if (isComplete) watchdog[Symbol.dispose]();
    else watchdog.stop();
  }
}

function requestHeaders(connection: OpenAiConnection, call: OpenAiCall, accept: string): Record<string, string> {
  const { apiKey: ownKey = '', forwardsKey = false } = connection;
  const apiKey = forwardsKey ? (call.callerKey ?? ownKey) : ownKey;
  const headers: Record<string, string> = { accept };
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  if (apiKey !== '') headers['authorization'] = `Bearer ${apiKey}`;
  if (call.requestId !== undefined) headers[REQUEST_ID_HEADER] = call.requestId;
  if (call.traceparent !== undefined) headers['traceparent'] = call.traceparent;
  if (call.memory !== undefined) headers[MEMORY_HEADER] = call.memory;
  return headers;
}

async function readJson(name: string, response: Response, maxBytes: number): Promise<JsonObject> {
  if (!isJson(response)) {
    await response.body?.cancel();
    throw new ServiceError('provider_unavailable', `${name} answered with ${mediaType(response)} instead of JSON.`);
  }
  const bytes = await collectBytes(response, maxBytes).catch((error: unknown) => {
    throw error instanceof ServiceError ? tooMuch(name, error) : error;
  });
  let body: JsonValue;
  try {
    body = await decodeJsonSlowly(bytes, parseExactly);
  } catch (cause) {
    throw new ServiceError('provider_unavailable', `${name} answered with invalid JSON.`, { cause });
  }
  if (!isJsonObject(body)) throw new ServiceError('provider_unavailable', `${name} answered with JSON that is not an object.`);
  if (isJsonObject(body.error) && listOf(body.choices).length === 0) throw fromErrorEvent(name, body);
  return body;
}

/** An answer over the limit of bytes is the server's fault; a request that it refuses as too large is not. */
function tooMuch(name: string, cause: ServiceError): ServiceError {
  return new ServiceError('provider_unavailable', `${name} answered with too much: ${cause.message}`, { cause });
}

async function readRefusal(response: Response): Promise<JsonValue | undefined> {
  try {
    return decodeJson(await collectBytes(response, MAX_REFUSAL_BYTES));
  } catch (error) {
    if (isAbort(error)) throw error;
    return undefined;
  }
}

/** Why an answer is not a stream: the error in its body, if it has one, since some servers answer errors as for a whole reply. */
async function noStream(name: string, response: Response): Promise<ServiceError> {
  const said = isJson(response) ? readRefusal(response) : Promise.resolve(undefined);
  const body = await abortable(said, deadline(MAX_REFUSAL_MS)).catch(() => undefined);
  if (isJsonObject(body) && isJsonObject(body.error)) return fromErrorEvent(name, body);
  const what = response.body === null ? 'nothing' : mediaType(response);
  return new ServiceError('provider_unavailable', `${name} answered with ${what} instead of a stream of events.`);
}

function isJson(response: Response): boolean {
  const type = mediaType(response);
  return type === 'application/json' || type.endsWith('+json');
}

function mediaType(response: Response): string {
  return response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'no content type';
}

/** The error for a failed call: the caller's own reason, an exceeded limit, a refusal, or `provider_unavailable`. */
function failure(name: string, error: unknown, watchdog: Watchdog): unknown {
  const reason = watchdog.reason();
  if (reason !== undefined) return reason;
  if (error instanceof ServiceError) return error;
  return new ServiceError('provider_unavailable', `${name} ${connectionFailure(error)}`, { cause: error });
}
