import type { GuardPart } from '../../ports/guard.ts';

/** What the checks said about texts before, so that a conversation is not read again from its beginning with every turn. */
export interface VerdictCache<Verdict> {
  get(part: GuardPart): Verdict | undefined;
  set(part: GuardPart, verdict: Verdict): void;
}

/** A cache of verdicts over at most so many UTF-16 units of text; those not asked for longest go first. */
export function createVerdictCache<Verdict>(maxCharacters: number): VerdictCache<Verdict> {
  const known = new Map<string, { readonly verdict: Verdict; readonly size: number }>();
  let size = 0;
  const keyOf = ({ channel, role, text }: GuardPart): string => `${channel} ${role} ${text}`;

  return {
    get(part) {
      const key = keyOf(part);
      const entry = known.get(key);
      if (entry === undefined) return undefined;
      known.delete(key);
      known.set(key, entry);
      return entry.verdict;
    },
    set(part, verdict) {
      const key = keyOf(part);
      // One text must not drive out everything else.
      if (key.length > maxCharacters / 4 || known.has(key)) return;
      known.set(key, { verdict, size: key.length });
      size += key.length;
      for (const [oldest, entry] of known) {
        if (size <= maxCharacters) return;
        known.delete(oldest);
        size -= entry.size;
      }
    },
  };
}
