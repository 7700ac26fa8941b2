import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engineFigures } from '../../dashboard/src/lib/engine-figures.ts';
import { isTaken, layOut } from '../../dashboard/src/lib/graph-layout.ts';
import { healthBody } from '../../dashboard/src/lib/health-body.ts';
import { wavOf } from '../../dashboard/src/lib/recorder.ts';

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

describe('isTaken()', () => {
  const edge = (from: string, to: string, parallel = false) => ({ from, to, condition: null, parallel });
  const edges = [
    edge('screen', 'end'),
    edge('screen', 'recall', true),
    edge('screen', 'generate'),
    edge('recall', 'generate'),
    edge('generate', 'end'),
  ];
  const taken = (done: readonly string[]): string[] =>
    edges.filter((one) => isTaken({ end: 'end', edges }, one, { running: [], done })).map(({ from, to }) => `${from} ${to}`);

  it('leaves out the way around what was taken, and the ends of nodes that were not the last', () => {
    assert.deepEqual(taken(['screen', 'recall', 'generate', 'end']), ['screen recall', 'recall generate', 'generate end']);
    assert.deepEqual(taken(['screen', 'generate', 'end']), ['screen generate', 'generate end']);
    assert.deepEqual(taken(['screen', 'end']), ['screen end']);
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
    assert.deepEqual(healthBody({ status: 'degraded', version: '1', components: { database: true, bus: false } }).components, {
      database: { status: 'ok' },
      bus: { status: 'degraded' },
    });
    const checks = { 'platform-realtime': { status: 'ok', latency_ms: 1 }, 'platform-messaging': { status: 'ok', latency_ms: 2 } } as const;
    assert.deepEqual(healthBody({ status: 'ok', checks }).components, checks);
  });
});
