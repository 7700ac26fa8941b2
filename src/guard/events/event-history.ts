import type { LifecycleEvent } from './lifecycle.ts';

/** The latest lifecycle events of a process, for clients that reconnect. */
export interface EventHistory {
  add(event: LifecycleEvent): void;
  /** Id of the oldest event still kept; undefined before the first one. */
  oldest(): number | undefined;
  /** The events kept now whose ids are above one, oldest first, in blocks that are read when they are asked for. */
  after(id: number): Iterable<readonly LifecycleEvent[]>;
}

/** Events written together. */
const BLOCK = 64;

/** Consecutive events as JSON. */
interface Block {
  /** Id of its last event. */
  readonly last: number;
  readonly json: string;
}

type Written = [LifecycleEvent['id'], LifecycleEvent['kind'], LifecycleEvent['requestId'], number, LifecycleEvent['data']];

/**
 * Keeps up to `capacity` events, all but the newest as JSON: as objects, which the engine never moves, they would keep memory that requests
 * have left from being returned to the system.
 */
export function createEventHistory(capacity: number): EventHistory {
  const blocks: Block[] = [];
  let newest: LifecycleEvent[] = [];

  /** How many of the events in memory are older than those kept. */
  const surplus = (): number => Math.max(0, blocks.length * BLOCK + newest.length - capacity);

  return {
    add(event) {
      newest.push(event);
      if (newest.length === BLOCK) {
        blocks.push({ last: event.id, json: write(newest) });
        newest = [];
      }
      if (blocks.length > 0 && surplus() >= BLOCK) blocks.shift();
    },
    oldest() {
      const [block] = blocks;
      return (block === undefined ? newest : read(block)).at(surplus())?.id;
    },
    after: (id) => eventsAfter(id, surplus(), [...blocks], [...newest]),
  };
}

function* eventsAfter(
  id: number,
  surplus: number,
  blocks: readonly Block[],
  newest: readonly LifecycleEvent[],
): Generator<readonly LifecycleEvent[]> {
  for (const [place, block] of blocks.entries()) {
    if (block.last > id) yield read(block).filter((event, index) => event.id > id && place * BLOCK + index >= surplus);
  }
  yield newest.filter((event, index) => event.id > id && blocks.length * BLOCK + index >= surplus);
}

function write(events: readonly LifecycleEvent[]): string {
  return JSON.stringify(events.map(({ id, kind, requestId, at, data }): Written => [id, kind, requestId, at.getTime(), data]));
}

function read({ json }: Block): LifecycleEvent[] {
  const written = JSON.parse(json) as Written[];
  return written.map(([id, kind, requestId, at, data]) => ({ id, kind, requestId, at: new Date(at), data }));
}
