import { passesFilter, type AttributeFilter, type Attributes } from '../../core/attribute-filter.ts';

/** What filters read of passages. Passages of one file mostly share a group. */
export interface PassageGroup {
  readonly id: number;
  readonly storeIds: readonly string[];
  readonly attributes: Attributes;
}

/** The groups in use, by slots that are numbered from 0 and reused. */
export interface PassageGroups {
  /** The slot of a group, after adding this many passages to it. Throws a RangeError for a group that was never described. */
  enter(id: number, passages: number): number;
  leave(slot: number): void;
  describe(groups: readonly PassageGroup[]): void;
  /** 1 for each slot whose group is in one of the stores (any when absent) and passes the filter. */
  allowed(storeIds: readonly string[] | undefined, filter: AttributeFilter | undefined): Uint8Array;
  /** Ids of the groups in use for which `allowed` says 1. */
  select(storeIds: readonly string[] | undefined, filter: AttributeFilter | undefined): Float64Array;
  /** Removes groups that were described but have no passages. */
  forgetUnused(): void;
}

interface Slot {
  readonly group: PassageGroup;
  passages: number;
}

/** Starts without any group. */
export function createPassageGroups(): PassageGroups {
  const described = new Map<number, PassageGroup>();
  const slotOf = new Map<number, number>();
  const slots: (Slot | undefined)[] = [];
  const free: number[] = [];

  function allowed(storeIds: readonly string[] | undefined, filter: AttributeFilter | undefined): Uint8Array {
    const wanted = new Set(storeIds);
    return Uint8Array.from(slots, (slot) => {
      if (slot === undefined || (storeIds !== undefined && !slot.group.storeIds.some((id) => wanted.has(id)))) return 0;
      return filter === undefined || passesFilter(filter, slot.group.attributes) ? 1 : 0;
    });
  }

  return {
    enter(id, passages) {
      let at = slotOf.get(id);
      if (at === undefined) {
        const group = described.get(id);
        if (group === undefined) throw new RangeError(`unknown group ${id}`);
        at = free.pop() ?? slots.length;
        slots[at] = { group, passages: 0 };
        slotOf.set(id, at);
        described.delete(id);
      }
      const slot = slots[at];
      if (slot !== undefined) slot.passages += passages;
      return at;
    },

    leave(at) {
      const slot = slots[at];
      if (slot === undefined) return;
      slot.passages -= 1;
      if (slot.passages > 0) return;
      slots[at] = undefined;
      slotOf.delete(slot.group.id);
      free.push(at);
    },

    describe(groups) {
      for (const group of groups) if (!slotOf.has(group.id)) described.set(group.id, group);
    },

    allowed,

    select(storeIds, filter) {
      const mask = allowed(storeIds, filter);
      return Float64Array.from(slots.flatMap((slot, at) => (slot !== undefined && mask[at] === 1 ? [slot.group.id] : [])));
    },

    forgetUnused: () => described.clear(),
  };
}
