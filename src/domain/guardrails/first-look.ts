import { abortable } from '../../core/abort.ts';
import type { Detector, Finding, GuardPart, ModelDetector } from '../../ports/guard.ts';

/** Longer texts are read away from the calling thread by the checks that can. */
export const LONG_TEXT = 65_536;

/** Whether a part holds such a text: what is done with all of it at once takes milliseconds. */
export function isLongPart({ text }: Pick<GuardPart, 'text'>): boolean {
  return text.length > LONG_TEXT;
}

/** What a check says of a part at first: at once where it can, so that short texts cost no turn of the event loop. Throws what the check throws. */
export function firstLook(
  detector: Detector | ModelDetector,
  part: GuardPart,
  signal: AbortSignal,
): Promise<readonly Finding[]> | readonly Finding[] {
  if ('infer' in detector) return abortable(detector.infer(part, { signal }), signal);
  const aside = isLongPart(part) ? detector.inspectAside?.(part, signal) : undefined;
  return aside === undefined ? detector.inspect(part) : abortable(aside, signal);
}
