import { AsyncQueue } from './async-queue.ts';

/**
 * Makes an iteration of work that calls back: its parts as they come, then its result or its failure. The
 * work begins with the first reading; leaving early aborts the signal that it is given.
 */
export async function* streamRun<Part, Result>(
  work: (onPart: (part: Part) => void, signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): AsyncGenerator<Part, Result> {
  const left = new AbortController();
  // A model's longest answer bounds the parts, so they need no bound of their own.
  const parts = new AsyncQueue<Part>(Infinity);
  const either = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal]);
  const end = work((part) => parts.push(part), either).finally(() => parts.close());
  // The failure is thrown below, after the parts before it have been read.
  end.catch(() => undefined);
  try {
    yield* parts;
    return await end;
  } finally {
    left.abort();
  }
}
