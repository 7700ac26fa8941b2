import type { Action, Decision, JudgedFinding, Mode, OutputCheck, ShadowUnread } from '../../../ports/guard.ts';
import { harder, judge, type PolicyRule, type PolicyStep } from './policy.ts';

/** What is done about a category that no rule is about. */
const NO_RULE: PolicyStep = { threshold: 1, action: 'allow' };

/** Whether a rule does what it says. */
export function isEnforced({ mode }: { readonly mode?: Mode }): boolean {
  return mode !== 'shadow';
}

/** What is done about a finding of a category with a score, where a policy allows its text or does not. */
export type FindingJudge = (category: string, score: number, isAllowed: boolean) => Pick<JudgedFinding, 'threshold' | 'action' | 'shadow'>;

/**
 * What the rules for a channel do about findings. One in shadow does nothing: what is done is what the others say, as if it
 * were not there, and what it would do stands beside that. A text may hold a hundred thousand findings of one category, so
 * its rules are looked for once.
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

/** Whether anything is done about a finding, or would be if no rule were in shadow. */
export function isFault({ action, shadow }: Pick<JudgedFinding, 'action' | 'shadow'>): boolean {
  return action !== 'allow' || (shadow !== undefined && shadow.action !== 'allow');
}

/** A rule on trial comes before the enforced one whose place it is to take. */
function ruleFor(rules: readonly PolicyRule[], category: string): PolicyRule | undefined {
  const first = (isAbout: (rule: PolicyRule) => boolean): PolicyRule | undefined =>
    rules.find((own) => !isEnforced(own) && isAbout(own)) ?? rules.find(isAbout);
  return first((own) => own.categories?.includes(category) === true) ?? first((own) => own.categories === undefined);
}

function stepOf(rule: PolicyRule | undefined, score: number): PolicyStep {
  return rule === undefined ? NO_RULE : judge(rule, score);
}

/** What a decision says of rules in shadow; nothing where they have nothing to say. */
export function shadowVerdict(
  { verdict, findings }: Pick<Decision, 'verdict' | 'findings'>,
  unread: readonly ShadowUnread[],
): Pick<Decision, 'wouldBe' | 'unreadInShadow'> {
  if (unread.length === 0 && !findings.some(({ shadow }) => shadow !== undefined)) return {};
  // A block that no finding says is one by a check that could not run, with rules that are enforced.
  const isUnread = verdict === 'block' && !findings.some(({ action }) => action === 'block');
  const least: Action = isUnread || unread.length > 0 ? 'block' : 'allow';
  const wouldBe = findings.reduce<Action>((hardest, { action, shadow }) => harder(hardest, shadow?.action ?? action), least);
  const once = [...new Map(unread.map((entry) => [JSON.stringify(entry), entry])).values()];
  return { ...(wouldBe === verdict ? {} : { wouldBe }), ...(once.length === 0 ? {} : { unreadInShadow: once }) };
}

/**
 * What would have been done about a request, were neither rules nor their policy in shadow; undefined where that is what was
 * done. A policy that is in shadow as a whole did nothing.
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

/** A check of a streamed reply whose decision also says what rules in shadow would have made of it. `unread` grows meanwhile. */
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
