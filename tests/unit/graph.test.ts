import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { checkGraph, END, type Edge, type Graph, type GraphEvent, type GraphNode } from '../../src/domain/reasoning/graph.ts';
import { runGraph } from '../../src/domain/reasoning/run-graph.ts';
import { createTestClock, stuck } from './reasoner-doubles.ts';

interface State {
  readonly count: number;
  readonly note?: string;
}
type Node = GraphNode<State, string>;

const says = (name: string, words: readonly string[], update: (state: State) => Partial<State> = () => ({})): Node => ({
  name,
  async *run(state) {
    yield* words;
    return update(state);
  },
});

const graphOf = (nodes: readonly Node[], edges: readonly Edge<State>[], stepLimit = 10): Graph<State, string> => ({
  name: 'test',
  start: nodes[0]?.name ?? '',
  nodes,
  edges,
  stepLimit,
});

async function run(graph: Graph<State, string>, signal = new AbortController().signal): Promise<GraphEvent<State, string>[]> {
  const events: GraphEvent<State, string>[] = [];
  for await (const event of runGraph(graph, { count: 0 }, { signal, clock: createTestClock() })) events.push(event);
  return events;
}

const outputs = (events: readonly GraphEvent<State, string>[]): string[] =>
  events.flatMap((event) => (event.type === 'output' ? [`${event.node}:${event.output}`] : []));

const finalState = (events: readonly GraphEvent<State, string>[]): State | undefined => {
  const last = events.at(-1);
  return last?.type === 'finished' ? last.state : undefined;
};

