import type { TextToSpeech, Voice } from '../../ports/speech.ts';
import { languagesByScript } from './script-languages.ts';

/** The language of a text as a BCP-47 primary subtag; undefined when it is not sure. */
export type IdentifyLanguage = (text: string) => Promise<string | undefined>;

const DEFAULT_VOICE = 'default';

/**
 * A synthesiser whose default voice gives way to one that can read the text: a text in another script than the default voice's is spoken
 * by the first voice of its language, if there is one. `identifyLanguage` is only asked where several languages with a voice share the
 * script.
 */
export function withFittingVoice(speaker: TextToSpeech, identifyLanguage: IdentifyLanguage): TextToSpeech {
  async function fitting(text: string): Promise<string | undefined> {
    const written = languagesByScript(text);
    const { voices } = speaker;
    const usual = voices.find(({ id }) => id === DEFAULT_VOICE);
    if (written.length === 0 || (usual !== undefined && written.includes(primary(usual)))) return undefined;
    const spoken = written.filter((language) => voices.some((voice) => primary(voice) === language));
    const identified = spoken.length > 1 ? await identifyLanguage(text) : undefined;
    const language = identified !== undefined && spoken.includes(identified) ? identified : spoken[0];
    const choice = voices.filter((voice) => primary(voice) === language);
    return (choice.find((voice) => voice.language === language) ?? choice[0])?.id;
  }

  return {
    model: speaker.model,
    get voices() {
      return speaker.voices;
    },
    checkVoice: async (voice) => await speaker.checkVoice?.(voice),
    async *synthesize(text, options = {}) {
      const { voice = DEFAULT_VOICE } = options;
      const better = voice.toLowerCase() === DEFAULT_VOICE ? await fitting(text) : undefined;
      yield* speaker.synthesize(text, better === undefined ? options : { ...options, voice: better });
    },
  };
}

function primary({ language }: Voice): string {
  return language.split('-', 1)[0] ?? language;
}
