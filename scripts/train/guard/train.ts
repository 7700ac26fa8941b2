import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateRows } from './generate.ts';
import { packGlossary } from './glossary.ts';
import { calibrate, fitHeads, fitSecondHeads } from './heads.ts';
import { readHeldOut, readTwice } from './held-out.ts';
import { learn } from './learn.ts';
import { createSampler, readRows } from './rows.ts';
import { OPTIONS, readLeftOut } from './validate.ts';

/** Of all weights so many are kept exactly; the rest are cut to the largest of those. */
const KEPT = 0.9999;

/** Learns the weights in `models/guard-en` from a folder of labelled rows: `bun scripts/train/guard/train.ts FOLDER OUT [HELD_OUT] [EVERY]`; of the generated rows one in EVERY is taken. */
const [folder = '../shared/guard-eval', out = 'models/guard-en/weights.bin', heldOut, every = '1'] = process.argv.slice(2);
const read = ['train.jsonl', 'prompts.jsonl'].flatMap((file) => readRows(join(folder, file)));
const generated = generateRows(read).filter((_, index) => index % Number(every) === 0);
const samples = [...read, ...generated].map(createSampler(OPTIONS.buckets));
const leftOut = readLeftOut(samples);
const { rows } = leftOut;
const heads = calibrate(fitHeads(leftOut), leftOut);
const second = fitSecondHeads(heads, readTwice(rows, readHeldOut(heldOut)));
const learned = learn(samples, OPTIONS);
const tables = [learned.user, learned.data];
const sizes = tables
  .flatMap((table) =>
    Array.from(
      table.filter((weight) => weight !== 0),
      Math.abs,
    ),
  )
  .toSorted((a, b) => a - b);
const step = sizes[Math.floor(KEPT * sizes.length)]! / 127;
const bytes = tables.flatMap((table) => Array.from(table, (weight) => Math.max(-127, Math.min(127, Math.round(weight / step)))));
const glossary = packGlossary();
const header = {
  format: 2,
  buckets: OPTIONS.buckets,
  step,
  bias: { user: [...learned.userBias], data: [...learned.dataBias] },
  heads,
  second,
  glossary: glossary.length,
};
const tablesOfBytes = Buffer.from(Int8Array.from(bytes).buffer);
writeFileSync(out, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), tablesOfBytes, glossary]));
console.log(`${out}: ${sizes.length} weights, ${JSON.stringify(header)}`);
