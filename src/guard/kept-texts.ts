/** The last texts by key, up to so many characters in all. */
export interface KeptTexts {
  get(key: string): string | undefined;
  /** A text longer than all that may be kept is not kept. */
  put(key: string, text: string): void;
}

/** Keeps texts of at most `capacity` UTF-16 code units together; the one that was not asked for the longest goes first. */
export function createKeptTexts(capacity: number): KeptTexts {
  const kept = new Map<string, string>();
  let characters = 0;

  function drop(key: string): void {
    characters -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const text = kept.get(key);
      if (text === undefined) return undefined;
      kept.delete(key);
      kept.set(key, text);
      return text;
    },
    put(key, text) {
      if (text.length > capacity) return;
      drop(key);
      kept.set(key, text);
      characters += text.length;
      for (const oldest of kept.keys()) {
        if (characters <= capacity) return;
        drop(oldest);
      }
    },
  };
}
