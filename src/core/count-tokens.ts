import { messageText } from './message-text.ts';

const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;

/**
 * Words and punctuation marks of a text, each with the blanks before it, so that joining them gives the
 * text back up to trailing blanks. This is the unit of usage and limits where no model's own tokens exist.
 */
export function splitTokens(text: string): string[] {
  let end = 0;
  return [...text.matchAll(TOKEN)].map((match) => {
    const token = text.slice(end, match.index + match[0].length);
    end = match.index + match[0].length;
    return token;
  });
}

/** The number of words and punctuation marks in a text. It is not a model's token count, but is the same in every run. */
export function countTokens(text: string): number {
  let count = 0;
  for (const match of text.matchAll(TOKEN)) count += match.length;
  return count;
}

/** The number of words and punctuation marks in the texts of messages, and of the files in them. */
export function countMessageTokens(messages: readonly Parameters<typeof messageText>[0][]): number {
  return messages.reduce((sum, message) => sum + countTokens(messageText(message)), 0);
}
