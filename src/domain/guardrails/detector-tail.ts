import type { Detector, Finding } from '../../ports/guard.ts';

/** Index from which a text may still become a finding. 0 if the detector throws: it will report the error when it inspects the text. */
export function tailOf(detector: Detector, text: string): number {
  try {
    return detector.tail(text);
  } catch {
    return 0;
  }
}

/** How much of the text after a finding still belongs to it; all of it if the detector throws. */
export function goesOnAs(detector: Detector | undefined, finding: Finding, text: string): ReturnType<NonNullable<Detector['goesOn']>> {
  try {
    return detector?.goesOn?.(finding, text);
  } catch {
    return { length: text.length, isOver: false };
  }
}
