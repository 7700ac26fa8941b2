import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';
import { fc, LONGEST_MS } from '../draws.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { ask, at, bodyOf, chunk, eventsOf, guardService, listed, reply, textAt } from './guard-service.ts';
import { split } from './split-streams.ts';

const CARD = '4111 1111 1111 1111';

async function streamed(chunks: readonly JsonObject[], content = 'Hi') {
  const service = guardService({ chunks });
  const events = await eventsOf(await service.chat(ask(content, { stream: true }), { 'x-request-id': 'r' }));
  const decisions = await service.journal.decisions('r');
  const checks = decisions?.find(({ direction }) => direction === 'output')?.checks ?? [];
  return { events, checks, record: await service.journal.request('r') };
}

/** The values of one field of the deltas of a choice, in their order. */
function valuesOf(events: readonly JsonValue[], field: string, choice = 0): JsonValue[] {
  return events.flatMap((event) => {
    const choices = at(event, 'choices');
    const own = Array.isArray(choices) ? choices.filter((entry) => at(entry, 'index') === choice) : [];
    return own.map((entry) => at(entry, 'delta', field)).filter((value) => value !== undefined);
  });
}

/** What a field of values says together. */
function said(values: readonly JsonValue[], field: string): string {
  return values
    .map((value) => at(value, field))
    .filter((text) => typeof text === 'string')
    .join('');
}

const detail = (text: string, index = 0): JsonObject => ({ type: 'reasoning.text', text, format: 'some-v1', index });
const citation = (url: string, title: string): JsonObject => ({ type: 'url_citation', url_citation: { url, title, start_index: 3 } });

