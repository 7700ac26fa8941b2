import type { Database } from '../adapters/libsql/database.ts';
import { createLibsqlPolicyStore } from '../adapters/libsql/policy-store.ts';
import { abortable, deadline } from '../core/abort.ts';
import { ConfigError } from '../core/config.ts';
import { ServiceError, toServiceError } from '../core/errors.ts';
import type { Policy } from '../domain/guardrails/policy/policy.ts';
import { guardSettings, type GuardSettings } from '../guard/config.ts';
import { createPolicies, type Policies } from '../guard/policies/policies.ts';
import type { GuardPipeline } from '../ports/guard.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Probe } from '../ports/probe.ts';
import type { Foundation } from './foundation.ts';
import { MODEL_CHECKS, OWN_CHECKS } from './policy-checks.ts';
import { createPolicyFile } from './policy-file.ts';

/** The policies in force, and a probe that tells whether they are up to date. */
export interface OpenPolicies {
  readonly policies: Policies;
  /** Fails while the policies in force may differ from those in the database or the file. */
  readonly probe: Probe;
  /** How many policies or sources of policies cannot be read. */
  readonly metrics: Metrics;
}

const UNKNOWN = 'The policies cannot be read from the database yet; try again shortly.';

/**
 * Loads the policies from the database and the policy file, now and whenever they change. If the file is invalid, the stored
 * policies stay in force; if there are none, throws a ConfigError. If the database does not answer in time, requests are
 * refused until it does, since the shipped policy might be laxer than the configured ones.
 */
export async function openPolicies(
  { clock, logger, resources }: Pick<Foundation, 'clock' | 'logger' | 'resources'>,
  {
    database,
    settings,
    pipelineOf,
  }: {
    readonly database: Database;
    readonly settings: Pick<GuardSettings, 'policyFile' | 'policyPollMs' | 'databaseTimeoutMs'>;
    readonly pipelineOf: (policy: Policy) => GuardPipeline;
  },
): Promise<OpenPolicies> {
  const store = createLibsqlPolicyStore({ database, clock });
  const log = logger.with({ service: 'guard' });
  const policies = createPolicies({ store, pipelineOf, detectors: [...OWN_CHECKS, ...MODEL_CHECKS], clock, logger: log });
  const file = settings.policyFile === '' ? undefined : createPolicyFile(settings.policyFile, policies);
  const faults = new Map<string, ServiceError>();
  /** How many policies the database held when it last answered. */
  let stored: number | undefined;
  let isOpen = false;
  policies.withhold(UNKNOWN);

  /** Logs once why policies cannot be read from a source, and once that they can be again. */
  async function attempt(from: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      if (faults.delete(from)) log.info('policies can be read again', { from });
    } catch (error) {
      const fault = toServiceError(error);
      if (faults.get(from)?.message !== fault.message)
        log.error(isOpen ? 'policies cannot be read; those in force stay' : 'policies cannot be read', { from, reason: fault.message });
      faults.set(from, fault);
    }
  }

  async function look(): Promise<void> {
    if (file !== undefined) await attempt('policy file', () => file.look(database.filesLost));
    await attempt('database', async () => {
      stored = await policies.reload();
    });
    if (isOpen || stored === undefined || notInForce() !== undefined) return;
    isOpen = true;
    policies.withhold(undefined);
  }

  /** Why a configured policy is not in force, nor an earlier version of it; undefined if none is missing. */
  function notInForce(): string | undefined {
    const { name } = guardSettings.policyFile;
    const [policy] = policies.missing;
    if (policy !== undefined)
      return `${name}: the stored policy ${policy} cannot be read (the log says why), nor can any earlier version; a policy file with a policy of this name would replace it`;
    const fault = faults.get('policy file');
    if (fault === undefined || (stored ?? 0) > 0) return undefined;
    return `${name}=${settings.policyFile}: ${fault.message} There are no stored policies to use instead`;
  }

  let looking: Promise<void> | undefined;
  /** Checks for changes, or joins a check that is still going on. */
  const lookOnce = (): Promise<void> =>
    (looking ??= look().finally(() => {
      looking = undefined;
    }));
  await abortable(lookOnce(), deadline(settings.databaseTimeoutMs)).catch(() =>
    log.error('the database does not answer: requests are refused until policies can be read from it'),
  );
  const fault = stored === undefined ? undefined : notInForce();
  if (fault !== undefined && !isFromDatabase(faults.get('policy file'))) throw new ConfigError([fault]);
  const timer = setInterval(() => void lookOnce(), settings.policyPollMs);
  resources.defer(async () => {
    clearInterval(timer);
    await looking;
  });
  const probe: Probe = {
    name: 'policies',
    // The policies in force stay when they cannot be read again.
    isSpared: () => isOpen,
    async check() {
      const { unread } = policies;
      if (unread.length > 0) throw new ServiceError('unavailable', `Cannot be read: ${unread.join(', ')}; the log says why.`);
      if (faults.size > 0)
        throw new ServiceError('unavailable', `Cannot read policies from the ${[...faults.keys()].join(' and the ')}; the log says why.`);
    },
  };
  const metrics: Metrics = {
    collect: () => [
      {
        name: 'parley_guard_policies_unread',
        type: 'gauge',
        help: 'Stored policies, and sources of policies, that cannot be read, so that earlier policies stay in force.',
        value: policies.unread.length + faults.size,
      },
    ],
  };
  return { policies, probe, metrics };
}

/** Whether the policies of the file could not be stored because of the database, not because of the file. */
function isFromDatabase(fault: ServiceError | undefined): boolean {
  return fault !== undefined && fault.kind !== 'invalid_input' && fault.kind !== 'invalid_file';
}
