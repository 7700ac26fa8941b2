import { ServiceError, toServiceError } from '../../core/errors.ts';
import { DEFAULT_POLICY, policyName, type Policy } from '../../domain/guardrails/policy/policy.ts';
import { isEnforced } from '../../domain/guardrails/policy/shadow-verdict.ts';
import { withTrialPolicy } from '../../domain/guardrails/policy/trial-policy.ts';
import { isNamed } from '../../domain/guardrails/tools/name-pattern.ts';
import type { GuardPipeline } from '../../ports/guard.ts';
import type { PolicyStore, StoredPolicy } from '../../ports/policy-store.ts';
import type { Clock, Logger } from '../../ports/system.ts';
import { policyToBody, readPolicy } from './policy-schema.ts';

/** What a policy's `applies` is matched against. */
export interface PolicyQuestion {
  /** Name of the API key. */
  readonly key?: string | undefined;
  readonly model?: string;
  /** The route of the request. */
  readonly route?: string | undefined;
}

export interface PoliciesDeps {
  readonly store: PolicyStore;
  /** Compiles the pipeline of one policy. */
  readonly pipelineOf: (policy: Policy) => GuardPipeline;
  /** Names of the installed checks. */
  readonly detectors: readonly string[];
  /** The policy `default` until one of that name is stored. */
  readonly builtIn?: Policy;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A policy with its compiled pipeline. */
export interface LivePolicy {
  readonly policy: Policy;
  readonly pipeline: GuardPipeline;
}

/** The policies that requests are checked against, loaded from their store. */
export interface PoliciesInForce {
  /**
   * The pipeline for a request: that of the first enforced policy (in order of id) that applies to it, or else that of `default`. If
   * policies in shadow come before it, the first of them runs beside it. Throws `unavailable` while policies are withheld.
   */
  pipelineFor(question: PolicyQuestion): GuardPipeline;
  /** Throws `unavailable` while policies are withheld. */
  list(): readonly LivePolicy[];
  /** Throws `not_found`, and `unavailable` while policies are withheld. */
  find(id: string): LivePolicy;
  /** A stored version; undefined when it cannot be read. */
  readStored(stored: StoredPolicy): Policy | undefined;
  /** The stored policies, once lost ones have been stored again. */
  latest(): Promise<readonly StoredPolicy[]>;
  /** If the store has lost its content, stores the policies in force again, since the built-in one might be laxer. */
  storeLost(): Promise<void>;
  /**
   * Puts the stored policies in force, and returns how many there are. If a version cannot be read, the one in force stays, or else the
   * latest readable one is used, and the log says so.
   */
  reload(): Promise<number>;
  /** Names of the stored versions that the last `reload` could not read, such as `default@3`. */
  readonly unread: readonly string[];
  /** Those of `unread` whose policy has no version in force. */
  readonly missing: readonly string[];
  /**
   * Refuses every request with `unavailable` and this reason, until called with undefined. For startup while the configured policies cannot
   * be read: the built-in one might be laxer.
   */
  withhold(reason: string | undefined): void;
  /** The pipeline of `default`, even while policies are withheld, for the records of requests that were refused unread. */
  readonly fallback: GuardPipeline;
}

/** The policy of requests that no other applies to. */
export const DEFAULT_ID = 'default';
/** Most versions of a policy that are tried. */
export const MAX_VERSIONS = 100;
/** Longest beginning of a model's name that is matched against the patterns of policies, in UTF-16 code units. */
const MAX_MODEL = 1024;
/** The author recorded for versions that are stored again after a loss. */
const AFTER_LOSS = 'in force when the database was lost';

/** The policies in force, from a store. Before `reload` only the built-in one is in force. */
export function createPoliciesInForce(deps: PoliciesDeps): PoliciesInForce {
  const { store, pipelineOf, detectors, builtIn = DEFAULT_POLICY, clock, logger } = deps;
  const shipped: LivePolicy = { policy: builtIn, pipeline: pipelineOf(builtIn) };
  let live: ReadonlyMap<string, LivePolicy> = new Map([[DEFAULT_ID, shipped]]);
  const refused = new Set<string>();
  let unread: readonly string[] = [];
  let missing: readonly string[] = [];
  let withheld: string | undefined;
  let { losses } = store;
  /** Number of the latest `reload`, and of the latest whose result was put in force. */
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

  /** The latest readable version before one that cannot be read. */
  async function takeEarlier(id: string, version: number): Promise<LivePolicy | undefined> {
    for (const entry of await store.versions(id, MAX_VERSIONS)) {
      const policy = entry.version < version ? readStored(entry) : undefined;
      if (policy !== undefined) return { policy, pipeline: pipelineOf(policy) };
    }
    return undefined;
  }

  /** A stored version; if it cannot be read, the version in force, or else an earlier one. */
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
      logger.warn('stored the policies in force again: the database that held them was lost');
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
    // A reload that began later but finished sooner may have read something newer.
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
  return trial === undefined ? pipeline : withTrialPolicy(pipeline, trial);
}

function isFor({ keys, models, routes }: NonNullable<Policy['applies']>, { key, model, route }: PolicyQuestion): boolean {
  return (
    (routes === undefined || (route !== undefined && routes.includes(route))) &&
    (keys === undefined || (key !== undefined && keys.includes(key))) &&
    (models === undefined || (model !== undefined && isNamed(models, model.slice(0, MAX_MODEL))))
  );
}
