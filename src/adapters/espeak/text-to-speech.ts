import { ServiceError } from '../../core/errors.ts';
import type { PoolRunOptions } from '../../core/pool-options.ts';
import type { Pcm, TextToSpeech } from '../../ports/speech.ts';
import { createLanes } from './lanes.ts';
import { runProcess } from './run-process.ts';
import { cannotRead, DEFAULT_VOICE, fromVoiceTables, toEspeakName, toVoices, type VoiceListing } from './voices.ts';

export interface EspeakOptions {
  /** The espeak-ng executable: a name looked up in PATH, or a path. */
  readonly executable: string;
  /** Concurrent processes. */
  readonly processes: number;
  /** Texts that may wait for a process; of further ones those who ask most are refused with `too_many_requests`. */
  readonly queueLimit: number;
  /** Time limit for one sentence, in milliseconds. */
  readonly timeoutMs: number;
  /** Splits a text into sentences as a voice of the language, one of espeak-ng's such as `en-gb`, is to read them. */
  readonly splitSentences: (text: string, language: string) => readonly string[];
  readonly decodeWav: (bytes: Uint8Array) => Promise<Pcm>;
}

/** Words per minute at speed 1. espeak-ng's slowest rate is 80, which is speed 0.46; above 450 it skips samples. */
const WORDS_PER_MINUTE = 175;
const LIMITS = { slowest: 80, fastest: WORDS_PER_MINUTE * 4 };

/** Ten minutes at 22 050 Hz: far more than a sentence can take. */
const MAX_OUTPUT_BYTES = 10 * 60 * 22_050 * 2;

/**
 * Speech by the espeak-ng executable (https://github.com/espeak-ng/espeak-ng), one process per sentence, 22 050 Hz. The text is passed
 * on standard input, so it cannot contain options, and neither SSML nor phoneme input is enabled. `voices` contains only the default
 * until espeak-ng has listed the others, which is requested at once, and again by each synthesis while it fails. A Japanese text with
 * Chinese characters, which espeak-ng does not read, gives no audio.
 */
export function createEspeakTextToSpeech(options: EspeakOptions): TextToSpeech {
  const { executable, processes, queueLimit, timeoutMs, splitSentences, decodeWav } = options;
  const lanes = createLanes(processes, queueLimit);
  let listed: VoiceListing | undefined;
  let listingUnderWay: Promise<VoiceListing> | undefined;

  async function run(args: readonly string[], input: string, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    return await runProcess(executable, args, { input, timeoutMs, maxOutputBytes: MAX_OUTPUT_BYTES, signal });
  }

  async function list(): Promise<VoiceListing> {
    const tables = await Promise.all([run(['--voices'], ''), run(['--voices=variant'], '')]);
    const [voices = '', variants = ''] = tables.map((bytes) => new TextDecoder().decode(bytes));
    listed = fromVoiceTables(voices, variants);
    return listed;
  }

  async function listing(): Promise<VoiceListing> {
    if (listed !== undefined) return listed;
    listingUnderWay ??= list().finally(() => {
      listingUnderWay = undefined;
    });
    return await listingUnderWay;
  }

  async function speak(sentence: string, args: readonly string[], turn: PoolRunOptions): Promise<Pcm> {
    using _place = await lanes.take(turn);
    const wav = await run(args, sentence, turn.signal);
    try {
      return await decodeWav(wav);
    } catch (cause) {
      throw new ServiceError('provider_unavailable', `${executable} wrote no WAV audio.`, { cause });
    }
  }

  listing().catch(() => undefined);

  return {
    model: 'espeak-ng',

    get voices() {
      return listed === undefined ? [{ id: DEFAULT_VOICE.id, language: 'en-US' }] : toVoices(listed);
    },

    checkVoice: async (voice) => void toEspeakName(voice, await listing()),

    async *synthesize(text, { voice = DEFAULT_VOICE.id, speed = 1, key, signal } = {}) {
      if (!(speed >= 0.25 && speed <= 4)) throw new ServiceError('invalid_input', 'speed must be from 0.25 to 4.', { param: 'speed' });
      const name = toEspeakName(voice, await listing());
      if (cannotRead(name, text)) return;
      const args = ['--stdin', '--stdout', '-b', '1', '-s', wordsPerMinute(speed), '-v', name];
      const turn = { ...(key === undefined ? {} : { key }), ...(signal === undefined ? {} : { signal }) };
      for (const [index, sentence] of splitSentences(harmless(text), name.replace(/\+.*/, '')).entries()) {
        yield await speak(sentence, args, { ...turn, continuing: index > 0 });
      }
    },
  };
}

function wordsPerMinute(speed: number): string {
  return String(Math.min(LIMITS.fastest, Math.max(LIMITS.slowest, Math.round(WORDS_PER_MINUTE * speed))));
}

/** Control characters start espeak-ng's embedded commands, and `[[` its phoneme input. */
function harmless(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, (character) => (character === '\n' ? '\n' : ' '))
    .replace(/\[(?=\[)/g, '[ ');
}
