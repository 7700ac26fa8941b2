import type { Static } from 'elysia';
import { createRecent } from '../core/recent.ts';
import type { TurnRecordBody } from './wire.ts';

/** The record of a finished turn: its times and its outcome, never its words. */
export type TurnRecord = Static<typeof TurnRecordBody>;

/** The last turns, each with its owner. */
export interface TurnRecords {
  put(owner: string, record: TurnRecord): void;
  /** Newest first: those of one owner, or of all without one. */
  list(owner: string | undefined): readonly TurnRecord[];
}

/** Keeps at most `capacity` records; the oldest goes first. */
export function createTurnRecords(capacity: number): TurnRecords {
  const recent = createRecent<{ readonly owner: string; readonly record: TurnRecord }>(capacity);
  return {
    // Names of API keys contain no colon. Two owners may use the same request id.
    put: (owner, record) => recent.put(`${owner}:${record.request_id}`, { owner, record }),
    list: (owner) =>
      recent
        .list(capacity)
        .filter((kept) => owner === undefined || kept.owner === owner)
        .map(({ record }) => record),
  };
}
