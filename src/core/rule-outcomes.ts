/** What statistics count of a decision: one finding under the rules, or a text that a check could not read. */
export interface RuleOutcome<Action extends string, Channel extends string> {
  readonly detector: string;
  readonly category: string;
  readonly channel: Channel;
  readonly action: Action;
  /** Whether a rule in shadow would have done it, rather than an enforced rule did. */
  readonly isShadow: boolean;
}

/** The fields of a decision that are counted. */
interface Decided<Action extends string, Channel extends string> {
  readonly verdict: Action;
  readonly findings: readonly {
    readonly detector: string;
    readonly category: string;
    readonly channel?: Channel;
    readonly action: Action;
    readonly shadow?: { readonly action: Action };
  }[];
  readonly unreadInShadow?: readonly { readonly detector: string; readonly category?: string; readonly channel: Channel }[];
}

/** The category in records of a text that a check could not read. */
const UNREAD = 'not_scanned';

/**
 * What the rules did about the findings of a decision, without those that were allowed, and what rules in shadow would have done:
 * `allow` there means that a rule would have allowed what was not.
 */
export function ruleOutcomes<Action extends string, Channel extends string>({
  verdict,
  findings,
  unreadInShadow = [],
}: Decided<Action, Channel>): RuleOutcome<Action | 'block', Channel | 'user'>[] {
  const outcomes: RuleOutcome<Action | 'block', Channel | 'user'>[] = [];
  for (const { detector, category, channel = 'user', action, shadow } of findings) {
    if (action !== 'allow') outcomes.push({ detector, category, channel, action, isShadow: false });
    if (shadow !== undefined) outcomes.push({ detector, category, channel, action: shadow.action, isShadow: true });
  }
  // A decision that blocks without a finding: a check with `fail: closed` could not run.
  if (verdict === 'block' && !findings.some(({ action }) => action === 'block')) {
    outcomes.push({ detector: 'any', category: UNREAD, channel: 'user', action: 'block', isShadow: false });
  }
  for (const { detector, category = UNREAD, channel } of unreadInShadow) {
    outcomes.push({ detector, category, channel, action: 'block', isShadow: true });
  }
  return outcomes;
}
