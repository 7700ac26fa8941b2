import type { Action, Decision, JudgedFinding, Mode, OutputCheck, ShadowUnread } from '../../../ports/guard.ts';
import { harder, judge, type PolicyRule, type PolicyStep } from './policy.ts';

/** The step for a category that no rule covers. */
const NO_RULE: PolicyStep = { threshold: 1, action: 'allow' };

/** Whether a rule, policy or decision is enforced. */
export function isEnforced({ mode }: { readonly mode?: Mode }): boolean {
  return mode !== 'shadow';
}

/** Judges a finding by category and score, and by whether the policy allows its text. */
export type FindingJudge = (category: string, score: number, isAllowed: boolean) => Pick<JudgedFinding, 'threshold' | 'action' | 'shadow'>;

/**
 * Judges findings by the rules for one channel. Only enforced rules decide; what a shadow rule would do is added as `shadow`. The
 * rules of a category are looked up once, since a text may have a hundred thousand findings of it.
 */
export function createFindingJudge(rules: readonly PolicyRule[]): FindingJudge {
  const enforcedRules = rules.filter(isEnforced);
  const known = new Map<string, { readonly rule: PolicyRule | undefined; readonly enforced: PolicyRule | undefined }>();

  function about(category: string) {
    const own = { rule: ruleFor(rules, category), enforced: ruleFor(enforcedRules, category) };
    known.set(category, own);
    return own;
  }

  return (category, score, isAllowed) => {
    const { rule, enforced } = known.get(category) ?? about(category);
    const done = stepOf(enforced, score);
    const is = isAllowed && done.action !== 'allow' ? { threshold: done.threshold, action: 'allow' as const } : done;
    if (rule === enforced || isAllowed) return is;
    const step = stepOf(rule, score);
    return step.action === 'allow' && is.action === 'allow' ? is : { ...is, shadow: step };
  };
}

/** Whether the action for a finding is other than `allow`, or would be if no rule were in shadow. */
export function isFault({ action, shadow }: Pick<JudgedFinding, 'action' | 'shadow'>): boolean {
  return action !== 'allow' || (shadow !== undefined && shadow.action !== 'allow');
}

/** The rule for a category; a trial rule comes before the enforced one that it is meant to replace. */
function ruleFor(rules: readonly PolicyRule[], category: string): PolicyRule | undefined {
  const first = (isAbout: (rule: PolicyRule) => boolean): PolicyRule | undefined =>
    rules.find((own) => !isEnforced(own) && isAbout(own)) ?? rules.find(isAbout);
  return first((own) => own.categories?.includes(category) === true) ?? first((own) => own.categories === undefined);
}

function stepOf(rule: PolicyRule | undefined, score: number): PolicyStep {
  return rule === undefined ? NO_RULE : judge(rule, score);
}

/** The fields of a decision that report shadow rules; empty if those would change nothing. */
export function shadowVerdict(
  { verdict, findings }: Pick<Decision, 'verdict' | 'findings'>,
  unread: readonly ShadowUnread[],
): Pick<Decision, 'wouldBe' | 'unreadInShadow'> {
  if (unread.length === 0 && !findings.some(({ shadow }) => shadow !== undefined)) return {};
  // A block without a blocking finding comes from an enforced check that could not run.
  const isUnread = verdict === 'block' && !findings.some(({ action }) => action === 'block');
  const least: Action = isUnread || unread.length > 0 ? 'block' : 'allow';
  const wouldBe = findings.reduce<Action>((hardest, { action, shadow }) => harder(hardest, shadow?.action ?? action), least);
  const once = [...new Map(unread.map((entry) => [JSON.stringify(entry), entry])).values()];
  return { ...(wouldBe === verdict ? {} : { wouldBe }), ...(once.length === 0 ? {} : { unreadInShadow: once }) };
}

/**
 * The action a request would have got if no rule or policy were in shadow; undefined if it is the action that was taken.
 * Decisions of a shadow policy count as `allow`.
 */
export function unshadowed(decisions: readonly Pick<Decision, 'verdict' | 'wouldBe' | 'mode'>[]): Action | undefined {
  let done: Action = 'allow';
  let wouldBe: Action = 'allow';
  for (const decision of decisions) {
    if (isEnforced(decision)) done = harder(done, decision.verdict);
    wouldBe = harder(wouldBe, decision.wouldBe ?? decision.verdict);
  }
  return wouldBe === done ? undefined : wouldBe;
}

/** Adds to the decision of a streamed reply what shadow rules would have decided. `unread` may still grow until then. */
export function withShadowVerdict(check: OutputCheck, unread: readonly ShadowUnread[]): OutputCheck {
  return {
    get blocked() {
      return check.blocked;
    },
    push: (part, delta) => check.push(part, delta),
    end: (id) => check.end(id),
    held: (id) => check.held(id),
    read: (part, text, options) => check.read(part, text, options),
    note: (part) => check.note(part),
    async decide() {
      const { wouldBe: _, unreadInShadow: __, ...decision } = await check.decide();
      return { ...decision, ...shadowVerdict(decision, unread) };
    },
  };
}
