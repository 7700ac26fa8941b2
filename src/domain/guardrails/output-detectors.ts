import type { Detector, ModelDetector } from '../../ports/guard.ts';
import type { Policy, PolicyRule } from './policy/policy.ts';
import { isEnforced } from './policy/shadow-verdict.ts';

/** The detectors of a policy that check streamed replies, by what an enforced rule may do with their findings. */
export interface OutputDetectors {
  /** A finding may be redacted or may block, so that what could still become one is held back. */
  readonly holding: readonly Detector[];
  /** Findings are only recorded, so that the text passes and is checked again once it is complete. */
  readonly watching: readonly Detector[];
}

/** Chooses the detectors for streamed replies. Those that ask a model are left out, as they read whole texts only. */
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
