import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cappedFindings } from '../../src/guard/records/capped-findings.ts';
import type { JudgedFinding } from '../../src/ports/guard.ts';
import { decision } from '../contract/journal-entries.ts';

const [base] = decision('r', 'flag', ['email']).findings;

function finding(start: number, own: Partial<JudgedFinding> = {}): JudgedFinding {
  assert.ok(base !== undefined);
  return { ...base, start, ...own };
}

describe('keptFindings()', () => {
  it('are all of them up to the limit', () => {
    const findings = [finding(0), finding(1)];
    assert.deepEqual(cappedFindings(findings, 2), { kept: findings, omitted: 0 });
    assert.deepEqual(cappedFindings([], 2), { kept: [], omitted: 0 });
  });

  it('are the first ones, and the first of each check, category, channel, action and shadow', () => {
    const others: Partial<JudgedFinding>[] = [
      { detector: 'card' },
      { category: 'other' },
      { channel: 'tool' },
      { action: 'block' },
      { shadow: { threshold: 0.5, action: 'block' } },
    ];
    const many = Array.from({ length: 1000 }, (_, index) => finding(index));
    const late = others.flatMap((own, index) => [finding(2000 + index, own), finding(3000 + index, own)]);
    const { kept, omitted } = cappedFindings([...many, ...late], 10);
    assert.deepEqual(
      kept.map(({ start }) => start),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2000, 2001, 2002, 2003, 2004],
    );
    assert.equal(omitted, 1010 - 15);
  });
});
