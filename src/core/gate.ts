import { ServiceError } from './errors.ts';

/** A place taken in a gate; disposing it frees the place once. */
export interface Pass extends Disposable {}

/**
 * Bounds how much work is under way at once. There is no queue behind it: when full, `enter` throws
 * `too_many_requests` with Retry-After, so that memory never grows with demand.
 */
export class Gate {
  readonly #capacity: number;
  readonly #what: string;
  #inside = 0;

  /** `what` names the work in the error, such as "chat completions". */
  constructor(capacity: number, what: string) {
    this.#capacity = capacity;
    this.#what = what;
  }

  get inside(): number {
    return this.#inside;
  }

  /** Throws as `enter` does, and takes no place: for work that needs one only later. */
  check(): void {
    if (this.#inside < this.#capacity) return;
    throw new ServiceError('too_many_requests', `${this.#capacity} ${this.#what} are already under way; try again shortly.`, {
      retryAfterInSeconds: 1,
    });
  }

  enter(): Pass {
    this.check();
    this.#inside += 1;
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        this.#inside -= 1;
      },
    };
  }
}
