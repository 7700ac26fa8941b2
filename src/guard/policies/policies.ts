import { ServiceError, toServiceError } from '../../core/errors.ts';
import { yieldThread } from '../../core/yield-thread.ts';
import { DEFAULT_POLICY, policyName, type Policy } from '../../domain/guardrails/policy/policy.ts';
import { withRuleMode } from '../../domain/guardrails/policy/policy-rules.ts';
import { isNamed } from '../../domain/guardrails/tools/name-pattern.ts';
import type { GuardPipeline } from '../../ports/guard.ts';
import type { PolicyStore, StoredPolicy } from '../../ports/policy-store.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import { asWritten, POLICY_ID, POLICY_ID_RULE, policyToBody, readPolicy } from './policy-schema.ts';

/** Who asks for what, as far as policies ask. */
export interface PolicyQuestion {
  /** Name of the API key. */
  readonly key?: string | undefined;
  readonly model?: string;
  /** Where the request came in. */
  readonly route?: string | undefined;
}

export interface PoliciesDeps {
  readonly store: PolicyStore;
  /** Makes the checks of one policy. */
  readonly pipelineOf: (policy: Policy) => GuardPipeline;
  /** Names of the checks that are installed. */
  readonly detectors: readonly string[];
  /** The policy `default` as long as none of that name is stored. */
  readonly builtIn?: Policy;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The policies in force, and how they are changed while requests go on. */
export interface Policies {
  /** The checks for a request: those of the first policy that is for it, by id, otherwise of `default`. */
  pipelineFor(question: PolicyQuestion): GuardPipeline;
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
  setRuleMode(id: string, rule: string, mode: 'enforce' | 'shadow', by: ChangedBy): Promise<Policy>;
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
  /**
   * Takes over what is stored, and says how many policies that is. Of what cannot be read there the version in force stays, or
   * the last one that can be read is taken; the log says so.
   */
  reload(): Promise<number>;
  /** Names of the stored versions that could not be read when they were last taken over, such as `default@3`. */
  readonly unread: readonly string[];
  /** Those of them of which no other version is in force either. */
  readonly missing: readonly string[];
  /**
   * Has whoever asks for what is in force, and so every request, refused as `unavailable` with this reason; undefined lifts it. For
   * a start that does not know yet what was configured: what is shipped may let pass what that does not.
   */
  withhold(reason: string | undefined): void;
  /** The checks of `default`, also while policies are withheld: for the records of requests that were refused unread. */
  readonly fallback: GuardPipeline;
}

/** Whose change it is, and the version that it is about; the one in force unless given. */
export interface ChangedBy {
  readonly author: string;
  readonly ifVersion?: number | undefined;
}

const DEFAULT_ID = 'default';
/** So much of the name of a model is held against those of policies, in UTF-16 code units. */
const MAX_MODEL = 1024;
const MAX_VERSIONS = 100;
/** Who is named as the author of policies that were lost and are stored again. */
const AFTER_LOSS = 'in force when the database was lost';
/** Most versions of a policy whose rules are compared. */
const MAX_HISTORY = 20;

/** A policy with its checks, compiled once. */
interface Live {
  readonly policy: Policy;
  readonly pipeline: GuardPipeline;
}

/** Policies over their store. Nothing is loaded before `reload`. */
export function createPolicies(deps: PoliciesDeps): Policies {
  const { store, pipelineOf, detectors, builtIn = DEFAULT_POLICY, clock, logger } = deps;
  const shipped: Live = { policy: builtIn, pipeline: pipelineOf(builtIn) };
  let live: ReadonlyMap<string, Live> = new Map([[DEFAULT_ID, shipped]]);
  const refused = new Set<string>();
  let unread: readonly string[] = [];
  let missing: readonly string[] = [];
  let withheld: string | undefined;
  let synced: ReadonlySet<string> = new Set();
  let { losses } = store;
  /** How often what is stored was asked for, and the last of those times of which it was taken over. */
  let asked = 0;
  let taken = 0;

  function inForce(): ReadonlyMap<string, Live> {
    if (withheld !== undefined) throw new ServiceError('unavailable', withheld, { retryAfterInSeconds: 1 });
    return live;
  }

  const fallback = (): GuardPipeline => (live.get(DEFAULT_ID) ?? shipped).pipeline;

  function find(id: string): Live {
    const found = inForce().get(id);
    if (found === undefined) throw new ServiceError('not_found', 'There is no such policy.', { param: 'policy_id' });
    return found;
  }

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

  /** A stored version; undefined when it cannot be read. */
  function readStored({ id, version, body }: StoredPolicy): Policy | undefined {
    const now = live.get(id)?.policy;
    if (now?.version === version) return now;
    try {
      return readPolicy(JSON.parse(body), { id, version, detectors, isStored: true });
    } catch {
      return undefined;
    }
  }

  /** The last version before one that cannot be read which can. */
  async function takeEarlier(id: string, version: number): Promise<Live | undefined> {
    for (const entry of await store.versions(id, MAX_VERSIONS)) {
      const policy = entry.version < version ? readStored(entry) : undefined;
      if (policy !== undefined) return { policy, pipeline: pipelineOf(policy) };
    }
    return undefined;
  }

  /** The stored version as it is to be in force; when it cannot be read the one that is, or was before it. */
  async function take({ id, version, body }: StoredPolicy): Promise<Live | undefined> {
    const now = live.get(id);
    if (now !== undefined && now !== shipped && now.policy.version === version) return now;
    try {
      const policy = readPolicy(JSON.parse(body), { id, version, detectors, isStored: true });
      return { policy, pipeline: pipelineOf(policy) };
    } catch (error) {
      const name = `${id}@${version}`;
      if (!refused.has(name)) logger.error('a stored policy cannot be read', { policy: name, reason: toServiceError(error).message });
      refused.add(name);
      return now === undefined || now === shipped ? takeEarlier(id, version) : now;
    }
  }

  /** Stores what is in force again where all that was stored is lost: what is shipped may let pass what that does not. */
  async function storeLost(): Promise<void> {
    while (store.losses !== losses) {
      const lost = store.losses;
      for (const { policy } of live.values()) {
        const { id, version } = policy;
        const body = JSON.stringify(policyToBody(policy));
        if (policy !== builtIn) await store.put({ id, version, body, createdAt: clock.now(), author: AFTER_LOSS });
      }
      losses = lost;
      logger.warn('policies in force are stored again: the database that held them was lost');
    }
  }

  /** What is stored, which is never nothing because it was lost. */
  async function latest(): Promise<readonly StoredPolicy[]> {
    for (;;) {
      await storeLost();
      const stored = await store.latest();
      if (store.losses === losses) return stored;
    }
  }

  async function reload(): Promise<number> {
    const own = (asked += 1);
    const stored = await latest();
    const next = new Map<string, Live>([[DEFAULT_ID, shipped]]);
    const left: string[] = [];
    const lost: string[] = [];
    for (const { id, version, ...rest } of stored) {
      const found = await take({ id, version, ...rest });
      if (found !== undefined) next.set(id, found);
      else lost.push(`${id}@${version}`);
      if (found?.policy.version !== version) left.push(`${id}@${version}`);
    }
    // What was asked for later was taken over sooner, and may be newer.
    if (own < taken) return stored.length;
    taken = own;
    unread = left;
    missing = lost;
    const changed = [...next.values()].filter(({ policy }) => live.get(policy.id)?.policy !== policy);
    live = new Map([...next].toSorted(([one], [other]) => (one < other ? -1 : 1)));
    for (const { policy } of changed) logger.info('policy in force', { policy: policyName(policy), mode: policy.mode ?? 'enforce' });
    return stored.length;
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
    pipelineFor(question) {
      for (const { policy, pipeline } of inForce().values())
        if (policy.applies !== undefined && isFor(policy.applies, question)) return pipeline;
      return fallback();
    },
    pipeline: (id) => find(id).pipeline,
    preview: (body) => pipelineOf(readPolicy(asWritten(body), { id: 'preview', version: 0, detectors })),
    list: () => [...inForce().values()].map(({ policy }) => policy),
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
      return unread;
    },
    get missing() {
      return missing;
    },
    withhold(reason) {
      withheld = reason;
    },
    get fallback() {
      return fallback();
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

function isFor({ keys, models, routes }: NonNullable<Policy['applies']>, { key, model, route }: PolicyQuestion): boolean {
  return (
    (routes === undefined || (route !== undefined && routes.includes(route))) &&
    (keys === undefined || (key !== undefined && keys.includes(key))) &&
    (models === undefined || (model !== undefined && isNamed(models, model.slice(0, MAX_MODEL))))
  );
}
