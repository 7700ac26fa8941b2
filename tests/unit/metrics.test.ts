import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createJsonLogger } from '../../src/adapters/system/logger.ts';
import { createHttpApp } from '../../src/http/app.ts';
import { engineSamples } from '../../src/http/engine-metrics.ts';
import { encodeMetrics, metricsRoute } from '../../src/http/metrics.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';

const STATS = {
  model: 'stt-en',
  provider: 'native',
  loadedMs: 250,
  workers: 1,
  queueDepth: 2,
  running: 1,
  completed: 10,
  failed: 1,
  refused: 0,
  totalRunMs: 5000,
  meanRunMs: 500,
};

describe('encodeMetrics()', () => {
  it('puts the samples of one name under one HELP and one TYPE line', () => {
    const sample = (model: string, value: number) =>
      ({ name: 'runs_total', type: 'counter', help: 'Runs.', labels: { model }, value }) as const;
    const other = { name: 'depth', type: 'gauge', help: 'Depth.', value: 3 } as const;
    assert.equal(
      encodeMetrics([sample('a', 1), other, sample('b', 2)]),
      '# HELP runs_total Runs.\n# TYPE runs_total counter\nruns_total{model="a"} 1\nruns_total{model="b"} 2\n' +
        '# HELP depth Depth.\n# TYPE depth gauge\ndepth 3\n',
    );
  });

  it('escapes backslashes, quotes and new lines in labels', () => {
    const text = encodeMetrics([{ name: 'a', type: 'gauge', help: 'b\\\nc', labels: { path: 'x\\y"z\n' }, value: 1 }]);
    assert.match(text, /^a\{path="x\\\\y\\"z\\n"\} 1$/m);
    assert.match(text, /^# HELP a b\\\\\\nc$/m);
  });

  for (const [value, written] of [
    [Infinity, '+Inf'],
    [-Infinity, '-Inf'],
    [NaN, 'NaN'],
    [0.25, '0.25'],
  ] as const) {
    it(`writes ${value} as ${written}`, () => {
      assert.ok(encodeMetrics([{ name: 'a', type: 'gauge', help: 'b', value }]).endsWith(`\na ${written}\n`));
    });
  }

  it('writes nothing for no samples', () => assert.equal(encodeMetrics([]), ''));
});

describe('engineSamples()', () => {
  it('gives load time, queue depth and run time in base units, and the real-time factor where there is one', () => {
    const values = (samples: ReturnType<typeof engineSamples>) => Object.fromEntries(samples.map(({ name, value }) => [name, value]));
    assert.deepEqual(values(engineSamples([STATS])), {
      parley_engine_load_seconds: 0.25,
      parley_engine_workers: 1,
      parley_engine_queue_depth: 2,
      parley_engine_running: 1,
      parley_engine_completed_total: 10,
      parley_engine_failed_total: 1,
      parley_engine_refused_total: 0,
      parley_engine_run_seconds_total: 5,
      parley_engine_run_mean_seconds: 0.5,
    });
    assert.equal(values(engineSamples([{ ...STATS, realTimeFactor: 0.1 }]))['parley_engine_real_time_factor'], 0.1);
  });
});

describe('GET /metrics', () => {
  it('answers in the text format, and only to those with a key where keys are on', async () => {
    const clock = createManualClock();
    const app = createHttpApp({
      clock,
      ids: createCountingIds(),
      logger: createJsonLogger({ clock, level: 'silent', write: () => undefined }),
      apiKeys: [{ name: 'prometheus', key: 'correct-horse' }],
      corsOrigins: [],
      maxBodyBytes: 1024,
    }).use(metricsRoute({ collect: () => engineSamples([STATS]) }));
    assert.equal((await app.handle(new Request('http://localhost/metrics'))).status, 401);
    const response = await app.handle(new Request('http://localhost/metrics', { headers: { authorization: 'Bearer correct-horse' } }));
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    assert.match(await response.text(), /^parley_engine_queue_depth\{model="stt-en",provider="native"\} 2$/m);
  });
});
