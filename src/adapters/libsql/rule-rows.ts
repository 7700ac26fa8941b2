import { ruleOutcomes } from '../../core/rule-outcomes.ts';
import type { StoredEntry } from './journal-line.ts';
import type { requestRules } from './schema.ts';

type RuleRow = typeof requestRules.$inferInsert;

/** What rules did about a request, or rules in shadow would have done: how many findings of a kind led to an action. */
export function toRuleRows({ request, decisions }: StoredEntry, { inShadow }: { readonly inShadow: boolean }): RuleRow[] {
  const rows = new Map<string, RuleRow>();
  const place = { requestId: request.id, receivedAt: request.receivedAt.getTime() };
  for (const decision of decisions) {
    const { policy, direction } = decision;
    for (const { isShadow, ...outcome } of ruleOutcomes(decision)) {
      if (isShadow !== inShadow) continue;
      const { detector, category, channel, action } = outcome;
      const key = JSON.stringify([policy, direction, detector, category, channel, action]);
      rows.set(key, { ...place, policy, direction, ...outcome, findings: (rows.get(key)?.findings ?? 0) + 1 });
    }
  }
  return [...rows.values()];
}
