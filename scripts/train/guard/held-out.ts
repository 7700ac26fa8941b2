import { readFileSync } from 'node:fs';
import type { TwiceRead } from './heads.ts';
import type { OutOfFold } from './validate.ts';

/** Log odds by the id of the row, each from an encoder that never saw the row's fold. */
export type HeldOut = ReadonlyMap<string, number>;

/** Reads `encoder/held-out.tsv`, a line of id and log odds each, or another file that `gather-scores.ts` wrote. */
export function readHeldOut(path: string | URL = new URL('encoder/held-out.tsv', import.meta.url)): HeldOut {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [id = '', score] = line.split('\t');
      return [id, Number(score)];
    }),
  );
}

/**
 * The rows of the folds that an encoder left out, with its log odds. Throws where a row of such a fold has none: then the
 * file belongs to other data.
 */
export function readTwice(rows: readonly OutOfFold[], heldOut: HeldOut): TwiceRead[] {
  const folds = new Set(rows.filter(({ sample }) => heldOut.has(sample.row.id)).map(({ sample }) => sample.row.fold));
  return rows
    .filter(({ sample }) => folds.has(sample.row.fold))
    .map((row) => {
      const logOdds = heldOut.get(row.sample.row.id);
      if (logOdds === undefined)
        throw new Error(`the encoder that left out fold ${row.sample.row.fold} has not scored ${row.sample.row.id}`);
      return { ...row, logOdds };
    });
}
