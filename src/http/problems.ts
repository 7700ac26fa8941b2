import type { ValueError } from '@sinclair/typebox/errors';
import { errorBody, ServiceError, toServiceError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { REQUEST_ID_HEADER } from '../core/request-id.ts';
import { SHOULD_RETRY_HEADER } from '../core/should-retry.ts';
import type { Logger } from '../ports/system.ts';
import { logFailure } from './log-failure.ts';
import { faultOf, schemaRefusal } from './schema-fault.ts';

export interface Problem {
  readonly error: unknown;
  /** Elysia's own error code, such as NOT_FOUND or VALIDATION. */
  readonly code: string | number;
  readonly request: Request;
  readonly requestId: string;
  readonly logger: Logger;
  /** Further fields of the body. */
  readonly more?: JsonObject;
}

/** Answers a failed request with the documented body and logs it with its request id. */
export function problemResponse({ error, code, request, requestId, logger, more }: Problem): Response {
  const failure = fromElysia(error, code, request);
  const log = logger.with({ request_id: requestId, method: request.method, path: new URL(request.url).pathname });
  logFailure(log, failure, { failed: 'request failed', refused: 'request refused' });
  return new Response(JSON.stringify({ ...errorBody(failure, requestId), ...more }), {
    status: failure.status,
    headers: {
      'content-type': 'application/json',
      [REQUEST_ID_HEADER]: requestId,
      ...(failure.retryAfterInSeconds === undefined ? {} : { 'retry-after': String(failure.retryAfterInSeconds) }),
      ...(failure.isLasting ? { [SHOULD_RETRY_HEADER]: 'false' } : {}),
      // Whoever sends a body for too long must not hold the connection with the rest of it (RFC 9110, section 15.5.9).
      ...(failure.kind === 'request_timeout' ? { connection: 'close' } : {}),
      ...(failure.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      // RFC 9110, section 15.5.22.
      ...(failure.status === 426 ? { upgrade: 'websocket' } : {}),
    },
  });
}

function fromElysia(error: unknown, code: string | number, request: Request): ServiceError {
  if (error instanceof ServiceError) return error;
  if (code === 'NOT_FOUND') {
    return new ServiceError('not_found', `There is no ${request.method} ${new URL(request.url).pathname} here.`);
  }
  if (code === 'PARSE' && error instanceof Error && error.cause instanceof ServiceError) return error.cause;
  if (code === 'PARSE') return new ServiceError('invalid_input', 'The body cannot be read.', { cause: error });
  if (code === 'VALIDATION') return fromValidation(error);
  return toServiceError(error);
}

/** The first failing field of a TypeBox validation, without echoing the input. */
function fromValidation(error: unknown): ServiceError {
  const fault = isValidation(error) ? faultOf(error.valueError) : { place: '', message: 'is not valid' };
  return schemaRefusal(fault, 'The request', error);
}

/** The error that Elysia throws if a part of a request does not match its schema. */
function isValidation(error: unknown): error is { readonly valueError: ValueError } {
  return typeof error === 'object' && error !== null && 'valueError' in error && error.valueError !== undefined;
}
