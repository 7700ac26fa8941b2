import type { GuardPipeline } from '../../ports/guard.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import { cardNumberDetector } from './detectors/card-number.ts';
import { emailAddressDetector } from './detectors/email-address.ts';
import { createInjectionDetector } from './detectors/injection.ts';
import { createGuardPipeline } from './pipeline.ts';
import { DEFAULT_POLICY, type Policy } from './policy.ts';

/** The built-in checks under the default policy, or another one. Needs no model, no network and no file. */
export function createDefaultPipeline(deps: { readonly clock: Clock; readonly ids: Ids; readonly policy?: Policy }): GuardPipeline {
  const { clock, ids, policy = DEFAULT_POLICY } = deps;
  return createGuardPipeline({ detectors: [createInjectionDetector(), cardNumberDetector, emailAddressDetector], policy, clock, ids });
}
