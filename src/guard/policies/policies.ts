import { ServiceError } from '../../core/errors.ts';
import { yieldThread } from '../../core/yield-thread.ts';
import { DEFAULT_POLICY, type Policy } from '../../domain/guardrails/policy/policy.ts';
import { withRuleMode } from '../../domain/guardrails/policy/policy-rules.ts';
import type { GuardPipeline, Mode } from '../../ports/guard.ts';
import type { StoredPolicy } from '../../ports/policy-store.ts';
import { createPoliciesInForce, DEFAULT_ID, MAX_VERSIONS, type PoliciesDeps, type PoliciesInForce } from './policies-in-force.ts';
import { asWritten, POLICY_ID, POLICY_ID_RULE, policyToBody, readPolicy } from './policy-schema.ts';

/** The policies in force, and how they are changed while requests go on. */
export interface Policies extends Pick<PoliciesInForce, 'pipelineFor' | 'reload' | 'unread' | 'missing' | 'withhold' | 'fallback'> {
  /** The checks of one policy in force. Throws `not_found`. */
  pipeline(id: string): GuardPipeline;
  /** The checks of a policy that is stored nowhere, to try it out. Throws `invalid_input` with the place of the fault. */
  preview(body: unknown): GuardPipeline;
  list(): readonly Policy[];
  /** Throws `not_found`. */
  get(id: string): Policy;
  /**
   * Reads and stores a new version, with `ifVersion` only while that one is the latest; none where the stored one says the
   * same. Throws `invalid_input` with the place of the fault, `conflict` where it was changed meanwhile, and the store's
   * failures.
   */
  put(id: string, body: unknown, author: string, ifVersion?: number): Promise<Policy>;
  /**
   * Enforces a policy that is in shadow as a whole, as a new version; none where it is enforced already. Throws as
   * `setRuleMode`.
   */
  promote(id: string, by: ChangedBy): Promise<Policy>;
  /**
   * Enforces one rule, or puts it in shadow, as a new version; none where it is so already. Throws `not_found` for the policy
   * and for the rule, `conflict` where the policy was changed meanwhile or `ifVersion` is not in force, and the store's failures.
   */
  setRuleMode(id: string, rule: string, mode: Mode, by: ChangedBy): Promise<Policy>;
  /** With `ifVersion` only while that one is in force. Throws `not_found`, `conflict` where it is not, and `invalid_input` for `default`. */
  delete(id: string, author: string, ifVersion?: number): Promise<void>;
  /** The last versions, newest first, and whether there are more. Throws `not_found` where there never was such a policy. */
  versions(id: string): Promise<{ readonly versions: readonly StoredPolicy[]; readonly hasMore: boolean }>;
  /** A version and those before it that were in force after `since`, newest first; up to one that cannot be read any more. */
  history(id: string, version: number, since: Date): Promise<readonly Policy[]>;
  /** Stores the policies whose body differs from what is stored. All are read before any is; throws as `put`, with the id in the place of the fault. */
  sync(bodies: Readonly<Record<string, unknown>>, author: string): Promise<void>;
  /** Ids of the policies that were given to `sync` when that last took them: it has the last word about them. */
  readonly synced: ReadonlySet<string>;
}

/** Whose change it is, and the version that it is about; the one in force unless given. */
export interface ChangedBy {
  readonly author: string;
  readonly ifVersion?: number | undefined;
}

/** Most versions of a policy whose rules are compared. */
const MAX_HISTORY = 20;

