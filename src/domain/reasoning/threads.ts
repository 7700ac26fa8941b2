import { ServiceError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Checkpoint, Checkpoints, StoredCheckpoint } from '../../ports/checkpoints.ts';
import type { Page } from '../../ports/journal.ts';
import type { Leases } from '../../ports/leases.ts';
import type { Stops } from '../../ports/stops.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import type { Graph, GraphEvent, Interrupt, StreamMode } from './graph.ts';
import { reduce } from './reducers.ts';
import { runGraph } from './run-graph.ts';
import { decodeState, encodeState } from './state-codec.ts';
import { readPending, type Durability } from './thread-log.ts';
import { createThreadTurns, type ThreadPolicy } from './thread-turns.ts';

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
  /** Shared with the other processes that run graphs on the same threads; absent if there are none. */
  readonly leases?: Leases | undefined;
  /** Ends runs of other processes; absent if none can be reached. */
  readonly stops?: Stops | undefined;
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

/** Runs of one graph by thread. */
export function createThreads<State extends object, Output>(deps: ThreadsDeps<State, Output>): Threads<State, Output> {
  const { graph, checkpoints, clock, ids } = deps;
  const turns = createThreadTurns(deps);

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
    const turn = await turns.enter(thread, { run, policy: 'reject' });
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
      await turn.leave();
    }
  }

  return {
    async *run(thread, options) {
      const turn = await turns.enter(thread, options);
      try {
        const { input, run, durability, modes, answers, interruptBefore } = options;
        const known = input === undefined ? undefined : await checkpoints.latest(thread);
        const initial = input?.(known === undefined ? undefined : (decodeState(known.checkpoint.state) as State));
        yield* runGraph(graph, initial, {
          signal: turn.signal,
          clock,
          modes,
          thread: { checkpoints, ids, thread, run, durability },
          ...(interruptBefore === undefined ? {} : { interruptBefore }),
          ...(answers === undefined ? {} : { answers }),
        });
      } finally {
        await turn.leave();
      }
    },

    async cancel(thread, run) {
      if (await turns.stop(thread, run)) return true;
      return !(await turns.isTaken(thread)) && endInterrupted(thread, run);
    },

    async state(thread) {
      const { checkpoint, writes } = await latest(thread);
      const interrupts = readPending(writes).questions;
      const isRunning = await turns.isTaken(thread);
      const status = isRunning ? 'running' : interrupts.length > 0 ? 'interrupted' : checkpoint.next.length > 0 ? 'unfinished' : 'idle';
      return { status, checkpoint, interrupts, state: decodeState(checkpoint.state) as State };
    },

    async history(thread, query) {
      await latest(thread);
      return checkpoints.history(thread, query);
    },

    async fork(thread, id, { target, edit }) {
      const { checkpoint } = await own(thread, id);
      const changes = { id: ids.next('checkpoint-'), thread: target, run: ids.next('run-'), createdAt: clock.now() };
      const edited = edit === undefined ? {} : { state: encodeState(edit(decodeState(checkpoint.state) as State)), next: [graph.start] };
      // A run that began meanwhile would lose its turn, or the fork.
      const turn = await turns.enter(target, { run: changes.run, policy: 'reject' });
      try {
        return await checkpoints.fork(id, { ...changes, ...edited });
      } finally {
        await turn.leave();
      }
    },

    async delete(thread) {
      const turn = await turns.enter(thread, { run: '', policy: 'interrupt', reason: 'The thread was deleted.' });
      try {
        return await checkpoints.deleteThread(thread);
      } finally {
        await turn.leave();
      }
    },
  };
}
