import type { Policy } from './api/guard-api.ts';

/** What a step may do, the mildest first. */
export const ACTIONS = ['allow', 'flag', 'redact', 'block'] as const;

/** A step of a rule: what is done with a finding from this score on. */
export type Step = Policy['checks'][number]['rules'][number]['steps'][number];

/** Where a step stands in a policy. */
export interface StepPlace {
  readonly check: number;
  readonly rule: number;
  readonly step: number;
}

/** A rule with its steps, to be shown as a form. */
export interface RuleSteps {
  readonly detector: string;
  /** What the rule is for, in words. */
  readonly scope: string;
  readonly steps: readonly (Step & { readonly at: StepPlace })[];
}

/** What a rule is for, such as `input; tool, document`. */
export function scopeOf(rule: {
  readonly direction: string;
  readonly channels: readonly string[];
  readonly categories?: readonly string[] | null;
}): string {
  const { direction, channels, categories } = rule;
  return [
    direction === 'both' ? 'input and output' : direction,
    channels.length === 3 ? 'any channel' : channels.join(', '),
    ...(categories === null || categories === undefined ? [] : [categories.join(', ')]),
  ].join('; ');
}

/** The rules of the checks in the text of a policy; undefined while it is no text of one. */
export function rulesOf(text: string): RuleSteps[] | undefined {
  try {
    const { checks } = JSON.parse(text) as Policy;
    return checks.flatMap(({ detector, rules }, check) =>
      rules.map((each, rule) => ({
        detector,
        scope: scopeOf(each),
        steps: each.steps.map(({ threshold, action }, step) => ({ threshold, action, at: { check, rule, step } })),
      })),
    );
  } catch {
    return undefined;
  }
}

/** The text of a policy in which one step is another. The text must be one whose rules can be read. */
export function withStep(text: string, at: StepPlace, change: Partial<Step>): string {
  const policy = JSON.parse(text) as Policy;
  const step = policy.checks[at.check]?.rules[at.rule]?.steps[at.step];
  if (step !== undefined) Object.assign(step, change);
  return JSON.stringify(policy, null, 2);
}
