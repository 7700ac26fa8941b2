import { abortable, deadline, delay } from '../../core/abort.ts';
import { toServiceError } from '../../core/errors.ts';
import { forgetRequest } from '../../core/forget-request.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type {
  Exchange,
  FactCandidate,
  FactExtractor,
  GivenFact,
  Memory,
  MemoryStore,
  MemoryTurn,
  Recollection,
} from '../../ports/memory.ts';
import type { Clock, Ids, Logger } from '../../ports/system.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { classify } from './classify.ts';
import { turnId } from './fact-id.ts';
import { forgetAsked, forgetFact } from './forget.ts';
import { notesFrom } from './notes.ts';
import { memoryStoreId } from './owner.ts';
import type { RankWeights } from './rank.ts';
import { readTurn } from './read-turn.ts';
import { recall, type PassageSearch } from './recall.ts';
import { withResolvedDate } from './resolve-dates.ts';
import { unreadTurns, withUnread } from './unread-turns.ts';
import { createOwnerQueue } from './work-queue.ts';

/** The options of memory; the defaults are the service's settings. */
export interface MemoryOptions {
  /** Default weight of semantic against keyword search, from 0 to 1. */
  readonly alpha: number;
  readonly weights: RankWeights;
  /** Most notes in one prompt, and most tokens of all of them. */
  readonly maxNotes: number;
  readonly maxTokens: number;
  /** Milliseconds a prompt waits for its notes; after that it does without. */
  readonly recallTimeoutMs: number;
  /** Time limit for extracting the facts of one turn, in milliseconds. */
  readonly readTimeoutMs: number;
  /** How many turns may wait for extraction; further ones are not remembered. */
  readonly maxQueued: number;
  /** Turns that are processed at once, each of another user. */
  readonly concurrency: number;
  /** Longest part of a turn that is stored, in UTF-16 code units; the rest is dropped. */
  readonly maxTurnLength: number;
  /** How many turns of a user are kept in addition to those that support a fact; older ones are deleted. */
  readonly maxTurns: number;
  /** Whether answers are stored too, so that recommendations can be found. */
  readonly keepsReplies: boolean;
  /** Milliseconds that turns may still be processed while memory is being closed; the rest is processed at the next start. */
  readonly drainMs: number;
}

export interface MemoryDeps {
  readonly store: MemoryStore;
  readonly index: VectorIndex;
  readonly embedder: Embedder;
  readonly search: PassageSearch;
  /** Extracts facts; `spare` replaces it if it fails. */
  readonly extractor: FactExtractor;
  readonly spare?: FactExtractor;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly options: MemoryOptions;
}

/** Pauses before storing a turn is tried again, in milliseconds. */
const RETRY_MS = [100, 500, 2000];
const RESUME_BATCH = 200;
const RESUME_AFTER_MS = 60_000;
const ADDED_IMPORTANCE = 0.8;
/** Turns that are deleted at a time, so that nobody waits long. */
const SPENT_BATCH = 32;

/**
 * User memory over a store and a vector index. A turn is stored first and processed in the background; the turns of a user are processed
 * in order. A stored turn is never lost: `resume` processes what has not been.
 */
