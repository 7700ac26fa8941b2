import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';
import type { Action } from '../../src/ports/guard.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { numbersOf } from '../fixtures/numbers-of-a-seed.ts';
import { ask, at, bodyOf, chunk, eventsOf, guardService, reply, textOf, type GuardChanges } from './guard-service.ts';

const random = numbersOf(9);

/** Letters and digits without a pattern; no key in this file is written out. */
const noise = (length: number, alphabet = 'aZ3kQ9xW7mB2nT5vR8cY4jH6pL1sD'): string =>
  Array.from({ length }, () => alphabet[random(alphabet.length)]).join('');

function secretsAre(action: Action): GuardChanges {
  const checks = DEFAULT_POLICY.checks.map((check) =>
    check.detector !== 'secrets'
      ? check
      : { ...check, rules: [{ direction: 'output' as const, channels: ['user' as const], steps: [{ threshold: 0.5, action }] }] },
  );
  const policy = { ...DEFAULT_POLICY, checks };
  return { deps: { pipeline: createDefaultPipeline({ clock: createManualClock(), ids: createCountingIds(), policy }) } };
}

const key = (lines: number): string =>
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${Array.from({ length: lines }, () => `${noise(70)}\n`).join('')}-----END OPENSSH PRIVATE KEY-----`;

/** Secrets with what stands before and behind them, and what they become. */
const CASES: readonly (readonly [before: string, secret: () => string, behind: string, category: string])[] = [
  ['Use ', () => `ghp_${noise(36)}`, ' for now.', 'GITHUB_TOKEN'],
  ['Your password is ', () => `${noise(9)}#53`, ', keep it.', 'PASSWORD'],
  ['export API_KEY="', () => noise(32), '"\nrun', 'GENERIC_SECRET'],
  ['Connect to postgres://app:', () => noise(14), '@db.internal:5432/app today', 'URL_PASSWORD'],
  ['Token: ', () => `eyJ${noise(30)}.eyJ${noise(300)}.${noise(43)}`, ' expires', 'JWT'],
  ['Here is the key:\n', () => key(26), '\nand no more', 'PRIVATE_KEY'],
  ['Here is a long key:\n', () => key(400), '\nand no more', 'PRIVATE_KEY'],
];

function cut(text: string): string[] {
  const pieces: string[] = [];
  const most = text.length > 5000 ? 900 : 40;
  for (let from = 0; from < text.length;) {
    const to = from + 1 + random(most);
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

describe('secrets in replies, redacted by policy', () => {
  for (const [before, secret, behind, category] of CASES) {
    it(`are replaced in a complete reply: ${before.trim()} [${category}]`, async () => {
      const service = guardService({ reply: reply(before + secret() + behind) }, secretsAre('redact'));
      const body = await bodyOf(await service.chat(ask('Hi')));
      assert.equal(at(body, 'choices', 0, 'message', 'content'), `${before}[${category}]${behind}`);
    });

    it(`are replaced in a stream, wherever it is cut: ${before.trim()} [${category}]`, async () => {
      for (let round = 0; round < 12; round += 1) {
        const text = before + secret() + behind;
        const chunks = [...cut(text).map((content) => chunk({ content })), chunk({}, 'stop')];
        const events = await eventsOf(await guardService({ chunks }, secretsAre('redact')).chat(ask('Hi', { stream: true })));
        assert.equal(textOf(events), `${before}[${category}]${behind}`);
      }
    });

    it(`end a stream that may not hold them, before their first character: ${before.trim()} [${category}]`, async () => {
      const text = before + secret() + behind;
      const chunks = [...cut(text).map((content) => chunk({ content })), chunk({}, 'stop')];
      const events = await eventsOf(await guardService({ chunks }, secretsAre('block')).chat(ask('Hi', { stream: true })));
      assert.ok(before.startsWith(textOf(events)), textOf(events));
      assert.equal(
        events.map((event) => at(event, 'choices', 0, 'finish_reason')).findLast((reason) => typeof reason === 'string'),
        'content_filter',
      );
    });
  }

  it('are replaced in streamed arguments of tool calls, which stay JSON', async () => {
    for (let round = 0; round < 30; round += 1) {
      const args = JSON.stringify({ note: `the token is ghp_${noise(36)} ok`, key: key(3) });
      const call = (text: string, more: JsonObject = {}): JsonObject =>
        chunk({
          tool_calls: [{ index: 0, ...more, function: { ...(more['id'] === undefined ? {} : { name: 'save' }), arguments: text } }],
        });
      const chunks = [call('', { id: 'c', type: 'function' }), ...cut(args).map((piece) => call(piece)), chunk({}, 'tool_calls')];
      const events = await eventsOf(await guardService({ chunks }, secretsAre('redact')).chat(ask('Hi', { stream: true })));
      const written = events
        .map((event) => at(event, 'choices', 0, 'delta', 'tool_calls', 0, 'function', 'arguments'))
        .filter((text) => typeof text === 'string')
        .join('');
      assert.deepEqual(JSON.parse(written) as JsonValue, { note: 'the token is [GITHUB_TOKEN] ok', key: '[PRIVATE_KEY]' });
    }
  });

  it('hold nothing of ordinary words back longer than a word', async () => {
    const words = 'The committee met again on Thursday to talk about the key to success and went home early.'.split(/(?<= )/);
    const chunks = [...words.map((content) => chunk({ content })), chunk({}, 'stop')];
    const events = await eventsOf(await guardService({ chunks }, secretsAre('redact')).chat(ask('Hi', { stream: true })));
    assert.equal(events.length, chunks.length + 1);
  });

  it('are noted by the shipped policy, also those that are longer than anything it looks back over', async () => {
    for (const [before, secret, behind, category] of CASES) {
      const text = `${'A first sentence, and another one. '.repeat(30)}${before}${secret()}${behind}${' And so it goes on.'.repeat(40)}`;
      const chunks = [...cut(text).map((content) => chunk({ content })), chunk({}, 'stop')];
      const service = guardService({ chunks });
      const events = await eventsOf(await service.chat(ask('Hi', { stream: true }), { 'x-request-id': 'r' }));
      assert.equal(textOf(events), text);
      const found = (await service.journal.decisions('r'))?.flatMap(({ findings }) => findings) ?? [];
      const own = found.filter(({ detector }) => detector === 'secrets');
      assert.deepEqual(
        own.map(({ category: name, start, action }) => [name.toUpperCase(), start, action]),
        [[category, text.indexOf(before) + before.length, 'flag']],
        before,
      );
    }
  });
});
