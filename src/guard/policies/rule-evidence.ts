import { t } from 'elysia';
import { isSameRule, namedRules, rulesAbout, type NamedRule } from '../../domain/guardrails/policy/policy-rules.ts';
import type { Policy } from '../../domain/guardrails/policy/policy.ts';
import type { Journal, NamedRuleCount, RuleKey } from '../../ports/journal.ts';
import { ModeBody } from '../wire-enums.ts';

const Counts = t.Object({
  requests: t.Integer({ description: 'Each request counts once, by the strictest action for its findings under this rule.' }),
  blocked: t.Integer({ description: 'If the check fails closed, includes requests with texts that could not be checked.' }),
  redacted: t.Integer(),
  flagged: t.Integer(),
  blocked_alone: t.Integer({
    description:
      'Those of `blocked` that no other enforced rule blocks: the requests that would be blocked by enforcing this rule, or pass by putting it in shadow.',
  }),
  examples: t.Array(t.String(), { description: 'Ids of the latest of these requests, blocked ones first.' }),
});

/** One rule of a policy with its mode, what it did and what it would have done. */
export const RuleEvidenceBody = t.Object({
  rule: t.String({ description: 'The name to use in the routes that enforce the rule or put it in shadow.' }),
  detector: t.String(),
  direction: t.Union([t.Literal('input'), t.Literal('output'), t.Literal('both')]),
  channels: t.Array(t.String()),
  categories: t.Nullable(t.Array(t.String(), { description: 'Null for all categories that no other rule of the check names.' })),
  steps: t.Array(t.Object({ threshold: t.Number(), action: t.String() })),
  mode: ModeBody,
  since_version: t.Integer({
    description: 'Counts include this version of the policy and later ones; the rule is the same in all of them.',
  }),
  did: Counts,
  would: Counts,
});

/** One version of a policy with its rules by name. */
interface Version {
  readonly policy: Policy;
  readonly rules: readonly NamedRule[];
}

const NOTHING = { requests: 0, blocked: 0, redacted: 0, flagged: 0, blockedAlone: 0, examples: [] as readonly string[] };

/**
 * For every rule of a policy's newest version, what it did while enforced and would have done while in shadow, according to the journal.
 * `history` is newest first; a version counts towards a rule if it and all later ones have the same rule.
 */
export async function ruleEvidence(
  journal: Journal,
  history: readonly Policy[],
  { since, until, examples }: { readonly since: Date; readonly until: Date; readonly examples: number },
) {
  const versions = new Map(
    history.map((policy): [string, Version] => [`${policy.id}@${policy.version}`, { policy, rules: namedRules(policy) }]),
  );
  const [newest] = versions.values();
  if (newest === undefined) return [];
  const sinceVersion = new Map(newest.rules.map((rule) => [rule.name, firstOf(rule, [...versions.values()])]));

  /** The rules that cover a kind of finding, with a prefix for whether they acted or would have acted. */
  function rulesOf(name: string, key: RuleKey): string[] {
    const version = versions.get(name);
    if (version === undefined) return [];
    const { version: number, mode } = version.policy;
    const isWould = key.isShadow || mode === 'shadow';
    return rulesAbout(version.rules, key)
      .filter((rule) => number >= (sinceVersion.get(rule.name) ?? Number.POSITIVE_INFINITY))
      .map((rule) => `${isWould ? WOULD : DID}${rule.name}`);
  }

  const counted = await journal.countByRule({ policies: [...versions.keys()], since, until, examples, rulesOf });
  return newest.rules.map(({ name, detector, direction, channels, categories, steps, mode }) => {
    const of = (prefix: string) =>
      countsToWire(
        counted.filter(({ rule }) => rule === prefix + name),
        examples,
      );
    return {
      rule: name,
      detector,
      direction,
      channels,
      categories: categories ?? null,
      steps,
      mode,
      since_version: sinceVersion.get(name) ?? newest.policy.version,
      did: of(DID),
      would: of(WOULD),
    };
  });
}

const WOULD = 'would ';
const DID = 'did ';

/** The earliest version since which a rule has not changed. */
function firstOf(rule: NamedRule, versions: readonly Version[]): number | undefined {
  const changed = versions.findIndex(({ rules }) => !rules.some((other) => isSameRule(other, rule)));
  return versions.at(changed < 0 ? -1 : changed - 1)?.policy.version;
}

/** Adds up what a rule would have done while it, and while its whole policy, was in shadow. */
function countsToWire(counts: readonly NamedRuleCount[], examples: number) {
  const [one = NOTHING, ...rest] = counts;
  const sum = rest.reduce<typeof NOTHING>(
    (total, more) => ({
      requests: total.requests + more.requests,
      blocked: total.blocked + more.blocked,
      redacted: total.redacted + more.redacted,
      flagged: total.flagged + more.flagged,
      blockedAlone: total.blockedAlone + more.blockedAlone,
      examples: [...total.examples, ...more.examples],
    }),
    one,
  );
  const { requests, blocked, redacted, flagged, blockedAlone } = sum;
  return { requests, blocked, redacted, flagged, blocked_alone: blockedAlone, examples: sum.examples.slice(0, examples) };
}
