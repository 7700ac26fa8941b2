import type { Finding } from '../../../ports/guard.ts';

/** How much of the text after a finding still belongs to it; undefined for findings that cannot continue. */
export type GoesOn = (finding: Finding, text: string) => { readonly length: number; readonly isOver: boolean } | undefined;

/** Length limit of an incomplete end marker. */
const MAX_HELD = 256;

/** How much of the text after a span that was redacted early still belongs to it, and whether the span ends there. */
export function sealedLength(finding: Finding, goesOn: GoesOn, text: string): { readonly length: number; readonly isOver: boolean } {
  const { length, isOver } = goesOn(finding, text) ?? { length: 0, isOver: true };
  // End markers are short, so anything longer belongs to the span.
  return { length: isOver ? length : Math.max(length, text.length - MAX_HELD), isOver };
}
