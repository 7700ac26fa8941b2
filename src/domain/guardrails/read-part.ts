import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import type { Direction, GuardPart } from '../../ports/guard.ts';
import { readingsOf, readingsStepwise, type PartReading, type PartReadings } from './normalisation/json-reading.ts';
import { readUncoloured, type UncolouredText } from './normalisation/terminal-codes.ts';
import { webReading } from './normalisation/web-reading.ts';

/** A part with all the readings that checks inspect. */
export interface ReadPart {
  readonly part: GuardPart;
  readonly read: PartReading;
  /** Further readings, for decoded text that contains escapes again. */
  readonly again: readonly PartReading[];
  /** The text with what hides values in it decoded, if it has any of that; that of a coloured part is its uncoloured one's. */
  readonly web?: PartReading | undefined;
  /** The part without the codes that colour it in a terminal, for checks that read web codes; undefined if it has none. */
  readonly uncoloured?: ReadPart | undefined;
}

/** Computes every reading of a part that the checks need. */
export function readPart(part: GuardPart, direction: Direction): ReadPart {
  const plain = direction === 'input' ? readUncoloured(part.text) : undefined;
  const readings = readingsOf(part);
  if (plain === undefined) return withWebReading(part, readings, direction);
  const own = { ...part, text: plain.text };
  return { part, ...readings, uncoloured: inColours(part, withWebReading(own, readingsOf(own), direction), plain) };
}

/** `readPart` for a long part: yields to the event loop before each reading, which takes milliseconds. */
export async function readLongPart(part: GuardPart, direction: Direction): Promise<ReadPart> {
  const plain = direction === 'input' ? readUncoloured(part.text) : undefined;
  const readings = await readStepwise(part);
  if (plain === undefined) return withWebReading(part, readings, direction);
  const own = { ...part, text: plain.text };
  return { part, ...readings, uncoloured: inColours(part, withWebReading(own, await readStepwise(own), direction), plain) };
}

/** The readings of an uncoloured part, with their findings where they are in the coloured one. */
function inColours(part: GuardPart, { read, again, web }: ReadPart, { original }: UncolouredText): ReadPart {
  const coloured = (reading: PartReading): PartReading => ({
    ...reading,
    placed: (finding) => {
      const placed = reading.placed(finding);
      return { ...placed, ...original(placed.start, placed.end) };
    },
  });
  return { part, read: coloured(read), again: again.map(coloured), web: web && coloured(web) };
}

async function readStepwise(part: GuardPart): Promise<PartReadings> {
  const steps = readingsStepwise(part);
  let step: ReturnType<typeof steps.next>;
  do {
    await yieldToEventLoop();
    step = steps.next();
  } while (step.done !== true);
  await yieldToEventLoop();
  return step.value;
}

function withWebReading(part: GuardPart, readings: PartReadings, direction: Direction): ReadPart {
  return { part, ...readings, web: webReading(readings, direction) };
}
