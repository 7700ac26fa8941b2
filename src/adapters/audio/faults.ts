import { DECODED, DECODED_BY_FFMPEG } from '../../core/decoded-formats.ts';
import { ServiceError } from '../../core/errors.ts';

/** The error for an unreadable file; `what` continues "The audio file". */
export function broken(what: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', `The audio file ${what}.`, { param: 'file', cause });
}

/** The error for a file of an unsupported format. */
export function notRead(what: string): ServiceError {
  return new ServiceError(
    'invalid_input',
    `The audio file ${what}; ${DECODED} are read, and where ffmpeg is installed ${DECODED_BY_FFMPEG}.`,
    { param: 'file' },
  );
}

/** The error for audio over a limit; `what` continues "The audio". */
export function tooLarge(what: string): ServiceError {
  return new ServiceError('payload_too_large', `The audio ${what}.`, { param: 'file' });
}
