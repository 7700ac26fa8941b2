import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedWindows } from '../../src/domain/guardrails/normalisation/changed-windows.ts';
import { readEscapes } from '../../src/domain/guardrails/normalisation/json-reading.ts';
import { readWebCodes } from '../../src/domain/guardrails/normalisation/web-reading.ts';
import { fc } from '../draws.ts';

describe('the windows of a decoded text', () => {
  it('hold everything that decoding changed: what is between them stands in the text as it was written', () => {
    const filler = fc
      .integer({ min: 0, max: 9000 })
      .map((length) => 'The boats go out at five, \\ & 3% of them at six. '.repeat(200).slice(0, length));
    const code = fc.constantFrom('%41', '%2541', '&amp;', '&#65;', '\\n', '\\u0041', '\\\\', '%25', '%', '&', '\\');
    fc.assert(
      fc.property(fc.array(fc.tuple(filler, fc.array(code, { maxLength: 4 })), { maxLength: 6 }), (pieces) => {
        const raw = pieces.map(([words, codes]) => words + codes.join('')).join('');
        for (const read of [readWebCodes, readEscapes]) {
          const decoded = read(raw);
          const windows = changedWindows(raw, decoded);
          if (windows === undefined) continue;
          let from = 0;
          for (const { start, end } of [...windows, { start: decoded.text.length, end: decoded.text.length }]) {
            assert.ok(start >= from && end >= start);
            const between = decoded.text.slice(from, start);
            assert.ok(raw.startsWith(between, decoded.written(from)), `at ${from}`);
            from = end;
          }
        }
      }),
    );
  });

  it('are none where decoding changed nothing', () => {
    assert.deepEqual(changedWindows('as it is', readWebCodes('as it is')), []);
  });

  it('are given up for the whole text where they would cover more than half of it', () => {
    const dense = 'a%20'.repeat(50_000);
    assert.equal(changedWindows(dense, readWebCodes(dense)), undefined);
    assert.equal(changedWindows('50%25 off', readWebCodes('50%25 off')), undefined);
  });

  it('reach far enough for a private key with an escape at either end', () => {
    const before = 'The boats go out at five. '.repeat(2000);
    const key = `-----BEGIN PRIVATE KEY-----\\n${'MIIEvQIBADANBg'.repeat(240)}\\n-----END PRIVATE KEY-----`;
    const decoded = readEscapes(before + key + before);
    const at = decoded.text.indexOf('-----BEGIN');
    const windows = changedWindows(before + key + before, decoded) ?? [];
    assert.ok(windows.some(({ start, end }) => start < at && end > at + key.length));
  });
});
