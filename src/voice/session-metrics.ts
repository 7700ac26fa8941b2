import type { Sessions } from '../domain/speech/session.ts';
import type { Metrics } from '../ports/metrics.ts';

/** The metrics of real-time sessions, in addition to others. */
export function withSessionMetrics(metrics: Metrics, sessions: Sessions): Metrics {
  return {
    collect: () => [
      ...metrics.collect(),
      { name: 'parley_voice_sessions', type: 'gauge', help: 'Open real-time sessions, live ones included.', value: sessions.list().length },
    ],
  };
}
