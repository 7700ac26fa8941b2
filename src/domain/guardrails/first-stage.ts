import { abortable } from '../../core/abort.ts';
import type { Detector, Finding, GuardPart, ModelDetector } from '../../ports/guard.ts';
import type { TextWindow } from './normalisation/changed-windows.ts';
import type { PartReading } from './normalisation/json-reading.ts';

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
  { part, windows }: PartReading,
  signal: AbortSignal,
): Promise<readonly Finding[]> | readonly Finding[] {
  if ('infer' in detector) return abortable(detector.infer(part, { signal }), signal);
  if (windows !== undefined && detector.readsAround === true && sizeOf(windows) <= LONG_TEXT)
    return inspectWindows(detector, part, windows);
  const aside = isLongPart(part) ? detector.inspectAside?.(part, signal) : undefined;
  return aside === undefined ? detector.inspect(part) : abortable(aside, signal);
}

/** A finding this near to where a window was cut was inspected whole in the reading before, or is none. */
const EDGE = 256;

function sizeOf(windows: readonly TextWindow[]): number {
  return windows.reduce((size, { start, end }) => size + end - start, 0);
}

function inspectWindows(detector: Detector, part: GuardPart, windows: readonly TextWindow[]): readonly Finding[] {
  const { text } = part;
  return windows.flatMap((window) => {
    const first = window.start === 0 ? 0 : window.start + EDGE;
    const last = window.end === text.length ? text.length : window.end - EDGE;
    const found = detector.inspect({ ...part, text: text.slice(window.start, window.end) });
    return found
      .map((finding) => ({ ...finding, start: finding.start + window.start, end: finding.end + window.start }))
      .filter(({ start, end }) => start >= first && end <= last);
  });
}
