import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPatternDetector } from '../../src/domain/guardrails/detectors/patterns.ts';
import { createGuardPipeline } from '../../src/domain/guardrails/pipeline.ts';
import type { NamedPattern } from '../../src/domain/guardrails/policy/check-settings.ts';
import type { Action, GuardPart, JudgedFinding } from '../../src/ports/guard.ts';
import { fc, LONGEST_MS } from '../draws.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';

const reply = { id: 'choices[0].message.content', role: 'assistant', channel: 'user' } as const;
const EMPLOYEE: NamedPattern = { name: 'employee_id', pattern: String.raw`EMP-\d{6}` };

/** A pipeline with nothing but the patterns, whose findings lead to an action in replies. */
function pipelineOf(patterns: readonly NamedPattern[], action: Action) {
  const rules = [{ direction: 'output' as const, channels: ['user' as const], steps: [{ threshold: 0.5, action }] }];
  const checks = [{ detector: 'patterns', fail: 'closed' as const, trustedRoles: [], rules }];
  const policy = { id: 'own', version: 1, maxPartLength: 1_000_000, checks };
  const system = { clock: createManualClock(), ids: createCountingIds() };
  return createGuardPipeline({ detectors: [createPatternDetector(patterns)], policy, ...system });
}

type Pipeline = ReturnType<typeof pipelineOf>;

async function whole(pipeline: Pipeline, text: string) {
  const parts = [{ ...reply, text }];
  return pipeline.evaluate({ requestId: 'r', direction: 'output', parts, unscanned: [] }, { signal: new AbortController().signal });
}

async function streamed(pipeline: Pipeline, pieces: readonly string[]) {
  const check = pipeline.openOutput('r');
  let text = '';
  for (const piece of pieces) text += await check.push(reply, piece);
  text += await check.end(reply.id);
  const { findings } = await check.decide();
  return { text, findings, blocked: check.blocked };
}

/** A text in pieces that end at these shares of it. */
function cutAt(text: string, cuts: readonly number[]): string[] {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].toSorted((a, b) => a - b);
  return places.slice(1).map((place, index) => text.slice(places[index], place));
}

/** What was found where, in order of place. */
const placesOf = (findings: readonly JudgedFinding[]): string[] =>
  findings.map(({ category, start, end }) => `${String(start).padStart(6)} to ${end}: ${category}`).toSorted();

const textsFound = (patterns: readonly NamedPattern[], text: string): string[] =>
  createPatternDetector(patterns)
    .inspect({ ...reply, text })
    .map(({ category, start, end }) => `${category}: ${text.slice(start, end)}`);

