import type { AttributeFilter } from '../../core/attribute-filter.ts';
import { createPassageGroups, type PassageGroup } from './passage-groups.ts';
import { createVectorMemory } from './vector-memory.ts';

/** Rows to add: a number and a group for each, and the vectors one after another. */
export interface VectorRows {
  readonly numbers: Float64Array;
  readonly groupIds: Float64Array;
  readonly vectors: Float32Array<ArrayBuffer>;
  /** Those of the groups that may be new. */
  readonly groups: readonly PassageGroup[];
}

export interface VectorQuery {
  readonly storeIds: readonly string[];
  readonly filter?: AttributeFilter;
  readonly vector: Float32Array;
  readonly limit: number;
}

/** All passages' vectors in compact form, by the passages' numbers. Synchronous; lives in a worker. */
export interface VectorTable {
  readonly size: number;
  /** Of memory, nearly. */
  readonly bytes: number;
  add(rows: VectorRows): void;
  remove(numbers: Float64Array): void;
  /** Puts passages into other groups. */
  move(numbers: Float64Array, groupIds: Float64Array, groups: readonly PassageGroup[]): void;
  /** Numbers of the passages among which the nearest `limit` are, best first: more than `limit`, for an exact comparison to choose from. */
  search(query: VectorQuery): Float64Array;
  /** Ids of the groups in these stores, or in any, that pass the filter. */
  select(storeIds: readonly string[] | undefined, filter: AttributeFilter | undefined): Float64Array;
}

/** How many more passages than asked for are given at most, and how many standard deviations of error they make up for. */
const EXTRA = 512;
const DEVIATIONS = 10;

/** Bytes of a row beside its vector: number, group and the map's entry. */
const ROW_BYTES = 72;

/** An empty table. */
export function createVectorTable(dimensions: number): VectorTable {
  const memory = createVectorMemory(dimensions);
  const groups = createPassageGroups();
  const rowOf = new Map<number, number>();
  let numbers = new Float64Array(1024);
  let slots = new Int32Array(1024);

  function resize(capacity: number): void {
    const kept = Math.min(capacity, numbers.length);
    const from = { numbers, slots };
    numbers = new Float64Array(capacity);
    slots = new Int32Array(capacity);
    numbers.set(from.numbers.subarray(0, kept));
    slots.set(from.slots.subarray(0, kept));
  }

  /** Fills the gap with the last row. */
  function removeOne(number: number): void {
    const row = rowOf.get(number);
    if (row === undefined) return;
    const last = rowOf.size - 1;
    groups.leave(slots[row] ?? -1);
    rowOf.delete(number);
    if (row === last) return;
    const moved = numbers[last] ?? 0;
    memory.copy(last, row);
    numbers[row] = moved;
    slots[row] = slots[last] ?? 0;
    rowOf.set(moved, row);
  }

  return {
    get size() {
      return rowOf.size;
    },

    get bytes() {
      return memory.bytes + numbers.byteLength + slots.byteLength + rowOf.size * (ROW_BYTES - 12);
    },

    add(rows) {
      groups.describe(rows.groups);
      for (const [index, number] of rows.numbers.entries()) {
        if (rowOf.has(number)) continue;
        const row = rowOf.size;
        if (row === numbers.length) resize(Math.ceil(row * 1.5));
        memory.write(row, rows.vectors.subarray(index * dimensions, (index + 1) * dimensions));
        slots[row] = groups.enter(rows.groupIds[index] ?? -1, 1);
        numbers[row] = number;
        rowOf.set(number, row);
      }
      groups.forgetUnused();
    },

    remove(gone) {
      for (const number of gone) removeOne(number);
      memory.shrink(rowOf.size);
      if (numbers.length > 1024 && rowOf.size < numbers.length / 4) resize(Math.max(1024, rowOf.size * 2));
    },

    move(moved, groupIds, described) {
      groups.describe(described);
      for (const [index, number] of moved.entries()) {
        const row = rowOf.get(number);
        if (row === undefined) continue;
        const old = slots[row] ?? -1;
        slots[row] = groups.enter(groupIds[index] ?? -1, 1);
        groups.leave(old);
      }
      groups.forgetUnused();
    },

    search({ storeIds, filter, vector, limit }) {
      const mask = groups.allowed(storeIds, filter);
      const best = createBest(limit + EXTRA);
      const isAllowed = (row: number): boolean => mask[slots[row] ?? -1] === 1;
      memory.aim(vector);
      for (let row = 0; row < rowOf.size;) {
        if (!isAllowed(row)) {
          row += 1;
          continue;
        }
        let end = row + 1;
        while (end < rowOf.size && isAllowed(end)) end += 1;
        while (row < end) {
          const scores = memory.scan(row, end);
          let { worst } = best;
          for (let offset = 0; offset < scores.length; offset += 1) {
            const score = scores[offset] ?? 0;
            if (score > worst) worst = best.offer(score, numbers[row + offset] ?? 0);
          }
          row += scores.length;
        }
      }
      return best.take(limit, DEVIATIONS * memory.deviation());
    },

    select: (storeIds, filter) => groups.select(storeIds, filter),
  };
}

interface Best {
  /** What a score must be above to be among the best. */
  readonly worst: number;
  /** Takes a score and says what the next must be above. */
  offer(score: number, number: number): number;
  /** The best `limit` and those that are at most `margin` worse than the last of them. */
  take(limit: number, margin: number): Float64Array;
}

/** The `size` highest scores offered: collected, and cut whenever twice as many have come together. */
function createBest(size: number): Best {
  let found: { score: number; number: number }[] = [];
  let worst = -Infinity;

  function cut(): void {
    found = found.toSorted((left, right) => right.score - left.score || left.number - right.number).slice(0, size);
    if (found.length === size) worst = found.at(-1)?.score ?? -Infinity;
  }

  return {
    get worst() {
      return worst;
    },
    offer(score, number) {
      found.push({ score, number });
      if (found.length >= 2 * size) cut();
      return worst;
    },
    take(limit, margin) {
      cut();
      const least = (found[limit - 1]?.score ?? -Infinity) - margin;
      return Float64Array.from(
        found.filter(({ score }) => score >= least),
        ({ number }) => number,
      );
    },
  };
}
