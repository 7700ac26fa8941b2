import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { seedWords } from '../adapters/bip39/seed-words.ts';
import { isTelephone } from '../adapters/phone/is-telephone.ts';
import { lowerPriority } from '../core/lower-priority.ts';
import { servePool } from '../core/serve-pool.ts';
import { openAttackModel } from '../domain/guardrails/attack/attack-model.ts';
import { createLongAttackReader, createLongDataReader, LONG_TEXT_ROOM, type LongTextReader } from '../domain/guardrails/long-texts.ts';
import type { GuardPart } from '../ports/guard.ts';
import { createKeptParts } from './kept-parts.ts';
import type { LongTextsLoad, LongTextsResult, LongTextsRun, PackedReading } from './long-texts-protocol.ts';
import { packFindings } from './packed-findings.ts';

/** Total characters of the last texts that are kept for further checks. */
const KEPT_CHARACTERS = 4_194_304;

lowerPriority(platform, setPriority);
const kept = createKeptParts(KEPT_CHARACTERS);
const loaded: { read?: LongTextReader } = {};

/** The parts to read; undefined if they are not here. */
function partsOf(wanted: LongTextsRun): readonly GuardPart[] | undefined {
  if ('parts' in wanted) return wanted.parts;
  const { number, part } = wanted;
  if (part !== undefined) kept.add(number, part);
  const own = part ?? kept.get(number);
  return own === undefined ? undefined : [own];
}

servePool<LongTextsLoad, LongTextsRun, never, LongTextsResult>({
  async load(wanted) {
    const started = performance.now();
    loaded.read =
      wanted.for === 'data'
        ? createLongDataReader({ isTelephone, seedWords })
        : createLongAttackReader(openAttackModel(new Uint8Array(await readFile(wanted.guardWeights)), LONG_TEXT_ROOM));
    return { provider: 'javascript', milliseconds: performance.now() - started };
  },
  async run(wanted) {
    const { read } = loaded;
    if (read === undefined) throw new TypeError('nothing is loaded');
    const readings = partsOf(wanted)?.map((part): PackedReading => {
      const reading = read(wanted.check, part);
      return { ...reading, findings: packFindings(reading.findings) };
    });
    return { value: readings, transfer: readings?.flatMap(({ findings }) => [findings.spans.buffer, findings.scores.buffer]) ?? [] };
  },
});
