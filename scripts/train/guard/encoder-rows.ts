import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { centredTokens } from '../../../src/adapters/onnx/centred-tokens.ts';
import { scanFeatures } from '../../../src/domain/guardrails/attack/attack-features.ts';
import { isBeyondEncoder } from '../../../src/domain/guardrails/attack/encoder-scripts.ts';
import { openGlossary } from '../../../src/domain/guardrails/normalisation/gloss.ts';
import { readText } from '../../../src/domain/guardrails/normalisation/reading.ts';
import { furtherPassages, type TokenRun } from './further-passages.ts';
import { generateRows } from './generate.ts';
import { packGlossary } from './glossary.ts';
import { learn, readSample, tokenSums } from './learn.ts';
import { createSampler, MAX_LEARNED, readRows } from './rows.ts';
import { OPTIONS } from './validate.ts';

/** What the encoder reads of a text; as in `src/adapters/onnx/attack-encoder.ts`. */
const MAX_TOKENS = 126;
const CONTEXT = 640;
const PASSAGE = 1280;
/** So many other passages of a long text are written beside the most suspicious one; the guard reads that one alone. */
const FURTHER = 4;
const CHANNELS = ['user', 'tool', 'document'];

/**
 * Writes what the encoder learns from, one JSON object a line: `bun scripts/train/guard/encoder-rows.ts FOLDER OUT [EVERY]`. The
 * window of a long text is the one that a first stage that never saw its fold would have it read. Of the
 * generated rows one in EVERY is taken.
 */
const [folder = '../shared/guard-eval', out = 'encoder-rows.jsonl', every = '1'] = process.argv.slice(2);
const tokenizer = new Tokenizer(JSON.parse(readFileSync('models/bge-small-en/tokenizer.json', 'utf8')) as object, {});
const tokens = (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;
const rows = ['train.jsonl', 'prompts.jsonl'].flatMap((file) => readRows(join(folder, file)));
const all = [...rows, ...generateRows(rows).filter((_, index) => index % Number(every) === 0)];
const sampler = createSampler(OPTIONS.buckets);
const samples = all.map(sampler);
const gloss = openGlossary(packGlossary());
const windows = new Map<string, readonly TokenRun[]>();
for (const fold of new Set(samples.map(({ row }) => row.fold))) {
  const learned = learn(
    samples.filter(({ row }) => row.fold !== fold || fold < 0),
    OPTIONS,
  );
  for (const whole of samples.filter(({ row }) => row.fold === fold)) {
    const read = readable(whole.row.text);
    const sample = read === whole.row.text ? whole : sampler({ ...whole.row, text: read });
    const best = readSample(learned, sample);
    const sums = tokenSums(learned, sample);
    windows.set(sample.row.id, [best, ...furtherPassages(sums, best.tokens, best, FURTHER)]);
  }
}

/** What the encoder is given of a text: in scripts that it cannot read, the gloss. */
function readable(given: string): string {
  const { text, views } = readText(given.slice(0, MAX_LEARNED), { gloss });
  return views.length > 1 && isBeyondEncoder(text, 0, views[1]) ? text.slice(views.at(-1)) : given;
}

const lines = all.map((row) => {
  const { text, views } = readText(readable(row.text).slice(0, MAX_LEARNED), { gloss });
  const [starts, ends]: [number[], number[]] = [[], []];
  scanFeatures(text, { feature: () => undefined, token: (start, end) => void (starts.push(start), ends.push(end)) });
  const passage = ({ from, to }: TokenRun): number[] => {
    const start = starts[from] ?? 0;
    const view = views.findLastIndex((from) => from <= start);
    const viewTo = views[view + 1] ?? text.length;
    const end = Math.min(ends[to - 1] ?? text.length, viewTo);
    return centredTokens(
      tokens(text.slice(Math.max(views[view] ?? 0, start - CONTEXT), start)),
      tokens(text.slice(start, Math.min(end, start + PASSAGE))),
      end > start + PASSAGE ? [] : tokens(text.slice(end, Math.min(viewTo, end + CONTEXT))),
      MAX_TOKENS,
    );
  };
  const [ids = [], ...others] = (windows.get(row.id) ?? [{ from: 0, to: ends.length }]).map(passage);
  // A text that is read whole has one passage.
  const further = ids.length < MAX_TOKENS ? [] : others;
  const attack = row.label !== 'benign' && row.label !== 'benign-hard';
  return JSON.stringify({
    id: row.id,
    ids,
    further,
    channel: CHANNELS.indexOf(row.channel),
    attack: attack ? 1 : 0,
    // What the guard never asks about is not learned from.
    weight: row.channel === 'user' && isBeyondEncoder(text) ? 0 : row.label === 'harmful' ? 0.5 : 1,
    family: row.family,
    fold: row.fold,
    generated: row.generated === true,
  });
});
writeFileSync(out, lines.join('\n'));
console.log(`${out}: ${lines.length} rows`);
