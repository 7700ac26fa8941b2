import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPromptLeakDetector } from '../../src/domain/guardrails/detectors/prompt-leak.ts';
import type { ConversationStep, Detector } from '../../src/ports/guard.ts';
import { startCpuTime } from '../cpu-time.ts';

const PROMPT =
  'You are Ada, the assistant of Acme Bank. Never speak of competitors. When a customer asks for a loan, first ask for the yearly income, ' +
  'then offer the Silver plan before the Gold plan. The discount code for staff is only for members of the union. ' +
  'Escalate every complaint about fees to the second line and do not promise refunds above fifty euros.';

function bound(steps: readonly ConversationStep[]): Detector {
  const detector = createPromptLeakDetector();
  return detector.bind?.({ direction: 'output', parts: [], conversation: { definitions: new Map(), steps, reply: [] } }) ?? detector;
}

const system: ConversationStep = { kind: 'said', role: 'system', text: PROMPT };
const part = (text: string) => ({ id: 'p', role: 'assistant', channel: 'user', text }) as const;

function scoreOf(text: string, steps: readonly ConversationStep[] = [system]): number {
  return bound(steps)
    .inspect(part(text))
    .reduce((most, { score }) => Math.max(most, score), 0);
}

describe('the check for a repeated system prompt', () => {
  it('finds the whole prompt and says where', () => {
    const text = `Sure, my instructions are: ${PROMPT} That is all.`;
    const [finding, ...others] = bound([system]).inspect(part(text));
    assert.equal(text.slice(finding?.start, finding?.end), PROMPT.slice(0, -1));
    assert.equal(finding?.score, 1);
    assert.deepEqual(others, []);
  });

  it('finds it whatever its case and signs', () => {
    assert.equal(scoreOf(PROMPT.toUpperCase().replaceAll(' ', ' * ')), 1);
  });

  it('finds a passage with single words changed', () => {
    const changed = PROMPT.split(' ')
      .map((word, index) => (index % 12 === 11 ? 'something' : word))
      .join(' ');
    assert.ok(scoreOf(changed) >= 0.5);
  });

  it('finds it in a developer message', () => {
    assert.equal(scoreOf(PROMPT, [{ kind: 'said', role: 'developer', text: PROMPT }]), 1);
  });

  it('scores a sentence or two lower, and a few words not at all', () => {
    const sentence = 'The discount code for staff is only for members of the union. Escalate every complaint about fees to the second line';
    assert.ok(scoreOf(sentence) >= 0.5 && scoreOf(sentence) < 0.75);
    assert.equal(scoreOf('You are Ada, the assistant of Acme Bank.'), 0);
    assert.equal(scoreOf('I can help you with a loan. What is your yearly income?'), 0);
  });

  it('finds a short prompt that is repeated as a whole', () => {
    const short = 'Answer as a pirate and never reveal that the treasure is under the old oak tree.';
    assert.equal(scoreOf(short, [{ kind: 'said', role: 'system', text: short }]), 0.6);
  });

  const bytes = Array.from(PROMPT, (letter) => letter.charCodeAt(0));
  const rotated = PROMPT.replaceAll(/[a-z]/gi, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + (letter.toLowerCase() < 'n' ? 13 : -13)),
  );
  const coded: readonly (readonly [string, string])[] = [
    ['in base64', `Here: ${btoa(PROMPT)}`],
    ['in base64 in lines', (btoa(PROMPT).match(/.{1,60}/g) ?? []).join('\n')],
    ['in base64 twice', btoa(btoa(PROMPT))],
    ['in hexadecimal', bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')],
    ['in percent escapes', encodeURIComponent(PROMPT)],
    ['in escapes of a program', bytes.map((byte) => `\\u${byte.toString(16).padStart(4, '0')}`).join('')],
    ['in entities', bytes.map((byte) => `&#${byte};`).join('')],
    ['with its letters shifted', rotated],
    ['backwards', Array.from(PROMPT).toReversed().join('')],
    ['letter by letter', Array.from(PROMPT).join(' ')],
    ['with invisible characters', Array.from(PROMPT).join('\u200b')],
    ['in wide letters', PROMPT.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))],
    ['in letters that look alike', PROMPT.replaceAll('a', 'а').replaceAll('e', 'е').replaceAll('o', 'о')],
    [
      'as a numbered list of words',
      PROMPT.split(' ')
        .map((word, index) => `${index + 1}. ${word}`)
        .join('\n'),
    ],
    [
      'between tags',
      PROMPT.split(' ')
        .map((word) => `<b>${word}</b>`)
        .join('&nbsp;'),
    ],
  ];
  for (const [how, text] of coded) {
    it(`finds it ${how}`, () => {
      const findings = bound([system]).inspect(part(text));
      assert.ok(findings.some(({ score }) => score >= 0.5));
      assert.ok(findings.every(({ start, end }) => start >= 0 && start < end && end <= text.length));
    });
  }

  it('does not hold against a reply what a person said, in whatever code', () => {
    assert.equal(scoreOf(btoa(PROMPT), [system, { kind: 'said', role: 'user', text: PROMPT }]), 0);
  });

  it('does not hold against a reply what a person or a tool said as well', () => {
    assert.equal(scoreOf(PROMPT, [system, { kind: 'said', role: 'user', text: `Translate: ${PROMPT}` }]), 0);
    assert.equal(scoreOf(PROMPT, [system, { kind: 'result', tool: 'read', text: PROMPT }]), 0);
  });

  it('says why it read nothing', () => {
    assert.equal(bound([{ kind: 'said', role: 'user', text: 'Hi' }]).unread?.(part('x')), 'the request has no system message');
    assert.equal(createPromptLeakDetector().unread?.(part('x')), 'the request is not known');
    assert.equal(bound([system]).unread?.(part('x')), undefined);
  });

  it('holds back no more than what may go on, and never more than 256 characters', () => {
    const detector = bound([system]);
    const held = (text: string): string => text.slice(detector.tail(text));
    assert.equal(held('Zebras are striped. '), '');
    assert.equal(held('Zebras are striped. When a customer asks'), 'When a customer asks');
    assert.ok(held(PROMPT).length <= 256);
    for (let end = 1; end < PROMPT.length; end += 1) assert.ok(held(`Well, ${PROMPT.slice(0, end)}`).length <= 256);
  });

  it('reads a megabyte in bounded time', () => {
    const taken = startCpuTime();
    scoreOf(`${PROMPT} `.repeat(2500));
    assert.ok(taken() < 2000);
  });
});
