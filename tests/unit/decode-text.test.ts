import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeText } from '../../src/adapters/documents/decode-text.ts';
import { startCpuTime } from '../cpu-time.ts';

describe('decodeText()', () => {
  it('takes milliseconds for one long word before bytes that are not UTF-8', () => {
    const bytes = Uint8Array.from(`${'a'.repeat(65_000)} caf\u00E9 caf\u00E9`, (mark) => mark.charCodeAt(0));
    const elapsed = startCpuTime();
    assert.ok(decodeText(bytes, 'text').endsWith(' café café'));
    assert.ok(elapsed() < 500);
  });
});
