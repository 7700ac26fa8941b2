import { ServiceError } from '../core/errors.ts';
import type { Gate } from '../core/gate.ts';
import { decodeWav } from '../domain/speech/decode-wav.ts';
import { isCodedWav, isWav } from '../domain/speech/wav-header.ts';
import { bodyLimit } from '../http/body-limit.ts';
import { readForm, type Form } from '../http/multipart.ts';
import type { AudioDecoder } from '../ports/audio-decoder.ts';
import type { Pcm } from '../ports/speech.ts';
import type { VoiceLimits } from './config.ts';

/**
 * The fields of an audio form, and its file. The file is decoded only after all fields have been validated, since that is expensive.
 * Disposing it frees its place among the audio requests.
 */
export interface Upload extends Disposable {
  readonly fields: Form['fields'];
  readonly repeated: Form['repeated'];
  decode(): Promise<Pcm>;
  /** Decodes a further recording that came in a field; throws as for the file. */
  decodeOther(bytes: Uint8Array): Promise<Pcm>;
}

/** What bounds uploads, and the decoder for formats other than WAV with plain samples. */
export interface UploadDeps {
  readonly deps: { readonly limits: VoiceLimits; readonly audioDecoder: AudioDecoder };
  /** The audio requests under way. */
  readonly gate: Gate;
  /** The uploads that are still arriving. */
  readonly uploads: Gate;
}

/**
 * Reads a multipart form with an audio file in its part `file`, and only then takes a place among the audio requests. Throws
 * `too_many_requests` when there is none, `request_timeout` when the form does not arrive in time, `invalid_input` with param `file`
 * when that part is missing, empty, or declares a content type that is not audio/*; and from `decode` as `decodeWav` and
 * `AudioDecoder.decode` throw.
 */
export async function readUpload(request: Request, { deps: { limits, audioDecoder }, gate, uploads }: UploadDeps): Promise<Upload> {
  // Nobody should send 25 MB to be refused.
  gate.check();
  const { fields, repeated, files } = await arrived();
  const file = files['file'];
  if (file === undefined) throw refuse('Send the audio as a file in a part named "file".');
  if (!/^audio\/\S+$/i.test(file.mediaType)) {
    throw refuse(
      `The file's content type is ${file.mediaType === '' ? 'missing' : 'not audio/*'}; send it as audio/wav, audio/mpeg or what else it is.`,
    );
  }
  if (file.bytes.byteLength === 0) throw refuse('The file is empty.');
  const pass = gate.enter();
  return { fields, repeated, decode: () => decode(file.bytes), decodeOther: decode, [Symbol.dispose]: () => pass[Symbol.dispose]() };

  async function arrived(): Promise<Form> {
    using _pass = uploads.enter();
    using limit = bodyLimit(limits.bodyTimeoutMs, request.signal);
    return await readForm(request, limits.maxFileBytes, limit.signal);
  }

  /** By content, not by the declared type: browsers and SDKs label recordings in many ways. */
  async function decode(bytes: Uint8Array): Promise<Pcm> {
    const { signal } = request;
    return isWav(bytes) && !isCodedWav(bytes)
      ? await decodeWav(bytes, { maxSeconds: limits.maxAudioSeconds, signal })
      : await audioDecoder.decode(bytes, { signal });
  }
}

function refuse(message: string): ServiceError {
  return new ServiceError('invalid_input', message, { param: 'file' });
}

/** A form field that must be one of `allowed`; the first is the default. */
export function oneOf<const T extends string>(value: string | undefined, param: string, allowed: readonly [T, ...T[]]): T {
  if (value === undefined || value === '') return allowed[0];
  const found = allowed.find((word) => word === value);
  if (found === undefined) throw new ServiceError('invalid_input', `${param} must be one of ${allowed.join(', ')}.`, { param });
  return found;
}

/** A form field that is true or false, as JavaScript, Python and forms write it; false if it is absent or empty. */
export function truth(value: string | undefined, param: string): boolean {
  if (value === undefined || /^(?:false|0|)$/i.test(value)) return false;
  if (/^(?:true|1)$/i.test(value)) return true;
  throw new ServiceError('invalid_input', `${param} must be true or false.`, { param });
}

/** A BCP-47 language code in its canonical form; undefined for an absent or empty field. */
export function languageOf(value: string | undefined, param = 'language'): string | undefined {
  if (value === undefined || value === '') return undefined;
  try {
    return Intl.getCanonicalLocales(value)[0];
  } catch (cause) {
    throw new ServiceError('invalid_input', `${param} must be a BCP-47 language code such as en or en-GB.`, { param, cause });
  }
}
