import { readFileSync, writeFileSync } from 'node:fs';

/** Puts the scores of several runs of `encoder/train.py` into one file: `bun scripts/train/guard/gather-scores.ts OUT SCORES...`. */
const [out = 'scripts/train/guard/encoder/held-out.tsv', ...parts] = process.argv.slice(2);
const scores = parts.flatMap((path) => Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>));
const rounded = scores.map(([id, score]) => [id, Math.round(score * 100) / 100] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(out, rounded.map(([id, score]) => `${id}\t${score}\n`).join(''));
console.log(`${out}: ${rounded.length} rows`);
