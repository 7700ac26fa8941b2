import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPatternDetector } from '../../src/domain/guardrails/detectors/patterns.ts';
import { createGuardPipeline } from '../../src/domain/guardrails/pipeline.ts';
import type { NamedPattern } from '../../src/domain/guardrails/policy/check-settings.ts';
import type { Action, GuardPart } from '../../src/ports/guard.ts';
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

  const PATTERNS: readonly (readonly NamedPattern[])[] = [
    [EMPLOYEE],
    [EMPLOYEE, { name: 'run', pattern: String.raw`\bK:\S+` }],
    [{ name: 'digits', pattern: String.raw`\d{4}` }],
    [{ name: 'quoted', pattern: '"[^"]*"' }],
    [{ name: 'near', pattern: String.raw`\d{6}`, context: ['staff', 'ref'] }],
    [{ name: 'alone', pattern: String.raw`(?<![A-Z\d-])EMP-\d{3,8}(?![\d-])` }],
    [
      { name: 'last', pattern: String.raw`EMP-\d+$` },
      { name: 'first', pattern: String.raw`^\S+ \d+` },
    ],
    [{ name: 'lazy', pattern: 'a.{0,40}?9' }],
    [{ name: 'signs', pattern: '[é😀]{2,}' }],
  ];
  /** Those of which a long row of matches cannot be cut in several ways. */
  const APART = PATTERNS.filter(([{ name } = EMPLOYEE]) => name !== 'digits' && name !== 'quoted');
  const piece = fc.oneof(
    fc.constantFrom(
      'EMP-123456',
      'EMP-123',
      'EMP',
      '-',
      '1234567890',
      '"',
      'K:',
      ' ',
      '\n',
      'staff ',
      ' ref',
      'é',
      '😀',
      '٣',
      '9',
      'abc',
      '\\',
    ),
    fc.integer({ min: 1, max: 300 }).map((count) => '7'.repeat(count)),
    fc.integer({ min: 1, max: 50 }).map((count) => 'and so on, '.repeat(count)),
  );
  const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
  const cuts = fc.oneof(fc.array(fc.nat(), { maxLength: 30 }), fc.constant('each' as const));

  it('lets a streamed reply say what the whole one may say, whatever pieces it comes in', { timeout: LONGEST_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATTERNS), text, cuts, async (patterns, said, at) => {
        const pipeline = pipelineOf(patterns, 'redact');
        const { rewrites } = await whole(pipeline, said);
        const got = await streamed(pipeline, at === 'each' ? Array.from(said) : cutAt(said, at));
        assert.equal(got.text, rewrites[0]?.text ?? said);
        assert.equal(got.blocked, false);
      }),
      { numRuns: 300 },
    );
  });

  it('lets nothing of what is blocked pass, whatever pieces it comes in', { timeout: LONGEST_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATTERNS), text, cuts, async (patterns, said, at) => {
        const pipeline = pipelineOf(patterns, 'block');
        const { findings } = await whole(pipeline, said);
        const first = Math.min(said.length, ...findings.map(({ start }) => start));
        const got = await streamed(pipeline, at === 'each' ? Array.from(said) : cutAt(said, at));
        assert.equal(got.blocked, findings.length > 0);
        assert.ok(said.slice(0, first).startsWith(got.text));
      }),
      { numRuns: 150 },
    );
  });

  it('records of a streamed reply what it records of the whole, unless matches overlap all along', { timeout: LONGEST_MS }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...APART), text, cuts, async (patterns, said, at) => {
        const pipeline = pipelineOf(patterns, 'flag');
        const { findings } = await whole(pipeline, said);
        const got = await streamed(pipeline, at === 'each' ? Array.from(said) : cutAt(said, at));
        assert.equal(got.text, said);
        assert.deepEqual(
          got.findings.map(({ category, start, end }) => ({ category, start, end })),
          findings.map(({ category, start, end }) => ({ category, start, end })),
        );
      }),
      { numRuns: 150 },
    );
  });
});
