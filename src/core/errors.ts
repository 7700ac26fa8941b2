/** Every kind of failure that may cross a layer, with the HTTP status it is answered with. */
export const ERROR_KINDS = {
  invalid_input: { status: 400, meaning: 'The request is malformed or a field has a value that is not allowed.' },
  empty_file: { status: 400, meaning: 'The file has no text in it.' },
  encrypted_file: { status: 400, meaning: 'The file is encrypted or needs a password.' },
  invalid_file: { status: 400, meaning: 'The file is broken, or its content is not what its name says.' },
  unauthorized: { status: 401, meaning: 'API keys are on, and the request has none or an unknown one.' },
  forbidden: {
    status: 403,
    meaning: 'This API key may not use this route; or keys are off, and the request is from a page of another site.',
  },
  content_filter: { status: 403, meaning: 'The guard blocked the content.' },
  not_found: { status: 404, meaning: 'No such route or resource.' },
  method_not_allowed: { status: 405, meaning: 'The route does not take this method.' },
  request_timeout: { status: 408, meaning: 'The body of the request did not arrive in time.' },
  conflict: {
    status: 409,
    meaning: 'It was changed at the same time (read it again and repeat the change), or is not in a state in which this is possible.',
  },
  gone: { status: 410, meaning: 'The route was retired; the message names its successor.' },
  precondition_failed: {
    status: 412,
    meaning: 'The version is not the one in If-Match: it was changed since. Read it again and repeat the change.',
  },
  payload_too_large: { status: 413, meaning: 'The body, a file or a text is over its limit.' },
  file_too_large: { status: 413, meaning: 'A file, or what it unpacks to, is over its limit of bytes, pages or characters.' },
  unsupported_file_type: { status: 415, meaning: 'Files of this type are not read.' },
  unsupported_media_type: { status: 415, meaning: 'The body is of a type this route does not read.' },
  upgrade_required: { status: 426, meaning: 'The route is for WebSockets only.' },
  too_many_requests: { status: 429, meaning: 'A queue is full; try again after Retry-After seconds.' },
  cancelled: { status: 499, meaning: 'The client left before the answer was ready.' },
  internal: { status: 500, meaning: 'An unexpected failure; the log has it under the correlation id.' },
  provider_unavailable: { status: 502, meaning: 'An engine or upstream is unavailable, failed to load or gave an invalid answer.' },
  unavailable: { status: 503, meaning: 'The service is starting, stopping or a dependency is not ready.' },
  timeout: { status: 504, meaning: 'An engine or upstream took longer than its time-out.' },
  storage_full: { status: 507, meaning: 'The disk or store has no room for the file.' },
} as const;

export type ErrorKind = keyof typeof ERROR_KINDS;

export interface ServiceErrorOptions {
  /** The request field at fault, such as `messages[0].content`. */
  readonly param?: string;
  /** Whole seconds after which trying again makes sense; becomes the Retry-After header. */
  readonly retryAfterInSeconds?: number;
  /** Whether trying again is in vain until somebody has changed something, such as a key; clients are told so. */
  readonly isLasting?: boolean;
  /** The upstream's own error code, such as `context_length_exceeded`, by which programs decide; by default the kind. */
  readonly code?: string;
  /** The failure behind this one. It is logged and never leaves the service. */
  readonly cause?: unknown;
}

/** The one error class that crosses layers. Its message is written for the client; its cause stays inside. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly kind: ErrorKind;
  readonly param: string | undefined;
  readonly retryAfterInSeconds: number | undefined;
  readonly isLasting: boolean;
  readonly code: string;

  constructor(kind: ErrorKind, message: string, options: ServiceErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.param = options.param;
    this.retryAfterInSeconds = options.retryAfterInSeconds;
    this.isLasting = options.isLasting ?? false;
    this.code = options.code ?? kind;
  }

  get status(): number {
    return ERROR_KINDS[this.kind].status;
  }
}

/** The message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The message of a thrown value's cause if it has one, otherwise its own. */
export function causeMessageOf(error: unknown): string {
  return messageOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
}

/** The `code` of a failed system call, such as ENOENT; empty for other failures. */
export function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Whether a failure only says that the caller stopped waiting (`AbortController.abort()`). */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/**
 * Any thrown value as a ServiceError: aborts become `cancelled`, time-outs `timeout`, the rest
 * `internal` with a message that gives nothing away.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  // Libraries wrap the errors of their callbacks in messages that may quote the input.
  if (error instanceof Error && error.cause instanceof ServiceError) return error.cause;
  if (isAbort(error)) return new ServiceError('cancelled', 'The client closed the request.', { cause: error });
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new ServiceError('timeout', 'The request took longer than its time-out.', { cause: error });
  }
  return new ServiceError('internal', 'An unexpected failure.', { cause: error });
}

/** What another server said about a failure, if the error carries its words; undefined if the words are our own. */
export function saidByOthers({ message, cause }: ServiceError): object | undefined {
  if (typeof cause !== 'object' || cause === null || cause instanceof Error || !('message' in cause)) return undefined;
  return cause.message === message ? cause : undefined;
}

/** The message of a failure as logs and records keep it. Another server's words are left out, since they may quote the request. */
export function keptMessage(error: ServiceError): string {
  return saidByOthers(error) === undefined ? error.message : 'What the upstream said is not kept: it may quote the request.';
}

/** The JSON error body: the flat three of the voice contract, and the nested object that OpenAI SDKs read. */
export interface ErrorBody {
  readonly error_type: ErrorKind;
  readonly message: string;
  readonly correlation_id: string;
  readonly error: {
    readonly message: string;
    readonly type: ErrorKind;
    /** The kind, or the upstream's own word where it has one. */
    readonly code: string;
    readonly param: string | null;
  };
}

/** The error body for one failed request. */
export function errorBody(error: ServiceError, correlationId: string): ErrorBody {
  const { kind, message, param, code } = error;
  return {
    error_type: kind,
    message,
    correlation_id: correlationId,
    error: { message, type: kind, code, param: param ?? null },
  };
}
