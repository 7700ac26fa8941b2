import type { Detector, ModelDetector } from '../../ports/guard.ts';
import type { Policy, PolicyRule } from './policy/policy.ts';
import { isEnforced } from './policy/shadow-verdict.ts';

/** The detectors of a policy for streamed replies, by the strictest effect an enforced rule can have. */
export interface OutputDetectors {
  /** Findings may redact or block, so text that could still become one is held back. */
  readonly holding: readonly Detector[];
  /** Findings are only recorded, so text passes at once and is checked again when complete. */
  readonly watching: readonly Detector[];
}

/** Selects the detectors for streamed replies. Model detectors are left out, since they only read complete texts. */
export function outputDetectors({ checks }: Policy, byName: ReadonlyMap<string, Detector | ModelDetector>): OutputDetectors {
  const holding: Detector[] = [];
  const watching: Detector[] = [];
  for (const { detector: name, rules } of checks) {
    const detector = byName.get(name);
    if (detector === undefined || !('tail' in detector) || !detector.directions.includes('output')) continue;
    const own = rules.filter(({ direction }) => direction === 'output');
    if (own.some((rule) => isEnforced(rule) && takes(rule, ['redact', 'block']))) holding.push(detector);
    else if (own.some((rule) => !isEnforced(rule) || takes(rule, ['flag']))) watching.push(detector);
  }
  return { holding, watching };
}

function takes({ steps }: PolicyRule, actions: readonly string[]): boolean {
  return steps.some(({ action }) => actions.includes(action));
}
