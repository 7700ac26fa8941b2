import { readFile, stat } from 'node:fs/promises';
import { createLibsqlPolicyStore } from '../adapters/libsql/policy-store.ts';
import type { Database } from '../adapters/libsql/database.ts';
import { toServiceError } from '../core/errors.ts';
import { CHECKS_BY_POLICY } from '../domain/guardrails/reply-checks.ts';
import { NAMED_ENTITIES_CHECK } from '../domain/guardrails/data-checks.ts';
import { CLASSIFIER_CHECK, DEFAULT_POLICY, type Policy } from '../domain/guardrails/policy.ts';
import type { GuardSettings } from '../guard/config.ts';
import { createPolicies, type Policies } from '../guard/policies.ts';
import type { GuardPipeline } from '../ports/guard.ts';
import type { Foundation } from './foundation.ts';

/** Who is named as the author of what the policy file says. */
const FILE_AUTHOR = 'policy file';

/** Opens the policies: what is stored, what the policy file says, and both again whenever they change. */
export async function openPolicies(
  { clock, logger, resources }: Foundation,
  { database, settings, pipelineOf }: { database: Database; settings: GuardSettings; pipelineOf: (policy: Policy) => GuardPipeline },
): Promise<Policies> {
  const detectors = [
    ...[...DEFAULT_POLICY.checks, CLASSIFIER_CHECK, NAMED_ENTITIES_CHECK].map(({ detector }) => detector),
    ...CHECKS_BY_POLICY,
  ];
  const store = createLibsqlPolicyStore({ database, clock });
  const log = logger.with({ service: 'guard' });
  const policies = createPolicies({ store, pipelineOf, detectors, clock, logger: log });
  let readAt = '';

  async function readPolicyFile(): Promise<void> {
    const { mtimeMs, size } = await stat(settings.policyFile);
    const version = `${mtimeMs} ${size}`;
    if (version === readAt) return;
    readAt = version;
    await policies.sync(JSON.parse(await readFile(settings.policyFile, 'utf8')) as Record<string, unknown>, FILE_AUTHOR);
  }

  async function look(): Promise<void> {
    try {
      if (settings.policyFile !== '') await readPolicyFile();
      await policies.reload();
    } catch (error) {
      const reason = error instanceof SyntaxError ? 'the policy file is not JSON' : toServiceError(error).message;
      log.error('policies stay as they were', { reason });
    }
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
  return policies;
}
