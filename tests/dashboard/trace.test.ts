import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { traceOf, type TraceParts } from '../../dashboard/src/lib/trace.ts';

type Entry = TraceParts['entries'][number];

const entry = (own: Partial<Entry>): Entry => ({
  object: 'guard.debug_entry',
  sequence: 1,
  at: '2026-01-01T00:00:00.040Z',
  stage: 'upstream',
  name: 'http://up/v1',
  part: null,
  outcome: 'answered',
  reason: null,
  findings: 0,
  score: 0,
  latency_ms: 30,
  ...own,
});
const request = { received_at: '2026-01-01T00:00:00.000Z', total_ms: 50 };
const turn = (startedAt: string): NonNullable<TraceParts['turn']> => ({
  object: 'voice.turn_record',
  request_id: 'r',
  session_id: 's',
  room_id: 'o',
  started_at: startedAt,
  outcome: 'completed',
  failed_stage: null,
  error_type: null,
  audio_seconds: 1,
  transcript_characters: 3,
  reply_characters: 3,
  decision: null,
  stages: [
    { name: 'stt', start_ms: 0, duration_ms: 200 },
    { name: 'bridge', start_ms: 200, duration_ms: 60 },
    { name: 'tts', start_ms: 260, duration_ms: 40 },
  ],
  total_ms: 300,
});
const run = (startedAt: string): NonNullable<TraceParts['run']> => ({
  object: 'reasoner.run',
  request_id: 'r',
  started_at: startedAt,
  model: 'm',
  outcome: 'stop',
  input_verdict: 'allow',
  output_verdict: 'flag',
  findings: [],
  usage: null,
  nodes: [
    { name: 'screen', start_ms: 0, duration_ms: 2 },
    { name: 'inspect', start_ms: 5, duration_ms: 10 },
  ],
  total_ms: 20,
});
const places = (parts: TraceParts) =>
  traceOf(parts).bars.map(({ service, name, startMs, lengthMs }) => [service, name, startMs, lengthMs] as const);

describe('traceOf()', () => {
  it('begins a stage of the guard its own latency before it ended', () => {
    assert.deepEqual(places({ request, entries: [entry({})] }), [['guard', 'http://up/v1', 10, 30]]);
    assert.equal(traceOf({ request, entries: [entry({})] }).totalMs, 50);
  });

  it('keeps the stages of the guard in order where whole milliseconds put one into the next', () => {
    const at = (ms: number): string => `2026-01-01T00:00:00.00${ms}Z`;
    const checked = (stage: Entry['stage'], ms: number, latency: number): Entry =>
      entry({ sequence: ms, stage, name: 'verdict', outcome: 'allow', at: at(ms), latency_ms: latency });
    const upstream = entry({ sequence: 9, at: at(3), latency_ms: 0.96 });
    const quick = { ...request, total_ms: 2.66 };
    assert.deepEqual(
      traceOf({ request: quick, entries: [checked('input', 2, 0.16), upstream] }).bars.map(({ stage, startMs }) => [
        stage,
        startMs.toFixed(2),
      ]),
      [
        ['input', '1.54'],
        ['upstream', '1.70'],
      ],
    );
    const whole = [checked('input', 1, 0.03), entry({ sequence: 9, at: at(3), latency_ms: 1.5 }), checked('output', 3, 0.33)];
    assert.deepEqual(
      traceOf({ request: { ...request, total_ms: 3.37 }, entries: whole }).bars.map(({ stage, startMs }) => [stage, startMs.toFixed(2)]),
      [
        ['input', '0.97'],
        ['upstream', '1.17'],
        ['output', '2.67'],
      ],
    );
  });

  it('lets the checks of a stream go on beside the upstream', () => {
    const output = entry({ sequence: 2, stage: 'output', name: 'verdict', outcome: 'allow', latency_ms: 14 });
    assert.deepEqual(places({ request, entries: [entry({}), output] }), [
      ['guard', 'http://up/v1', 10, 30],
      ['guard', 'verdict', 26, 14],
    ]);
  });

  it('puts voice, guard and reasoner on one line of time', () => {
    const parts = { request, entries: [entry({})], turn: turn('2025-12-31T23:59:59.790Z'), run: run('2026-01-01T00:00:00.012Z') };
    assert.deepEqual(places(parts), [
      ['voice', 'recognise', 0, 200],
      ['voice', 'ask', 200, 60],
      ['guard', 'http://up/v1', 220, 30],
      ['reasoner', 'screen', 222, 2],
      ['reasoner', 'inspect', 227, 10],
      ['voice', 'speak', 260, 40],
    ]);
    assert.equal(traceOf(parts).totalMs, 300);
  });

  it('moves what the clock of another host puts outside the stage that waited for it', () => {
    const parts = { request, entries: [entry({})], turn: turn('2026-01-01T00:05:00.000Z'), run: run('2025-12-31T23:00:00.000Z') };
    assert.deepEqual(
      places(parts).map(([service, name, start]) => `${service} ${name} ${start}`),
      ['voice recognise 0', 'voice ask 200', 'guard http://up/v1 210', 'reasoner screen 210', 'reasoner inspect 215', 'voice speak 260'],
    );
  });

  it('tells checks that found nothing from what matters', () => {
    const entries = [
      entry({ sequence: 1, stage: 'input', name: 'card_number', outcome: 'scanned' }),
      entry({ sequence: 2, stage: 'input', name: 'email_address', outcome: 'scanned', findings: 1 }),
      entry({ sequence: 3, stage: 'input', name: 'toxicity', outcome: 'not_scanned', reason: 'time-out' }),
      entry({ sequence: 4, stage: 'input', name: 'verdict', outcome: 'flag' }),
    ];
    const { bars } = traceOf({ request, entries });
    assert.deepEqual(
      bars.filter(({ isDetail }) => isDetail).map(({ name }) => name),
      ['card_number'],
    );
  });

  it('says at which stage a spoken turn failed', () => {
    const failed = { ...turn('2026-01-01T00:00:00.000Z'), failed_stage: 'bridge', error_type: 'timeout' } as const;
    const ask = traceOf({ request, entries: [], turn: failed }).bars.find(({ name }) => name === 'ask');
    assert.deepEqual([ask?.outcome, ask?.reason], ['failed', 'timeout']);
  });
});
