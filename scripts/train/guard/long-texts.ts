import type { Channel } from '../../../src/ports/guard.ts';
import { readSample, type Learned } from './learn.ts';
import { createRandom, type Random } from './random.ts';
import { createSampler, type Row } from './rows.ts';
import type { OutOfFold } from './validate.ts';

/** How many characters the long texts have. */
const LENGTHS: readonly number[] = [1000, 2000, 4000, 8000, 16_000, 32_000];

/** So many of each length are made of each kind of rows in a fold, and as many with an attack planted in them. */
const TEXTS = 30;

/** What stands in long texts of a channel: users write, and paste what they read. */
const MADE_OF: Readonly<Record<Channel, readonly (readonly Channel[])[]>> = {
  user: [['user'], ['document'], ['user', 'document', 'tool']],
  tool: [['tool']],
  document: [['document']],
};

/** Fewer rows would come again and again. */
const LEAST_ROWS = 20;
/** No longer attack is planted. */
const LONGEST_ATTACK = 2500;
/** An attack stands before this share of the text ends, most often. */
const PLANTED_WITHIN = 0.9;

/** A long text made of the rows of a fold; `source` tells its length. */
type LongText = Pick<Row, 'text' | 'label' | 'channel' | 'source'>;

/**
 * Few labelled rows are long. This makes long texts of English rows, plain ones joined at random, without and with an
 * attack of the same fold planted between two lines, and has a model read them.
 */
export function createLongReader(rows: readonly Row[], buckets: number): (fold: number, learned: Learned) => OutOfFold[] {
  const sampler = createSampler(buckets, Infinity);
  return (fold, learned) => {
    const own = rows.filter((row) => row.fold === fold && row.lang === 'en');
    return [...longTexts(own, createRandom(fold + 1))].map((text, index) => {
      const id = `long-${fold}-${index}`;
      const sample = sampler({ ...text, id, family: 'joined', fold });
      const scores = readSample(learned, sample);
      // Only the scores are kept: the texts and their features take gigabytes.
      return { sample: { ...sample, row: { ...sample.row, text: '' }, features: NOTHING, ends: NOTHING }, scores };
    });
  };
}

const NOTHING = new Uint32Array(0);

function* longTexts(rows: readonly Row[], random: Random): Generator<LongText> {
  for (const [channel, kinds] of Object.entries(MADE_OF) as [Channel, (typeof MADE_OF)[Channel]][]) {
    const attacks = rows.filter((row) => row.channel === channel && isAttack(row) && row.text.length < LONGEST_ATTACK);
    for (const kind of kinds) {
      const plain = rows.filter((row) => row.label === 'benign' && kind.includes(row.channel));
      if (Math.min(plain.length, attacks.length) < LEAST_ROWS) continue;
      for (const length of LENGTHS) {
        for (let count = 0; count < TEXTS; count += 1) {
          const text = joined(plain, length, random);
          const source = `joined ${length}`;
          yield { text, label: 'benign', channel, source };
          const { text: attack, label } = random.pick(attacks);
          yield { text: planted(text, attack, random), label, channel, source };
        }
      }
    }
  }
}

function isAttack({ label }: Row): boolean {
  return label === 'injection' || label === 'jailbreak';
}

/** Rows at random, a line each, so many characters of them from somewhere within the first on. */
function joined(rows: readonly Row[], length: number, random: Random): string {
  const lines: string[] = [];
  let size = 0;
  while (size < length * 1.1) {
    const { text } = random.pick(rows);
    lines.push(text);
    size += text.length + 1;
  }
  const from = Math.floor(random.next() * (size - 1 - length));
  return lines.join('\n').slice(from, from + length);
}

function planted(text: string, attack: string, random: Random): string {
  const found = text.indexOf('\n', Math.floor(random.next() * text.length * PLANTED_WITHIN));
  const at = found < 0 ? text.length : found;
  return `${text.slice(0, at)}\n${attack}\n${text.slice(at)}`;
}