/** Policies over their store. Nothing is loaded before `reload`. */
export function createPolicies(deps: PoliciesDeps): Policies {
  const { store, pipelineOf, detectors, builtIn = DEFAULT_POLICY, clock } = deps;
  const inForce = createPoliciesInForce(deps);
  const { find, readStored, latest, storeLost, reload } = inForce;
  let synced: ReadonlySet<string> = new Set();

  /** Nobody wrote anything new where only modes change: a category that there is no more stays there as it is in force. */
  async function put(id: string, body: unknown, author: string, ifVersion?: number, isModeOnly = false): Promise<Policy> {
    await storeLost();
    const [last] = await store.versions(id, 1);
    const before = last?.version ?? (id === DEFAULT_ID ? builtIn.version : 0);
    if (ifVersion !== undefined && ifVersion !== before) throw changedMeanwhile(before);
    const version = before + 1;
    const policy = readPolicy(body, { id, version, detectors, isStored: isModeOnly });
    // Who deploys by a script sends the same again and again.
    const same = last === undefined || last.ended !== undefined ? undefined : readStored(last);
    if (same !== undefined && saidBy(same) === saidBy(policy)) return same;
    const isStored = await store.put({ id, version, body: JSON.stringify(body), createdAt: clock.now(), author });
    if (!isStored) throw changedMeanwhile(version);
    return policy;
  }

  /** Reads one of several policies. */
  function readNamed(id: string, body: unknown): Policy {
    if (!POLICY_ID.test(id)) throw new ServiceError('invalid_input', `${JSON.stringify(id)}: ${POLICY_ID_RULE}`, { param: 'policy_id' });
    try {
      return readPolicy(body, { id, version: 0, detectors });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw new ServiceError(error.kind, `${id}: ${error.message}`, { param: `${id}.${error.param ?? ''}`, cause: error });
    }
  }

  async function change(id: string, body: unknown, author: string, ifVersion?: number, isModeOnly = false): Promise<Policy> {
    try {
      const policy = await put(id, body, author, ifVersion, isModeOnly);
      await reload();
      return policy;
    } catch (error) {
      // Who is told of a conflict reads next what the policy was changed to.
      if (error instanceof ServiceError && error.kind === 'conflict') await reload();
      throw error;
    }
  }

  /** The policy in force, as somebody knows it who changes it. */
  function findAs(id: string, { ifVersion }: ChangedBy): Policy {
    const { policy } = find(id);
    if (ifVersion !== undefined && ifVersion !== policy.version) throw changedMeanwhile(policy.version);
    return policy;
  }

  return {
    pipelineFor: (question) => inForce.pipelineFor(question),
    pipeline: (id) => find(id).pipeline,
    preview: (body) => pipelineOf(readPolicy(asWritten(body), { id: 'preview', version: 0, detectors })),
    list: () => inForce.list().map(({ policy }) => policy),
    get: (id) => find(id).policy,
    put: (id, body, author, ifVersion) => change(id, body, author, ifVersion),
    async promote(id, by) {
      const policy = findAs(id, by);
      if (policy.mode !== 'shadow') return policy;
      return change(id, { ...policyToBody(policy), mode: 'enforce' }, by.author, policy.version, true);
    },
    async setRuleMode(id, rule, mode, by) {
      const policy = findAs(id, by);
      const changed = withRuleMode(policy, rule, mode);
      if (changed === undefined)
        throw new ServiceError('not_found', `The policy has no such rule; GET /v1/policies/${id}/shadow-report names its rules.`, {
          param: 'rule',
        });
      return changed === policy ? policy : change(id, policyToBody(changed), by.author, policy.version, true);
    },
    async sync(given, author) {
      const bodies = Object.entries(given).map(([id, body]) => [id, asWritten(body)] as const);
      for (const [id, body] of bodies) readNamed(id, body);
      const stored = new Map((await latest()).map(({ id, body }) => [id, body]));
      for (const [id, body] of bodies) if (stored.get(id) !== JSON.stringify(body)) await put(id, body, author);
      synced = new Set(bodies.map(([id]) => id));
      await reload();
    },
    get synced() {
      return synced;
    },
    async delete(id, author, ifVersion) {
      if (id === DEFAULT_ID)
        throw new ServiceError('invalid_input', 'The default policy cannot be deleted; store another version.', { param: 'policy_id' });
      const isDeleted = await store.delete(id, { at: clock.now(), by: author }, ifVersion);
      await reload();
      if (!isDeleted) throw changedMeanwhile(find(id).policy.version);
    },
    async versions(id) {
      const versions = await store.versions(id, MAX_VERSIONS + 1);
      if (versions.length === 0) find(id);
      return { versions: versions.slice(0, MAX_VERSIONS), hasMore: versions.length > MAX_VERSIONS };
    },
    async history(id, version, since) {
      const stored = (await store.versions(id, MAX_VERSIONS)).filter((entry) => entry.version <= version);
      const policies: Policy[] = [];
      let until: Date | undefined;
      for (const entry of stored.slice(0, MAX_HISTORY)) {
        if (until !== undefined && until <= since) return policies;
        until = entry.createdAt;
        const policy = readStored(entry);
        if (policy === undefined) return policies;
        policies.push(policy);
        // Policies may be long, and other requests wait meanwhile.
        await yieldThread();
      }
      const isWhole = id === DEFAULT_ID && stored.length < MAX_HISTORY && builtIn.version <= version;
      return isWhole && (until === undefined || until > since) ? [...policies, builtIn] : policies;
    },
    reload,
    get unread() {
      return inForce.unread;
    },
    get missing() {
      return inForce.missing;
    },
    withhold: (reason) => inForce.withhold(reason),
    get fallback() {
      return inForce.fallback;
    },
  };
}

/** What a policy says, however it was written. */
function saidBy(policy: Policy): string {
  return JSON.stringify(policyToBody(policy));
}

function changedMeanwhile(version: number): ServiceError {
  return new ServiceError('conflict', `The policy was changed meanwhile; its version is ${version} now.`, { param: 'policy_id' });
}