export function createMemory(deps: MemoryDeps): Memory {
  const { store, index, clock, ids, logger, options } = deps;
  const queue = createOwnerQueue(options.concurrency);
  const closing = new AbortController();
  const reading = new Map<string, AbortController>();
  const storing = new Set<Promise<unknown>>();
  let unreadSince: number | undefined;

  const extractor: FactExtractor = {
    wantsKnown: deps.extractor.wantsKnown,
    async extract(turn, context) {
      try {
        return await deps.extractor.extract(turn, context);
      } catch (error) {
        if (deps.spare === undefined || context.signal.aborted) throw error;
        logger.warn('facts are extracted by rules', { reason: toServiceError(error).message });
        return deps.spare.extract(turn, context);
      }
    },
  };

  /** Processes one turn, until memory closes or the owner deletes everything. */
  async function read(turn: MemoryTurn, given?: readonly FactCandidate[]): Promise<void> {
    const own = new AbortController();
    reading.set(turn.owner, own);
    try {
      const signal = deadline(options.readTimeoutMs, AbortSignal.any([own.signal, closing.signal]));
      const left = given === undefined ? await forgetAsked(deps, turn, signal) : turn;
      if (left !== undefined) await readTurn({ ...deps, extractor }, left, given === undefined ? { signal } : { signal, given });
    } finally {
      reading.delete(turn.owner);
    }
  }

  async function readAll(turns: readonly MemoryTurn[]): Promise<void> {
    for (const turn of turns) {
      // Turns that were stored but not processed are processed at the next start.
      if (closing.signal.aborted) return;
      try {
        await read(turn);
      } catch (error) {
        unreadSince ??= clock.elapsed();
        if (!closing.signal.aborted) logger.warn('facts of a turn could not be extracted yet', { reason: toServiceError(error).message });
      }
    }
  }

  /** Deletes old turns of an owner that support no fact. */
  async function forgetSpent(owner: string): Promise<void> {
    if (closing.signal.aborted) return;
    try {
      const turns = await store.spentTurns(owner, options.maxTurns, SPENT_BATCH);
      for (const id of turns) await index.deleteFile(id, memoryStoreId(owner));
      if (turns.length > 0) await store.remove(owner, { facts: [], turns });
    } catch (error) {
      logger.warn('old turns are deleted later', { reason: toServiceError(error).message });
    }
  }

  /** Failed turns are retried now and then, once others succeed. */
  async function readAgain(): Promise<void> {
    if (unreadSince === undefined || clock.elapsed() - unreadSince < RESUME_AFTER_MS || closing.signal.aborted) return;
    unreadSince = undefined;
    await memory.resume();
  }

  async function keep(turns: readonly MemoryTurn[]): Promise<void> {
    for (const pause of RETRY_MS) {
      try {
        await store.addTurns(turns);
        return;
      } catch {
        await delay(pause);
      }
    }
    await store.addTurns(turns);
  }

  async function turnsOf({ owner, thread, requestId, said, reply }: Exchange, saidAt: Date): Promise<MemoryTurn[]> {
    const turn = async (speaker: string, text: string, before?: string): Promise<MemoryTurn> => ({
      id: await turnId([owner, requestId, speaker, text]),
      owner,
      thread,
      speaker,
      text: text.trim().slice(0, options.maxTurnLength),
      ...(before === undefined ? {} : { before: before.slice(-options.maxTurnLength / 4) }),
      saidAt,
    });
    // The answer to a request to forget may repeat what is to be forgotten.
    const isKept = options.keepsReplies && reply.trim() !== '' && forgetRequest(said.slice(0, options.maxTurnLength)) === undefined;
    return [await turn('user', said), ...(isKept ? [await turn('assistant', reply)] : [])];
  }

  const memory: Memory = {
    recall: (owner, query, given) => recall({ ...deps, ...options }, owner, query, given),

    async notes(owner, text, { signal, heard = [] }) {
      if (text.trim() === '') return '';
      try {
        const limit = deadline(options.recallTimeoutMs, signal);
        // What was said before is waited for, but not so long that nothing could be recalled.
        await abortable(queue.settled(owner), deadline(options.recallTimeoutMs / 2, signal)).catch(() => undefined);
        const unread = await abortable(unreadTurns(store, owner), limit);
        const found = await abortable(memory.recall(owner, text, { limit: options.maxNotes, signal: limit }), limit);
        const known = new Set(heard.map((words) => words.trim()));
        const isFresh = ({ evidence }: Recollection): boolean => evidence.length === 0 || evidence.some((turn) => !known.has(turn.text));
        return notesFrom(withUnread(found, unread).filter(isFresh), options.maxTokens);
      } catch (error) {
        signal.throwIfAborted();
        logger.warn('an answer does without memory', { reason: toServiceError(error).message });
        return '';
      }
    },

    remember(exchange) {
      if (exchange.said.trim() === '') return;
      if (closing.signal.aborted || queue.size >= options.maxQueued) {
        logger.error('a turn is not remembered', { request_id: exchange.requestId, reason: 'the queue is full or closed' });
        return;
      }
      const kept = turnsOf(exchange, clock.now()).then(async (turns) => {
        await keep(turns);
        return turns;
      });
      storing.add(kept);
      const done = queue.run(exchange.owner, async () => {
        await readAll(await kept);
        await forgetSpent(exchange.owner);
        await readAgain();
      });
      done.catch((error: unknown) =>
        logger.error('a turn could not be stored', { request_id: exchange.requestId, reason: toServiceError(error).message }),
      );
      void kept.catch(() => undefined).finally(() => storing.delete(kept));
    },

    async add(owner, given) {
      const turn: MemoryTurn = {
        id: await turnId([owner, ids.next(), given.text]),
        owner,
        thread: given.thread,
        speaker: 'user',
        text: given.text,
        saidAt: clock.now(),
      };
      return queue.run(owner, async () => {
        await store.addTurns([turn]);
        await read(turn, [candidateOf(given, turn.saidAt)]);
        const fact = (await store.factsOfTurn(owner, turn.id)).find(({ supersededBy }) => supersededBy === undefined);
        const [supported] = fact === undefined ? [] : await store.facts(owner, [fact.id]);
        if (supported === undefined) throw new Error('the fact that was added is gone');
        return { supported, isNew: supported.turnIds.length === 1 };
      });
    },

    forget: (owner, factId) =>
      queue.run(
        owner,
        async () => {
          const [found] = await store.facts(owner, [factId]);
          if (found === undefined) return false;
          await forgetFact(deps, owner, found);
          return true;
        },
        true,
      ),

    forgetAll(owner) {
      reading.get(owner)?.abort(new DOMException('everything is forgotten', 'AbortError'));
      return queue.run(
        owner,
        async () => {
          await index.deleteStore(memoryStoreId(owner));
          return store.removeOwner(owner);
        },
        true,
      );
    },

    async resume() {
      const turns = await store.unfinishedTurns(RESUME_BATCH);
      for (const turn of turns) void queue.run(turn.owner, () => readAll([turn]));
      return turns.length;
    },

    async flush() {
      await Promise.allSettled(storing);
      await queue.idle();
    },

    async [Symbol.asyncDispose]() {
      if (closing.signal.aborted) return;
      await Promise.allSettled(storing);
      const limit = deadline(options.drainMs);
      await abortable(queue.idle(), limit).catch(() => undefined);
      closing.abort(new DOMException('memory is closed', 'AbortError'));
      await queue.idle();
    },
  };
  return memory;
}

/** A fact added by hand, with what the rules can tell about it. */
function candidateOf({ text, kind, importance, date }: GivenFact, saidAt: Date): FactCandidate {
  const resolved = withResolvedDate(text, saidAt);
  const at = date ?? resolved.date;
  const found = classify(text, at, saidAt.toISOString().slice(0, 10));
  return {
    ...found,
    text: date === undefined ? resolved.text : text,
    ...(kind === undefined ? {} : { kind }),
    importance: importance ?? Math.max(found.importance, ADDED_IMPORTANCE),
    ...(at === undefined ? {} : { date: at }),
  };
}
