import type { JsonObject } from '../../../core/json.ts';
import type { Action, Direction } from '../../../ports/guard.ts';

/** What is done about a tool call that breaks a rule. */
export type ToolAction = Extract<Action, 'allow' | 'flag' | 'block'>;

interface RuleHead {
  /** Names the rule in findings. */
  readonly name: string;
  /** Names of tools, in which `*` stands for anything; case counts only in an allow-list. */
  readonly tools: readonly string[];
  readonly action: ToolAction;
  /** `input` is for calls of earlier turns that a request holds, `output` for those of the reply. Both unless given. */
  readonly directions?: readonly Direction[];
  /** In shadow the rule only says what it would do. */
  readonly mode?: 'shadow';
}

/** One rule about the tools a model calls. */
export type ToolRule = RuleHead &
  (
    | { /** No other tools may be called. */ readonly kind: 'allow_list' }
    | { /** These tools may not be called. */ readonly kind: 'deny_list' }
    | {
        /** The arguments must fit this schema, or else the one by which the request offers the tool. */
        readonly kind: 'schema';
        readonly schema?: JsonObject;
      }
    | {
        readonly kind: 'argument';
        /** JSON pointer in which `*` stands for any one step; what lies below it counts. Every argument unless given. */
        readonly argument?: string;
        /** A pattern that every value must fit. */
        readonly matches?: string;
        /** A pattern that no value may fit. */
        readonly excludes?: string;
        /** Hosts of URLs and mail addresses that may be named, `*` for anything. */
        readonly hosts?: readonly string[];
      }
    | {
        /** What a tool of `from` returned may not stand in the arguments, unless somebody said it too. */
        readonly kind: 'flow';
        readonly from: readonly string[];
        /** Letters and digits in a row that count as copied. */
        readonly minLength: number;
      }
    | {
        /** Once a tool of `from` returned anything, these may not be called before one of `until`. */
        readonly kind: 'after';
        readonly from: readonly string[];
        readonly until?: { readonly user?: boolean; readonly tools?: readonly string[] };
      }
  );

/** The rules of a policy about tool calls. */
export interface ToolRules {
  /** What happens to a call whose arguments a rule cannot read: `open` lets it pass, `closed` blocks. */
  readonly fail: 'open' | 'closed';
  /** Longest arguments that are read, in UTF-16 code units. */
  readonly maxArguments: number;
  readonly rules: readonly ToolRule[];
}

/** Whether a rule does anything about the calls of a direction; one that allows them does not. */
export function isFor(rule: ToolRule, direction: Direction): boolean {
  return rule.action !== 'allow' && (rule.directions === undefined || rule.directions.includes(direction));
}
