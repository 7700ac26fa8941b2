import type { Detector, ModelDetector } from '../../../ports/guard.ts';
import { createCanaryDetector } from '../detectors/canary.ts';
import { createLinkDetector } from '../detectors/links.ts';
import { createPatternDetector } from '../detectors/patterns.ts';
import { createPhraseDetector } from '../detectors/phrases.ts';
import { createPromptLeakDetector } from '../detectors/prompt-leak.ts';
import { createLanguageDetector, type IdentifyLanguage } from '../detectors/text-language.ts';
import { createSizeDetector } from '../detectors/text-size.ts';
import type { CheckSettings } from './check-settings.ts';
import type { Policy } from './policy.ts';
import { isEnforced } from './shadow-verdict.ts';

export interface ChecksByPolicyOptions {
  /** The canary token planted in system messages, if any. */
  readonly canary?: string | undefined;
  /** Tells languages that share a script apart; without it the script alone decides. */
  readonly identifyLanguage?: IdentifyLanguage | undefined;
}

/** Creates the checks that exist only as a policy names and configures them. */
export function checksByPolicy(policy: Policy, { canary, identifyLanguage = unsure }: ChecksByPolicyOptions): (Detector | ModelDetector)[] {
  return policy.checks.flatMap(({ detector, settings = {} }) => create(detector, settings, policy, { canary, identifyLanguage }) ?? []);
}

/** Whether a policy wants a canary planted. Not in shadow mode, which must not change requests. */
export function plantsCanary({ checks, mode }: Policy): boolean {
  return (
    mode !== 'shadow' &&
    checks.some(
      ({ detector, rules }) =>
        detector === 'canary' && rules.some((rule) => rule.direction === 'output' && rule.channels.includes('user') && isEnforced(rule)),
    )
  );
}

function create(
  name: string,
  { hosts, lists = [], patterns = [], limits = {}, languages }: CheckSettings,
  policy: Policy,
  { canary, identifyLanguage }: { readonly canary: string | undefined; readonly identifyLanguage: IdentifyLanguage },
): Detector | ModelDetector | undefined {
  if (name === 'links') return createLinkDetector(hosts);
  if (name === 'prompt_leak') return createPromptLeakDetector();
  if (name === 'phrases') return createPhraseDetector(lists);
  if (name === 'patterns') return createPatternDetector(patterns);
  if (name === 'size') return createSizeDetector(limits);
  if (name === 'language') return createLanguageDetector(languages ?? { allowed: [] }, identifyLanguage);
  if (name === 'canary') return createCanaryDetector(canary, isWatched(policy) ? 'no canary is planted in shadow mode' : undefined);
  return undefined;
}

function isWatched({ mode, checks }: Policy): boolean {
  return mode === 'shadow' || checks.some(({ detector, rules }) => detector === 'canary' && !rules.every(isEnforced));
}

async function unsure(): Promise<undefined> {
  return undefined;
}
