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

/** The rows with their log odds. Throws where a row has none: then the file belongs to other data. */
export function readTwice(rows: readonly OutOfFold[], heldOut: HeldOut): TwiceRead[] {
  return rows.map((row) => {
    const logOdds = heldOut.get(row.sample.row.id);
    if (logOdds === undefined) throw new Error(`no encoder that left out fold ${row.sample.row.fold} has scored ${row.sample.row.id}`);
    return { ...row, logOdds };
  });
}
