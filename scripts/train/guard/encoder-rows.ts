import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { centredTokens } from '../../../src/adapters/onnx/centred-tokens.ts';
import { scanFeatures } from '../../../src/domain/guardrails/attack-features.ts';
import { readText } from '../../../src/domain/guardrails/reading.ts';
import { generateRows } from './generate.ts';
import { createSampler, MAX_LEARNED, readRows } from './rows.ts';
import { crossValidate, OPTIONS } from './validate.ts';

/** What the encoder reads of a text; as in `src/adapters/onnx/attack-encoder.ts`. */
const MAX_TOKENS = 126;
const CONTEXT = 640;
const PASSAGE = 1280;
const CHANNELS = ['user', 'tool', 'document'];

/**
 * Writes what the encoder learns from, one JSON object a line: `bun scripts/train/guard/encoder-rows.ts FOLDER OUT`. The
 * window of a long text is the one that a first stage that never saw its fold would have it read.
 */
const [folder = '../shared/guard-eval', out = 'encoder-rows.jsonl'] = process.argv.slice(2);
const tokenizer = new Tokenizer(JSON.parse(readFileSync('models/embed-en/tokenizer.json', 'utf8')) as object, {});
const tokens = (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
const rows = ['train.jsonl', 'prompts.jsonl'].flatMap((file) => readRows(join(folder, file)));
const all = [...rows, ...generateRows(rows)];
const scored = crossValidate(all.map(createSampler(OPTIONS.buckets)), OPTIONS, () => true);
const windows = new Map(scored.map(({ sample, scores }) => [sample.row.id, scores]));

const lines = all.map((row) => {
  const { text } = readText(row.text.slice(0, MAX_LEARNED));
  const [starts, ends]: [number[], number[]] = [[], []];
  scanFeatures(text, { feature: () => undefined, token: (start, end) => void (starts.push(start), ends.push(end)) });
  const window = windows.get(row.id);
  const start = starts[window?.from ?? 0] ?? 0;
  const end = ends[(window?.to ?? 0) - 1] ?? text.length;
  const ids = centredTokens(
    tokens(text.slice(Math.max(0, start - CONTEXT), start)),
    tokens(text.slice(start, Math.min(end, start + PASSAGE))),
    end > start + PASSAGE ? [] : tokens(text.slice(end, end + CONTEXT)),
    MAX_TOKENS,
  );
  const attack = row.label !== 'benign' && row.label !== 'benign-hard';
  return JSON.stringify({
    id: row.id,
    ids,
    channel: CHANNELS.indexOf(row.channel),
    attack: attack ? 1 : 0,
    weight: row.label === 'harmful' ? 0.5 : 1,
    family: row.family,
    fold: row.fold,
    generated: row.generated === true,
  });
});
writeFileSync(out, lines.join('\n'));
console.log(`${out}: ${lines.length} rows`);
