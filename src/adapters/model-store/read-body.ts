import { abortable } from '../../core/abort.ts';
import { TransientFault } from './transient-fault.ts';

export interface ReadOptions {
  /** Longest silence between two chunks, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The sender, for messages. */
  readonly what: string;
}

/** The chunks of a body. Throws a TransientFault if the connection breaks or falls silent, or the signal's reason. */
export async function* readBody(response: Response, { timeoutMs, signal, what }: ReadOptions): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const silence = new AbortController();
  const either = AbortSignal.any([signal, silence.signal]);
  try {
    for (;;) {
      const timer = setTimeout(() => silence.abort(new TransientFault(`${what} sent nothing for ${timeoutMs} ms`)), timeoutMs);
      const piece = await abortable(reader.read(), either)
        .catch((cause: unknown) => {
          if (either.aborted) throw either.reason;
          throw new TransientFault(`the connection to ${what} broke`, { cause });
        })
        .finally(() => clearTimeout(timer));
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    // Also ends the connection if the caller stops early; a stream that has failed has nothing to cancel.
    await reader.cancel().catch(() => undefined);
  }
}
