import { abortable, delay } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Lease, Leases } from '../../ports/leases.ts';
import type { Stops, WorkName } from '../../ports/stops.ts';
import type { Ids } from '../../ports/system.ts';

/** What a run does if another one is active on its thread: wait for it, fail, or cancel it. */
export const THREAD_POLICIES = ['queue', 'reject', 'interrupt'] as const;
export type ThreadPolicy = (typeof THREAD_POLICIES)[number];

/** A run that is the only one on its thread. */
export interface ThreadTurn {
  /** Aborts when the run is to end, or when another process may have the thread. */
  readonly signal: AbortSignal;
  leave(): Promise<void>;
}

/** Who wants a turn. */
export interface TurnRequest {
  /** The run's name. */
  readonly run: string;
  readonly policy: ThreadPolicy;
  /** What others on the thread are told if the policy is `interrupt`. */
  readonly reason?: string;
  readonly signal?: AbortSignal;
}

/** Turns on threads, one run at a time on each. */
export interface ThreadTurns {
  /** Waits for a turn. Throws `conflict` by the policy `reject`, `too_many_requests`, the signal's reason or that of a `stop`. */
  enter(thread: string, request: TurnRequest): Promise<ThreadTurn>;
  isTaken(thread: string): Promise<boolean>;
  /** Ends the runs of this name that wait or are active, here or in another process. Whether there was one. */
  stop(thread: string, run: string): Promise<boolean>;
}

export interface ThreadTurnsDeps {
  /** The threads that other processes are on. Absent if they share none. */
  readonly leases?: Leases | undefined;
  /** The runs of processes that may share no threads. Absent if they cannot be reached. */
  readonly stops?: Stops | undefined;
  readonly ids: Ids;
  /** How many runs of this process may wait on one thread. */
  readonly maxQueued: number;
}

interface Place {
  readonly run: string;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** Pause between two attempts to take a thread that another process is on, in milliseconds. */
const PAUSE_MS = 150;

const TAKEN = 'A newer run took the thread.';
const CANCELLED = 'The run was cancelled.';

/** Turns by order of arrival among the runs of this process; among processes by chance. */
export function createThreadTurns({ leases, stops, ids, maxQueued }: ThreadTurnsDeps): ThreadTurns {
  /** By thread: the active run, then those that wait. */
  const places = new Map<string, Place[]>();

  /** Takes a thread from the other processes. Undefined if another one is on it. */
  async function take(shared: Leases, thread: string, { run, policy, reason = TAKEN }: TurnRequest): Promise<Lease | undefined> {
    if (policy === 'interrupt') await shared.recall({ name: nameOf(thread) }, reason);
    const taken = await shared.take(nameOf(thread), purposeOf(thread, run));
    if (taken === undefined && policy === 'reject') throw busy();
    return taken;
  }

  /** The lease of a thread, once the runs before have ended in this process and in others; undefined if no other process can be on it. */
  async function lease(thread: string, request: TurnRequest, before: Promise<void> | undefined, signal: AbortSignal) {
    if (leases === undefined) {
      await abortable(before ?? Promise.resolve(), signal);
      return undefined;
    }
    // Those that wait in other processes have names below that of the thread.
    if (request.policy === 'interrupt') await leases.recall({ below: nameOf(thread) }, request.reason ?? TAKEN);
    const taken = before === undefined ? await take(leases, thread, request) : undefined;
    return taken ?? leaseLater(leases, thread, request, before, signal);
  }

  /** The lease of a thread on which other runs are. A lease of its own lets other processes end the wait. */
  async function leaseLater(
    shared: Leases,
    thread: string,
    request: TurnRequest,
    before: Promise<void> | undefined,
    signal: AbortSignal,
  ): Promise<Lease> {
    const waiting = await shared.take(`${nameOf(thread)} ${ids.next('wait-')}`, purposeOf(thread, request.run));
    const until = waiting === undefined ? signal : AbortSignal.any([signal, waiting.signal]);
    let taken: Lease | undefined;
    try {
      if (before !== undefined) await abortable(before, until);
      // Each time: a run that waited elsewhere may have the thread by now.
      while ((taken = await take(shared, thread, request)) === undefined) await delay(PAUSE_MS, until);
    } finally {
      await waiting?.release();
    }
    if (until.aborted) {
      await taken.release();
      throw until.reason;
    }
    return taken;
  }

  return {
    async enter(thread, request) {
      const { run, policy, reason = TAKEN } = request;
      const queue = places.get(thread) ?? [];
      if (policy === 'reject' && queue.length > 0) throw busy();
      if (policy === 'interrupt') for (const { stop } of queue) stop.abort(new ServiceError('cancelled', reason));
      else if (queue.length > maxQueued)
        throw new ServiceError('too_many_requests', 'Too many runs wait on this thread.', { retryAfterInSeconds: 1 });
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = queue.at(-1);
      // A waiting run that leaves early must not let the next one start before the runs it waited for.
      const ended = before === undefined ? promise : Promise.all([promise, before.ended]).then(() => undefined);
      const place = { run, stop: new AbortController(), ended };
      queue.push(place);
      places.set(thread, queue);
      const offer = stops?.offer(workOf(thread, run), async () => {
        place.stop.abort(new ServiceError('cancelled', CANCELLED));
        return {};
      });
      const leave = (): void => {
        offer?.[Symbol.dispose]();
        queue.splice(queue.indexOf(place), 1);
        if (queue.length === 0) places.delete(thread);
        resolve();
      };
      const signal = request.signal === undefined ? place.stop.signal : AbortSignal.any([request.signal, place.stop.signal]);
      try {
        const taken = await lease(thread, request, before?.ended, signal);
        return {
          signal: taken === undefined ? signal : AbortSignal.any([signal, taken.signal]),
          async leave() {
            await taken?.release();
            leave();
          },
        };
      } catch (error) {
        leave();
        throw error;
      }
    },

    async isTaken(thread) {
      return places.has(thread) || (await leases?.purpose(nameOf(thread))) !== undefined;
    },

    async stop(thread, run) {
      const found = (places.get(thread) ?? []).filter((place) => place.run === run);
      for (const { stop } of found) stop.abort(new ServiceError('cancelled', CANCELLED));
      if (found.length > 0) return true;
      try {
        if ((await stops?.ask(workOf(thread, run))) !== undefined) return true;
      } catch (error) {
        if (leases === undefined) throw error;
      }
      return (await leases?.recall({ purpose: purposeOf(thread, run) }, CANCELLED)) ?? false;
    },
  };
}

/** The error of a thread on which another run is active. */
function busy(): ServiceError {
  return new ServiceError('conflict', 'A run is under way on this thread.', { param: 'thread_id' });
}

function nameOf(thread: string): string {
  return `thread ${thread}`;
}

function purposeOf(thread: string, run: string): string {
  return `run ${run} on ${nameOf(thread)}`;
}

function workOf(thread: string, run: string): WorkName {
  return ['run', thread, run];
}
