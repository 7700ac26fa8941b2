import type { FunctionTool } from '../../ports/language.ts';
import type { ResponseStep } from './response-step.ts';

/** How many calls of tools a response may still run, all kinds of tools together. */
export interface CallBudget {
  left: number;
}

/** One kind of the tools that the service runs by itself. */
export interface HostedTools {
  /** What the model is offered in the next turn. */
  functions(): readonly FunctionTool[];
  /** A call that the model begins; undefined if it is of no such tool. */
  open(name: string, index: number): HostedCall | undefined;
}

/** A call of such a tool. */
export interface HostedCall {
  /** Whether it is run although the turn also calls functions of the client. */
  readonly runsBesideFunctions: boolean;
  /** Whether nothing is done: there is no such tool, or no further call is allowed. */
  readonly isIdle: boolean;
  /** Whether the guard has checked its result part by part. */
  readonly isScreened?: true;
  /** What there is to tell of a piece of its arguments. */
  push(piece: string): readonly ResponseStep[];
  /**
   * Runs it, and gives its result for the model; undefined if it has to wait for somebody's approval. The calls of a turn are run before
   * the first one's steps are read, so that those that can begin at once do.
   */
  run(given: string): AsyncGenerator<ResponseStep, string | undefined>;
}
