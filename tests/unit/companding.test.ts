import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { wavBytes } from '../fixtures/wav-files.ts';

/** Bytes and what ITU-T G.711 makes of them, on the scale of 16 bits. */
const A_LAW = [
  [0xd5, 8],
  [0x55, -8],
  [0xaa, 32_256],
  [0x2a, -32_256],
  [0x80, 5504],
] as const;
const MU_LAW = [
  [0xff, 0],
  [0x7f, 0],
  [0x80, 32_124],
  [0x00, -32_124],
  [0xf0, 120],
] as const;

describe('decodeWav() of companded samples', () => {
  for (const [name, tag, table] of [
    ['A-law', 6, A_LAW],
    ['mu-law', 7, MU_LAW],
  ] as const) {
    it(`reads ${name}`, async () => {
      const bytes = wavBytes({ format: 'u8', channels: [table.map(() => 0)], lies: { tag } });
      bytes.set(
        table.map(([byte]) => byte),
        44,
      );
      const { samples } = await decodeWav(bytes, { maxSeconds: 1 });
      assert.deepEqual(
        [...samples].map((sample) => sample * 32_768),
        table.map(([, value]) => value),
      );
    });
  }
});
