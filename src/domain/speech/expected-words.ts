/** A word with what may be in it: letters and marks, digits, and apostrophes, hyphens, dots and signs between these. */
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’.&+_-](?=[\p{L}\p{N}]))*/gu;

/** The words of a prompt, each once, as it first writes them; of more than `most` the last ones, as Whisper reads only the end of a long prompt. */
export function expectedWords(prompt: string, most: number): string[] {
  const words = new Map<string, string>();
  for (const [word] of prompt.matchAll(WORD)) if (!words.has(word.toLowerCase())) words.set(word.toLowerCase(), word);
  return [...words.values()].slice(-most);
}
