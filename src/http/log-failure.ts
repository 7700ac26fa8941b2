import { keptMessage, type ServiceError } from '../core/errors.ts';
import type { Logger } from '../ports/system.ts';

/** How a log line calls a failure of the service's own, and one that is the client's. */
export interface FailureWords {
  readonly failed: string;
  readonly refused: string;
}

/** The words for an answer that had begun. */
export const STREAM_FAILURE: FailureWords = { failed: 'stream failed', refused: 'stream ended early' };

/** The words for a request from the message bus. */
export const BUS_FAILURE: FailureWords = { failed: 'request from the bus failed', refused: 'request from the bus refused' };

/**
 * Logs a failure that a client is told of: the service's own as an error with its cause, others as information. The logger carries the
 * request id. Whatever may quote content is left out.
 */
export function logFailure(logger: Logger, failure: ServiceError, { failed, refused }: FailureWords): void {
  const fields = { status: failure.status, error_type: failure.kind, reason: keptMessage(failure) };
  if (failure.status >= 500) logger.error(failed, { ...fields, cause: causeOf(failure) });
  else logger.info(refused, fields);
}

/** The cause of a failure without messages that may quote content, such as those of parsers and other servers. */
function causeOf({ cause }: ServiceError): string | undefined {
  if (cause === undefined) return undefined;
  if (cause instanceof SyntaxError) return cause.name;
  if (cause instanceof Error) return `${cause.name}: ${cause.message}`;
  return JSON.stringify(typeof cause === 'object' ? { ...cause, message: undefined } : cause);
}
