import { ruleOutcomes } from '../../core/rule-outcomes.ts';
import { ACTIONS, type Action, type Decision } from '../../ports/guard.ts';
import type { JournalEntry, NamedRuleCount, NamedRuleQuery, RuleCount, RuleKey, RuleReport, RuleReportQuery } from '../../ports/journal.ts';

type DirectedOutcome = RuleKey & { readonly action: Action };

/** What versions of a policy decided about requests, the newest first. */
export function ruleReportOf(entries: readonly JournalEntry[], query: RuleReportQuery): RuleReport {
  const { policies, examples } = query;
  const hardest = [0, 0, 0, 0];
  const rules = new Map<string, { rule: RuleCount; ids: Set<string> }>();
  for (const { request, decisions } of entries) {
    let hardness = 0;
    for (const outcome of decisions.filter(({ policy }) => policies.includes(policy)).flatMap(outcomesOf)) {
      const { detector, category, direction, channel, action, isShadow } = outcome;
      if (!isShadow) hardness = Math.max(hardness, ACTIONS.indexOf(action));
      const key = JSON.stringify([detector, category, direction, channel, action, isShadow]);
      const known = rules.get(key);
      const ids = (known?.ids ?? new Set<string>()).add(request.id);
      const count = { findings: (known?.rule.findings ?? 0) + 1, requests: ids.size, examples: [...ids].slice(0, examples) };
      rules.set(key, { rule: { ...outcome, ...count }, ids });
    }
    hardest[hardness] = (hardest[hardness] ?? 0) + 1;
  }
  const [, flagged = 0, redacted = 0, blocked = 0] = hardest;
  return {
    requests: entries.filter(({ request: { policy, trialPolicy = policy, verdict } }) => {
      return verdict !== undefined && (policies.includes(policy) || policies.includes(trialPolicy));
    }).length,
    blocked,
    redacted,
    flagged,
    rules: [...rules]
      .toSorted(([one, { rule: many }], [other, { rule: fewer }]) => fewer.requests - many.requests || (one < other ? -1 : 1))
      .map(([, { rule }]) => rule),
  };
}

function outcomesOf(decision: Decision): DirectedOutcome[] {
  return ruleOutcomes(decision).map((outcome) => ({ ...outcome, direction: decision.direction }));
}

interface Hit {
  readonly id: string;
  readonly hardness: number;
  readonly isAlone: boolean;
}

/** What rules did, and would have done in shadow; `entries` are the newest first. */
export function countByRule(entries: readonly JournalEntry[], { policies, examples, rulesOf }: NamedRuleQuery): NamedRuleCount[] {
  const hits = new Map<string, { readonly rule: string; readonly isShadow: boolean; readonly of: Hit[] }>();
  for (const { request, decisions } of entries) {
    const outcomes = decisions
      .filter(({ policy }) => policies.includes(policy))
      .flatMap((decision) => outcomesOf(decision).map((outcome) => ({ ...outcome, rules: rulesOf(decision.policy, outcome) })));
    const names = new Set(outcomes.flatMap(({ rules, isShadow }) => rules.map((rule) => JSON.stringify([rule, isShadow]))));
    for (const name of names) {
      const [rule, isShadow] = JSON.parse(name) as [string, boolean];
      const own = outcomes.filter((outcome) => outcome.isShadow === isShadow && outcome.rules.includes(rule));
      const hardness = Math.max(...own.map(({ action }) => ACTIONS.indexOf(action)));
      const others = outcomes.filter((outcome) => !outcome.isShadow && outcome.action === 'block' && !own.includes(outcome));
      const known = hits.get(name) ?? { rule, isShadow, of: [] };
      known.of.push({ id: request.id, hardness, isAlone: others.length === 0 });
      hits.set(name, known);
    }
  }
  return [...hits.values()]
    .toSorted((a, b) => (a.rule === b.rule ? Number(a.isShadow) - Number(b.isShadow) : a.rule < b.rule ? -1 : 1))
    .map(({ rule, isShadow, of }) => {
      const ofHardness = (wanted: Action): Hit[] => of.filter(({ hardness }) => ACTIONS[hardness] === wanted);
      return {
        rule,
        isShadow,
        requests: of.length,
        blocked: ofHardness('block').length,
        redacted: ofHardness('redact').length,
        flagged: ofHardness('flag').length,
        blockedAlone: ofHardness('block').filter(({ isAlone }) => isAlone).length,
        examples: of
          .toSorted((a, b) => b.hardness - a.hardness)
          .slice(0, examples)
          .map(({ id }) => id),
      };
    });
}
