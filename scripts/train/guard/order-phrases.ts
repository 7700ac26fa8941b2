/** Lists of phrases by what they are for. */
export type Phrases = Readonly<Record<string, readonly string[]>>;

/** Reads the phrases of one language: on every line a name, a colon and phrases parted by bars. */
export function phrasesOf(written: string): Phrases {
  return Object.fromEntries(
    written
      .trim()
      .split('\n')
      .map((line) => {
        const at = line.indexOf(':');
        const phrases = line.slice(at + 1).split('|');
        return [line.slice(0, at), phrases.map((phrase) => phrase.trim())];
      }),
  );
}
