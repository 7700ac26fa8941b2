import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packFindings, unpackFindings } from '../../src/main/packed-findings.ts';
import type { Finding } from '../../src/ports/guard.ts';

describe('unpackFindings()', () => {
  it('gives back what packFindings() took', () => {
    const of = { detector: 'personal_data', part: 'messages[0].content' };
    const findings: Finding[] = [
      { ...of, category: 'iban', start: 0, end: 22, score: 1 },
      { ...of, category: 'phone_number', start: 30, end: 41, score: 0.55 },
      { ...of, category: 'iban', start: 1_048_576, end: 1_048_598, score: 0.3 },
    ];
    assert.deepEqual(unpackFindings(structuredClone(packFindings(findings)), of), findings);
    assert.deepEqual(unpackFindings(packFindings([]), of), []);
  });
});
