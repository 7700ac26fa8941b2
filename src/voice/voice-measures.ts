import type { Sessions } from '../domain/speech/session.ts';
import { createCounts, createHistogram } from '../http/counts.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { TurnRecords } from './turn-records.ts';

/** The voice service's own metrics: its sessions, and the turns that are put on record. */
export interface VoiceMeasures extends Metrics {
  /** The records, with each turn counted. */
  turns(records: TurnRecords): TurnRecords;
}

/** Bucket bounds in seconds, of spoken turns. */
const BOUNDS = [0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 30, 60];

/** Counters and histograms since the process started. */
export function createVoiceMeasures(sessions: Pick<Sessions, 'list'>): VoiceMeasures {
  const ended = createCounts<'outcome' | 'error'>();
  const seconds = createHistogram(BOUNDS);
  return {
    turns: ({ put, list }) => ({
      put(owner, record) {
        ended.add({ outcome: record.outcome, error: record.error_type ?? 'none' });
        seconds.observe(record.total_ms / 1000);
        put(owner, record);
      },
      list,
    }),
    collect: () => [
      ...ended.samples('parley_voice_turns_total', 'Spoken turns that ended, live ones included, by the kind of error that failed them.'),
      ...seconds.samples('parley_voice_turn_seconds', 'Time from the end of what was said to the end of the answer.'),
      { name: 'parley_voice_sessions', type: 'gauge', help: 'Open real-time sessions, live ones included.', value: sessions.list().length },
    ],
  };
}
