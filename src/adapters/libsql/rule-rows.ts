import type { Decision } from '../../ports/guard.ts';
import type { StoredEntry } from './journal-line.ts';
import type { requestRules } from './schema.ts';

type RuleRow = typeof requestRules.$inferInsert;
type Fall = Pick<RuleRow, 'detector' | 'category' | 'channel' | 'action'>;

const UNREAD = 'not_scanned';

/** What a decision that blocks without a finding is counted under: a check that must not be skipped could not run. */
const NOT_SCANNED: Fall = { detector: 'any', category: UNREAD, channel: 'user', action: 'block' };

/** What rules did about a request: how many findings of a kind came to an action. */
export function toRuleRows(entry: StoredEntry): RuleRow[] {
  return rowsOf(entry, ({ verdict, findings }) => {
    const isUnread = verdict === 'block' && !findings.some(({ action }) => action === 'block');
    const done = findings.map(({ detector, category, channel = 'user', action }): Fall => ({ detector, category, channel, action }));
    return [...done.filter(({ action }) => action !== 'allow'), ...(isUnread ? [NOT_SCANNED] : [])];
  });
}

/** What rules in shadow would have done about it. `allow` is one that would have let pass what was not. */
export function toShadowRuleRows(entry: StoredEntry): RuleRow[] {
  return rowsOf(entry, ({ findings, unreadInShadow = [] }) => [
    ...findings.flatMap(({ detector, category, channel = 'user', shadow }) =>
      shadow === undefined ? [] : [{ detector, category, channel, action: shadow.action }],
    ),
    ...unreadInShadow.map(({ category = UNREAD, ...rest }): Fall => ({ ...rest, category, action: 'block' })),
  ]);
}

function rowsOf({ request, decisions }: StoredEntry, fallsOf: (decision: Decision) => readonly Fall[]): RuleRow[] {
  const rows = new Map<string, RuleRow>();
  for (const decision of decisions) {
    const { policy, direction } = decision;
    for (const { detector, category, channel, action } of fallsOf(decision)) {
      const key = JSON.stringify([policy, direction, detector, category, channel, action]);
      const count = (rows.get(key)?.findings ?? 0) + 1;
      const place = { requestId: request.id, receivedAt: request.receivedAt.getTime() };
      rows.set(key, { ...place, policy, direction, detector, category, channel, action, findings: count });
    }
  }
  return [...rows.values()];
}
