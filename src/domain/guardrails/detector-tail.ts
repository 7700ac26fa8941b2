import type { Detector, Finding } from '../../ports/guard.ts';

/** From where a text may become a finding of a detector; one that fails may find anything in it, and says so when it reads it. */
export function tailOf(detector: Detector, text: string): number {
  try {
    return detector.tail(text);
  } catch {
    return 0;
  }
}

/** How much of a text belongs to a finding before it: all of it where its detector fails to tell. */
export function goesOnAs(detector: Detector | undefined, finding: Finding, text: string): ReturnType<NonNullable<Detector['goesOn']>> {
  try {
    return detector?.goesOn?.(finding, text);
  } catch {
    return { length: text.length, isOver: false };
  }
}
