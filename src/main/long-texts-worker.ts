import { readFile } from 'node:fs/promises';
import { isTelephone } from '../adapters/phone/is-telephone.ts';
import { servePool } from '../core/serve-pool.ts';
import { openAttackModel } from '../domain/guardrails/attack-model.ts';
import type { AttackReading } from '../domain/guardrails/detectors/injection.ts';
import { createLongTextReader } from '../domain/guardrails/long-texts.ts';
import type { LongTextsLoad, LongTextsRun } from './long-texts-protocol.ts';

const loaded: { read?: ReturnType<typeof createLongTextReader> } = {};

servePool<LongTextsLoad, LongTextsRun, never, AttackReading>({
  async load({ guardWeights }) {
    const started = performance.now();
    const attackModel = openAttackModel(new Uint8Array(await readFile(guardWeights)));
    loaded.read = createLongTextReader({ attackModel, isTelephone });
    return { provider: 'javascript', milliseconds: performance.now() - started };
  },
  async run({ check, part }) {
    if (loaded.read === undefined) throw new TypeError('nothing is loaded');
    return { value: loaded.read(check, part) };
  },
});
