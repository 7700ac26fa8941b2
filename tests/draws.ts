/**
 * fast-check for every test that draws its cases. The everyday run draws the same cases each time, so that a test that fails
 * says that the change broke something, not that luck turned. `bun run fuzz` draws new ones: it sets `PARLEY_TEST_SEED`,
 * a whole number. A failure names its seed; the same number brings its case back.
 */
import process from 'node:process';
import fc from 'fast-check';

const EVERYDAY_SEED = 4111;

fc.configureGlobal({ seed: seedFrom(process.env['PARLEY_TEST_SEED']) });

export { fc };

/** How long a test that draws thousands of cases may take: it says that one hangs, also where the machine has much else to do. */
export const LONGEST_MS = 900_000;

function seedFrom(given: string | undefined): number {
  if (given === undefined || given === '') return EVERYDAY_SEED;
  if (!/^-?\d{1,10}$/.test(given)) throw new TypeError(`PARLEY_TEST_SEED must be a whole number, not '${given}'.`);
  return Number(given);
}
