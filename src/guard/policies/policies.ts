import { ServiceError } from '../../core/errors.ts';
import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import { withRuleMode } from '../../domain/guardrails/policy/policy-rules.ts';
import { DEFAULT_POLICY, type Policy } from '../../domain/guardrails/policy/policy.ts';
import type { GuardPipeline, Mode } from '../../ports/guard.ts';
import type { StoredPolicy } from '../../ports/policy-store.ts';
import { createPoliciesInForce, DEFAULT_ID, MAX_VERSIONS, type PoliciesDeps, type PoliciesInForce } from './policies-in-force.ts';
import { asWritten, POLICY_ID, POLICY_ID_RULE, policyToBody, readPolicy } from './policy-schema.ts';

/** Reads and changes the policies in force while requests are served. */
export interface Policies extends Pick<PoliciesInForce, 'pipelineFor' | 'reload' | 'unread' | 'missing' | 'withhold' | 'fallback'> {
  /** The pipeline of one policy in force. Throws `not_found`. */
  pipeline(id: string): GuardPipeline;
  /** The pipeline of a policy that is not stored, to try it out. Throws `invalid_input` with the path of the error. */
  preview(body: unknown): GuardPipeline;
  list(): readonly Policy[];
  /** Throws `not_found`. */
  get(id: string): Policy;
  /**
   * Validates and stores a new version, unless it equals the latest, or the built-in one while none is stored. With `ifVersion`, only if that version is the latest. Rejects with
   * `invalid_input` and the path of the error, with `conflict` if the policy was changed meanwhile, and with the store's errors.
   */
  put(id: string, body: unknown, author: string, ifVersion?: number): Promise<Policy>;
  /**
   * Takes a whole policy out of shadow mode, as a new version unless it is enforced already. Rejects as `setRuleMode` does.
   */
  promote(id: string, by: ChangedBy): Promise<Policy>;
  /**
   * Enforces one rule or puts it in shadow, as a new version unless it has that mode already. Rejects with `not_found` for the policy or
   * the rule, with `conflict` if the policy was changed meanwhile or `ifVersion` is not in force, and with the store's errors.
   */
  setRuleMode(id: string, rule: string, mode: Mode, by: ChangedBy): Promise<Policy>;
  /**
   * With `ifVersion`, rejects with `conflict` unless that version is in force. Rejects with `not_found`, and for `default` with
   * `invalid_input`.
   */
  delete(id: string, author: string, ifVersion?: number): Promise<void>;
  /**
   * The latest versions, newest first and for `default` down to the built-in one, and whether there are more. Rejects with `not_found` if no
   * such policy ever existed.
   */
  versions(id: string): Promise<{ readonly versions: readonly PolicyVersion[]; readonly hasMore: boolean }>;
  /** A version and the earlier ones that were in force after `since`, newest first, down to the first that can no longer be read. */
  history(id: string, version: number, since: Date): Promise<readonly Policy[]>;
  /**
   * Stores the policies that differ from the stored ones, but none unless all are valid, and ends those of an earlier call by this author
   * that are not given again. Rejects as `put` does, with the id in the path of the error.
   */
  sync(bodies: Readonly<Record<string, unknown>>, author: string): Promise<void>;
  /** Ids of the policies given to the last successful `sync`; only the policy file can change them. */
  readonly synced: ReadonlySet<string>;
}

/** A version of a policy. The built-in one has no time at which it was stored. */
export type PolicyVersion = Omit<StoredPolicy, 'createdAt'> & Partial<Pick<StoredPolicy, 'createdAt'>>;

/** The author of the built-in version, which can be no key's name. */
const BUILT_IN = 'built in';

/** The author of a change, and the version it is based on (by default the one in force). */
export interface ChangedBy {
  readonly author: string;
  readonly ifVersion?: number | undefined;
}

/** Most versions of a policy that `history` returns. */
const MAX_HISTORY = 20;

