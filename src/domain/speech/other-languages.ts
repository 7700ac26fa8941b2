import { primarySubtag } from '../../core/recogniser-input.ts';
import type { Pcm, SpeechToText, TranscribeOptions, Transcript } from '../../ports/speech.ts';

/** A recogniser of many languages that finds out in which of them people speak. */
export interface LanguageFinder {
  check(options: Pick<TranscribeOptions, 'language' | 'possibleLanguages'>): void;
  transcribe(audio: Pcm, options: TranscribeOptions): Promise<Transcript>;
  /** As `transcribe`, without a language; undefined where no speech is heard, or the first that is may be in the language `unless`. */
  transcribeUnless(unless: string, audio: Pcm, options: Omit<TranscribeOptions, 'language'>): Promise<Transcript | undefined>;
}

export interface OtherLanguagesDeps {
  readonly recogniser: SpeechToText;
  /** Its language, as a primary subtag. */
  readonly own: string;
  readonly others: LanguageFinder;
  readonly onFault: (error: unknown) => void;
}

/**
 * A recogniser of one language that leaves speech in others to one of many: by the language that a request names, and otherwise where it
 * doubts that the first speech is in its own and the other one is sure of it, or another one was spoken before. The whole recording counts
 * as being in that language.
 * Where the other one fails at finding out, what the first has heard is the transcript; `onFault` is told.
 */
export function withOtherLanguages({ recogniser, own, others, onFault }: OtherLanguagesDeps): SpeechToText {
  /** The language that a request names, if it is one of the others. */
  const otherOf = (language: string | undefined): string | undefined =>
    language === undefined || primarySubtag(language) === own ? undefined : language;

  const isOwn = (language: string): boolean => primarySubtag(language) === own;

  function check(asked: Pick<TranscribeOptions, 'model' | 'language' | 'possibleLanguages' | 'translate'>): void {
    const { language, possibleLanguages, ...rest } = asked;
    const other = otherOf(language);
    recogniser.check?.(other === undefined && language !== undefined ? { ...rest, language } : rest);
    if (other !== undefined) others.check({ language: other });
    const foreign = possibleLanguages?.filter((possible) => !isOwn(possible)) ?? [];
    if (foreign.length > 0) others.check({ possibleLanguages: foreign });
  }

  return {
    model: recogniser.model,
    check,
    async transcribe(audio, options = {}) {
      check(options);
      const { model: _, language, onDoubt: __, ...rest } = options;
      const other = otherOf(language);
      if (other !== undefined) return await others.transcribe(audio, { ...rest, language: other });
      const { possibleLanguages: possible, ...plain } = rest;
      if (language !== undefined || possible?.every(isOwn) === true)
        return await recogniser.transcribe(audio, language === undefined ? plain : options);
      if (possible?.some(isOwn) === false) return await others.transcribe(audio, rest);
      const findOther = async (): Promise<Transcript | undefined> => {
        let isTold = false;
        const onText = (text: string): void => {
          isTold = true;
          rest.onText?.(text);
        };
        try {
          return await others.transcribeUnless(own, audio, { ...rest, onText });
        } catch (error) {
          if (isTold || rest.signal?.aborted === true) throw error;
          onFault(error);
          return undefined;
        }
      };
      if (otherOf(rest.spokenBefore) !== undefined) return (await findOther()) ?? (await recogniser.transcribe(audio, plain));
      let foreign: Transcript | undefined;
      const isForeign = async (): Promise<boolean> => {
        foreign = await findOther();
        return foreign !== undefined;
      };
      const transcript = await recogniser.transcribe(audio, { ...plain, onDoubt: isForeign });
      return foreign ?? transcript;
    },
  };
}
