import { CHANNELS, type Action, type Channel, type Direction, type Mode } from '../../../ports/guard.ts';
import type { CheckSettings } from './check-settings.ts';
import { PERSONAL_DATA_CHECK, SECRETS_CHECK } from './data-checks.ts';
import type { Redaction } from '../redaction/redact.ts';
import { LINKS_CHECK, PROMPT_LEAK_CHECK } from './reply-checks.ts';
import type { ToolRules } from '../tools/tool-rules.ts';

/** From `threshold` on (a score of 0..1, included) a finding is answered with `action`. */
export interface PolicyStep {
  readonly threshold: number;
  readonly action: Action;
}

/** What one check's findings lead to, by where the text goes and where it came from. */
export interface PolicyRule {
  readonly direction: Direction;
  readonly channels: readonly Channel[];
  /** Findings of these categories only; a rule without holds for all that no other rule names. */
  readonly categories?: readonly string[];
  /** The step with the highest threshold that the score reaches decides; below all of them: allow. */
  readonly steps: readonly PolicyStep[];
  /** In shadow the rule only says what it would do, and everything goes on as if the policy did not have it. */
  readonly mode?: 'shadow';
}

/** One check of a policy. */
export interface PolicyCheck {
  readonly detector: string;
  /** What happens when the check cannot run on a part: `open` lets it pass, `closed` blocks. */
  readonly fail: 'open' | 'closed';
  /** Roles whose texts are the application's own and are not held against this check. */
  readonly trustedRoles: readonly string[];
  /** How its findings are redacted; a placeholder that comes back in the reply unless given. */
  readonly redaction?: Redaction;
  /** Texts that are no finding of this check: what lies inside an occurrence of one, in any case, is allowed. */
  readonly allow?: readonly string[];
  /** What the check itself is told, where there is anything to tell it. */
  readonly settings?: CheckSettings;
  readonly rules: readonly PolicyRule[];
}

/** Which checks run and what their findings lead to: data, not code. */
export interface Policy {
  readonly id: string;
  readonly version: number;
  /** `shadow` records what it would have done and lets everything pass; `enforce` unless given. */
  readonly mode?: Mode;
  /** The requests it is for: with one of these API keys and one of these models, in any case and `*` for any characters. A list that is absent holds them all. */
  readonly applies?: { readonly keys?: readonly string[]; readonly models?: readonly string[]; readonly routes?: readonly string[] };
  /** Longest part that is checked, in UTF-16 code units. */
  readonly maxPartLength: number;
  readonly checks: readonly PolicyCheck[];
  /** Rules about the tools a model calls; none unless given. */
  readonly tools?: ToolRules;
}

/** A policy's name in records, such as `default@1`. */
export function policyName(policy: Policy): string {
  return `${policy.id}@${policy.version}`;
}

/**
 * Blocks prompt injection, redacts card numbers both ways and secrets on their way to the model, flags secrets in replies,
 * e-mail addresses and other personal data, and takes out of a reply what would carry data away.
 */
export const DEFAULT_POLICY: Policy = {
  id: 'default',
  version: 1,
  maxPartLength: 4_194_304,
  checks: [
    {
      detector: 'prompt_injection',
      fail: 'closed',
      trustedRoles: ['system', 'developer', 'assistant'],
      rules: [
        {
          direction: 'input',
          channels: ['user'],
          steps: [
            { threshold: 0.4, action: 'flag' },
            { threshold: 0.6, action: 'block' },
          ],
        },
        {
          direction: 'input',
          channels: ['tool'],
          steps: [
            { threshold: 0.4, action: 'flag' },
            { threshold: 0.8, action: 'block' },
          ],
        },
        {
          direction: 'input',
          channels: ['document'],
          steps: [
            { threshold: 0.5, action: 'flag' },
            { threshold: 0.85, action: 'block' },
          ],
        },
      ],
    },
    {
      detector: 'card_number',
      fail: 'closed',
      trustedRoles: [],
      rules: [
        { direction: 'input', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'redact' }] },
        { direction: 'output', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'redact' }] },
      ],
    },
    {
      detector: 'email_address',
      fail: 'open',
      trustedRoles: [],
      rules: [
        { direction: 'input', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'flag' }] },
        { direction: 'output', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'flag' }] },
      ],
    },
    PERSONAL_DATA_CHECK,
    SECRETS_CHECK,
    LINKS_CHECK,
    PROMPT_LEAK_CHECK,
  ],
};

/** What is done about a configured classifier's findings. Without an answer from it the built-in checks decide alone. */
export const CLASSIFIER_CHECK: PolicyCheck = {
  detector: 'classifier',
  fail: 'open',
  trustedRoles: ['system', 'developer', 'assistant'],
  rules: [
    {
      direction: 'input',
      channels: CHANNELS,
      steps: [
        { threshold: 0.5, action: 'flag' },
        { threshold: 0.9, action: 'block' },
      ],
    },
  ],
};

const HARDNESS: Readonly<Record<Action, number>> = { allow: 0, flag: 1, redact: 2, block: 3 };

/** The harder of two actions. */
export function harder(a: Action, b: Action): Action {
  return HARDNESS[a] >= HARDNESS[b] ? a : b;
}

/** The action for a score under a rule, with the threshold it was held against. */
export function judge(rule: PolicyRule, score: number): PolicyStep {
  let reached: PolicyStep | undefined;
  let least: number | undefined;
  for (const step of rule.steps) {
    if (score >= step.threshold && (reached === undefined || step.threshold > reached.threshold)) reached = step;
    if (least === undefined || step.threshold < least) least = step.threshold;
  }
  return reached ?? { threshold: least ?? 1, action: 'allow' };
}
