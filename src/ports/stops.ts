import type { JsonObject } from '../core/json.ts';

/** A name of work under way: its kind, and what identifies it, with its owner. */
export type WorkName = readonly [kind: 'response' | 'run', ...of: string[]];

/** Work that the processes which reach one another can end for one another. */
export interface Stops {
  /** While it is not disposed, the work of this name ends by `stop` when another process asks for it, which gets what that resolves with. */
  offer(name: WorkName, stop: () => Promise<object>): Disposable;
  /**
   * Ends the work of this name in whichever other process has it. Undefined if none has; throws `timeout` if one has but does not answer.
   */
  ask(name: WorkName): Promise<JsonObject | undefined>;
}
