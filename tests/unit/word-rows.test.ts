import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openWordRows } from '../../src/adapters/onnx/word-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-words-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function tableOf(...rows: readonly { readonly scale: number; readonly levels: readonly number[] }[]): string {
  const path = join(folder, `${rows.length}.bin`);
  const bytes = rows.flatMap(({ scale, levels }) => [...new Uint8Array(Float32Array.of(scale).buffer), ...Int8Array.from(levels)]);
  writeFileSync(path, Uint8Array.from(bytes));
  return path;
}

describe('openWordRows()', () => {
  it('gives the rows asked for, in their order, as their bytes times their scale', async () => {
    const words = await openWordRows(tableOf({ scale: 0.5, levels: [1, -2] }, { scale: 0.25, levels: [127, -127] }), 2);
    assert.deepEqual([...(await words.read([1, 0, 1]))], [31.75, -31.75, 0.5, -1, 31.75, -31.75]);
    assert.deepEqual([...(await words.read([]))], []);
    words.close();
  });

  it('refuses a word that the table lacks', async () => {
    const words = await openWordRows(tableOf({ scale: 1, levels: [1, 2] }), 2);
    for (const id of [1, -1, Number.NaN]) await assert.rejects(words.read([0, id]), RangeError);
    words.close();
  });

  it('refuses a file that is no such table, and one that is not there', async () => {
    const path = tableOf({ scale: 1, levels: [1, 2, 3] });
    await assert.rejects(openWordRows(path, 2), TypeError);
    writeFileSync(path, '');
    await assert.rejects(openWordRows(path, 2), TypeError);
    await assert.rejects(openWordRows(join(folder, 'missing.bin'), 2));
  });

  it('reads the shipped table as a whole file would be read', async () => {
    const path = fileURLToPath(new URL('../../models/guard-en/words.bin', import.meta.url));
    const bytes = readFileSync(path);
    const words = await openWordRows(path, 384);
    const ids = [0, 101, 30_521];
    const expected = ids.flatMap((id) =>
      Array.from({ length: 384 }, (_, index) => Math.fround(bytes.readInt8(id * 388 + 4 + index) * bytes.readFloatLE(id * 388))),
    );
    assert.deepEqual([...(await words.read(ids))], expected);
    words.close();
  });
});
