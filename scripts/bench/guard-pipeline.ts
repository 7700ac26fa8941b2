import { createKeyedHash } from '../../src/adapters/system/keyed-hash.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/domain/guardrails/policy.ts';
import { bunPlatform } from '../../src/main/bun-platform.ts';
import { loadGuardChecks } from '../../src/main/guard-checks.ts';
import type { Channel, Decision, GuardPipeline } from '../../src/ports/guard.ts';

const checks = await loadGuardChecks(bunPlatform.assets);

/** The pipeline of the guard service under the default policy, or another one. */
export function shippedPipeline(policy: Policy = DEFAULT_POLICY): GuardPipeline {
  return createDefaultPipeline({ clock: systemClock, ids: uuidIds, policy, hash: createKeyedHash(''), ...checks });
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
