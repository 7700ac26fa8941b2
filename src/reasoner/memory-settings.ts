import { choice, decimal, flag, integer } from '../core/config.ts';
import { RUN_LIMIT_MS } from './run-limit.ts';

/** The settings of what is remembered of users. */
export const memorySettings = {
  memoryEnabled: flag('REASONER_MEMORY_ENABLED', true, 'Whether what users say is remembered, for requests that name their user.'),
  memoryExtraction: choice(
    'REASONER_MEMORY_EXTRACTION',
    'auto',
    'What extracts facts from what users say; auto uses the model unless it is the built-in one.',
    ['auto', 'model', 'rules'],
  ),
  memoryMaxFacts: integer('REASONER_MEMORY_MAX_FACTS', 12, 'Most facts extracted from one turn.', { min: 1, max: 100 }),
  memoryMaxTokens: integer(
    'REASONER_MEMORY_MAX_TOKENS',
    800,
    'Most tokens of the notes about the user in a prompt; words and punctuation marks count as tokens.',
    {
      min: 0,
      max: 100_000,
    },
  ),
  memoryMaxNotes: integer('REASONER_MEMORY_MAX_NOTES', 20, 'Most notes about the user in a prompt.', { min: 1, max: 200 }),
  memoryAlpha: decimal(
    'REASONER_MEMORY_ALPHA',
    0.75,
    'Weight of semantic against keyword search in memory, from 0 (keywords only) to 1 (meaning only).',
    { min: 0, max: 1 },
  ),
  memoryRecencyWeight: decimal('REASONER_MEMORY_RECENCY_WEIGHT', 0.1, 'Share of its score that an old memory can lose, 0 to 1.', {
    min: 0,
    max: 1,
  }),
  memoryImportanceWeight: decimal(
    'REASONER_MEMORY_IMPORTANCE_WEIGHT',
    0.1,
    'Share of its score that an unimportant memory can lose, 0 to 1.',
    {
      min: 0,
      max: 1,
    },
  ),
  memoryHalfLifeDays: decimal('REASONER_MEMORY_HALF_LIFE_DAYS', 90, 'Days after which the recency of a memory has halved.', {
    min: 0.01,
    max: 36_500,
  }),
  memoryRecallTimeoutMs: integer(
    'REASONER_MEMORY_RECALL_TIMEOUT_MS',
    3000,
    "Milliseconds an answer waits for the user's memory; after that it does without.",
    RUN_LIMIT_MS,
  ),
  memoryReadTimeoutMs: integer(
    'REASONER_MEMORY_READ_TIMEOUT_MS',
    60_000,
    'Time limit for extracting the facts of one turn, in milliseconds.',
    RUN_LIMIT_MS,
  ),
  memoryMaxQueued: integer('REASONER_MEMORY_MAX_QUEUED', 1000, 'Turns that may wait for extraction; further ones are not remembered.', {
    min: 1,
    max: 100_000,
  }),
  memoryConcurrency: integer('REASONER_MEMORY_CONCURRENCY', 2, 'Users whose turns are processed at once.', { min: 1, max: 64 }),
  memoryMaxTurnCharacters: integer(
    'REASONER_MEMORY_MAX_TURN_CHARACTERS',
    4000,
    'Longest part of a turn that is remembered, in characters; the rest is dropped.',
    {
      min: 100,
      max: 100_000,
    },
  ),
  memoryMaxTurns: integer(
    'REASONER_MEMORY_MAX_TURNS',
    10_000,
    'Turns of a user that are kept in addition to those that support a fact; older ones are deleted.',
    { min: 1, max: 1_000_000 },
  ),
};
