import type { TranscriptSegment, TranscriptWord } from '../../ports/speech.ts';
import type { WrittenToken } from './whisper-decoder.ts';
import { tokenFrames } from './whisper-word-times.ts';

/** Of these languages, written without spaces, each sign counts as a word. */
const WITHOUT_SPACES = new Set(['zh', 'yue', 'ja', 'th', 'lo', 'my', 'km', 'bo']);

/** A letter of several tokens that is not yet whole. */
const INCOMPLETE = '\uFFFD';

const SIGN = /^\p{P}+$/u;

export interface WordOptions {
  readonly language: string;
  /** Text without the spaces at its ends taken away. */
  readonly read: (tokens: readonly number[]) => string;
  readonly isTime: (token: number) => boolean;
  readonly segments: readonly TranscriptSegment[];
  /** The length of the audio, and of a frame of it. */
  readonly seconds: number;
  readonly secondsAFrame: number;
}

interface Word {
  readonly text: string;
  /** The places of its tokens among those of the text, `to` exclusive. */
  readonly from: number;
  readonly to: number;
}

/** The words of a transcript with their times, in order and each within its segment; undefined if the model does not tell where it looked. */
export function timedWords(tokens: readonly WrittenToken[], options: WordOptions): TranscriptWord[] | undefined {
  const written = tokens.filter(({ token }) => !options.isTime(token));
  const attention = written.flatMap((token) => (token.attention === undefined ? [] : [token.attention]));
  if (attention.length < written.length || written.length === 0) return undefined;
  const frames = tokenFrames(attention, Math.max(1, Math.ceil(options.seconds / options.secondsAFrame)));
  const words: TranscriptWord[] = [];
  for (const [segment, many] of wordsBySegment(tokens, options).entries()) {
    const { start: first = 0, end: last = options.seconds } = options.segments[segment] ?? {};
    const within = (frame: number | undefined): number => Math.min(Math.max((frame ?? 0) * options.secondsAFrame, first), last);
    for (const { text, from, to } of many) {
      const start = Math.max(within(frames[from]), words.at(-1)?.end ?? 0);
      const chances = written.slice(from, to).map(({ chance }) => chance);
      const confidence = Math.exp(chances.reduce((sum, chance) => sum + chance, 0) / chances.length);
      words.push({ start, end: Math.max(start, within(frames[to])), text, confidence });
    }
  }
  return words;
}

/** The words between two times, segment by segment; segments without words are none. */
function wordsBySegment(tokens: readonly WrittenToken[], { language, read, isTime }: WordOptions): Word[][] {
  const segments: Word[][] = [];
  let words: Word[] = [];
  let pending: number[] = [];
  let place = 0;
  const close = (): void => {
    const spoken = words.map((word) => ({ ...word, text: word.text.trim() })).filter(({ text }) => text !== '');
    if (spoken.length > 0) segments.push(spoken);
    words = [];
  };
  for (const { token } of tokens) {
    if (isTime(token)) {
      close();
      continue;
    }
    pending.push(token);
    place += 1;
    const text = read(pending);
    if (text.endsWith(INCOMPLETE)) continue;
    const last = words.at(-1);
    const isNew = last === undefined || (WITHOUT_SPACES.has(language) ? !SIGN.test(text) : text.startsWith(' '));
    if (isNew) words.push({ text, from: place - pending.length, to: place });
    else words[words.length - 1] = { text: last.text + text, from: last.from, to: place };
    pending = [];
  }
  close();
  return segments;
}
