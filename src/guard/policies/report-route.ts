import { Elysia, t } from 'elysia';
import { ServiceError } from '../../core/errors.ts';
import { rounded } from '../../core/rounded.ts';
import { failing } from '../../http/documentation.ts';
import type { Mode } from '../../ports/guard.ts';
import type { Journal, RuleReport } from '../../ports/journal.ts';
import type { Clock } from '../../ports/system.ts';
import { readSpan } from '../records/read-time.ts';
import { ActionBody, ChannelBody, DirectionBody, modeBody } from '../wire-enums.ts';
import type { Policies } from './policies.ts';
import { RuleEvidenceBody, ruleEvidence } from './rule-evidence.ts';

const DAY_MS = 86_400_000;
const EXAMPLES = 5;

const ReportBody = t.Object({
  object: t.Literal('guard.shadow_report'),
  policy: t.String({ description: 'Policy and version, such as `default@3`.' }),
  mode: modeBody('In shadow mode the counts say what would have been done, otherwise what was done.'),
  since: t.String({ format: 'date-time' }),
  until: t.String({ format: 'date-time' }),
  requests: t.Integer({ description: 'Requests decided by this version. Each counts once below, by its strictest verdict.' }),
  blocked: t.Integer(),
  redacted: t.Integer(),
  flagged: t.Integer(),
  rules: t.Array(
    t.Object({
      direction: DirectionBody,
      detector: t.String({ description: '`any` with the category `not_scanned` if a check that fails closed could not run.' }),
      category: t.String(),
      channel: ChannelBody,
      action: ActionBody,
      mode: modeBody(
        'In shadow mode `action` is what the rule would have done; the totals above leave it out unless the whole policy is in shadow.',
      ),
      findings: t.Integer({ description: 'Counts only findings that are stored in records.' }),
      requests: t.Integer(),
      share: t.Number({ description: 'Share of the requests decided by this version, 0 to 1.' }),
      examples: t.Array(t.String({ description: 'Ids of the latest of these requests.' })),
    }),
  ),
  by_rule: t.Array(RuleEvidenceBody, { description: 'Every rule of the policy with its mode, in the order of the policy.' }),
});

/** GET /v1/policies/{id}/shadow-report: what a policy did, or would have done, per rule. Never shows content. */
export function reportRoute({
  journal,
  policies,
  clock,
}: {
  readonly journal: Journal;
  readonly policies: Policies;
  readonly clock: Clock;
}) {
  return new Elysia({ name: 'parley-guard-report' }).get(
    '/v1/policies/:policy_id/shadow-report',
    async ({ params: { policy_id: id }, query }) => {
      const now = policies.get(id);
      const version = query.version === undefined ? now.version : readVersion(query.version);
      // `until` is exclusive, and requests of the current millisecond must be included.
      const { since, until } = readSpan(query, { now: new Date(clock.now().getTime() + 1), lengthMs: DAY_MS });
      const mode = version === now.version ? (now.mode ?? 'enforce') : await modeOf(policies, id, version);
      const policy = `${id}@${version}`;
      const history = await policies.history(id, version, since);
      const report = await journal.report({ policies: [policy], since, until, examples: EXAMPLES });
      return Response.json({
        object: 'guard.shadow_report',
        policy,
        mode,
        since: since.toISOString(),
        until: until.toISOString(),
        ...reportToWire(report, mode),
        by_rule: await ruleEvidence(journal, history, { since, until, examples: EXAMPLES }),
      });
    },
    {
      query: t.Object({
        version: t.Optional(t.String({ description: 'A version of the policy; by default the one in force.' })),
        since: t.Optional(t.String({ description: 'Start of the span (ISO 8601); by default a day before its end.' })),
        until: t.Optional(t.String({ description: 'End of the span (ISO 8601); by default now.' })),
      }),
      response: { 200: ReportBody },
      detail: {
        tags: ['Policies'],
        ...failing('unavailable'),
        summary: 'What a policy did, and what its rules in shadow would have done, by rule',
      },
    },
  );
}

function reportToWire({ requests, blocked, redacted, flagged, rules }: RuleReport, mode: Mode) {
  return {
    requests,
    blocked,
    redacted,
    flagged,
    rules: rules.map(({ isShadow, ...rule }) => ({
      ...rule,
      mode: isShadow ? 'shadow' : mode,
      share: requests === 0 ? 0 : rounded(rule.requests / requests),
    })),
  };
}

/** The mode of an earlier version. Rejects with `not_found`. */
async function modeOf(policies: Policies, id: string, version: number): Promise<Mode> {
  const stored = (await policies.versions(id)).versions.find((candidate) => candidate.version === version);
  if (stored === undefined) throw new ServiceError('not_found', 'There is no such version of this policy.', { param: 'version' });
  return (JSON.parse(stored.body) as { mode?: string }).mode === 'shadow' ? 'shadow' : 'enforce';
}

function readVersion(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new ServiceError('invalid_input', 'version: must be a whole number.', { param: 'version' });
  return Number(text);
}
