import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { createKeyedHash } from '../../src/adapters/system/keyed-hash.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/domain/guardrails/policy/policy.ts';
import { bunPlatform } from '../../src/main/bun-platform.ts';
import { loadGuardChecks } from '../../src/main/guard-checks.ts';
import { createLongTexts } from '../../src/main/long-texts.ts';
import type { Channel, Decision, GuardPipeline } from '../../src/ports/guard.ts';

const checks = await loadGuardChecks(bunPlatform.assets);

/** The pipeline of the guard service under the default policy, or another one. */
export function shippedPipeline(policy: Policy = DEFAULT_POLICY): GuardPipeline {
  return createDefaultPipeline({ clock: systemClock, ids: uuidIds, policy, hash: createKeyedHash(''), ...checks });
}

/** The same with the workers for long texts, and nothing remembered of texts. */
export async function longTextPipeline(): Promise<{ readonly pipeline: GuardPipeline } & AsyncDisposable> {
  const longTexts = createLongTexts({ guardWeights: bunPlatform.assets.guardWeights });
  const deps = { clock: systemClock, ids: uuidIds, hash: createKeyedHash(''), ...checks, longTexts, cacheCharacters: 0 };
  return { pipeline: createDefaultPipeline(deps), [Symbol.asyncDispose]: () => longTexts[Symbol.asyncDispose]() };
}

/** What a pipeline decides about one text. */
export function decide(
  pipeline: GuardPipeline,
  text: string,
  channel: Channel = 'user',
  direction: Decision['direction'] = 'input',
): Promise<Decision> {
  const part = { id: 'text', role: direction === 'input' ? 'user' : 'assistant', channel, text };
  return pipeline.evaluate({ requestId: 'bench', direction, parts: [part], unscanned: [] }, { signal: new AbortController().signal });
}
