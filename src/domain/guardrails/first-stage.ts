import { abortable } from '../../core/abort.ts';
import type { Detector, Finding, GuardPart, ModelDetector } from '../../ports/guard.ts';

/** Length in UTF-16 code units above which checks that support it read a text off the calling thread. */
export const LONG_TEXT = 65_536;

/** Whether a part is so long that each pass over it takes milliseconds. */
export function isLongPart({ text }: Pick<GuardPart, 'text'>): boolean {
  return text.length > LONG_TEXT;
}

/**
 * Runs a check's first stage; synchronously if possible, so that short texts cost no turn of the event loop. Rethrows the check's
 * errors.
 */
export function runFirstStage(
  detector: Detector | ModelDetector,
  part: GuardPart,
  signal: AbortSignal,
): Promise<readonly Finding[]> | readonly Finding[] {
  if ('infer' in detector) return abortable(detector.infer(part, { signal }), signal);
  const aside = isLongPart(part) ? detector.inspectAside?.(part, signal) : undefined;
  return aside === undefined ? detector.inspect(part) : abortable(aside, signal);
}
