import { CHANNELS, type Action, type Channel, type Direction, type Mode } from '../../../ports/guard.ts';
import type { Redaction } from '../redaction/redact.ts';
import type { ToolRules } from '../tools/tool-rules.ts';
import type { CheckSettings } from './check-settings.ts';
import { PERSONAL_DATA_CHECK, SECRETS_CHECK } from './data-checks.ts';
import { LINKS_CHECK, PROMPT_LEAK_CHECK } from './reply-checks.ts';

/** The action for findings with a score (0..1) of at least `threshold`. */
export interface PolicyStep {
  readonly threshold: number;
  readonly action: Action;
}

/** The actions for findings of one check, for texts of one direction and some channels. */
export interface PolicyRule {
  readonly direction: Direction;
  readonly channels: readonly Channel[];
  /** Only findings of these categories; a rule without is for all categories that no other rule names. */
  readonly categories?: readonly string[];
  /** The step with the highest threshold that the score reaches decides; below all thresholds the action is `allow`. */
  readonly steps: readonly PolicyStep[];
  /** In shadow the rule only records what it would do. */
  readonly mode?: 'shadow';
}

/** One check of a policy. */
export interface PolicyCheck {
  readonly detector: string;
  /** What happens when the check cannot run on a part: `open` lets it pass, `closed` blocks. */
  readonly fail: 'open' | 'closed';
  /** Roles whose texts are the application's own; the check does not read them. */
  readonly trustedRoles: readonly string[];
  /** How its findings are redacted; by default with a placeholder, which is restored in the reply. */
  readonly redaction?: Redaction;
  /** Findings within an occurrence of one of these texts, ignoring case, are allowed. */
  readonly allow?: readonly string[];
  /** Settings of the check itself. */
  readonly settings?: CheckSettings;
  readonly rules: readonly PolicyRule[];
}

/** Which checks run and what their findings lead to: data, not code. */
export interface Policy {
  readonly id: string;
  readonly version: number;
  /** `shadow` records what it would have done and lets everything pass; by default `enforce`. */
  readonly mode?: Mode;
  /** The requests it applies to: those with one of these API keys (by name), models (ignoring case, `*` for any characters) and routes. An absent list matches all. */
  readonly applies?: { readonly keys?: readonly string[]; readonly models?: readonly string[]; readonly routes?: readonly string[] };
  /** Longest part that is checked, in UTF-16 code units. */
  readonly maxPartLength: number;
  readonly checks: readonly PolicyCheck[];
  /** Rules about the tools that a model calls. */
  readonly tools?: ToolRules;
}

/** A policy's name in records, such as `default@1`. */
export function policyName(policy: Policy): string {
  return `${policy.id}@${policy.version}`;
}

/**
 * Blocks prompt injection; redacts card numbers in both directions and secrets in requests; flags secrets in replies, e-mail
 * addresses and other personal data; and removes from replies what would exfiltrate data.
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

/** The check of a configured classifier. Fails open: without its answer the built-in checks decide alone. */
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

/** The action of a rule for a score, with the threshold that the score was compared with. */
export function judge(rule: PolicyRule, score: number): PolicyStep {
  let reached: PolicyStep | undefined;
  let least: number | undefined;
  for (const step of rule.steps) {
    if (score >= step.threshold && (reached === undefined || step.threshold > reached.threshold)) reached = step;
    if (least === undefined || step.threshold < least) least = step.threshold;
  }
  return reached ?? { threshold: least ?? 1, action: 'allow' };
}
