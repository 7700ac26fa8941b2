import { t } from 'elysia';
import { rounded } from '../../core/rounded.ts';
import { MOST_NAMED, type JournalStats, type Percentiles } from '../../ports/journal.ts';

const Counts = t.Record(t.String(), t.Integer());
const CountsOfVerdicts = t.Record(t.String(), t.Integer(), {
  description: 'The action that was taken; a request that passed because its policy is in shadow counts as allowed.',
});
const TokensBody = t.Object({ prompt: t.Integer(), completion: t.Integer() }, { description: 'Token counts as reported by upstreams.' });
const PercentilesBody = t.Object({ p50: t.Number(), p95: t.Number(), p99: t.Number() });

const CountsOf = (name: Parameters<typeof t.Object>[0][string], what: string) =>
  t.Array(t.Object({ name, requests: t.Integer(), blocked: t.Integer(), failed: t.Integer(), tokens: TokensBody }), {
    description: `The ${MOST_NAMED} ${what} requests.`,
  });

export const StatsBody = t.Object({
  object: t.Literal('guard.stats'),
  requests: t.Integer(),
  buckets: t.Array(
    t.Object({
      start: t.String({ format: 'date-time' }),
      requests: t.Integer(),
      verdicts: CountsOfVerdicts,
      statuses: Counts,
      tokens: TokensBody,
      detectors: t.Record(t.String(), t.Integer(), { description: 'Requests with a finding of each check.' }),
    }),
  ),
  models: CountsOf(t.String(), 'models with the most'),
  keys: CountsOf(t.Nullable(t.String({ description: 'Null for requests without a key.' })), 'API keys with the most'),
  users: CountsOf(
    t.String({ description: 'The user_hash of their records.' }),
    'end users with the most blocked requests, then with the most',
  ),
  detectors: t.Array(t.Object({ name: t.String(), requests: t.Integer() })),
  errors: t.Array(
    t.Object({
      type: t.String(),
      requests: t.Integer(),
      upstream: t.Integer({ description: 'How many requests failed after the upstream had been called.' }),
    }),
  ),
  guard_ms: PercentilesBody,
  total_ms: PercentilesBody,
});

/** The statistics of a time span. */
export function statsToWire({ requests, buckets, models, keys, users, detectors, errors, guardMs, totalMs }: JournalStats) {
  const milliseconds = ({ p50, p95, p99 }: Percentiles) => ({ p50: rounded(p50), p95: rounded(p95), p99: rounded(p99) });
  return {
    object: 'guard.stats',
    requests,
    buckets: buckets.map(({ start, ...counts }) => ({ start: start.toISOString(), ...counts })),
    models,
    keys: keys.map((key) => ({ ...key, name: key.name ?? null })),
    users,
    detectors,
    errors,
    guard_ms: milliseconds(guardMs),
    total_ms: milliseconds(totalMs),
  };
}
