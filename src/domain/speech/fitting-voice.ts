import type { TextToSpeech, Voice } from '../../ports/speech.ts';
import { readableBlocks } from './markdown-lines.ts';
import { romanised } from './romanise.ts';
import { languagesByScript, scriptRuns } from './script-languages.ts';

/** The language of a text as a BCP-47 primary subtag; undefined when it is not sure. */
export type IdentifyLanguage = (text: string) => Promise<string | undefined>;

const DEFAULT_VOICE = 'default';

/** Words of a foreign script that may be read in Latin letters within a sentence, such as a name, rather than by another voice. */
const MOST_ROMANISED_WORDS = 3;

/** A part of a text, and the voice that is better at it than the default one. */
interface Part {
  readonly text: string;
  readonly voice?: string;
}

/**
 * A synthesiser whose default voice gives way to one that can read the text: a text in another script than the default voice's is spoken
 * by the first voice of its language, if there is one, and so are words in other scripts within a text that is not. Only a few words that
 * the default voice can read in Latin letters, as a name in Cyrillic ones, are left to it. `identifyLanguage` is only asked where several
 * languages with a voice share the script.
 */
export function withFittingVoice(speaker: TextToSpeech, identifyLanguage: IdentifyLanguage): TextToSpeech {
  async function fitting(text: string, written: readonly string[]): Promise<string | undefined> {
    const { voices } = speaker;
    const usual = voices.find(({ id }) => id === DEFAULT_VOICE);
    if (written.length === 0 || (usual !== undefined && written.includes(primary(usual)))) return undefined;
    const spoken = written.filter((language) => voices.some((voice) => primary(voice) === language));
    const identified = spoken.length > 1 ? await identifyLanguage(text) : undefined;
    const language = identified !== undefined && spoken.includes(identified) ? identified : spoken[0];
    const choice = voices.filter((voice) => primary(voice) === language);
    return (choice.find((voice) => voice.language === language) ?? choice[0])?.id;
  }

  /** The text in parts by the voices that speak them; whole where one voice speaks all of it. */
  async function parts(text: string): Promise<readonly Part[]> {
    const voice = await fitting(text, languagesByScript(text));
    if (voice !== undefined) return [{ text, voice }];
    if (scriptRuns(text).length < 2) return [{ text }];
    const found: Part[] = [];
    // Without markup, of which a mark on either side of a word may not be torn apart.
    for (const run of scriptRuns(plainBlocks(text))) {
      const isRead = romanised(run.text) !== run.text && (run.text.match(/[\p{L}\p{M}]+/gu) ?? []).length <= MOST_ROMANISED_WORDS;
      const better = isRead ? undefined : await fitting(run.text, run.languages);
      const last = found.at(-1);
      if (last !== undefined && last.voice === better) found[found.length - 1] = { ...last, text: last.text + run.text };
      else found.push(better === undefined ? { text: run.text } : { text: run.text, voice: better });
    }
    return found.length > 1 ? found : [{ text }];
  }

  return {
    model: speaker.model,
    get voices() {
      return speaker.voices;
    },
    checkVoice: async (voice) => await speaker.checkVoice?.(voice),
    async *synthesize(text, options = {}) {
      const { voice = DEFAULT_VOICE } = options;
      const spoken = voice.toLowerCase() === DEFAULT_VOICE ? await parts(text) : [{ text }];
      for (const part of spoken)
        yield* speaker.synthesize(part.text, part.voice === undefined ? options : { ...options, voice: part.voice });
    },
  };
}

function plainBlocks(text: string): string {
  return Array.from(readableBlocks(text), (block) => block.text).join('\n\n');
}

function primary({ language }: Voice): string {
  return language.split('-', 1)[0] ?? language;
}
