import { ServiceError, toServiceError } from '../../core/errors.ts';
import { DEFAULT_POLICY, policyName, type Policy } from '../../domain/guardrails/policy/policy.ts';
import { withTrial } from '../../domain/guardrails/policy/on-trial.ts';
import { isEnforced } from '../../domain/guardrails/policy/shadow-verdict.ts';
import { isNamed } from '../../domain/guardrails/tools/name-pattern.ts';
import type { GuardPipeline } from '../../ports/guard.ts';
import type { PolicyStore, StoredPolicy } from '../../ports/policy-store.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import { policyToBody, readPolicy } from './policy-schema.ts';

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

/** A policy with its checks, compiled once. */
export interface LivePolicy {
  readonly policy: Policy;
  readonly pipeline: GuardPipeline;
}

/** The policies that requests are checked by, taken over from their store. */
export interface PoliciesInForce {
  /**
   * The checks for a request: those of the first enforced policy that is for it, by id, otherwise of `default`. Where one in
   * shadow comes before that, the first of them is tried beside it.
   */
  pipelineFor(question: PolicyQuestion): GuardPipeline;
  /** Throws `unavailable` while policies are withheld. */
  list(): readonly LivePolicy[];
  /** Throws `not_found`, and `unavailable` while policies are withheld. */
  find(id: string): LivePolicy;
  /** A stored version; undefined when it cannot be read. */
  readStored(stored: StoredPolicy): Policy | undefined;
  /** What is stored, which is never nothing because it was lost. */
  latest(): Promise<readonly StoredPolicy[]>;
  /** Stores what is in force again where all that was stored is lost: what is shipped may let pass what that does not. */
  storeLost(): Promise<void>;
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

/** The policy of requests that no other is for. */
export const DEFAULT_ID = 'default';
/** How many versions of a policy are looked at. */
export const MAX_VERSIONS = 100;
/** So much of the name of a model is held against those of policies, in UTF-16 code units. */
const MAX_MODEL = 1024;
/** Who is named as the author of policies that were lost and are stored again. */
const AFTER_LOSS = 'in force when the database was lost';

/** The policies in force over their store. Nothing is loaded before `reload`. */
export function createPoliciesInForce(deps: PoliciesDeps): PoliciesInForce {
  const { store, pipelineOf, detectors, builtIn = DEFAULT_POLICY, clock, logger } = deps;
  const shipped: LivePolicy = { policy: builtIn, pipeline: pipelineOf(builtIn) };
  let live: ReadonlyMap<string, LivePolicy> = new Map([[DEFAULT_ID, shipped]]);
  const refused = new Set<string>();
  let unread: readonly string[] = [];
  let missing: readonly string[] = [];
  let withheld: string | undefined;
  let { losses } = store;
  /** How often what is stored was asked for, and the last of those times of which it was taken over. */
  let asked = 0;
  let taken = 0;

  function inForce(): ReadonlyMap<string, LivePolicy> {
    if (withheld !== undefined) throw new ServiceError('unavailable', withheld, { retryAfterInSeconds: 1 });
    return live;
  }

  const fallback = (): GuardPipeline => (live.get(DEFAULT_ID) ?? shipped).pipeline;

  function find(id: string): LivePolicy {
    const found = inForce().get(id);
    if (found === undefined) throw new ServiceError('not_found', 'There is no such policy.', { param: 'policy_id' });
    return found;
  }

  function parse({ id, version, body }: StoredPolicy): Policy {
    return readPolicy(JSON.parse(body), { id, version, detectors, isStored: true });
  }

  function readStored(stored: StoredPolicy): Policy | undefined {
    const now = live.get(stored.id)?.policy;
    if (now?.version === stored.version) return now;
    try {
      return parse(stored);
    } catch {
      return undefined;
    }
  }

  /** The last version before one that cannot be read which can. */
  async function takeEarlier(id: string, version: number): Promise<LivePolicy | undefined> {
    for (const entry of await store.versions(id, MAX_VERSIONS)) {
      const policy = entry.version < version ? readStored(entry) : undefined;
      if (policy !== undefined) return { policy, pipeline: pipelineOf(policy) };
    }
    return undefined;
  }

  /** The stored version as it is to be in force; when it cannot be read the one that is, or was before it. */
  async function take(stored: StoredPolicy): Promise<LivePolicy | undefined> {
    const { id, version } = stored;
    const now = live.get(id);
    if (now !== undefined && now !== shipped && now.policy.version === version) return now;
    try {
      const policy = parse(stored);
      return { policy, pipeline: pipelineOf(policy) };
    } catch (error) {
      const name = `${id}@${version}`;
      if (!refused.has(name)) logger.error('a stored policy cannot be read', { policy: name, reason: toServiceError(error).message });
      refused.add(name);
      return now === undefined || now === shipped ? takeEarlier(id, version) : now;
    }
  }

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
    const next = new Map<string, LivePolicy>([[DEFAULT_ID, shipped]]);
    const left: string[] = [];
    const lost: string[] = [];
    for (const entry of stored) {
      const { id, version } = entry;
      const found = await take(entry);
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

  return {
    pipelineFor(question) {
      let trial: GuardPipeline | undefined;
      for (const { policy, pipeline } of inForce().values()) {
        if (policy.applies === undefined || !isFor(policy.applies, question)) continue;
        if (isEnforced(policy)) return beside(pipeline, trial);
        trial ??= pipeline;
      }
      return beside(fallback(), trial);
    },
    list: () => [...inForce().values()],
    find,
    readStored,
    latest,
    storeLost,
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

function beside(pipeline: GuardPipeline, trial: GuardPipeline | undefined): GuardPipeline {
  return trial === undefined ? pipeline : withTrial(pipeline, trial);
}

function isFor({ keys, models, routes }: NonNullable<Policy['applies']>, { key, model, route }: PolicyQuestion): boolean {
  return (
    (routes === undefined || (route !== undefined && routes.includes(route))) &&
    (keys === undefined || (key !== undefined && keys.includes(key))) &&
    (models === undefined || (model !== undefined && isNamed(models, model.slice(0, MAX_MODEL))))
  );
}
