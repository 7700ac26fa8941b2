import { createLibsqlPolicyStore } from '../adapters/libsql/policy-store.ts';
import type { Database } from '../adapters/libsql/database.ts';
import { ServiceError, toServiceError } from '../core/errors.ts';
import { CHECKS_BY_POLICY } from '../domain/guardrails/reply-checks.ts';
import { NAMED_ENTITIES_CHECK } from '../domain/guardrails/data-checks.ts';
import { CLASSIFIER_CHECK, DEFAULT_POLICY, type Policy } from '../domain/guardrails/policy.ts';
import type { GuardSettings } from '../guard/config.ts';
import { createPolicies, type Policies } from '../guard/policies.ts';
import type { GuardPipeline } from '../ports/guard.ts';
import type { Probe } from '../ports/probe.ts';
import type { Foundation } from './foundation.ts';
import { createPolicyFile } from './policy-file.ts';

/** The policies in force, and whether they are those that are stored and in the policy file. */
export interface OpenPolicies {
  readonly policies: Policies;
  /** Fails while what is in force may not be what is stored or in the file. */
  readonly probe: Probe;
}

/** Opens the policies: what is stored, what the policy file says, and both again whenever they change. */
export async function openPolicies(
  { clock, logger, resources }: Pick<Foundation, 'clock' | 'logger' | 'resources'>,
  {
    database,
    settings,
    pipelineOf,
  }: {
    readonly database: Database;
    readonly settings: Pick<GuardSettings, 'policyFile' | 'policyPollMs'>;
    readonly pipelineOf: (policy: Policy) => GuardPipeline;
  },
): Promise<OpenPolicies> {
  const detectors = [
    ...[...DEFAULT_POLICY.checks, CLASSIFIER_CHECK, NAMED_ENTITIES_CHECK].map(({ detector }) => detector),
    ...CHECKS_BY_POLICY,
  ];
  const store = createLibsqlPolicyStore({ database, clock });
  const log = logger.with({ service: 'guard' });
  const policies = createPolicies({ store, pipelineOf, detectors, clock, logger: log });
  const file = settings.policyFile === '' ? undefined : createPolicyFile(settings.policyFile, policies);
  const faults = new Map<string, string>();

  /** Says once what keeps policies from being taken over, and once that it does not any more. */
  async function attempt(from: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      if (faults.delete(from)) log.info('policies are taken over again', { from });
    } catch (error) {
      const reason = toServiceError(error).message;
      if (faults.get(from) !== reason) log.error('policies stay as they were', { from, reason });
      faults.set(from, reason);
    }
  }

  async function look(): Promise<void> {
    if (file !== undefined) await attempt('policy file', () => file.look(database.filesLost));
    await attempt('database', () => policies.reload());
  }

  await look();
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, settings.policyPollMs);
  resources.defer(async () => {
    clearInterval(timer);
    await looking;
  });
  const probe: Probe = {
    name: 'policies',
    async check() {
      const { unread } = policies;
      if (unread.length > 0) throw new ServiceError('unavailable', `Cannot be read: ${unread.join(', ')}; the log says why.`);
      if (faults.size > 0)
        throw new ServiceError('unavailable', `Not taken over from ${[...faults.keys()].join(' and ')}; the log says why.`);
    },
  };
  return { policies, probe };
}
