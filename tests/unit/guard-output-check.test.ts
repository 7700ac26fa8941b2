import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { yieldToEventLoop } from '../../src/core/yield-to-event-loop.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { createOutputCheck } from '../../src/domain/guardrails/output-check.ts';
import { createGuardPipeline } from '../../src/domain/guardrails/pipeline.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/domain/guardrails/policy/policy.ts';
import type { Action, Detector, GuardPart, GuardPipeline, ModelDetector } from '../../src/ports/guard.ts';
import { fc } from '../draws.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';

const system = { clock: createManualClock(), ids: createCountingIds() };
const part: Omit<GuardPart, 'text'> = { id: 'choices[0].message.content', role: 'assistant', channel: 'user' };

/** The default policy with one action for cards and addresses in output. */
function policyWith(action: Action): Policy {
  const checks = DEFAULT_POLICY.checks.map((check) =>
    check.detector === 'prompt_injection'
      ? check
      : { ...check, rules: check.rules.map((rule) => ({ ...rule, steps: [{ threshold: 0.5, action }] })) },
  );
  return { ...DEFAULT_POLICY, checks };
}

async function stream(pipeline: GuardPipeline, pieces: readonly string[]) {
  const check = pipeline.openOutput('r');
  const released: string[] = [];
  for (const piece of pieces) released.push(await check.push(part, piece));
  released.push(await check.end(part.id));
  return { released: released.join(''), steps: released, decision: await check.decide(), blocked: check.blocked };
}

async function whole(pipeline: GuardPipeline, text: string) {
  const signal = new AbortController().signal;
  const decision = await pipeline.evaluate({ requestId: 'r', direction: 'output', parts: [{ ...part, text }], unscanned: [] }, { signal });
  return { decision, text: decision.rewrites[0]?.text ?? text };
}

const secret = fc.constantFrom(
  '4111 1111 1111 1111',
  '4111111111111111',
  '3782-822463-10005',
  '6304 0000 0000 0000 000',
  '4111\u200b1111 1111\u200b1111',
  'jo.bloggs@mail.example.org',
  'a@b.example',
  '4111-1111-1111-1111@cards.example',
  '४१११ ११११ ११११ ११११',
  '4111<b>1111</b>1111_1111',
  '4111_1111_1111_1111',
  'x@y@z.example.org',
);
const filler = fc.oneof(
  fc.constantFrom(
    ' ',
    ', ',
    '-',
    '.',
    '@',
    ' 12 ',
    '4',
    ' 4111 ',
    '\n',
    'é',
    '😀',
    'a.b',
    'number',
    '0 1 2 3',
    '_',
    '\u00a0',
    '\u200b',
    '\u{1d5a0}',
    '<b>',
    '**',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: filler }, { weight: 1, arbitrary: secret }), { maxLength: 40 })
  .map((list) => list.join(''));

function split(value: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (value.length + 1)))].toSorted((a, b) => a - b);
  return [...places, value.length].map((end, index) => value.slice(index === 0 ? 0 : places[index - 1], end));
}

