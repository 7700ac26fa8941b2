import { ServiceError } from '../../core/errors.ts';
import type { GuardPipeline } from '../../ports/guard.ts';
import type { Policies } from './policies.ts';

/**
 * The pipeline for the field `policy` of a request: the name of a policy in force, or a whole policy to try. Throws `not_found` or
 * `invalid_input`.
 */
export function requestedPolicy(policies: Policies, policy: string | object): GuardPipeline {
  if (typeof policy === 'object') return placed(() => policies.preview(policy));
  const names = policies.list().map(({ id }) => id);
  if (names.includes(policy)) return policies.pipeline(policy);
  throw new ServiceError('not_found', `policy: no policy of this name is in force; those in force are ${names.join(', ')}.`, {
    param: 'policy',
  });
}

function placed(read: () => GuardPipeline): GuardPipeline {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.param === undefined) throw error;
    throw new ServiceError(error.kind, `policy.${error.message}`, { param: `policy.${error.param}`, cause: error });
  }
}