describe('the check for patterns of one’s own', () => {
  it('finds what each pattern matches, under its name', () => {
    const patterns = [
      EMPLOYEE,
      { name: 'project', pattern: String.raw`\bPRJ-[A-Z]{3}\b` },
      { name: 'ticket', pattern: 'tick-[0-9]+', ignoreCase: true },
    ];
    assert.deepEqual(textsFound(patterns, 'EMP-123456 has TICK-7 of PRJ-ABC, not PRJ-ABCD or emp-123456.'), [
      'employee_id: EMP-123456',
      'ticket: TICK-7',
      'project: PRJ-ABC',
    ]);
  });

  it('finds a number only near one of the words that it asks for, before or behind it', () => {
    const patterns = [{ name: 'customer', pattern: String.raw`\b\d{8}\b`, context: ['Customer', 'Kunden-Nr', '顧客番号'] }];
    for (const text of [
      'customer 12345678',
      '12345678 is a CUSTOMER',
      'Kunden-Nr: 12345678',
      `customer${' '.repeat(51)}12345678`,
      '弊社の顧客番号12345678です',
    ])
      assert.equal(textsFound(patterns, text).length, 1, text);
    for (const text of ['12345678', 'customers 12345678', 'a precustomer 12345678', `customer ${'a '.repeat(40)}12345678`])
      assert.equal(textsFound(patterns, text).length, 0, text);
  });

  it('scores what the pattern says', () => {
    const [found] = createPatternDetector([{ ...EMPLOYEE, score: 0.4 }]).inspect({ ...reply, text: 'EMP-123456' });
    assert.equal(found?.score, 0.4);
  });

  it('reads long texts in turns with other work, and stops when it is to', async () => {
    const detector = createPatternDetector([EMPLOYEE]);
    const text = `${'EMP-1234 '.repeat(60_000)}EMP-123456`;
    const part: GuardPart = { ...reply, text };
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const found = await detector.inspectAside?.(part, new AbortController().signal);
    clearInterval(timer);
    assert.deepEqual(found, detector.inspect(part));
    assert.equal(found?.length, 1);
    assert.ok(turns > 0);
    await assert.rejects(async () => detector.inspectAside?.(part, AbortSignal.abort(new Error('enough'))), /enough/);
  });

  it('fails, as the policy says, rather than take seconds for a text', async () => {
    const pattern = '(?:a|b)*a(?:a|b){100}c|x(?:(?:a|b)*a(?:a|b){100}c){2}';
    const patterns = Array.from({ length: 60 }, (_, index) => ({ name: `p${index}`, pattern: `${pattern}|${index}y` }));
    const random = fc.sample(fc.string({ unit: fc.constantFrom('a', 'b', 'x'), minLength: 60_000, maxLength: 60_000 }), 1)[0] ?? '';
    const { verdict, failedClosed, checks } = await whole(pipelineOf(patterns, 'redact'), random);
    assert.equal(verdict, 'block');
    assert.deepEqual(failedClosed, [{ detector: 'patterns', failure: 'timeout' }]);
    assert.match(checks[0]?.reason ?? '', /too many steps/);
  });

  /** Patterns, and pieces of texts that they match, nearly match or match in part. */
  const CASES: readonly (readonly [patterns: readonly NamedPattern[], pieces: readonly string[]])[] = [
    [[EMPLOYEE], ['EMP-123456', 'EMP-', 'EMP', 'E', '-', '123', '4', 'EMP-１２３４５６']],
    [
      [EMPLOYEE, { name: 'run', pattern: String.raw`\bK:\S+` }],
      ['K:', 'K:a', 'aK:', 'EMP-123456', '"EMP-123456"', 'x', '٣', '😀', 'y'.repeat(300)],
    ],
    [[{ name: 'digits', pattern: String.raw`\d{5}` }], ['1', '22', '333', '4444', '55555', '7'.repeat(701), 'a']],
    [[{ name: 'quoted', pattern: '"[^"]*"' }], ['"', '"a"', 'b', '"c', 'd'.repeat(260)]],
    [
      [{ name: 'near', pattern: String.raw`\b\d{6}\b`, context: ['staff', 'ref'] }],
      ['123456', '12345', ' staff', ' ref ', 'reference', ' '.repeat(49), '-'],
    ],
    [[{ name: 'alone', pattern: String.raw`(?<![A-Z\d-])EMP-\d{3,8}(?![\d-])` }], ['EMP-123', 'EMP-12345678', 'A', '-', '9', '.', 'EMP']],
    [
      [
        { name: 'last', pattern: String.raw`EMP-\d+$` },
        { name: 'first', pattern: String.raw`^\S+ \d+` },
      ],
      ['EMP-12', '345', 'a', ' 12', '.', '8'.repeat(601)],
    ],
    [[{ name: 'lazy', pattern: 'a.{0,40}?9' }], ['a', '9', 'b'.repeat(20), 'b'.repeat(39), '\n', 'a9']],
    [
      [
        { name: 'weight', pattern: String.raw`\d{3}(?= kg)` },
        { name: 'inner', pattern: String.raw`x\d\B` },
        { name: 'ahead', pattern: String.raw`(?=[abc]{2})[a-z]+` },
      ],
      ['123', '12', ' k', 'g', ' kg', 'x1', 'x', 'a', 'bz', '-'],
    ],
    [[{ name: 'signs', pattern: '[é😀]{2,}' }], ['é', '😀', 'e', '\u0301', 'éé', '😀é']],
  ];
  const filler = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(' ', ' and ', '\n', ', ', '\\') },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map((count) => 'and so on, '.repeat(count)) },
  );

  /** Patterns with a text for them. */
  const said = (cases: typeof CASES) =>
    fc
      .constantFrom(...cases)
      .chain(([patterns, pieces]) =>
        fc
          .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: filler }), { maxLength: 14 })
          .map((parts) => ({ patterns, text: parts.join('') })),
      );
  /** Those of which a long row of matches cannot be cut in several ways. */
  const APART = CASES.filter(([[{ name } = EMPLOYEE]]) => name !== 'digits' && name !== 'quoted' && name !== 'lazy');
  const cuts = fc.oneof(fc.array(fc.nat(), { maxLength: 30 }), fc.constant('each' as const));

  it('lets a streamed reply say what the whole one may say, whatever pieces it comes in', { timeout: LONGEST_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(said(CASES), cuts, async ({ patterns, text }, at) => {
        const pipeline = pipelineOf(patterns, 'redact');
        const { rewrites } = await whole(pipeline, text);
        const got = await streamed(pipeline, at === 'each' ? Array.from(text) : cutAt(text, at));
        assert.equal(got.text, rewrites[0]?.text ?? text);
        assert.equal(got.blocked, false);
      }),
      { numRuns: 6000 },
    );
  });

  it('lets nothing of what is blocked pass, whatever pieces it comes in', { timeout: LONGEST_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(said(CASES), cuts, async ({ patterns, text }, at) => {
        const pipeline = pipelineOf(patterns, 'block');
        const { findings } = await whole(pipeline, text);
        const first = Math.min(text.length, ...findings.map(({ start }) => start));
        const got = await streamed(pipeline, at === 'each' ? Array.from(text) : cutAt(text, at));
        assert.equal(got.blocked, findings.length > 0);
        assert.ok(text.slice(0, first).startsWith(got.text));
      }),
      { numRuns: 600 },
    );
  });

  it('records of a streamed reply what it records of the whole, unless matches overlap all along', { timeout: LONGEST_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(said(APART), cuts, async ({ patterns, text }, at) => {
        const pipeline = pipelineOf(patterns, 'flag');
        const { findings } = await whole(pipeline, text);
        const got = await streamed(pipeline, at === 'each' ? Array.from(text) : cutAt(text, at));
        assert.equal(got.text, text);
        assert.deepEqual(placesOf(got.findings), placesOf(findings));
      }),
      { numRuns: 600 },
    );
  });
});
