import type { Detector, Finding } from '../../ports/guard.ts';
import { readVariants } from './normalisation/ascii-variants.ts';

/** Index from which a text of a reply may still become a finding of one of the detectors, in any script they read it in. */
export function openFrom(detectors: readonly Detector[], text: string): number {
  const least = leastTail(detectors, text);
  const said = detectors.length === 0 ? undefined : readVariants(text);
  if (said === undefined) return least;
  const readers = detectors.filter(({ readsWebCodes }) => readsWebCodes === true);
  return Math.min(least, said.written(leastTail(readers, said.text)));
}

function leastTail(detectors: readonly Detector[], text: string): number {
  return detectors.reduce((least, detector) => Math.min(least, tailOf(detector, text)), text.length);
}

/** Index from which a text may still become a finding. 0 if the detector throws: it will report the error when it inspects the text. */
function tailOf(detector: Detector, text: string): number {
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
