import type { GuardPipeline } from '../../ports/guard.ts';
import type { Classifier } from '../../ports/classifier.ts';
import type { Clock, Ids } from '../../ports/system.ts';
import type { AttackModel } from './attack-model.ts';
import { cardNumberDetector } from './detectors/card-number.ts';
import { emailAddressDetector } from './detectors/email-address.ts';
import { createClassifierDetector } from './detectors/classifier.ts';
import { createInjectionDetector } from './detectors/injection.ts';
import { createPersonalDataDetector } from './detectors/personal-data.ts';
import { secretsDetector } from './detectors/secrets.ts';
import { createGuardPipeline } from './pipeline.ts';
import type { KeyedHash } from './write-redaction.ts';
import { CLASSIFIER_CHECK, DEFAULT_POLICY, type Policy } from './policy.ts';

/** A classifier that joins the built-in checks, and which of its labels speak of an attack. */
export interface AttackClassifier {
  readonly classifier: Classifier;
  readonly labels: readonly string[];
}

/** The built-in checks under the default policy, or another one. They need no model, no network and no file; a classifier may be added. */
export function createDefaultPipeline(deps: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly policy?: Policy;
  readonly attackClassifier?: AttackClassifier;
  /** The learned half of the injection check; phrases alone decide without it. */
  readonly attackModel?: AttackModel | undefined;
  /** Whether `+` and digits can be a telephone number of their country; by their count alone unless given. */
  readonly isTelephone?: (number: string) => boolean;
  readonly hash?: KeyedHash;
}): GuardPipeline {
  const { clock, ids, policy = DEFAULT_POLICY, attackClassifier, attackModel, isTelephone = () => true, hash } = deps;
  const detectors = [
    createInjectionDetector({ model: attackModel }),
    cardNumberDetector,
    emailAddressDetector,
    createPersonalDataDetector({ isTelephone }),
    secretsDetector,
  ];
  if (attackClassifier === undefined) return createGuardPipeline({ detectors, policy, clock, ids, hash });
  return createGuardPipeline({
    detectors: [...detectors, createClassifierDetector(attackClassifier)],
    policy: policy.checks.some(({ detector }) => detector === CLASSIFIER_CHECK.detector)
      ? policy
      : { ...policy, checks: [...policy.checks, CLASSIFIER_CHECK] },
    clock,
    ids,
    hash,
  });
}
