import { ServiceError } from './errors.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/**
 * Checks a BCP-47 tag (RFC 5646) against the languages a model knows, by its primary subtag: `en-GB` is served by `en`. Gives the model's
 * name of that language, which may be an old code, as `jw` of `jv`; throws `invalid_input` for a malformed tag or another language.
 */
export function checkLanguage(tag: string, languages: readonly string[]): string {
  const primary = primarySubtag(tag);
  if (primary === undefined) {
    throw new ServiceError('invalid_input', 'language must be a BCP-47 tag such as en or en-GB.', { param: 'language' });
  }
  const known = languages.find((language) => primarySubtag(language) === primary);
  if (known === undefined) {
    throw new ServiceError('invalid_input', `The model does not support the language ${primary}; it supports ${languages.join(', ')}.`, {
      param: 'language',
    });
  }
  return known;
}

/** The same for the languages that something may be in; `among` has the model's names of them, and is absent without any. */
export function checkLanguages(tags: readonly string[] | undefined, languages: readonly string[]): { readonly among?: readonly string[] } {
  if (tags === undefined) return {};
  try {
    return { among: tags.map((tag) => checkLanguage(tag, languages)) };
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    throw new ServiceError('invalid_input', cause.message, { param: 'languages[]', cause });
  }
}

/** Names for the configured recogniser: as for speech, and those of OpenAI, also with a date, whose clients cannot leave the name out. */
const ALIAS = /^(?:default|whisper-1|gpt-4o-transcribe-diarize|gpt-(?:4o-(?:mini-)?)?transcribe(?:-\d{4}-\d{2}-\d{2})?)$/;

/** Checks that a request names the configured recogniser. Throws `invalid_input` for another name. */
export function checkRecogniser(asked: string | undefined, model: string): void {
  if (asked === undefined || asked === model || ALIAS.test(asked)) return;
  throw new ServiceError('invalid_input', `There is no recogniser of this name; use ${model}.`, { param: 'model' });
}

/** The refusal of a translation by a recogniser that writes down only what is said, in whatever language. */
export function cannotTranslate(model: string): ServiceError {
  return new ServiceError(
    'invalid_input',
    `The recogniser ${model} cannot translate; transcriptions have what is said in its own language.`,
    { param: 'model' },
  );
}

/** Audio with a peak below this (-60 dBFS) counts as silence, from which recognisers would make up words. */
const SILENT_PEAK = 0.001;

/** Shorter than any word, in seconds. */
const SHORTEST_SECONDS = 0.1;

/** Whether audio is long and loud enough to contain words. */
export function mayHoldWords(samples: Float32Array, sampleRate: number): boolean {
  if (samples.length < SHORTEST_SECONDS * sampleRate) return false;
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return !(peak < SILENT_PEAK);
}

/** Recordings whose loudest sample is below this (-20 dBFS) are amplified up to it: recognisers are trained on louder ones. */
const FAINT_PEAK = 0.1;

/** Samples that are looked at before the event loop gets a turn. */
const SAMPLES_AT_A_TIME = 500_000;

/** What a recording is multiplied by so that a recogniser can hear it: 1 unless it is faint, and for silence, of which only noise would get loud. */
export async function amplificationOf(samples: Float32Array, signal?: AbortSignal): Promise<number> {
  let peak = 0;
  for (let from = 0; from < samples.length && peak < FAINT_PEAK; from += SAMPLES_AT_A_TIME) {
    if (from > 0) await yieldToEventLoop();
    signal?.throwIfAborted();
    for (const sample of samples.subarray(from, from + SAMPLES_AT_A_TIME)) peak = Math.max(peak, Math.abs(sample));
  }
  return peak < SILENT_PEAK || peak >= FAINT_PEAK ? 1 : FAINT_PEAK / peak;
}

/** The primary subtag of a BCP-47 tag, `en` of `en-GB`; undefined for a malformed one. */
export function primarySubtag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]?.split('-')[0];
  } catch {
    return undefined;
  }
}
