import { readFile } from 'node:fs/promises';
import { isTelephone } from '../adapters/phone/is-telephone.ts';
import { servePool } from '../core/serve-pool.ts';
import { openAttackModel } from '../domain/guardrails/attack/attack-model.ts';
import { createLongAttackReader, createLongDataReader, LONG_TEXT_ROOM, type LongTextReader } from '../domain/guardrails/long-texts.ts';
import { createKeptParts } from './kept-parts.ts';
import type { LongTextsLoad, LongTextsResult, LongTextsRun } from './long-texts-protocol.ts';
import { packFindings } from './packed-findings.ts';

/** Total characters of the last texts that are kept for further checks. */
const KEPT_CHARACTERS = 4_194_304;

const kept = createKeptParts(KEPT_CHARACTERS);
const loaded: { read?: LongTextReader } = {};

servePool<LongTextsLoad, LongTextsRun, never, LongTextsResult>({
  async load(wanted) {
    const started = performance.now();
    loaded.read =
      wanted.for === 'data'
        ? createLongDataReader(isTelephone)
        : createLongAttackReader(openAttackModel(new Uint8Array(await readFile(wanted.guardWeights)), LONG_TEXT_ROOM));
    return { provider: 'javascript', milliseconds: performance.now() - started };
  },
  async run({ check, number, part }) {
    if (loaded.read === undefined) throw new TypeError('nothing is loaded');
    if (part !== undefined) kept.add(number, part);
    const own = part ?? kept.get(number);
    if (own === undefined) return { value: undefined };
    const reading = loaded.read(check, own);
    const findings = packFindings(reading.findings);
    return { value: { ...reading, findings }, transfer: [findings.spans.buffer, findings.scores.buffer] };
  },
});
