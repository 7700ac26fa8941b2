import type { GuardPart } from '../ports/guard.ts';

/** The last parts that were added, by their numbers. */
export interface KeptParts {
  add(number: number, part: GuardPart): void;
  get(number: number): GuardPart | undefined;
}

/** Keeps the last parts of so many characters together, and the very last however long it is. */
export function createKeptParts(characters: number): KeptParts {
  const parts = new Map<number, GuardPart>();
  let size = 0;
  return {
    add(number, part) {
      parts.set(number, part);
      size += part.text.length;
      for (const [oldest, { text }] of parts) {
        if (size <= characters || parts.size === 1) return;
        parts.delete(oldest);
        size -= text.length;
      }
    },
    get: (number) => parts.get(number),
  };
}
