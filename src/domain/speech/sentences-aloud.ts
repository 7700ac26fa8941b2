import type { SpokenSentence } from '../../ports/spoken-text.ts';
import { readableBlocks } from './markdown-lines.ts';
import { splitSentences } from './sentences.ts';
import { toSpokenSentences } from './spoken-text.ts';
import { plainLetters } from './styled-letters.ts';

/** The letter is written as it sounds, since a synthesiser would take an «A» for the article. */
const LETTER_A = 'eigh';
/** Scripts that are left out where a text is read as English; signs such as the micro sign are of none. */
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\P{L}]/u;

/**
 * The sentences of a text for a synthesiser that reads plain words of its language well: without Markdown and styled letters, and in
 * English, given as a tag such as `en-gb`, with figures, dates, money, units, addresses and abbreviations in words.
 */
export function sentencesAloud(text: string, language: string): string[] {
  if (/^en(?:-|$)/i.test(language) && !OTHER_SCRIPT.test(text)) {
    const english = Array.from(toSpokenSentences(text), inWords);
    if (english.length > 0) return english;
  }
  return Array.from(readableBlocks(text)).flatMap((block) => splitSentences(plainLetters(block.text)));
}

function inWords({ tokens }: SpokenSentence): string {
  const parts = tokens.map((token) => {
    if (token.kind === 'break') return token.mark === '—' ? ' —' : token.mark;
    if (token.kind === 'letter') return ` ${token.text === 'a' ? LETTER_A : token.text.toUpperCase()}`;
    return ` ${token.text}`;
  });
  return parts.join('').trim();
}
