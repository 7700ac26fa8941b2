import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { engineFigures } from '../../dashboard/src/lib/engine-figures.ts';
import { layOut } from '../../dashboard/src/lib/graph-layout.ts';
import { healthBody } from '../../dashboard/src/lib/health-body.ts';
import { wavOf } from '../../dashboard/src/lib/recorder.ts';
import { waterfall } from '../../dashboard/src/lib/waterfall.ts';

describe('layOut()', () => {
  const edge = (from: string, to: string) => ({ from, to, condition: null, parallel: false });

  it('puts a node to the right of all that come before it', () => {
    const { nodes } = layOut({
      start: 'a',
      end: 'end',
      nodes: ['a', 'b', 'c'].map((name) => ({ name })),
      edges: [edge('a', 'b'), edge('b', 'c'), edge('a', 'c'), edge('c', 'end')],
    });
    const x = Object.fromEntries(nodes.map((node) => [node.name, node.x]));
    assert.ok((x['a'] ?? 0) < (x['b'] ?? 0) && (x['b'] ?? 0) < (x['c'] ?? 0) && (x['c'] ?? 0) < (x['end'] ?? 0));
  });

  it('comes to an end for a graph that goes in circles', () => {
    assert.equal(
      layOut({ start: 'a', end: 'end', nodes: [{ name: 'a' }, { name: 'b' }], edges: [edge('a', 'b'), edge('b', 'a'), edge('b', 'end')] })
        .edges.length,
      3,
    );
  });
});

describe('waterfall()', () => {
  it('begins a stage its own latency before it ended', () => {
    const entry = {
      object: 'guard.debug_entry',
      sequence: 1,
      stage: 'upstream',
      name: 'u',
      part: null,
      outcome: 'ok',
      reason: null,
      findings: 0,
      score: 0,
      latency_ms: 30,
    } as const;
    const { bars, totalMs } = waterfall({ received_at: '2026-01-01T00:00:00.000Z', total_ms: 50 }, [
      { ...entry, at: '2026-01-01T00:00:00.040Z' },
    ]);
    assert.deepEqual([bars[0]?.startMs, bars[0]?.lengthMs, totalMs], [10, 30, 50]);
  });
});

describe('engineFigures()', () => {
  it('reads the figures of each model', () => {
    const text =
      '# HELP x\nparley_engine_workers{model="stt-en",provider="native"} 1\nparley_engine_running{model="stt-en",provider="native"} 2\nother{model="x"} 3\n';
    assert.deepEqual(engineFigures(text), [{ model: 'stt-en', provider: 'native', figures: { workers: 1, running: 2 } }]);
  });
});

describe('wavOf()', () => {
  it('writes a WAV file of 16 bits', async () => {
    const bytes = new DataView(await wavOf(new Float32Array([0, 1, -1]), 16_000).arrayBuffer());
    assert.equal(bytes.byteLength, 50);
    assert.equal(bytes.getUint32(24, true), 16_000);
    assert.deepEqual([bytes.getInt16(46, true), bytes.getInt16(48, true)], [32_767, -32_767]);
  });
});

describe('healthBody()', () => {
  it('reads dependencies of all three services alike', () => {
    assert.deepEqual(healthBody({ status: 'degraded', components: { database: true, bus: false } }).components, {
      database: { status: 'ok' },
      bus: { status: 'degraded' },
    });
    assert.deepEqual(healthBody({ status: 'ok', checks: { rooms: { status: 'ok', latency_ms: 1 } } }).components, {
      rooms: { status: 'ok', latency_ms: 1 },
    });
  });
});
