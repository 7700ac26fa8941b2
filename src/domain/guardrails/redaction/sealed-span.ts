import type { Finding } from '../../../ports/guard.ts';

/** How much of a text behind a finding still belongs to it; undefined for findings that cannot go on. */
export type GoesOn = (finding: Finding, text: string) => { readonly length: number; readonly isOver: boolean } | undefined;

/** Most of what may be the beginning of an end mark. */
const MAX_HELD = 256;

/** How much of what stands behind a redacted span whose end had not come belongs to it, and whether it ends there. */
export function sealedLength(finding: Finding, goesOn: GoesOn, text: string): { readonly length: number; readonly isOver: boolean } {
  const { length, isOver } = goesOn(finding, text) ?? { length: 0, isOver: true };
  // An end mark is short; what never becomes one belongs to the span.
  return { length: isOver ? length : Math.max(length, text.length - MAX_HELD), isOver };
}
