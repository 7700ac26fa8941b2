import type { SpokenSentence, SpokenToken } from '../../ports/spoken-text.ts';
import { settleHomographs } from './homographs.ts';
import { readableBlocks } from './markdown-lines.ts';
import { readAloud } from './read-aloud.ts';
import { romanised } from './romanise.ts';
import { plainLetters } from './styled-letters.ts';

export interface SpokenTextOptions {
  /** The most characters in the words of a sentence, at least 40; longer sentences are split at a pause, or else between words. */
  readonly maxCharacters?: number;
}

const DEFAULT_MAX_CHARACTERS = 250;
const LEAST_MAX_CHARACTERS = 40;
const RANK = [',', ':', ';', '\u2014', '.', '\u2026', '!', '?'];

type Break = Extract<SpokenToken, { kind: 'break' }>;

function stronger(left: Break, right: Break): Break {
  return RANK.indexOf(right.mark) > RANK.indexOf(left.mark) ? right : left;
}

/** Adds a token; of adjacent pauses the stronger is kept, and no sentence begins with a pause. */
function add(tokens: SpokenToken[], token: SpokenToken): void {
  const last = tokens.at(-1);
  if (token.kind !== 'break') tokens.push(token);
  else if (last?.kind === 'break') tokens[tokens.length - 1] = stronger(last, token);
  else if (last !== undefined) tokens.push(token);
}

function closed(tokens: readonly SpokenToken[], mark: Break['mark']): SpokenSentence {
  const last = tokens.at(-1);
  const settled = settleHomographs(tokens);
  if (last?.kind !== 'break') return { tokens: [...settled, { kind: 'break', mark }] };
  const final: Break = mark === '.' && !'.?!\u2026'.includes(last.mark) ? { kind: 'break', mark } : last;
  return { tokens: [...settled.slice(0, -1), final] };
}

/** Where an over-long run is split: after the last pause in its second half, or before its last word. */
function cutPoint(tokens: readonly SpokenToken[]): number {
  for (let index = tokens.length - 2; index > tokens.length / 3; index -= 1) {
    if (tokens[index]?.kind === 'break') return index + 1;
  }
  return tokens.length - 1;
}

function weight(token: SpokenToken): number {
  return token.kind === 'break' ? 0 : token.text.length + 1;
}

/**
 * Turns a text into what a person would say aloud: numbers, dates, money, units, addresses, acronyms and Markdown in words, sentence by
 * sentence. Lazy, so the first sentence is ready before the rest is read; time is linear in the text. It never throws; a text with nothing
 * to say gives no sentences. Latin letters lose their accents and styles, Greek letters are named, words in Greek and Cyrillic letters are
 * read in Latin ones, and other scripts are left out, as an English voice has no sounds for them. Emoji are named only in place of a word, and code blocks are announced, not read.
 */
export function* toSpokenSentences(text: string, options: SpokenTextOptions = {}): Generator<SpokenSentence> {
  const most = Math.max(LEAST_MAX_CHARACTERS, options.maxCharacters ?? DEFAULT_MAX_CHARACTERS);
  let tokens: SpokenToken[] = [];
  let size = 0;
  for (const block of readableBlocks(text)) {
    for (const token of readAloud(romanised(plainLetters(block.text)))) {
      if (token === 'end') {
        if (tokens.length > 0) yield closed(tokens, '.');
        tokens = [];
        size = 0;
        continue;
      }
      add(tokens, token);
      size += weight(token);
      if (size <= most) continue;
      const cut = cutPoint(tokens);
      yield closed(tokens.slice(0, cut), ',');
      tokens = tokens.slice(cut);
      size = tokens.reduce((sum, kept) => sum + weight(kept), 0);
    }
    if (!block.ends) continue;
    if (tokens.length > 0) yield closed(tokens, '.');
    tokens = [];
    size = 0;
  }
  if (tokens.length > 0) yield closed(tokens, '.');
}
