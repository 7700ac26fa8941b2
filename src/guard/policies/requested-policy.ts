import { ServiceError } from '../../core/errors.ts';
import type { GuardPipeline } from '../../ports/guard.ts';
import type { Policies } from './policies.ts';

/** The pipeline that the field `policy` of a request asks for: a policy in force by its name, or a whole one to try. Throws `not_found` or `invalid_input`. */
export function requestedPolicy(policies: Policies, policy: string | object): GuardPipeline {
  if (typeof policy === 'object') return placed(() => policies.preview(policy));
  const names = policies.list().map(({ id }) => id);
  if (names.includes(policy)) return policies.pipeline(policy);
  throw new ServiceError('not_found', `policy: there is none of this name in force; there are ${names.join(', ')}.`, { param: 'policy' });
}

function placed(read: () => GuardPipeline): GuardPipeline {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.param === undefined) throw error;
    throw new ServiceError(error.kind, `policy.${error.message}`, { param: `policy.${error.param}`, cause: error });
  }
}