/** The policies of a store. Only the built-in one is in force before `reload`. */
export function createPolicies(deps: PoliciesDeps): Policies {
  const { store, pipelineOf, detectors, builtIn = DEFAULT_POLICY, clock } = deps;
  const inForce = createPoliciesInForce(deps);
  const { pipelineFor, find, readStored, latest, storeLost, reload, withhold } = inForce;
  const first: PolicyVersion = { id: DEFAULT_ID, version: builtIn.version, body: saidBy(builtIn), author: BUILT_IN };
  let synced: ReadonlySet<string> = new Set();

  /**
   * A change of modes only (`isModeOnly`) is validated as leniently as a stored policy, which may name categories that no longer exist. A
   * pinned one is stored even if it equals the built-in one, which later versions of the guard may change.
   */
  async function put(
    id: string,
    body: unknown,
    author: string,
    ifVersion?: number,
    { isModeOnly = false, isPinned = false } = {},
  ): Promise<Policy> {
    await storeLost();
    const [last] = await store.versions(id, 1);
    const before = last?.version ?? (id === DEFAULT_ID ? builtIn.version : 0);
    const version = before + 1;
    const policy = readPolicy(body, { id, version, detectors, isStored: isModeOnly });
    if (ifVersion !== undefined && ifVersion !== before) throw before === 0 ? notYet(id) : changedMeanwhile(before);
    // Deployment scripts send the same policy again and again.
    const shipped = id === DEFAULT_ID && !isPinned ? builtIn : undefined;
    const same = last === undefined ? shipped : last.ended === undefined ? readStored(last) : undefined;
    if (same !== undefined && saidBy(same) === saidBy(policy)) return same;
    const isStored = await store.put({ id, version, body: JSON.stringify(body), createdAt: clock.now(), author });
    if (!isStored) throw changedMeanwhile(version);
    return policy;
  }

  /** Validates one of several policies; errors name its id. */
  function assertValid(id: string, body: unknown): void {
    if (!POLICY_ID.test(id)) throw new ServiceError('invalid_input', `${JSON.stringify(id)}: ${POLICY_ID_RULE}`, { param: 'policy_id' });
    try {
      readPolicy(body, { id, version: 0, detectors });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      throw new ServiceError(error.kind, `${id}: ${error.message}`, { param: `${id}.${error.param ?? ''}`, cause: error });
    }
  }

  /** Ends a policy of an earlier `sync`; `default` becomes the built-in one again. */
  async function withdraw({ id, version }: StoredPolicy, author: string): Promise<void> {
    if (id === DEFAULT_ID) await put(id, policyToBody(builtIn), author);
    else await store.delete(id, { at: clock.now(), by: author }, version);
  }

  async function change(id: string, body: unknown, author: string, ifVersion?: number, isModeOnly = false): Promise<Policy> {
    try {
      const policy = await put(id, body, author, ifVersion, { isModeOnly });
      await reload();
      return policy;
    } catch (error) {
      // After a conflict, callers read the policy again, so load the new version.
      if (error instanceof ServiceError && error.kind === 'conflict') await reload();
      throw error;
    }
  }

  /** The policy in force. Throws `not_found`, and `conflict` unless it is the version that the change is based on. */
  function findAs(id: string, { ifVersion }: ChangedBy): Policy {
    const { policy } = find(id);
    if (ifVersion !== undefined && ifVersion !== policy.version) throw changedMeanwhile(policy.version);
    return policy;
  }

  return {
    pipelineFor,
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
      for (const [id, body] of bodies) assertValid(id, body);
      const last = await latest();
      const stored = new Map(last.map(({ id, body }) => [id, body]));
      for (const [id, body] of bodies)
        if (stored.get(id) !== JSON.stringify(body)) await put(id, body, author, undefined, { isPinned: true });
      const kept: ReadonlySet<string> = new Set(bodies.map(([id]) => id));
      for (const entry of last) if (!kept.has(entry.id) && (entry.author === author || synced.has(entry.id))) await withdraw(entry, author);
      synced = kept;
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
      const stored = await store.versions(id, MAX_VERSIONS + 1);
      if (stored.length === 0) find(id);
      const versions = id === DEFAULT_ID ? [...stored, first] : stored;
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
        // Policies may be long, so the event loop gets a turn between them.
        await yieldToEventLoop();
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
    withhold,
    get fallback() {
      return inForce.fallback;
    },
  };
}

/** A policy in canonical form, for comparison. */
function saidBy(policy: Policy): string {
  return JSON.stringify(policyToBody(policy));
}

function notYet(id: string): ServiceError {
  return new ServiceError('conflict', `There is no policy ${id} yet: leave out the version to store its first one.`, {
    param: 'policy_id',
  });
}

function changedMeanwhile(version: number): ServiceError {
  return new ServiceError('conflict', `The policy was changed meanwhile; its version is ${version} now.`, { param: 'policy_id' });
}
