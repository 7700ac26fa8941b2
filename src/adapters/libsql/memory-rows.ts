import { storable } from '../../core/storable.ts';
import type { FactKind, MemoryFact, MemoryTurn, SupportedFact } from '../../ports/memory.ts';
import { textColumn } from './column-values.ts';
import type { SqlValue } from './protocol.ts';

/** The columns of a turn, in the order that `toTurnRow` gives and `fromTurnRow` reads. */
export const TURN_COLUMNS = 'id, owner, thread, speaker, text, said_before, said_at';

/** The columns of a fact `f`, in the order of `toFactRow`. */
export const FACT_COLUMNS =
  'id, owner, thread, text, kind, slot, importance, date, valid_from, valid_until, superseded_by, times_said, last_said_at';

/** Every column of a fact `f` and the ids of its turns, oldest first, as `fromFactRow` reads them. */
export const SUPPORTED_COLUMNS = `${FACT_COLUMNS.split(', ')
  .map((name) => `f.${name}`)
  .join(', ')}, (SELECT json_group_array(id) FROM (SELECT t.id FROM memory_evidence e JOIN memory_turns t ON t.id = e.turn_id
    WHERE e.fact_id = f.id ORDER BY t.sequence))`;

export function toTurnRow({ id, owner, thread, speaker, text, before, saidAt }: MemoryTurn): SqlValue[] {
  const said = [id, owner, thread, speaker, text].map(storable);
  return [...said, before === undefined ? null : storable(before), saidAt.getTime()];
}

export function fromTurnRow(row: readonly SqlValue[]): MemoryTurn {
  const [id, owner, thread, speaker, text, before, saidAt] = row;
  return {
    id: textColumn(id),
    owner: textColumn(owner),
    thread: textColumn(thread),
    speaker: textColumn(speaker),
    text: textColumn(text),
    ...(before === null ? {} : { before: textColumn(before) }),
    saidAt: new Date(Number(saidAt)),
  };
}

export function toFactRow(fact: MemoryFact): SqlValue[] {
  const { id, owner, thread, text, kind, slot, importance, date, validFrom, validUntil, supersededBy, timesSaid, lastSaidAt } = fact;
  return [
    storable(id),
    storable(owner),
    storable(thread),
    storable(text),
    kind,
    slot === undefined ? null : storable(slot),
    importance,
    date ?? null,
    validFrom.getTime(),
    validUntil?.getTime() ?? null,
    supersededBy ?? null,
    timesSaid,
    lastSaidAt.getTime(),
  ];
}

export function fromFactRow(row: readonly SqlValue[]): SupportedFact {
  const [id, owner, thread, text, kind, slot, importance, date, validFrom, validUntil, supersededBy, timesSaid, lastSaidAt, turnIds] = row;
  const fact: MemoryFact = {
    id: textColumn(id),
    owner: textColumn(owner),
    thread: textColumn(thread),
    text: textColumn(text),
    kind: textColumn(kind) as FactKind,
    ...(slot === null ? {} : { slot: textColumn(slot) }),
    importance: Number(importance),
    ...(date === null ? {} : { date: textColumn(date) }),
    validFrom: new Date(Number(validFrom)),
    ...(validUntil === null ? {} : { validUntil: new Date(Number(validUntil)) }),
    ...(supersededBy === null ? {} : { supersededBy: textColumn(supersededBy) }),
    timesSaid: Number(timesSaid),
    lastSaidAt: new Date(Number(lastSaidAt)),
  };
  return { fact, turnIds: JSON.parse(textColumn(turnIds)) as string[] };
}
