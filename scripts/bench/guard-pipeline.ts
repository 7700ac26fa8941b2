import { readFile } from 'node:fs/promises';
import { createKeyedHash } from '../../src/adapters/system/keyed-hash.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { openAttackModel } from '../../src/domain/guardrails/attack/attack-model.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { createLongTextReader, LONG_TEXT_ROOM } from '../../src/domain/guardrails/long-texts.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/domain/guardrails/policy/policy.ts';
import { bunPlatform } from '../../src/main/bun-platform.ts';
import { loadGuardChecks } from '../../src/main/guard-checks.ts';
import type { AttackReading } from '../../src/domain/guardrails/detectors/injection.ts';
import type { Channel, Decision, GuardPart, GuardPipeline } from '../../src/ports/guard.ts';

const checks = await loadGuardChecks(bunPlatform.assets);

/** The pipeline of the guard service under the default policy, or another one. */
export function shippedPipeline(policy: Policy = DEFAULT_POLICY): GuardPipeline {
  return createDefaultPipeline({ clock: systemClock, ids: uuidIds, policy, hash: createKeyedHash(''), ...checks });
}

const weights = new Uint8Array(await readFile(bunPlatform.assets.guardWeights));

/** The same with long texts read as the worker for them does, on this thread and with its room, and nothing remembered of texts. */
export function longTextPipeline(): GuardPipeline {
  const read = createLongTextReader({ attackModel: openAttackModel(weights, LONG_TEXT_ROOM), isTelephone: checks.isTelephone });
  const longTexts = { read: async (check: string, part: GuardPart): Promise<AttackReading> => read(check, part) };
  return createDefaultPipeline({ clock: systemClock, ids: uuidIds, hash: createKeyedHash(''), ...checks, longTexts, cacheCharacters: 0 });
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
