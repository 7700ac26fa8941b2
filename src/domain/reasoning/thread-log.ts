import { ServiceError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Checkpoint, Checkpoints, CheckpointSource, PendingWrite, StoredCheckpoint } from '../../ports/checkpoints.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import type { Interrupt } from './graph.ts';
import { decodeState, encodeState } from './state-codec.ts';

/** When a run is stored: `sync` stores before the run continues, `async` while it continues, `exit` only when it ends. */
export const DURABILITIES = ['sync', 'async', 'exit'] as const;
/** One of these. */
export type Durability = (typeof DURABILITIES)[number];

/** Where a run is stored. */
export interface ThreadOptions {
  readonly checkpoints: Checkpoints;
  readonly ids: Ids;
  readonly thread: string;
  /** An interrupted run of this name continues where it was, whatever its input. */
  readonly run: string;
  readonly durability: Durability;
}

/** What a run stores and where it begins. */
export interface ThreadLog {
  /** The checkpoint to which the next entries belong. */
  readonly current: string;
  readonly stored: StoredCheckpoint | undefined;
  checkpoint(given: {
    source: CheckpointSource;
    step: number;
    nodes: number;
    next: readonly string[];
    state: unknown;
    /** The nodes before which the run is interrupted. */
    watched: readonly string[];
  }): Promise<string>;
  write(writes: readonly PendingWrite[]): Promise<void>;
  /** Resolves when everything is stored; throws the error of storing it. */
  flush(): Promise<void>;
}

/** Opens a thread for one run. */
export async function openThreadLog(options: ThreadOptions, clock: Clock): Promise<ThreadLog> {
  const { checkpoints, ids, thread, run, durability } = options;
  const stored = await checkpoints.latest(thread);
  let current = stored?.checkpoint.id ?? '';
  let isStored = true;
  /** For `exit`: what is to be stored at the end. */
  let kept: Checkpoint | undefined;
  let keptWrites: PendingWrite[] = [];
  let storing: Promise<void> = Promise.resolve();
  let failure: { readonly error: unknown } | undefined;

  async function store(work: () => Promise<void>): Promise<void> {
    if (durability === 'sync') return work();
    if (failure !== undefined) throw failure.error;
    storing = storing.then(work).catch((error: unknown) => {
      failure ??= { error };
    });
  }

  return {
    get current() {
      return current;
    },
    stored,
    async checkpoint({ state, watched, ...given }) {
      const parent = current === '' ? {} : { parent: current };
      const id = ids.next('checkpoint-');
      const record: Checkpoint = { version: 1, id, thread, run, ...parent, ...given, state: encodeState(state), createdAt: clock.now() };
      const writes = watched.length === 0 ? [] : [{ key: WATCHED, value: JSON.stringify(watched) }];
      current = id;
      if (durability === 'exit') {
        [kept, keptWrites, isStored] = [record, writes, false];
      } else await store(() => checkpoints.put(record, writes));
      return id;
    },
    async write(writes) {
      if (writes.length === 0) return;
      const id = current;
      if (durability === 'exit') keptWrites.push(...writes);
      else await store(() => checkpoints.putWrites(id, writes));
    },
    async flush() {
      await storing;
      if (failure !== undefined) throw failure.error;
      if (!isStored && kept !== undefined) await checkpoints.put(kept);
      isStored = true;
      if (keptWrites.length > 0) await checkpoints.putWrites(current, keptWrites.splice(0));
    },
  };
}

/** The key of the entry with the nodes before which a run is interrupted. */
const WATCHED = 'watched';

/** The keys of the entries after a checkpoint. */
export const writeKey = {
  update: (node: string) => `update:${node}`,
  question: (id: string) => `question:${id}`,
  answer: (id: string) => `answer:${id}`,
};

/** The entries after a checkpoint, by kind. */
export interface Pending {
  /** By the first node of each task: its nodes' updates in order. */
  readonly updates: ReadonlyMap<string, unknown>;
  /** Questions without an answer. */
  readonly questions: readonly Interrupt[];
  readonly answers: Readonly<Record<string, JsonValue>>;
  /** The nodes before which the run is interrupted. */
  readonly watched: readonly string[];
}

/** Parses the entries after a checkpoint. */
export function readPending(writes: readonly PendingWrite[]): Pending {
  const updates = new Map<string, unknown>();
  const questions: Interrupt[] = [];
  const answers: Record<string, JsonValue> = {};
  let watched: readonly string[] = [];
  for (const { key, value } of writes) {
    const name = key.slice(key.indexOf(':') + 1);
    if (key.startsWith('update:')) updates.set(name, decodeState(value));
    else if (key.startsWith('question:')) questions.push(JSON.parse(value) as Interrupt);
    else if (key.startsWith('answer:')) answers[name] = JSON.parse(value) as JsonValue;
    else if (key === WATCHED) watched = JSON.parse(value) as string[];
  }
  return { updates, questions: questions.filter(({ id }) => !(id in answers)), answers, watched };
}

/** Refuses answers to questions that were not asked, or have been answered. Throws `invalid_input`. */
export function checkAnswers(pending: Pending, answers: Readonly<Record<string, JsonValue>>): void {
  const open = new Set(pending.questions.map(({ id }) => id));
  const stray = Object.keys(answers).find((id) => !open.has(id));
  if (stray !== undefined)
    throw new ServiceError('invalid_input', 'answers contains the id of a question that was not asked, or has been answered.', {
      param: 'answers',
    });
}
