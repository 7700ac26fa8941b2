import { ConfigError } from '../core/config.ts';
import { ServiceError, toServiceError } from '../core/errors.ts';
import { DEFAULT_POLICY, type Policy } from '../domain/guardrails/policy/policy.ts';
import { readPolicy } from '../guard/policies/policy-schema.ts';
import type { GuardPipeline } from '../ports/guard.ts';
import { reasonerSettings, type ReasonerSettings } from '../reasoner/config.ts';
import type { Foundation } from './foundation.ts';
import { MODEL_CHECKS, OWN_CHECKS } from './policy-checks.ts';
import { createPolicyFile } from './policy-file.ts';

/** The ids under which a policy file holds the reasoner's policy; the first that is there counts. */
const IDS = ['reasoner', 'default'];

/**
 * The reasoner's own checks: under the shipped policy, or under that of a policy file, now and whenever it changes. An invalid file changes
 * nothing; at start it throws a ConfigError. Rules about tools are left to the guard, which sees the whole conversation, and so are the
 * checks of models of the hub.
 */
export async function openReasonerPolicy(
  { logger, resources }: Pick<Foundation, 'logger' | 'resources'>,
  { policyFile: path, policyPollMs }: Pick<ReasonerSettings, 'policyFile' | 'policyPollMs'>,
  pipelineOf: (policy: Policy) => GuardPipeline,
): Promise<GuardPipeline> {
  if (path === '') return pipelineOf(DEFAULT_POLICY);
  const log = logger.with({ service: 'reasoner' });
  let version = 0;
  let current: GuardPipeline | undefined;
  let fault: ServiceError | undefined;

  const file = createPolicyFile(path, {
    sync(bodies) {
      const id = IDS.find((name) => Object.hasOwn(bodies, name));
      if (id === undefined) throw new ServiceError('invalid_input', `The policy file has neither a policy ${IDS.join(' nor a policy ')}.`);
      version += 1;
      const { tools: _tools, ...policy } = readPolicy(bodies[id], { id, version, detectors: [...OWN_CHECKS, ...MODEL_CHECKS] });
      current = pipelineOf({ ...policy, checks: policy.checks.filter(({ detector }) => OWN_CHECKS.includes(detector)) });
      log.info('policy in force', { policy: `${id}@${version}`, mode: policy.mode ?? 'enforce' });
      return Promise.resolve();
    },
  });

  async function look(): Promise<void> {
    try {
      await file.look();
      if (fault !== undefined) log.info('policies can be read again', { from: 'policy file' });
      fault = undefined;
    } catch (error) {
      const found = toServiceError(error);
      if (current !== undefined && fault?.message !== found.message)
        log.error('policies cannot be read; those in force stay', { from: 'policy file', reason: found.message });
      fault = found;
    }
  }

  await look();
  const first = current;
  if (first === undefined) throw new ConfigError([`${reasonerSettings.policyFile.name}=${path}: ${fault?.message ?? 'it has no policy'}`]);
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, policyPollMs);
  resources.defer(async () => {
    clearInterval(timer);
    await looking;
  });
  return {
    evaluate: (input, options) => (current ?? first).evaluate(input, options),
    openOutput: (...given) => (current ?? first).openOutput(...given),
  };
}
