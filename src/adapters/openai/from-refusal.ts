import { ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { readRetryAfter } from '../../core/retry-after.ts';
import { SHOULD_RETRY_HEADER } from '../../core/should-retry.ts';

/** The usual mistake if a server lacks a route of the API. */
const BASE_URL = 'its base URL, which usually ends in /v1';

/** Servers' words for an unknown route, which callers would take for their own route. */
const NO_ROUTE =
  /^(?:not found\.?$|404\b|invalid url\b|cannot (?:get|post)\b|there is no (?:get|post) \/|no route\b|route\b.*\bnot found|unknown (?:request )?url\b|unexpected endpoint\b)/i;

/** OpenAI's header for waits of less than a second; some servers send only this one. */
const RETRY_AFTER_MS = 'retry-after-ms';

/** A server's answer with a status outside 2xx. */
export interface Refusal {
  /** The server's name in error messages. */
  readonly server: string;
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, or undefined if it is not JSON. */
  readonly body: JsonValue | undefined;
  readonly now: Date;
}

/**
 * A refused call as a ServiceError, by the table of the ChatUpstream port; a guard's 403 stays `content_filter`. The server's message and
 * param are kept only if they are about the request, and its code only if that is a single word. Error body:
 * https://platform.openai.com/docs/guides/error-codes/api-errors
 */
export function fromRefusal({ server, status, headers, body, now }: Refusal): ServiceError {
  const { message, param, code } = readError(body);
  const cause = { status, code: code ?? null, message: message ?? null };
  const named = { ...(param === undefined ? {} : { param }), ...tellingCode(code) };
  const retryAfterInSeconds = readRetryAfter(headers.get('retry-after'), now) ?? inSeconds(headers.get(RETRY_AFTER_MS));
  const later = retryAfterInSeconds === undefined ? {} : { retryAfterInSeconds };
  if (status === 400 || status === 422) {
    return new ServiceError('invalid_input', message ?? `${server} refused the request as malformed.`, { ...named, cause });
  }
  if (status === 403 && code === 'content_filter') {
    return new ServiceError('content_filter', message ?? `${server} blocked the content.`, { cause });
  }
  if (status === 404) {
    if (message === undefined)
      return new ServiceError('not_found', `${server} has no such route or model: check the model's name, and ${BASE_URL}.`, {
        ...named,
        cause,
      });
    if (NO_ROUTE.test(message))
      return new ServiceError('not_found', `${server} has no such route: check ${BASE_URL}.`, { ...named, cause });
    return new ServiceError('not_found', message, { ...named, cause });
  }
  if (status === 413) {
    return new ServiceError('payload_too_large', message ?? `${server} refused the request as too large.`, { ...named, cause });
  }
  if (status === 429) {
    const isSpent = code === 'insufficient_quota';
    const why = isSpent ? 'has no quota left for requests' : 'takes no more requests for now';
    return new ServiceError('too_many_requests', `${server} ${why}.`, { ...named, ...later, isLasting: isSpent, cause });
  }
  const what = status === 401 ? 'does not take the API key that it is sent, or asks for one' : `answered with status ${status}`;
  const isLasting = headers.get(SHOULD_RETRY_HEADER) === 'false' || (status < 500 && !PASSING.has(status));
  return new ServiceError('provider_unavailable', `${server} ${what}.`, { ...later, isLasting, cause });
}

/** Statuses below 500 after which clients of the API try again: a slow request, a conflict, one that came too early. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425]);

function inSeconds(milliseconds: string | null): number | undefined {
  return milliseconds !== null && /^\d{1,9}$/.test(milliseconds) ? Math.ceil(Number(milliseconds) / 1000) : undefined;
}

/**
 * A failure after status 200: an error event inside a stream, or a body with nothing but an error. Some servers give the status it would
 * have had as a number in `code`, by which refusals of a request keep their meaning.
 */
export function fromErrorEvent(server: string, event: JsonObject): ServiceError {
  const status = statusIn(event);
  if (status !== undefined) return fromRefusal({ server, status, headers: new Headers(), body: event, now: new Date() });
  const { message, code } = readError(event);
  const cause = { code: code ?? null, message: message ?? null };
  if (code === 'timeout') return new ServiceError('timeout', `${server} reported a time-out inside its answer.`, { cause });
  return new ServiceError('provider_unavailable', `${server} reported a failure inside its answer.`, { ...tellingCode(code), cause });
}

/** Statuses in error bodies that mean a refusal of the request. */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 413, 422, 429]);

function statusIn({ error }: JsonObject): number | undefined {
  const code = isJsonObject(error) ? Number(error.code) : Number.NaN;
  return REFUSALS.has(code) ? code : undefined;
}

interface ErrorFields {
  readonly message?: string;
  readonly param?: string;
  readonly code?: string;
}

/** A single word for programs to match, which cannot carry other content. */
const CODE = /^[a-z]{1,24}(?:_[a-z\d]{1,24}){0,7}$/;

function tellingCode(code: string | undefined): { readonly code?: string } {
  return code === undefined || !CODE.test(code) || code === 'invalid_request_error' ? {} : { code };
}

/**
 * Reads `{ error: { message, param, code } }`; some servers send `{ error: "text" }` or omit `error`, and FastAPI servers send `{ detail:
 * [{ loc, msg }] }`. Google's server puts the whole into an array.
 */
function readError(given: JsonValue | undefined): ErrorFields {
  const [body] = Array.isArray(given) ? given : [given];
  if (!isJsonObject(body)) return {};
  if (body.error === undefined && body.message === undefined) return readDetail(body.detail);
  const error = isJsonObject(body.error) ? body.error : typeof body.error === 'string' ? { message: body.error } : body;
  const { message, param, code } = error;
  return {
    ...(typeof message === 'string' && message !== '' ? { message: message.slice(0, MAX_MESSAGE) } : {}),
    ...(typeof param === 'string' ? { param: param.slice(0, MAX_MESSAGE) } : {}),
    ...(typeof code === 'string' ? { code } : {}),
  };
}

function readDetail(detail: JsonValue | undefined): ErrorFields {
  if (typeof detail === 'string' && detail !== '') return { message: detail.slice(0, MAX_MESSAGE) };
  const [first] = Array.isArray(detail) ? detail : [];
  if (!isJsonObject(first) || typeof first.msg !== 'string') return {};
  const steps = Array.isArray(first.loc)
    ? first.loc.filter((step) => typeof step === 'string' || typeof step === 'number').filter((step) => step !== 'body')
    : [];
  const param = steps.join('.').slice(0, MAX_MESSAGE);
  const said = param === '' ? first.msg : `${param}: ${first.msg}`;
  return { message: said.slice(0, MAX_MESSAGE), ...(param === '' ? {} : { param }) };
}

/** Longest message kept from a server, in UTF-16 code units. */
const MAX_MESSAGE = 1000;
