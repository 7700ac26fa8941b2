import { CHANNELS, type Action, type Channel, type Direction, type Mode } from '../../../ports/guard.ts';
import type { Redaction } from '../redaction/redact.ts';
import type { ToolRules } from '../tools/tool-rules.ts';
import type { CheckSettings } from './check-settings.ts';
import { PERSONAL_DATA_CHECK, SECRETS_CHECK } from './data-checks.ts';
import { LINKS_CHECK, PROMPT_LEAK_CHECK } from './reply-checks.ts';

/** The action for findings that score at least `threshold` (0 to 1). */
export interface PolicyStep {
  readonly threshold: number;
  readonly action: Action;
}

/** Actions for the findings of one check, for texts of one direction and certain channels. */
export interface PolicyRule {
  readonly direction: Direction;
  readonly channels: readonly Channel[];
  /** Restricts the rule to findings of these categories; a rule without it covers all categories that no other rule names. */
  readonly categories?: readonly string[];
  /** The step with the highest threshold that the score reaches decides; below all thresholds the action is `allow`. */
  readonly steps: readonly PolicyStep[];
  /** A shadow rule only records what it would do. */
  readonly mode?: 'shadow';
}

/** One check of a policy. */
export interface PolicyCheck {
  readonly detector: string;
  /** What happens if the check cannot run on a part: `open` lets the part pass, `closed` blocks. */
  readonly fail: 'open' | 'closed';
  /** Roles whose texts come from the application itself; the check skips them. */
  readonly trustedRoles: readonly string[];
  /** How the check's findings are redacted; by default with a placeholder, which is restored in the reply. */
  readonly redaction?: Redaction;
  /** Findings inside an occurrence of one of these texts, ignoring case, are allowed. */
  readonly allow?: readonly string[];
  /** Settings specific to the check. */
  readonly settings?: CheckSettings;
  readonly rules: readonly PolicyRule[];
}

/** Which checks run, and what their findings lead to. Data, not code. */
export interface Policy {
  readonly id: string;
  readonly version: number;
  /** A `shadow` policy records what it would have done and lets everything pass; `enforce` by default. */
  readonly mode?: Mode;
  /**
   * Requests the policy applies to: those with one of these API keys (by name), models (ignoring case, `*` for any characters)
   * and routes. An absent list matches everything.
   */
  readonly applies?: { readonly keys?: readonly string[]; readonly models?: readonly string[]; readonly routes?: readonly string[] };
  /** Length limit of a part that is checked, in UTF-16 code units. */
  readonly maxPartLength: number;
  readonly checks: readonly PolicyCheck[];
  /** Rules about the tools that a model calls. */
  readonly tools?: ToolRules;
}

/** Name of a policy in records, such as `default@1`. */
export function policyName(policy: Policy): string {
  return `${policy.id}@${policy.version}`;
}

/**
 * Blocks prompt injection; redacts card numbers in both directions and secrets in requests; flags secrets in replies, e-mail
 * addresses and other personal data; and removes URLs from replies that would exfiltrate data.
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

/** The check of a configured classifier. Fails open: without an answer the built-in checks decide alone. */
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

/** The stricter of two actions. */
export function harder(a: Action, b: Action): Action {
  return HARDNESS[a] >= HARDNESS[b] ? a : b;
}

/** The action a rule takes for a score, with the threshold that the score reached. */
export function judge(rule: PolicyRule, score: number): PolicyStep {
  let reached: PolicyStep | undefined;
  let least: number | undefined;
  for (const step of rule.steps) {
    if (score >= step.threshold && (reached === undefined || step.threshold > reached.threshold)) reached = step;
    if (least === undefined || step.threshold < least) least = step.threshold;
  }
  return reached ?? { threshold: least ?? 1, action: 'allow' };
}
