import { ServiceError } from '../../core/errors.ts';
import type { Voice } from '../../ports/speech.ts';

/** The default voice, and espeak-ng's name for it. */
export const DEFAULT_VOICE = { id: 'default', espeakName: 'en-us' } as const;

/** The voices of an installed espeak-ng: its own names by their lower-case form. */
export interface VoiceListing {
  /** Language codes such as `en-us`. */
  readonly languages: ReadonlyMap<string, string>;
  /** Variants of any voice, such as `f3`. */
  readonly variants: ReadonlyMap<string, string>;
}

/** Parses the tables that `espeak-ng --voices` and `espeak-ng --voices=variant` print. */
export function fromVoiceTables(voices: string, variants: string): VoiceListing {
  return { languages: names(voices, /^\s*\d+\s+(\S+)/), variants: names(variants, /\s!v\/(.+?)\s*(?:\(|$)/) };
}

/** The matches of `pattern` in the lines after a table's header. */
function names(table: string, pattern: RegExp): Map<string, string> {
  const found = table
    .split('\n')
    .slice(1)
    .flatMap((line) => pattern.exec(line)?.[1] ?? []);
  return new Map(found.map((name) => [name.toLowerCase(), name]));
}

/** The offered voices: the default, then one per language. Each can be combined with a variant, as in `en-us+f3`. */
export function toVoices({ languages }: VoiceListing): Voice[] {
  const named = [...languages.keys()].toSorted().map((id) => ({ id, language: toLanguageTag(id) }));
  return [{ id: DEFAULT_VOICE.id, language: toLanguageTag(DEFAULT_VOICE.espeakName) }, ...named];
}

/** Whether a voice, by espeak-ng's name, would name the signs of a text rather than read them: of Japanese it knows kana alone. */
export function cannotRead(name: string, text: string): boolean {
  return /^ja(?:\+|$)/.test(name) && /\p{Script=Han}/u.test(text);
}

/** The argument of espeak-ng's `-v`. Throws `invalid_input` for an unknown voice. */
export function toEspeakName(voice: string, { languages, variants }: VoiceListing): string {
  const [name = '', variant, ...rest] = voice.toLowerCase().split('+');
  const language = languages.get(name === DEFAULT_VOICE.id ? DEFAULT_VOICE.espeakName : name);
  const timbre = variant === undefined ? '' : variants.get(variant);
  if (language === undefined || timbre === undefined || rest.length > 0) {
    throw new ServiceError('invalid_input', 'There is no such voice; GET /v1/audio/voices lists them.', { param: 'voice' });
  }
  return timbre === '' ? language : `${language}+${timbre}`;
}

/** BCP-47 casing (`en-us` as `en-US`); espeak-ng has codes of its own that stay as they are. */
function toLanguageTag(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    return code;
  }
}
