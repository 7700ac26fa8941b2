import { Fault } from './api/fault.ts';
import { session } from './session.svelte.ts';

/** How long after a service could not be reached, or had no access to its data, it is asked again. */
const RETRY_MS = 3000;

/** Something that is read from a service: what it was at last, or why it could not be read. */
export interface Resource<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  /** Reads again; what is shown stays until then. */
  reload(): void;
}

/** Reads when the component starts, whenever what `read` looks at changes, after signing in, on `reload`, and again where nobody answered or not yet. */
export function createResource<T>(read: (signal: AbortSignal) => Promise<T>): Resource<T> {
  let value = $state.raw<T>();
  let error = $state.raw<Error>();
  let isLoading = $state(true);
  let turn = $state(0);
  async function load(signal: AbortSignal, answer: Promise<T>): Promise<void> {
    let fault: Error | undefined;
    let fresh: T | undefined;
    try {
      fresh = await answer;
    } catch (cause) {
      fault = cause instanceof Error ? cause : new Error(String(cause));
    }
    // What a later reading has overtaken, or nobody waits for, changes nothing.
    if (signal.aborted) return;
    if (fault === undefined) value = fresh;
    error = fault;
    isLoading = false;
  }

  $effect(() => {
    void turn;
    void session.turn;
    if (session.isAsked === true) return undefined;
    const controller = new AbortController();
    isLoading = true;
    void load(controller.signal, read(controller.signal));
    return () => controller.abort();
  });
  $effect(() => {
    if (!(error instanceof Fault) || ![0, 503].includes(error.status)) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && (turn += 1), RETRY_MS);
    return () => clearInterval(timer);
  });
  return {
    get value() {
      return value;
    },
    get error() {
      return error;
    },
    get isLoading() {
      return isLoading;
    },
    reload() {
      turn += 1;
    },
  };
}
