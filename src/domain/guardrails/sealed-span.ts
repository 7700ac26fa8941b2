import type { Finding } from '../../ports/guard.ts';

/** How much of a text behind a finding still belongs to it; undefined for findings that cannot go on. */
export type GoesOn = (finding: Finding, text: string) => { readonly length: number; readonly isOver: boolean } | undefined;

/** A redacted span whose end has not come. What belongs to it is dropped as it comes, so that it takes no memory. */
export interface SealedSpan {
  /** UTF-16 code units that were dropped so far. */
  readonly dropped: number;
  /** Takes what comes next: what stands behind the span, or undefined while it goes on. */
  push(piece: string): string | undefined;
}

/** Most of what may be the beginning of an end mark. */
const MAX_HELD = 256;

export function createSealedSpan(finding: Finding, goesOn: GoesOn): SealedSpan {
  let held = '';
  let dropped = 0;
  return {
    get dropped() {
      return dropped;
    },
    push(piece) {
      held += piece;
      const { length, isOver } = goesOn(finding, held) ?? { length: 0, isOver: true };
      // An end mark is short; what never becomes one belongs to the span.
      const end = isOver ? length : Math.max(length, held.length - MAX_HELD);
      dropped += end;
      held = held.slice(end);
      return isOver ? held : undefined;
    },
  };
}
