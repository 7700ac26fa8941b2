import { CHANNELS, type Channel, type Direction, type Mode } from '../../../ports/guard.ts';
import { TOOL_RULES_DETECTOR } from '../tools/tool-check.ts';
import type { ToolRule } from '../tools/tool-rules.ts';
import type { Policy, PolicyRule, PolicyStep } from './policy.ts';
import { isEnforced } from './shadow-verdict.ts';

/** One rule of a policy, for a check or for tools, with the name under which it is promoted. */
export interface NamedRule {
  /**
   * `secrets.output.user-tool-document`, followed by the first of its categories if it has any, and by `~trial` if an enforced
   * rule has the same scope; or `tool_rules.NAME`. Unique within a policy, and stable as long as the rule's scope stays the same.
   */
  readonly name: string;
  readonly detector: string;
  readonly direction: Direction | 'both';
  readonly channels: readonly Channel[];
  readonly categories: readonly string[] | undefined;
  readonly steps: readonly PolicyStep[];
  readonly mode: Mode;
  /** Whether the rule itself is in shadow, as opposed to its whole policy. */
  readonly isInShadow: boolean;
  /** The rule without its mode and its check without rules, as JSON, for comparison with other versions of the policy. */
  readonly text: string;
  readonly check: string;
}

/** What determines which rules apply to a recorded finding. */
export interface RuleQuestion {
  readonly direction: Direction;
  readonly detector: string;
  readonly category: string;
  readonly channel: Channel;
  /** Whether a shadow rule judged the finding, rather than an enforced one. */
  readonly isShadow: boolean;
}

/** Category in records of a text that a check could not read. */
const NOT_SCANNED = 'not_scanned';

/** The rules of a policy in order, tool rules last. If the whole policy is in shadow, so are all of its rules. */
export function namedRules({ checks, tools, mode: whole }: Policy): readonly NamedRule[] {
  const modeOf = (own: 'shadow' | undefined): NamedRule['mode'] => (whole === 'shadow' ? 'shadow' : (own ?? 'enforce'));
  return [
    ...checks.flatMap(({ rules, ...ownSettings }) => {
      const { detector } = ownSettings;
      const check = JSON.stringify(ownSettings);
      return rules.map((rule): NamedRule => {
        const { direction, channels, categories, mode, steps } = rule;
        const text = JSON.stringify([direction, inOrder(channels), categories?.toSorted(), steps]);
        return {
          name: ruleName(detector, rule, rules),
          detector,
          direction,
          channels,
          categories,
          steps,
          mode: modeOf(mode),
          isInShadow: mode === 'shadow',
          text,
          check,
        };
      });
    }),
    ...(tools?.rules ?? []).map((rule): NamedRule => {
      const { name, mode, directions, ...rest } = rule;
      return {
        name: toolRuleName(rule),
        detector: TOOL_RULES_DETECTOR,
        direction: directions?.length === 1 && directions[0] !== undefined ? directions[0] : 'both',
        channels: CHANNELS,
        categories: [name],
        steps: [{ threshold: 1, action: rule.action }],
        mode: modeOf(mode),
        isInShadow: mode === 'shadow',
        text: JSON.stringify([name, directions, rest]),
        check: JSON.stringify([tools?.fail, tools?.maxArguments]),
      };
    }),
  ];
}

/** Whether two rules have the same scope and one is enforced while the other is in shadow, on trial as its replacement. */
export function isTrialOf(one: RuleScope, other: RuleScope): boolean {
  return isEnforced(one) !== isEnforced(other) && scopeOf(one) === scopeOf(other);
}

/** Whether rules of two policy versions are equal apart from their modes. */
export function isSameRule(one: NamedRule, other: NamedRule): boolean {
  return one.name === other.name && one.text === other.text && one.check === other.check;
}

/**
 * A copy of the policy with the mode of one rule changed: the same object if it already has that mode, undefined if there is no
 * such rule. A trial rule that becomes enforced replaces the rule of the same scope. A policy that was in shadow as a whole
 * becomes enforced, with its other rules in shadow.
 */
export function withRuleMode(policy: Policy, name: string, mode: Mode): Policy | undefined {
  const rules = namedRules(policy);
  const found = rules.find((rule) => rule.name === name);
  if (found === undefined) return undefined;
  if (found.mode === mode) return policy;
  const modes = new Map(rules.map((rule) => [rule.name, rule.name === name ? mode : rule.mode]));
  const trialToEnforce = name.endsWith(TRIAL) && mode === 'enforce' ? name : undefined;
  const { mode: _, ...rest } = policy;
  return {
    ...rest,
    checks: policy.checks.map((check) => ({
      ...check,
      rules: check.rules
        .filter(
          (rule) => !check.rules.some((trial) => isTrialOf(rule, trial) && ruleName(check.detector, trial, check.rules) === trialToEnforce),
        )
        .map((rule) => inMode(rule, modes.get(ruleName(check.detector, rule, check.rules)))),
    })),
    ...(policy.tools === undefined
      ? {}
      : { tools: { ...policy.tools, rules: policy.tools.rules.map((rule) => inMode(rule, modes.get(toolRuleName(rule)))) } }),
  };
}

/** The rules that apply to a finding. For a text that could not be read these are all rules for its direction and channel. */
export function rulesAbout(rules: readonly NamedRule[], { direction, detector, category, channel, isShadow }: RuleQuestion): NamedRule[] {
  const near = rules.filter(
    (rule) =>
      rule.detector === detector &&
      (rule.direction === 'both' || rule.direction === direction) &&
      rule.channels.includes(channel) &&
      rule.isInShadow === isShadow,
  );
  const own = near.filter(({ categories }) => categories?.includes(category) === true);
  if (own.length > 0) return own;
  return near.filter(({ categories }) => categories === undefined || (category === NOT_SCANNED && detector !== TOOL_RULES_DETECTOR));
}

/** Scope of a rule: the findings it applies to. */
interface RuleScope extends Pick<PolicyRule, 'direction' | 'channels' | 'categories'> {
  readonly mode?: Mode;
}

const TRIAL = '~trial';

function scopeOf({ direction, channels, categories }: RuleScope): string {
  return JSON.stringify([direction, inOrder(channels), categories?.toSorted()]);
}

function ruleName(detector: string, rule: PolicyRule, others: readonly PolicyRule[]): string {
  const { direction, channels, categories, mode } = rule;
  const [category] = categories?.toSorted() ?? [];
  const name = [detector, direction, inOrder(channels).join('-'), ...(category === undefined ? [] : [category])].join('.');
  return mode === 'shadow' && others.some((other) => isTrialOf(other, rule)) ? name + TRIAL : name;
}

function toolRuleName({ name }: ToolRule): string {
  return `${TOOL_RULES_DETECTOR}.${name}`;
}

function inOrder(channels: readonly Channel[]): Channel[] {
  return CHANNELS.filter((channel) => channels.includes(channel));
}

function inMode<Rule extends PolicyRule | ToolRule>(rule: Rule, mode: Mode | undefined): Rule {
  const { mode: _, ...rest } = rule;
  return { ...rest, ...(mode === 'shadow' ? { mode } : {}) } as Rule;
}