describe('openOutput()', () => {
  const redacting = createDefaultPipeline({ ...system, policy: policyWith('redact') });
  const blocking = createDefaultPipeline({ ...system, policy: policyWith('block') });
  const shipped = createDefaultPipeline(system);

  for (const [name, pipeline] of [
    ['everything is redacted', redacting],
    ['the default policy applies', shipped],
  ] as const) {
    it(`releases exactly the redaction of the whole, however the stream is split, when ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(text, fc.array(fc.nat(), { maxLength: 60 }), async (value, cuts) => {
          const streamed = await stream(pipeline, split(value, cuts));
          const expected = await whole(pipeline, value);
          assert.equal(streamed.released, expected.text);
          assert.deepEqual(
            streamed.decision.findings.map(({ detector, start, end, action }) => `${detector} ${start} ${end} ${action}`).toSorted(),
            expected.decision.findings.map(({ detector, start, end, action }) => `${detector} ${start} ${end} ${action}`).toSorted(),
          );
          assert.equal(streamed.decision.verdict, expected.decision.verdict);
        }),
        { numRuns: 1500 },
      );
    });
  }

  it('releases no character of a blocked span, however the stream is split', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(), { maxLength: 60 }), async (value, cuts) => {
        const streamed = await stream(blocking, split(value, cuts));
        const first = (await whole(blocking, value)).decision.findings.reduce((least, { start }) => Math.min(least, start), value.length);
        assert.equal(streamed.blocked, first < value.length);
        assert.ok(value.slice(0, first).startsWith(streamed.released));
        if (!streamed.blocked) assert.equal(streamed.released, value);
      }),
      { numRuns: 1500 },
    );
  });

  it('decides about a character only when both of its halves are there', async () => {
    // The letter behind the underscore makes the number part of a name.
    const name = '4111111111111111_\u{10000} ';
    const half = name.indexOf('\ud800') + 1;
    assert.equal((await stream(shipped, [name.slice(0, half), name.slice(half)])).released, name);
    assert.equal((await stream(shipped, [`4111111111111111 \ud800`])).released, '[CREDIT_CARD] \ud800');
  });

  it('holds nothing back of ordinary words', async () => {
    const { steps } = await stream(shipped, ['Hello', ' there', ', how', ' are you?']);
    assert.deepEqual(steps, ['Hello', ' there', ', how', ' are you?', '']);
  });

  it('never holds back more than 256 characters', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom('4', '4 ', '1\u200b', '-', 'a', '@', '.'), filler), { maxLength: 600 }),
        async (pieces) => {
          const check = redacting.openOutput('r');
          let pushed = 0;
          let released = 0;
          for (const piece of pieces) {
            const release = await check.push(part, piece);
            // Placeholders are not the length of what they replace.
            if (release.includes('[')) return;
            pushed += piece.length;
            released += release.length;
            assert.ok(pushed - released <= 256 + piece.length, `${pushed - released}`);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('records findings that change nothing though their text left long ago', async () => {
    const { decision, released } = await stream(shipped, Array.from('write to jo.bloggs@mail.example.org today'));
    assert.equal(released, 'write to jo.bloggs@mail.example.org today');
    assert.deepEqual(
      decision.findings.map(({ start, end, action }) => [start, end, action]),
      [[9, 35, 'flag']],
    );
  });

  it('keeps offsets true in streams far longer than its window', async () => {
    const long = `${'word '.repeat(2000)}4111111111111111 ${'word '.repeat(500)}`;
    const { decision } = await stream(shipped, long.match(/.{1,7}/gs) ?? []);
    assert.deepEqual(
      decision.findings.map(({ start, end }) => long.slice(start, end)),
      ['4111111111111111'],
    );
  });

  it('keeps several growing texts apart', async () => {
    const check = shipped.openOutput('r');
    const other = { ...part, id: 'choices[1].message.content' };
    const released = [
      await check.push(part, '4111 1111 '),
      await check.push(other, '1111 1111 '),
      await check.end(part.id),
      await check.end(other.id),
    ];
    assert.deepEqual(released, ['', '', '4111 1111 ', '1111 1111 ']);
  });

  it('releases nothing more once a check that must run has failed', async () => {
    const failing: Detector = {
      name: 'card_number',
      directions: ['output'],
      inspect: () => {
        throw new Error('broken');
      },
      tail: (value) => value.length,
    };
    const pipeline = createGuardPipeline({ ...system, detectors: [failing], policy: DEFAULT_POLICY });
    const { released, blocked, decision } = await stream(pipeline, ['Hello', ' there']);
    assert.deepEqual([released, blocked, decision.verdict], ['', true, 'block']);
    assert.ok(decision.checks.some((check) => check.outcome === 'not_scanned' && check.reason === 'the check failed: Error'));
  });

  it('records what passed unread, once', async () => {
    const check = shipped.openOutput('r');
    const note = { id: 'choices[0].message.audio', role: 'assistant', reason: 'audio is not text' };
    check.note(note);
    check.note(note);
    const { checks } = await check.decide();
    assert.equal(checks.length, DEFAULT_POLICY.checks.length);
    assert.ok(checks.every((record) => record.reason === 'audio is not text'));
  });

  for (const id of [part.id, 'choices[0].message.tool_calls[0].function.arguments']) {
    for (const piece of ['\\', '\\u005c', `${'\\'.repeat(200)}n`, `\\${'u005c'.repeat(12)}u0034`]) {
      it(`goes on with nothing but escapes (${piece.slice(0, 8)} in ${id}), of which it keeps no more than a few thousand to read again`, async () => {
        const check = shipped.openOutput('r');
        let longest = 0;
        for (const delta of piece.repeat(Math.ceil(60_000 / piece.length)).match(/.{1,40}/gs) ?? []) {
          await check.push({ ...part, id }, delta);
          longest = Math.max(longest, check.held(id));
        }
        assert.ok(longest < 4096, `${longest} characters are held back`);
      });
    }
  }
});

describe('createOutputCheck()', () => {
  it('sends nothing twice where a text turns out to be open from before what was sent', async () => {
    const { evaluate } = createGuardPipeline({ ...system, detectors: [], policy: { ...DEFAULT_POLICY, checks: [] } });
    const releasable = (said: string): number => (said.length < 20 ? said.length : 0);
    const check = createOutputCheck({ evaluate, releasable, requestId: 'r' });
    const pieces = Array.from({ length: 400 }, (_, index) => `${index} of many pieces, `.padEnd(60, '.'));
    let sent = await check.push(part, 'Begun. ');
    assert.equal(sent, 'Begun. ');
    for (const piece of pieces) sent += await check.push(part, piece);
    sent += await check.end(part.id);
    assert.ok(sent === `Begun. ${pieces.join('')}`);
  });

  it('decides about the end of a text, also where the client leaves while it is read', async () => {
    const read = Promise.withResolvers<void>();
    const slow: ModelDetector = {
      name: 'card_number',
      directions: ['output'],
      infer: async ({ id, text: said }) => {
        await read.promise;
        return [{ detector: 'card_number', category: 'credit_card', part: id, start: 0, end: said.length, score: 1 }];
      },
    };
    const checks = DEFAULT_POLICY.checks.filter(({ detector }) => detector === slow.name);
    const { evaluate } = createGuardPipeline({ ...system, detectors: [slow], policy: { ...DEFAULT_POLICY, checks } });
    const check = createOutputCheck({ evaluate, releasable: () => 0, requestId: 'r' });
    await check.push(part, '4111 1111 1111 1111');
    const ended = check.end(part.id);
    const decided = check.decide();
    await yieldToEventLoop();
    read.resolve();
    await ended;
    assert.equal((await decided).verdict, 'redact');
  });
});
