import { abortable } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Checkpoint, Checkpoints, StoredCheckpoint } from '../../ports/checkpoints.ts';
import type { Page } from '../../ports/journal.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import type { Graph, GraphEvent, Interrupt, StreamMode } from './graph.ts';
import { reduce } from './reducers.ts';
import { runGraph } from './run-graph.ts';
import { decodeState, encodeState } from './state-codec.ts';
import { readPending, type Durability } from './thread-log.ts';

/** What a run does if another one is active on its thread: wait for it, fail, or cancel it. */
export const THREAD_POLICIES = ['queue', 'reject', 'interrupt'] as const;
export type ThreadPolicy = (typeof THREAD_POLICIES)[number];

/** The state of a thread. `unfinished` runs were interrupted and can be resumed. */
export interface ThreadState<State> {
  readonly status: 'running' | 'interrupted' | 'unfinished' | 'idle';
  readonly checkpoint: Checkpoint;
  readonly state: State;
  readonly interrupts: readonly Interrupt[];
}

export interface ThreadRunOptions<State> {
  /** The run's input, from the thread's state so far; absent to resume the interrupted run. */
  readonly input?: (before: State | undefined) => State;
  /** The name of the run; that of an unfinished run resumes it. */
  readonly run: string;
  readonly answers?: Readonly<Record<string, JsonValue>>;
  /**
   * Nodes before which to interrupt; those that read another node's stream start together with it. By default those that the run was to
   * be interrupted before.
   */
  readonly interruptBefore?: readonly string[];
  readonly policy: ThreadPolicy;
  readonly durability: Durability;
  readonly modes: readonly StreamMode[];
  readonly signal: AbortSignal;
}

export interface ThreadsDeps<State, Output> {
  readonly graph: Graph<State, Output>;
  readonly checkpoints: Checkpoints;
  readonly clock: Clock;
  readonly ids: Ids;
  /** How many runs may wait on one thread; further ones are `too_many_requests`. A run with the policy `reject` is a `conflict`. */
  readonly maxQueued: number;
}

/** Runs of one graph by thread, one at a time on each. Methods throw `not_found` for an unknown thread or checkpoint. */
export interface Threads<State, Output> {
  run(thread: string, options: ThreadRunOptions<State>): AsyncGenerator<GraphEvent<State, Output>, void>;
  /** Ends a run that waits, is active or was interrupted. Whether there was one. */
  cancel(thread: string, run: string): Promise<boolean>;
  state(thread: string): Promise<ThreadState<State>>;
  history(thread: string, query: { readonly limit: number; readonly cursor?: string }): Promise<Page<Checkpoint>>;
  /** Makes a checkpoint of `thread` the latest of `target`. An edited state starts the graph from its beginning. */
  fork(thread: string, id: string, options: { readonly target: string; readonly edit?: (state: State) => State }): Promise<Checkpoint>;
  delete(thread: string): Promise<boolean>;
}

