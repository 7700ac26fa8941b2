import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import type { Direction, GuardPart } from '../../ports/guard.ts';
import { readingsOf, readingsStepwise, type PartReading, type PartReadings } from './normalisation/json-reading.ts';
import { webReading } from './normalisation/web-reading.ts';

/** A part with all the readings that checks inspect. */
export interface ReadPart {
  readonly part: GuardPart;
  readonly read: PartReading;
  /** Further readings, for decoded text that contains escapes again. */
  readonly again: readonly PartReading[];
  /** The text with percent-encoding and HTML entities decoded, if it has any. */
  readonly web?: PartReading | undefined;
}

/** Computes every reading of a part that the checks need. */
export function readPart(part: GuardPart, direction: Direction): ReadPart {
  return withWebReading(part, readingsOf(part), direction);
}

/** `readPart` for a long part: yields to the event loop before each reading, which takes milliseconds. */
export async function readLongPart(part: GuardPart, direction: Direction): Promise<ReadPart> {
  const steps = readingsStepwise(part);
  let step: ReturnType<typeof steps.next>;
  do {
    await yieldToEventLoop();
    step = steps.next();
  } while (step.done !== true);
  await yieldToEventLoop();
  return withWebReading(part, step.value, direction);
}

/** Only requests are web-decoded: percent-encoding and HTML entities in a reply were written by the model. */
function withWebReading(part: GuardPart, readings: PartReadings, direction: Direction): ReadPart {
  return { part, ...readings, web: direction === 'input' ? webReading(readings) : undefined };
}
