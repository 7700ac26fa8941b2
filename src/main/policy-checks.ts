import { NAMED_ENTITIES_CHECK } from '../domain/guardrails/policy/data-checks.ts';
import { CLASSIFIER_CHECK, DEFAULT_POLICY } from '../domain/guardrails/policy/policy.ts';
import { CHECKS_BY_POLICY } from '../domain/guardrails/policy/reply-checks.ts';

/** The checks that a policy may name and that need no model of the hub. */
export const OWN_CHECKS: readonly string[] = [...DEFAULT_POLICY.checks.map(({ detector }) => detector), ...CHECKS_BY_POLICY];

/** Those of models of the hub, which the guard alone has. */
export const MODEL_CHECKS: readonly string[] = [CLASSIFIER_CHECK, NAMED_ENTITIES_CHECK].map(({ detector }) => detector);