interface Turn {
  readonly run: string;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Runs of one graph by thread. Policies only see the runs of this process. */
export function createThreads<State extends object, Output>(deps: ThreadsDeps<State, Output>): Threads<State, Output> {
  const { graph, checkpoints, clock, ids, maxQueued } = deps;
  /** By thread: the active run, then those that wait. */
  const turns = new Map<string, Turn[]>();

  function take(
    thread: string,
    { run, policy }: Pick<ThreadRunOptions<State>, 'run' | 'policy'>,
  ): { turn: Turn; before: Turn | undefined; leave: () => void } {
    const queue = turns.get(thread) ?? [];
    if (policy === 'reject' && queue.length > 0) throw busy();
    if (queue.length > maxQueued)
      throw new ServiceError('too_many_requests', 'Too many runs wait on this thread.', { retryAfterInSeconds: 1 });
    if (policy === 'interrupt') for (const other of queue) other.stop.abort(new DOMException('a newer run took the thread', 'AbortError'));
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = queue.at(-1);
    // A waiting run that leaves early must not let the next one start before the runs it waited for.
    const ended = before === undefined ? promise : Promise.all([promise, before.ended]).then(() => undefined);
    const turn = { run, stop: new AbortController(), ended };
    queue.push(turn);
    turns.set(thread, queue);
    const leave = (): void => {
      queue.splice(queue.indexOf(turn), 1);
      if (queue.length === 0) turns.delete(thread);
      resolve();
    };
    return { turn, before, leave };
  }

  async function own(thread: string, id: string): Promise<StoredCheckpoint> {
    const stored = await checkpoints.get(id);
    if (stored?.checkpoint.thread !== thread)
      throw new ServiceError('not_found', 'There is no such checkpoint.', { param: 'checkpoint_id' });
    return stored;
  }

  async function latest(thread: string): Promise<StoredCheckpoint> {
    const stored = await checkpoints.latest(thread);
    if (stored === undefined) throw new ServiceError('not_found', 'There is no such thread.', { param: 'thread_id' });
    return stored;
  }

  /** Ends a run that waits for an answer, with the results that it has. Whether there was one. */
  async function endInterrupted(thread: string, run: string): Promise<boolean> {
    const { leave } = take(thread, { run, policy: 'reject' });
    try {
      const stored = await checkpoints.latest(thread);
      const pending = stored === undefined ? undefined : readPending(stored.writes);
      if (stored?.checkpoint.run !== run || pending === undefined || pending.questions.length === 0) return false;
      let state = decodeState(stored.checkpoint.state) as State;
      const updates = [...pending.updates.values()] as (readonly Partial<State>[])[];
      for (const update of updates.flat()) state = reduce(state, update, graph.reducers);
      const { id: parent } = stored.checkpoint;
      const ended = {
        id: ids.next('checkpoint-'),
        parent,
        source: 'cancel',
        next: [],
        state: encodeState(state),
        createdAt: clock.now(),
      } as const;
      await checkpoints.put({ ...stored.checkpoint, ...ended });
      return true;
    } finally {
      leave();
    }
  }

  return {
    async *run(thread, options) {
      const { turn, before, leave } = take(thread, options);
      const signal = AbortSignal.any([options.signal, turn.stop.signal]);
      try {
        if (before !== undefined) await abortable(before.ended, signal);
        const { input, run, durability, modes, answers, interruptBefore } = options;
        const known = input === undefined ? undefined : await checkpoints.latest(thread);
        const initial = input?.(known === undefined ? undefined : (decodeState(known.checkpoint.state) as State));
        yield* runGraph(graph, initial, {
          signal,
          clock,
          modes,
          thread: { checkpoints, ids, thread, run, durability },
          ...(interruptBefore === undefined ? {} : { interruptBefore }),
          ...(answers === undefined ? {} : { answers }),
        });
      } finally {
        leave();
      }
    },

    async cancel(thread, run) {
      const queue = turns.get(thread) ?? [];
      const found = queue.filter((turn) => turn.run === run);
      for (const { stop } of found) stop.abort(new ServiceError('cancelled', 'The run was cancelled.'));
      return found.length > 0 || (queue.length === 0 && endInterrupted(thread, run));
    },

    async state(thread) {
      const { checkpoint, writes } = await latest(thread);
      const interrupts = readPending(writes).questions;
      const isRunning = turns.has(thread);
      const status = isRunning ? 'running' : interrupts.length > 0 ? 'interrupted' : checkpoint.next.length > 0 ? 'unfinished' : 'idle';
      return { status, checkpoint, interrupts, state: decodeState(checkpoint.state) as State };
    },

    async history(thread, query) {
      await latest(thread);
      return checkpoints.history(thread, query);
    },

    async fork(thread, id, { target, edit }) {
      const { checkpoint } = await own(thread, id);
      if (turns.has(target)) throw busy();
      const changes = { id: ids.next('checkpoint-'), thread: target, run: ids.next('run-'), createdAt: clock.now() };
      if (edit === undefined) return checkpoints.fork(id, changes);
      const state = encodeState(edit(decodeState(checkpoint.state) as State));
      return checkpoints.fork(id, { ...changes, state, next: [graph.start] });
    },

    async delete(thread) {
      const queue = turns.get(thread) ?? [];
      for (const { stop } of queue) stop.abort(new ServiceError('cancelled', 'The thread was deleted.'));
      await queue.at(-1)?.ended;
      return checkpoints.deleteThread(thread);
    },
  };
}

function busy(): ServiceError {
  return new ServiceError('conflict', 'A run is under way on this thread.', { param: 'thread_id' });
}
