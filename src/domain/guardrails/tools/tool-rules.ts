import type { JsonObject } from '../../../core/json.ts';
import type { Action, Direction } from '../../../ports/guard.ts';

/** The action for a tool call that breaks a rule. */
export type ToolAction = Extract<Action, 'allow' | 'flag' | 'block'>;

interface RuleHead {
  /** Names the rule in findings. */
  readonly name: string;
  /** Names of tools, in which `*` stands for any characters; case counts only in an allow list. */
  readonly tools: readonly string[];
  readonly action: ToolAction;
  /** `input` for calls of earlier turns in a request, `output` for those of the reply; by default both. */
  readonly directions?: readonly Direction[];
  /** In shadow the rule only records what it would do. */
  readonly mode?: 'shadow';
}

/** One rule about the tools a model calls. */
export type ToolRule = RuleHead &
  (
    | { /** No other tools may be called. */ readonly kind: 'allow_list' }
    | { /** These tools may not be called. */ readonly kind: 'deny_list' }
    | {
        /** The schema for the arguments; by default the one with which the request offers the tool. */
        readonly kind: 'schema';
        readonly schema?: JsonObject;
      }
    | {
        readonly kind: 'argument';
        /** JSON pointer to the values that are checked, with all below it; `*` matches any one step. By default all arguments. */
        readonly argument?: string;
        /** A pattern that every value must match. */
        readonly matches?: string;
        /** A pattern that no value may match. */
        readonly excludes?: string;
        /** Hosts that URLs and mail addresses may name; `*` stands for any characters. */
        readonly hosts?: readonly string[];
      }
    | {
        /** The arguments must not contain what a tool of `from` returned, unless somebody said it too. */
        readonly kind: 'flow';
        readonly from: readonly string[];
        /** Letters and digits in a row that count as copied. */
        readonly minLength: number;
      }
    | {
        /** Once a tool of `from` has returned anything, these must not be called until the rule is lifted. */
        readonly kind: 'after';
        readonly from: readonly string[];
        readonly until?: { readonly user?: boolean; readonly tools?: readonly string[] };
      }
  );

/** The rules of a policy about tool calls. */
export interface ToolRules {
  /** What happens if a rule cannot read a call's arguments: `open` lets the call pass, `closed` blocks. */
  readonly fail: 'open' | 'closed';
  /** Longest arguments that are read, in UTF-16 code units. */
  readonly maxArguments: number;
  readonly rules: readonly ToolRule[];
}

/** Whether a rule can act on the calls of a direction; one with the action `allow` cannot. */
export function isFor(rule: ToolRule, direction: Direction): boolean {
  return rule.action !== 'allow' && (rule.directions === undefined || rule.directions.includes(direction));
}
