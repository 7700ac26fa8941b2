import type { JsonObject } from '../../../core/json.ts';
import type { Action, Direction } from '../../../ports/guard.ts';

/** The action for a tool call that breaks a rule. */
export type ToolAction = Extract<Action, 'allow' | 'flag' | 'block'>;

interface RuleHead {
  /** Names the rule in findings. */
  readonly name: string;
  /** Tool names, in which `*` stands for any characters; case-sensitive only in an allow list. */
  readonly tools: readonly string[];
  readonly action: ToolAction;
  /** `input` for calls of earlier turns in a request, `output` for calls of the reply; both by default. */
  readonly directions?: readonly Direction[];
  /** A shadow rule only records what it would do. */
  readonly mode?: 'shadow';
}

/** One rule about the tools a model calls. */
export type ToolRule = RuleHead &
  (
    | { /** No other tools may be called. */ readonly kind: 'allow_list' }
    | { /** These tools may not be called. */ readonly kind: 'deny_list' }
    | {
        /** The schema for the arguments; by default the one the request offers the tool with. */
        readonly kind: 'schema';
        readonly schema?: JsonObject;
      }
    | {
        readonly kind: 'argument';
        /** JSON pointer to the values to check, including everything below; `*` matches any one step. All arguments by default. */
        readonly argument?: string;
        /** A pattern that every value must match. */
        readonly matches?: string;
        /** A pattern that no value may match. */
        readonly excludes?: string;
        /** Hosts that URLs and mail addresses may name; `*` stands for any characters. */
        readonly hosts?: readonly string[];
      }
    | {
        /** The arguments must not contain what a tool of `from` returned, unless somebody other than the model said it too. */
        readonly kind: 'flow';
        readonly from: readonly string[];
        /** Minimum number of consecutive letters and digits that count as copied. */
        readonly minLength: number;
      }
    | {
        /** Once a tool of `from` has returned a result, these tools must not be called until the rule is lifted. */
        readonly kind: 'after';
        readonly from: readonly string[];
        readonly until?: { readonly user?: boolean; readonly tools?: readonly string[] };
      }
  );

/** The rules of a policy about tool calls. */
export interface ToolRules {
  /** What happens if a rule cannot read a call's arguments: `open` lets the call pass, `closed` blocks. */
  readonly fail: 'open' | 'closed';
  /** Length limit of the arguments, in UTF-16 code units. */
  readonly maxArguments: number;
  readonly rules: readonly ToolRule[];
}

/** Whether a rule can act on calls of a direction; a rule whose action is `allow` cannot. */
export function isFor(rule: ToolRule, direction: Direction): boolean {
  return rule.action !== 'allow' && (rule.directions === undefined || rule.directions.includes(direction));
}
