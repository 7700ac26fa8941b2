import type { GuardPart } from '../ports/guard.ts';

/** The parts added last, by number. */
export interface KeptParts {
  add(number: number, part: GuardPart): void;
  get(number: number): GuardPart | undefined;
}

/** Keeps the last parts up to a total number of characters, and the very last one whatever its length. */
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
