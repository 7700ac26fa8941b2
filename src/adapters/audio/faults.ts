import { ServiceError } from '../../core/errors.ts';

/** The formats that are read, as messages name them. */
const READ_FORMATS = 'WAV, MP3, FLAC, Ogg (Opus, Vorbis or FLAC) and WebM (Opus)';

/** A file that cannot be read; `what` goes on from "The audio file". */
export function broken(what: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', `The audio file ${what}.`, { param: 'file', cause });
}

/** A file of a format that is not read. */
export function notRead(what: string): ServiceError {
  return new ServiceError('invalid_input', `The audio file ${what}; ${READ_FORMATS} are read.`, { param: 'file' });
}

/** Audio over a limit; `what` goes on from "The audio". */
export function tooLarge(what: string): ServiceError {
  return new ServiceError('payload_too_large', `The audio ${what}.`, { param: 'file' });
}
