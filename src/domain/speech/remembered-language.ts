import type { SpeechToText, Transcript } from '../../ports/speech.ts';

/** Shorter phrases tell too little of their language, in seconds. */
const LEAST_SECONDS = 1.5;

/** The language in which people speak, as far as one can tell: that of what was heard now, or if it is too short, of what was before. */
export function spokenLanguage({ text, language, durationInSeconds }: Transcript, before: string | undefined): string | undefined {
  return text !== '' && durationInSeconds >= LEAST_SECONDS ? language : before;
}

/** A recogniser that remembers the language in which the people of a session spoke last. */
export function rememberingLanguage(recogniser: SpeechToText): SpeechToText {
  let spokenBefore: string | undefined;
  return {
    model: recogniser.model,
    check: (options) => recogniser.check?.(options),
    async transcribe(audio, options = {}) {
      const transcript = await recogniser.transcribe(audio, { ...options, ...(spokenBefore === undefined ? {} : { spokenBefore }) });
      spokenBefore = spokenLanguage(transcript, spokenBefore);
      return transcript;
    },
  };
}