describe('a field of a streamed reply that nobody knows', () => {
  it('is redacted where its text grows from chunk to chunk, and recorded as scanned', async () => {
    const pieces = ['It is 4111 11', '11 1111 ', '1111, I think.'];
    const { events, checks } = await streamed([
      ...pieces.map((text) => chunk({ reasoning_details: [detail(text)] })),
      chunk({ content: 'Done.' }),
      chunk({}, 'stop'),
    ]);
    const values = valuesOf(events, 'reasoning_details').flat();
    assert.equal(said(values, 'text'), 'It is [CREDIT_CARD], I think.');
    for (const value of values) assert.deepEqual(value, { ...detail(''), text: at(value, 'text') });
    const row = checks.find(({ part, detector }) => part === 'choices[0].message.reasoning_details[0].text' && detector === 'card_number');
    assert.deepEqual([row?.outcome, row?.findings], ['scanned', 1]);
  });

  it('is recorded once with what changes nothing, though each piece is read by itself too', async () => {
    const service = guardService({
      chunks: [chunk({ reasoning_details: [detail('Ask jo@mail.example.org, please.')] }), chunk({}, 'stop')],
    });
    await (await service.chat(ask('Hi', { stream: true }), { 'x-request-id': 'r' })).text();
    const findings = (await service.journal.decisions('r'))?.flatMap((decision) => decision.findings) ?? [];
    const emails = findings.filter(({ detector }) => detector === 'email_address');
    assert.deepEqual(
      emails.map(({ part, start }) => [part, start]),
      [['choices[0].message.reasoning_details[0].text', 4]],
    );
  });

  it('passes as it came where there is nothing in it, in the same chunks unless something may follow', async () => {
    const chunks = [
      chunk({ reasoning_details: [detail('I think')], content: 'a' }),
      chunk({ reasoning_details: [detail(' of 41'), { type: 'reasoning.encrypted', data: 'Q'.repeat(80), index: 1 }] }),
      chunk({ reasoning_details: [detail('11 things.')] }),
      chunk({ annotations: [citation('https://example.org/a', 'A 4')] }),
      chunk({ annotations: [citation('https://example.org/b', 'B')], vendor_note: { deep: [1, true, null] } }),
      chunk({}, 'stop'),
    ];
    const { events } = await streamed(chunks);
    for (const field of ['reasoning_details', 'annotations', 'vendor_note']) {
      assert.deepEqual(valuesOf(events, field), valuesOf(chunks, field), field);
    }
    assert.deepEqual(events[0], chunks[0]);
  });

  it('is redacted where each chunk holds something whole', async () => {
    const { events } = await streamed([
      { ...chunk({ annotations: [citation(`https://example.org/?c=4111111111111111`, CARD)] }), provider: 'X', citations: [CARD] },
      { ...chunk({ annotations: [citation('https://example.org/', '1')] }), provider: 'X', citations: [CARD, 'b'] },
      { ...chunk({}, 'stop'), choices: [{ index: 0, delta: {}, finish_reason: 'stop', native: { words: `stop ${CARD}` } }] },
    ]);
    assert.ok(!JSON.stringify(events).includes('4111'), JSON.stringify(events));
    assert.deepEqual(
      events.slice(0, 2).map((event) => at(event, 'citations')),
      [['[CREDIT_CARD]'], ['[CREDIT_CARD]', 'b']],
    );
    assert.equal(at(events[0], 'provider'), 'X');
    assert.equal(at(events.at(-2), 'choices', 0, 'native', 'words'), 'stop [CREDIT_CARD]');
  });

  it('ends a reply whose policy blocks what is in it', async () => {
    const rules = [{ direction: 'output' as const, channels: ['user' as const], steps: [{ threshold: 0.5, action: 'block' as const }] }];
    const policy = { ...DEFAULT_POLICY, checks: DEFAULT_POLICY.checks.map((check) => ({ ...check, rules })) };
    const pipeline = createDefaultPipeline({ clock: createManualClock(), ids: createCountingIds(), policy });
    for (const field of ['annotations', 'thinking_blocks', 'note'] as const) {
      const value = (text: string): JsonValue => (field === 'note' ? text : [{ type: 'x', thinking: text, index: 0 }]);
      const chunks = [
        { ...chunk({ [field]: value(`say ${CARD.slice(0, 9)}`) }), extra: 'x' },
        chunk({ [field]: value(CARD.slice(9)) }),
        chunk({}, 'stop'),
      ];
      const whole = [chunk({ [field]: value(CARD) }), chunk({}, 'stop')];
      for (const given of field === 'annotations' ? [whole] : [chunks, whole]) {
        const service = guardService({ chunks: given }, { deps: { pipeline } });
        const events = await eventsOf(await service.chat(ask('Hi', { stream: true })));
        assert.equal(at(events.at(-2), 'choices', 0, 'finish_reason'), 'content_filter', field);
        assert.ok(!JSON.stringify(events).includes('41'), field);
      }
    }
  });

  it('is redacted in a call, beside its arguments and instead of them', async () => {
    const call = (more: JsonObject): JsonObject => chunk({ tool_calls: [{ index: 0, id: 'c', type: 'function', ...more }] });
    const { events, checks } = await streamed([
      call({ function: { name: `pay ${CARD}`, arguments: '' }, note: CARD.slice(0, 10) }),
      call({ note: CARD.slice(10), function: { arguments: { card: CARD } } }),
      call({ function: { parsed: { card: 4111111111111111 } } }),
      chunk({}, 'tool_calls'),
    ]);
    assert.ok(!/4111|1111/.test(JSON.stringify(events)), JSON.stringify(events));
    const scanned = new Set(
      checks.filter(({ outcome }) => outcome === 'scanned').map(({ part }) => part.replace('choices[0].message', '')),
    );
    assert.deepEqual(
      ['note', 'function.name', 'function.arguments.card', 'function.parsed.card'].filter(
        (place) => !scanned.has(`.tool_calls[0].${place}`),
      ),
      [],
    );
  });

  it('gets back what was redacted on the way to the model', async () => {
    const { events } = await streamed(
      [
        chunk({ reasoning_details: [detail('They pay with [CREDIT')], note: '[CREDIT_CARD_1]' }),
        chunk({ reasoning_details: [detail('_CARD_1], fine.')], annotations: [citation('https://x.test', '[CREDIT_CARD_1]')] }),
        chunk({}, 'stop'),
      ],
      `Mine is ${CARD}`,
    );
    const values = valuesOf(events, 'reasoning_details').flat();
    assert.equal(said(values, 'text'), `They pay with ${CARD}, fine.`);
    assert.deepEqual(
      said(
        events.map((event) => at(event, 'choices', 0, 'delta') ?? null),
        'note',
      ),
      CARD,
    );
    assert.deepEqual(valuesOf(events, 'annotations'), [[citation('https://x.test', CARD)]]);
  });

  it('reaches the client as the redaction of its whole text, however it is cut and mixed', { timeout: LONGEST_MS }, async () => {
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom(` ${CARD} `, ' 3782-822463-10005.', ' 41', 'a 4 ', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a '),
          fc.lorem({ maxCount: 3 }),
        ),
        {
          maxLength: 6,
        },
      )
      .map((pieces) => pieces.join(''));
    const given = fc.record({
      texts: fc.array(text, { minLength: 1, maxLength: 3 }),
      cuts: fc.array(fc.nat(), { maxLength: 12 }),
      order: fc.array(fc.nat(), { maxLength: 40 }),
    });
    const pipeline = createDefaultPipeline({ clock: createManualClock(), ids: createCountingIds() });
    let chunks: readonly JsonObject[] = [];
    const service = guardService({ chunks: () => listed(chunks) }, { deps: { pipeline } });
    const redacted = async (content: string): Promise<string> => {
      const plain = guardService({ reply: reply(content) }, { deps: { pipeline } });
      return textAt(await bodyOf(await plain.chat(ask('Hi'))), 'choices', 0, 'message', 'content');
    };
    await fc.assert(
      fc.asyncProperty(given, async ({ texts, cuts, order }) => {
        const waiting = texts.map((one, index) => ({ index, pieces: split(one, cuts) }));
        const made: JsonObject[] = [];
        for (let turn = 0; waiting.some(({ pieces }) => pieces.length > 0); turn += 1) {
          const open = waiting.filter(({ pieces }) => pieces.length > 0);
          const next = open[(order[turn] ?? turn) % open.length];
          if (next !== undefined) made.push(chunk({ thinking_blocks: [{ thinking: next.pieces.shift() ?? '', index: next.index }] }));
        }
        chunks = [...made, chunk({}, 'stop')];
        const events = await eventsOf(await service.chat(ask('Hi', { stream: true })));
        for (const [index, one] of texts.entries()) {
          const values = valuesOf(events, 'thinking_blocks').flat();
          const own = values.filter((value) => at(value, 'index') === index);
          // Each piece is read by itself as well: a client may take it so.
          const pieces = await Promise.all(split(one, cuts).map(async (piece) => (piece.length < 6 ? piece : redacted(piece))));
          assert.equal(said(own, 'thinking'), await redacted(pieces.join('')));
        }
      }),
      { numRuns: 80 },
    );
  });

  it('cannot come under more names than the limit', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 'x'] as const);
    const { events, record } = await streamed([chunk(Object.fromEntries(many)), chunk({}, 'stop')]);
    assert.match(JSON.stringify(events), /more than the limit of 16384 texts/);
    assert.equal(record?.status, 'failed');
  });
});
