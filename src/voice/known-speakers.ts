import { ServiceError } from '../core/errors.ts';
import type { Diarizer } from '../domain/speech/diarization/diarizer.ts';
import type { KnownSpeaker } from '../domain/speech/diarization/speaker-names.ts';
import type { Pcm } from '../ports/speech.ts';
import { fieldFault } from './field-fault.ts';
import type { Upload } from './upload.ts';

const NAMES = 'known_speaker_names[]';
const REFERENCES = 'known_speaker_references[]';

/** Longest name of a speaker, in characters. */
const LONGEST_NAME = 256;

/** The length of a recording of a known speaker, in seconds, as OpenAI has it. */
const LEAST_SECONDS = 2;
const MOST_SECONDS = 10;

/** A speaker whose voice is to be known by a recording, which is not decoded yet. */
export interface NamedReference {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The known speakers of a form, with the recordings that its data URLs hold. Throws `invalid_input`, naming the field. */
export function readReferences({ repeated }: Pick<Upload, 'repeated'>, most: number): NamedReference[] {
  const names = valuesOf(repeated, NAMES);
  const references = valuesOf(repeated, REFERENCES);
  if (names.length > most) throw fieldFault(NAMES, `At most ${most} speakers can be known.`);
  if (names.length !== references.length) {
    const sent = `names: ${names.length}, references: ${references.length}`;
    throw fieldFault(
      names.length < references.length ? NAMES : REFERENCES,
      `Each known speaker has a name and a reference; sent were ${sent}.`,
    );
  }
  if (new Set(names).size < names.length) throw fieldFault(NAMES, 'The names of the known speakers must differ.');
  if (names.some((name) => name.trim() === '' || name.length > LONGEST_NAME)) {
    throw fieldFault(NAMES, `The name of a known speaker has 1 to ${LONGEST_NAME} characters.`);
  }
  return names.map((name, index) => ({ name, bytes: bytesOf(references[index] ?? '', name) }));
}

/** The voices of known speakers. Throws `invalid_input`, naming the field, for a reference that is no audio, too short, too long, or without speech. */
export async function learnSpeakers(
  references: readonly NamedReference[],
  { decode, diarizer, signal }: { decode(bytes: Uint8Array): Promise<Pcm>; readonly diarizer: Diarizer; readonly signal: AbortSignal },
): Promise<KnownSpeaker[]> {
  const known: KnownSpeaker[] = [];
  for (const { name, bytes } of references) {
    const audio = await decode(bytes).catch((error: unknown) => {
      throw ofReference(error, name);
    });
    const seconds = audio.samples.length / audio.sampleRate;
    if (seconds < LEAST_SECONDS || seconds > MOST_SECONDS) {
      const length = `${seconds.toFixed(1)} seconds long; it must be between ${LEAST_SECONDS} and ${MOST_SECONDS}`;
      throw fieldFault(REFERENCES, `The reference of ${name} is ${length}.`);
    }
    const voice = await diarizer.learn(audio, { signal });
    if (voice === undefined) throw fieldFault(REFERENCES, `No speech is heard in the reference of ${name}.`);
    known.push({ name, voice });
  }
  return known;
}

/** The values of a repeated field, whose name some clients write without brackets. */
function valuesOf(repeated: Upload['repeated'], field: string): readonly string[] {
  return repeated[field] ?? repeated[field.slice(0, -2)] ?? [];
}

function bytesOf(url: string, name: string): Uint8Array<ArrayBuffer> {
  const comma = url.indexOf(',');
  if (comma < 0 || !/^data:(?:audio|video)\/[^,]*;base64$/i.test(url.slice(0, comma))) {
    throw fieldFault(REFERENCES, `The reference of ${name} must be a data URL with audio in base64: data:audio/wav;base64,…`);
  }
  try {
    return Uint8Array.fromBase64(url.slice(comma + 1));
  } catch (cause) {
    throw fieldFault(REFERENCES, `The data URL of ${name} is not valid base64.`, cause);
  }
}

/** What is wrong with a reference, said of its field; other failures stay as they are. */
function ofReference(error: unknown, name: string): unknown {
  if (!(error instanceof ServiceError) || error.param !== 'file') return error;
  return fieldFault(REFERENCES, `The reference of ${name} cannot be read: ${error.message}`, error);
}
