import { choice, integer } from '../core/config.ts';

/** The settings of requests from the message bus. */
export const busSettings = {
  busConcurrency: integer(
    'REASONER_BUS_CONCURRENCY',
    8,
    'Most concurrent answers to requests from the message bus; further requests wait.',
    {
      min: 1,
      max: 10_000,
    },
  ),
  busQueue: choice(
    'REASONER_BUS_QUEUE',
    'auto',
    'The durable queue of requests from the bus: auto is JetStream with NATS, otherwise the database; none keeps no requests.',
    ['auto', 'database', 'none'],
  ),
  busLeaseMs: integer('REASONER_BUS_LEASE_MS', 30_000, 'Milliseconds after which the requests of a dead reasoner go to another one.', {
    min: 500,
    max: 3_600_000,
  }),
  leaseMs: integer(
    'REASONER_LEASE_MS',
    15_000,
    'Milliseconds after which the threads, files and passages that a dead reasoner was working on are free for others with the same remote database.',
    { min: 500, max: 3_600_000 },
  ),
  busAttempts: integer('REASONER_BUS_ATTEMPTS', 5, 'How often a request from the bus is tried before it becomes a dead letter.', {
    min: 1,
    max: 1000,
  }),
  busRetryMs: integer(
    'REASONER_BUS_RETRY_MS',
    1000,
    'Milliseconds before a request from the bus is retried; five times as long for each further retry.',
    { min: 1, max: 3_600_000 },
  ),
  busRetryMaxMs: integer('REASONER_BUS_RETRY_MAX_MS', 30_000, 'Longest pause before a retry, in milliseconds.', {
    min: 1,
    max: 3_600_000,
  }),
  busDuplicateMs: integer(
    'REASONER_BUS_DUPLICATE_MS',
    600_000,
    'Milliseconds within which a repeated request_id is neither accepted nor answered again.',
    { min: 1000, max: 86_400_000 },
  ),
  busAnswerHours: integer('REASONER_BUS_ANSWER_HOURS', 168, 'Hours for which answers to requests from the bus are kept.', {
    min: 1,
    max: 8760,
  }),
  busQueueLimit: integer('REASONER_BUS_QUEUE_LIMIT', 100_000, 'Most requests from the bus that may wait; further ones are refused.', {
    min: 1,
    max: 100_000_000,
  }),
  deadLetterLimit: integer('REASONER_DEAD_LETTER_LIMIT', 10_000, 'Most dead letters that are kept; the oldest are deleted first.', {
    min: 1,
    max: 10_000_000,
  }),
  drainMs: integer(
    'REASONER_DRAIN_MS',
    5000,
    'Milliseconds that running answers to requests from the bus may take when the service stops.',
    {
      min: 0,
      max: 600_000,
    },
  ),
};
