import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import type { Direction, GuardPart } from '../../ports/guard.ts';
import { readingsOf, readingsStepwise, type PartReading, type PartReadings } from './normalisation/json-reading.ts';
import { webReading } from './normalisation/web-reading.ts';

/** A part with its readings. */
export interface ReadPart {
  readonly part: GuardPart;
  readonly read: PartReading;
  /** Further readings, where what was decoded contains escapes again. */
  readonly again: readonly PartReading[];
  /** The reading with percent-encoding and HTML entities decoded, if it has any. */
  readonly web?: PartReading | undefined;
}

/** Reads a part in every way that the checks use. */
export function readPart(part: GuardPart, direction: Direction): ReadPart {
  return withWebReading(part, readingsOf(part), direction);
}

/** The same for a long part, each reading of which takes milliseconds: other work gets the thread before each of them. */
export async function readLongPart(part: GuardPart, direction: Direction): Promise<ReadPart> {
  const steps = readingsStepwise(part);
  let step: ReturnType<typeof steps.next>;
  do {
    await yieldToEventLoop();
    step = steps.next();
  } while (step.done !== true);
  return withWebReading(part, step.value, direction);
}

/** Only requests are decoded: percent-encoding and HTML entities in a reply are the model's own. */
function withWebReading(part: GuardPart, readings: PartReadings, direction: Direction): ReadPart {
  return { part, ...readings, web: direction === 'input' ? webReading(readings) : undefined };
}
