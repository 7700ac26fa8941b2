import { ServiceError } from '../../core/errors.ts';

/** The supported formats, as messages name them. */
const READ_FORMATS =
  'WAV, MP3, FLAC, Ogg (Opus, Vorbis or FLAC) and WebM (Opus) are read, and where ffmpeg is installed M4A, AAC, AIFF, AU, CAF, AMR, WMA and Ogg with Speex';

/** The error for an unreadable file; `what` continues "The audio file". */
export function broken(what: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', `The audio file ${what}.`, { param: 'file', cause });
}

/** The error for a file of an unsupported format. */
export function notRead(what: string): ServiceError {
  return new ServiceError('invalid_input', `The audio file ${what}; ${READ_FORMATS}.`, { param: 'file' });
}

/** The error for audio over a limit; `what` continues "The audio". */
export function tooLarge(what: string): ServiceError {
  return new ServiceError('payload_too_large', `The audio ${what}.`, { param: 'file' });
}
