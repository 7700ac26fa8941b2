import { checkJsonSchema } from '../adapters/json-schema/check.ts';
import type { Database } from '../adapters/libsql/database.ts';
import { createLibsqlMemoryStore } from '../adapters/libsql/memory-store.ts';
import { toServiceError } from '../core/errors.ts';
import { createMemory, type MemoryOptions } from '../domain/memory/memory.ts';
import { createModelExtractor } from '../domain/memory/model-extractor.ts';
import { createRuleExtractor } from '../domain/memory/rule-extractor.ts';
import { withAnswerFormat } from '../domain/reasoning/answer-format.ts';
import type { HybridSearch } from '../domain/retrieval/hybrid-search.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { LanguageModel } from '../ports/language.ts';
import type { Memory, MemoryStore } from '../ports/memory.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
import type { ReasonerSettings } from '../reasoner/config.ts';
import type { Foundation } from './foundation.ts';

export interface MemoryParts {
  readonly database: Database;
  readonly embedder: Embedder;
  readonly vectorIndex: VectorIndex;
  readonly hybridSearch: HybridSearch;
  /** The model that extracts facts, unless rules do. */
  readonly model: LanguageModel;
}

/**
 * User memory in the reasoner's database; undefined if it is turned off. Turns that were not processed before the last stop are
 * processed now.
 */
export async function openMemory(
  { clock, ids, logger, resources }: Foundation,
  settings: ReasonerSettings,
  { database, embedder, vectorIndex: index, hybridSearch, model }: MemoryParts,
): Promise<{ readonly memory: Memory; readonly memoryStore: MemoryStore } | undefined> {
  if (!settings.memoryEnabled) return undefined;
  const store = createLibsqlMemoryStore({ database, clock });
  const rules = createRuleExtractor({ maxFacts: settings.memoryMaxFacts });
  const byModel = settings.memoryExtraction === 'model' || (settings.memoryExtraction === 'auto' && isGenerative(settings));
  const log = logger.with({ service: 'reasoner' });
  const memory = createMemory({
    store,
    index,
    embedder,
    search: hybridSearch,
    extractor: byModel
      ? createModelExtractor({
          model: withAnswerFormat(model, checkJsonSchema),
          maxFacts: settings.memoryMaxFacts,
          timeoutMs: settings.memoryReadTimeoutMs,
        })
      : rules,
    ...(byModel ? { spare: rules } : {}),
    clock,
    ids,
    logger: log,
    options: memoryOptions(settings),
  });
  resources.use(memory);
  memory.resume().then(
    (count) => count > 0 && log.info('turns are read that were left unread', { turns: count }),
    (error: unknown) => log.warn('unread turns cannot be looked up', { reason: toServiceError(error).message }),
  );
  return { memory, memoryStore: store };
}

/** The built-in model repeats its input, which is not worth remembering. */
function isGenerative({ model }: ReasonerSettings): boolean {
  return model !== 'extractive';
}

/** The options of memory from the reasoner's settings. */
export function memoryOptions(settings: ReasonerSettings): MemoryOptions {
  return {
    alpha: settings.memoryAlpha,
    weights: {
      recency: settings.memoryRecencyWeight,
      importance: settings.memoryImportanceWeight,
      halfLifeDays: settings.memoryHalfLifeDays,
    },
    maxNotes: settings.memoryMaxNotes,
    maxTokens: settings.memoryMaxTokens,
    recallTimeoutMs: settings.memoryRecallTimeoutMs,
    readTimeoutMs: settings.memoryReadTimeoutMs,
    maxQueued: settings.memoryMaxQueued,
    concurrency: settings.memoryConcurrency,
    maxTurnLength: settings.memoryMaxTurnCharacters,
    maxTurns: settings.memoryMaxTurns,
    keepsReplies: isGenerative(settings),
    drainMs: settings.drainMs,
  };
}
