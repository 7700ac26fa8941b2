import { abortable } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Checkpoint, Checkpoints, StoredCheckpoint } from '../../ports/checkpoints.ts';
import type { Page } from '../../ports/journal.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import type { Graph, GraphEvent, Interrupt, StreamMode } from './graph.ts';
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
  /** Nodes before which to interrupt; those that read another node's stream start together with it. */
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
  /** How many runs may wait on one thread; further ones are `too_many_requests`. */
  readonly maxQueued: number;
}

/** Runs of one graph by thread, one at a time on each. Methods throw `not_found` for an unknown thread or checkpoint. */
export interface Threads<State, Output> {
  run(thread: string, options: ThreadRunOptions<State>): AsyncGenerator<GraphEvent<State, Output>, void>;
  /** Whether such a run was waiting or active. */
  cancel(thread: string, run: string): boolean;
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

  function take(thread: string, { run, policy }: ThreadRunOptions<State>): { turn: Turn; before: Turn | undefined; leave: () => void } {
    const queue = turns.get(thread) ?? [];
    if (policy === 'reject' && queue.length > 0) throw busy('A run is under way on this thread.');
    if (queue.length > maxQueued) throw busy('Too many runs wait on this thread.');
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

  return {
    async *run(thread, options) {
      const { turn, before, leave } = take(thread, options);
      const signal = AbortSignal.any([options.signal, turn.stop.signal]);
      try {
        if (before !== undefined) await abortable(before.ended, signal);
        const { input, run, durability, modes, answers, interruptBefore = [] } = options;
        const known = input === undefined ? undefined : await checkpoints.latest(thread);
        const initial = input?.(known === undefined ? undefined : (decodeState(known.checkpoint.state) as State));
        yield* runGraph(graph, initial, {
          signal,
          clock,
          modes,
          interruptBefore,
          thread: { checkpoints, ids, thread, run, durability },
          ...(answers === undefined ? {} : { answers }),
        });
      } finally {
        leave();
      }
    },

    cancel(thread, run) {
      const found = (turns.get(thread) ?? []).filter((turn) => turn.run === run);
      for (const { stop } of found) stop.abort(new ServiceError('cancelled', 'The run was cancelled.'));
      return found.length > 0;
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
      if (turns.has(target)) throw busy('A run is under way on this thread.');
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

function busy(message: string): ServiceError {
  return new ServiceError('too_many_requests', message, { retryAfterInSeconds: 1 });
}