describe('runGraph()', () => {
  it('runs nodes along edges, carries their updates on and ends with the final state', async () => {
    const nodes = [
      says('a', ['1'], (state) => ({ count: state.count + 1 })),
      says('b', ['2'], (state) => ({ note: `after ${state.count}` })),
    ];
    const edges = [
      { from: 'a', to: 'b' },
      { from: 'b', to: END },
    ];
    const events = await run(graphOf(nodes, edges));
    assert.deepEqual(
      events.map((event) => event.type),
      ['node-started', 'output', 'node-finished', 'node-started', 'output', 'node-finished', 'finished'],
    );
    assert.deepEqual(finalState(events), { count: 1, note: 'after 1' });
    assert.deepEqual(outputs(events), ['a:1', 'b:2']);
  });

  it('tells name, step number and duration in milliseconds of every node', async () => {
    const events = await run(graphOf([says('a', [])], [{ from: 'a', to: END }]));
    assert.deepEqual(events[0], { type: 'node-started', node: 'a', step: 1 });
    assert.deepEqual(events[1], { type: 'node-finished', node: 'a', step: 1, durationMs: 1 });
    assert.deepEqual(events[2], { type: 'finished', state: { count: 0 }, steps: 1 });
  });

  it('takes the first edge whose condition holds', async () => {
    const edges: Edge<State>[] = [
      { from: 'a', to: 'a', when: (state) => state.count < 3 },
      { from: 'a', to: END },
    ];
    const events = await run(graphOf([says('a', ['x'], (state) => ({ count: state.count + 1 }))], edges));
    assert.equal(finalState(events)?.count, 3);
    assert.equal(outputs(events).length, 3);
  });

  it('fails with kind internal at the step limit instead of going round for ever', async () => {
    const graph = graphOf([says('a', [])], [{ from: 'a', to: 'a' }], 5);
    await assert.rejects(run(graph), (error) => error instanceof ServiceError && error.kind === 'internal');
  });

  it('feeds a streaming edge piece by piece, as fast as it is read', async () => {
    const log: string[] = [];
    const source: Node = {
      name: 'source',
      async *run() {
        for (const word of ['a', 'b']) {
          log.push(`gives ${word}`);
          yield word;
        }
        return { count: 5 };
      },
    };
    const sink: Node = {
      name: 'sink',
      async *run(_state, { input }) {
        for await (const word of input) {
          log.push(`takes ${word}`);
          yield word.toUpperCase();
        }
        return { note: 'read' };
      },
    };
    const edges: Edge<State>[] = [
      { from: 'source', to: 'sink', streaming: true },
      { from: 'sink', to: END },
    ];
    const events = await run(graphOf([source, sink], edges));
    assert.deepEqual(outputs(events), ['sink:A', 'sink:B']);
    assert.deepEqual(log, ['gives a', 'takes a', 'gives b', 'takes b']);
    assert.deepEqual(finalState(events), { count: 5, note: 'read' });
  });

  it('stops the node before when the node after a streaming edge has read enough', async () => {
    let closed = false;
    let signal: AbortSignal | undefined;
    const source: Node = {
      name: 'source',
      async *run(_state, context) {
        signal = context.signal;
        try {
          for (;;) yield 'more';
        } finally {
          closed = true;
        }
      },
    };
    const sink: Node = {
      name: 'sink',
      async *run(_state, { input }) {
        for await (const word of input) {
          yield word;
          break;
        }
        return {};
      },
    };
    const edges: Edge<State>[] = [
      { from: 'source', to: 'sink', streaming: true },
      { from: 'sink', to: END },
    ];
    const events = await run(graphOf([source, sink], edges));
    assert.deepEqual(outputs(events), ['sink:more']);
    assert.ok(closed);
    assert.ok(signal?.aborted);
    const ended = events.flatMap((event) => (event.type === 'node-finished' ? [event.node] : []));
    assert.deepEqual(ended.toSorted(), ['sink', 'source']);
  });

  it('ends with the reason of an aborted signal although a node is stuck', async () => {
    const controller = new AbortController();
    const node: Node = {
      name: 'a',
      async *run() {
        controller.abort(new Error('enough'));
        await stuck();
        yield 'never';
        return {};
      },
    };
    await assert.rejects(run(graphOf([node], [{ from: 'a', to: END }]), controller.signal), /enough/);
  });

  it('starts no node once the signal has aborted', async () => {
    let started = false;
    const node: Node = {
      name: 'a',
      async *run() {
        started = true;
        yield 'x';
        return {};
      },
    };
    await assert.rejects(run(graphOf([node], [{ from: 'a', to: END }]), AbortSignal.abort(new Error('gone'))), /gone/);
    assert.equal(started, false);
  });

  it('aborts the nodes when its reader leaves early', async () => {
    let signal: AbortSignal | undefined;
    const node: Node = {
      name: 'a',
      async *run(_state, context) {
        signal = context.signal;
        yield 'first';
        yield 'second';
        return {};
      },
    };
    const graph = graphOf([node], [{ from: 'a', to: END }]);
    for await (const event of runGraph(graph, { count: 0 }, { signal: new AbortController().signal, clock: createTestClock() })) {
      if (event.type === 'output') break;
    }
    assert.ok(signal?.aborted);
  });

  it('throws what a node throws', async () => {
    const node: Node = {
      name: 'a',
      // oxlint-disable-next-line require-yield
      async *run() {
        throw new ServiceError('provider_unavailable', 'no model');
      },
    };
    await assert.rejects(run(graphOf([node], [{ from: 'a', to: END }])), /no model/);
  });
});

describe('checkGraph()', () => {
  const a = says('a', []);
  const b = says('b', []);
  const end: Edge<State> = { from: 'b', to: END };
  const faults: readonly [string, Graph<State, string>, RegExp][] = [
    ['a missing start', { ...graphOf([a], [{ from: 'a', to: END }]), start: 'x' }, /start x/],
    ['two nodes of one name', graphOf([a, a], [{ from: 'a', to: END }]), /share a name/],
    ['an edge to a node that is not there', graphOf([a], [{ from: 'a', to: 'x' }]), /leads to x/],
    ['an edge from a node that is not there', graphOf([a], [{ from: 'x', to: 'a' }]), /leaves x/],
    ['a node without a way out', graphOf([a, b], [end]), /no edge leaves a/],
    ['a streaming edge to the end', graphOf([a], [{ from: 'a', to: END, streaming: true }]), /streaming edge of a/],
    ['a streaming edge with a rival', graphOf([a, b], [{ from: 'a', to: 'b', streaming: true }, { from: 'a', to: END }, end]), /beside/],
    [
      'streaming edges in a circle',
      graphOf(
        [a, b],
        [
          { from: 'a', to: 'b', streaming: true },
          { from: 'b', to: 'a', streaming: true },
        ],
      ),
      /circle/,
    ],
  ];
  for (const [name, graph, message] of faults) {
    it(`refuses ${name}`, () => assert.throws(() => checkGraph(graph), message));
  }
});
