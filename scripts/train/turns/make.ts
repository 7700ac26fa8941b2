/**
 * Counts where English sentences end, for `models/turns-en/ends.txt`: `bun scripts/train/turns/make.ts --corpus FOLDER [--out FILE]`.
 * FOLDER holds files of sentences, one a line; the first 1,000 lines of each are only measured. See models/turns-en/README.md.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { COMPLETENESS, createTurnJudge, wordsOf } from '../../../src/core/turn-ends.ts';

const { values: options } = parseArgs({
  options: { corpus: { type: 'string' }, out: { type: 'string', default: 'models/turns-en/ends.txt' } },
});
if (options.corpus === undefined) throw new TypeError('--corpus: the folder of the sentences is missing');

/** Sentences of each file that are kept out. */
const KEPT_OUT = 1000;
/** Below these shares of ends a sentence goes on, and may go on. */
const [GOES_ON, MAY_GO_ON] = [0.0125, 0.05];
/** How often a word, and a pair of words, is taken to have been seen as in general before it is seen at all. */
const [PRIOR_WORD, PRIOR_PAIR] = [20, 8];
/** A rarer word or pair has no entry. */
const [FEWEST_WORD, FEWEST_PAIR] = [10, 8];

/** How often something was seen, and how often at the end. */
interface Count {
  seen: number;
  ended: number;
}

function count<K>(counts: Map<K, Count>, key: K, isEnd: boolean): void {
  const own = counts.get(key) ?? { seen: 0, ended: 0 };
  own.seen += 1;
  if (isEnd) own.ended += 1;
  counts.set(key, own);
}

function digit(share: number): '0' | '1' | '2' {
  return share < GOES_ON ? '0' : share < MAY_GO_ON ? '1' : '2';
}

const names = (await readdir(options.corpus)).filter((name) => name.endsWith('.txt')).toSorted();
const files = await Promise.all(names.map(async (name) => (await readFile(join(options.corpus ?? '', name), 'utf8')).trim().split('\n')));
const words = new Map<string, Count>();
const pairs = new Map<string, Count>();
const all: Count = { seen: 0, ended: 0 };
for (const line of files.flatMap((lines) => lines.slice(KEPT_OUT))) {
  const sentence = wordsOf(line);
  for (const [at, word] of sentence.entries()) {
    const isEnd = at === sentence.length - 1;
    all.seen += 1;
    if (isEnd) all.ended += 1;
    count(words, word, isEnd);
    if (at > 0) count(pairs, `${sentence[at - 1]} ${word}`, isEnd);
  }
}

const shares = new Map<string, number>();
for (const [word, { seen, ended }] of words) shares.set(word, (ended + (PRIOR_WORD * all.ended) / all.seen) / (seen + PRIOR_WORD));
const usual = (word: string): '0' | '1' | '2' => ((words.get(word)?.seen ?? 0) < FEWEST_WORD ? '2' : digit(shares.get(word) ?? 1));
const exceptions = new Map<string, Map<string, string[]>>();
for (const [pair, { seen, ended }] of pairs) {
  const [before = '', word = ''] = pair.split(' ');
  const found = digit((ended + PRIOR_PAIR * (shares.get(word) ?? 0)) / (seen + PRIOR_PAIR));
  if (seen < FEWEST_PAIR || found === usual(word)) continue;
  const own = exceptions.get(word) ?? new Map<string, string[]>();
  exceptions.set(word, own.set(found, [...(own.get(found) ?? []), before]));
}
const lines = Array.from(words.keys())
  .filter((word) => usual(word) !== '2' || exceptions.has(word))
  .toSorted()
  .map((word) => {
    const others = Array.from(exceptions.get(word) ?? []).toSorted(([a], [b]) => a.localeCompare(b));
    return [word, usual(word), ...others.map(([found, before]) => `${found}:${before.toSorted().join(',')}`)].join(' ');
  });
const table = `${lines.join('\n')}\n`;
await writeFile(options.out, table);
console.log(`${options.out}: ${lines.length} words, ${table.length} bytes`);

const judge = createTurnJudge(table);
console.log('\n| sentences kept out | ended: unfinished / open / finished | in the middle |\n|---|---|---|');
for (const [index, name] of names.entries()) {
  const rates = { ended: new Map<string, number>(), middle: new Map<string, number>() };
  for (const line of files[index]?.slice(0, KEPT_OUT) ?? []) {
    // As a recogniser without punctuation would write it.
    const sentence = wordsOf(line);
    for (const at of sentence.keys()) {
      const text = sentence
        .slice(0, at + 1)
        .join(' ')
        .replaceAll('#', '7');
      const found = judge({ text, language: 'en' }) ?? '';
      const place = at === sentence.length - 1 ? rates.ended : rates.middle;
      place.set(found, (place.get(found) ?? 0) + 1);
    }
  }
  const written = (place: Map<string, number>): string => {
    const sum = place.values().reduce((before, each) => before + each, 0);
    return COMPLETENESS.map((kind) => `${((100 * (place.get(kind) ?? 0)) / sum).toFixed(1)} %`).join(' / ');
  };
  console.log(`| ${name} | ${written(rates.ended)} | ${written(rates.middle)} |`);
}
