import { toKokoroAlphabet } from './kokoro-alphabet.ts';
import { runProcess } from './run-process.ts';

export interface EspeakPhonemesOptions {
  /** The espeak-ng executable: a name looked up in PATH, or a path. */
  readonly executable: string;
  /** Time limit in milliseconds for the text between two punctuation marks. */
  readonly timeoutMs: number;
}

const PUNCTUATION = /([;:,.!?¡¿—…"«»“”()]+\s*)/u;
const MAX_OUTPUT_BYTES = 1024 * 1024;

/**
 * Turns text into the phonemes of Kokoro's alphabet with espeak-ng, keeping its punctuation, which carries the prosody. Throws
 * `provider_unavailable` when espeak-ng cannot run.
 */
export function createEspeakPhonemes({ executable, timeoutMs }: EspeakPhonemesOptions) {
  async function stretch(text: string, language: string, signal: AbortSignal | undefined): Promise<string> {
    if (!/[\p{L}\p{N}]/u.test(text)) return text;
    const args = ['--stdin', '-q', '--ipa', '--tie=^', '-b', '1', '-v', language.toLowerCase()];
    const bytes = await runProcess(executable, args, { input: text, timeoutMs, maxOutputBytes: MAX_OUTPUT_BYTES, signal });
    const phonemes = new TextDecoder().decode(bytes).trim().replaceAll(/\s+/gu, ' ');
    return toKokoroAlphabet(phonemes, language);
  }

  return async (sentence: string, language: string, signal?: AbortSignal): Promise<string> => {
    const pieces: string[] = [];
    for (const piece of sentence.split(PUNCTUATION)) pieces.push(PUNCTUATION.test(piece) ? piece : await stretch(piece, language, signal));
    return pieces.join('').trim();
  };
}
