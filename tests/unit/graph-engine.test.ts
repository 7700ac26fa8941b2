import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryCheckpoints } from '../../src/adapters/in-memory/checkpoints.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import type { JsonValue } from '../../src/core/json.ts';
import { describeGraph, mermaidText } from '../../src/domain/reasoning/describe-graph.ts';
import {
  END,
  type Edge,
  type Graph,
  type GraphEvent,
  type GraphNode,
  type Interrupt,
  type RunOptions,
} from '../../src/domain/reasoning/graph.ts';
import { add, append } from '../../src/domain/reasoning/reducers.ts';
import { runGraph } from '../../src/domain/reasoning/run-graph.ts';
import { decodeState, encodeState } from '../../src/domain/reasoning/state-codec.ts';
import { createSubgraphNode } from '../../src/domain/reasoning/subgraph.ts';
import type { Checkpoints } from '../../src/ports/checkpoints.ts';
import { fc } from '../draws.ts';
import { createCountingIds } from '../fixtures/manual-system.ts';
import { stuck } from './reasoner-doubles.ts';

interface State {
  readonly log?: readonly string[];
  readonly sum?: number;
  readonly last?: string;
}
type Node = GraphNode<State, string>;

const node = (name: string, more: Partial<Node> = {}): Node => ({
  name,
  async *run() {
    yield name;
    return { log: [name], sum: 1, last: name };
  },
  ...more,
});

const graphOf = (nodes: readonly Node[], edges: readonly Edge<State>[], stepLimit = 100): Graph<State, string> => ({
  name: 'test',
  start: nodes[0]?.name ?? '',
  nodes,
  edges,
  stepLimit,
  reducers: { log: append, sum: add },
});

type Events = GraphEvent<State, string>[];

async function run(graph: Graph<State, string>, options: Partial<RunOptions> = {}, initial: State | undefined = {}): Promise<Events> {
  const events: Events = [];
  for await (const event of runGraph(graph, initial, { signal: new AbortController().signal, clock: systemClock, ...options }))
    events.push(event);
  return events;
}

const finalState = (events: Events): State | undefined => events.flatMap((event) => (event.type === 'finished' ? [event.state] : []))[0];

const threadOf = (checkpoints: Checkpoints, ids = createCountingIds(), name = 'run'): Pick<RunOptions, 'thread'> => ({
  thread: { checkpoints, ids, thread: 't', run: name, durability: 'sync' },
});

const parallel = (from: string, ...to: string[]): Edge<State>[] => to.map((target) => ({ from, to: target, parallel: true }));
const line = (...names: string[]): Edge<State>[] => names.slice(1).map((to, index) => ({ from: names[index] ?? '', to }));

describe('parallel branches', () => {
  it('run at once, and their updates are taken in in the order of the graph', async () => {
    const both = Promise.withResolvers<void>();
    const order: string[] = [];
    const waits: Partial<Node> = {
      async *run() {
        await both.promise;
        order.push('b');
        yield 'b';
        return { log: ['b'], last: 'b' };
      },
    };
    const opens: Partial<Node> = {
      async *run() {
        both.resolve();
        order.push('c');
        yield 'c';
        return { log: ['c'], last: 'c' };
      },
    };
    const graph = graphOf(
      [node('a'), node('b', waits), node('c', opens), node('d', { join: true })],
      [...parallel('a', 'b', 'c'), ...line('b', 'd', END), ...line('c', 'd')],
    );
    assert.deepEqual(finalState(await run(graph))?.log, ['a', 'b', 'c', 'd']);
    assert.deepEqual(order, ['c', 'b']);
  });

  it('of different lengths meet at a join that runs once, after all of them', async () => {
    const graph = graphOf(
      ['a', 'b', 'b2', 'b3', 'c', 'd'].map((name) => node(name, name === 'd' ? { join: true } : {})),
      [...parallel('a', 'b', 'c'), ...line('b', 'b2', 'b3', 'd', END), ...line('c', 'd')],
    );
    assert.deepEqual(finalState(await run(graph))?.log, ['a', 'b', 'c', 'b2', 'b3', 'd']);
  });

  it('are taken only where their conditions hold, and a loop around them goes on', async () => {
    const graph = graphOf(
      [node('a'), node('b'), node('c'), node('d', { join: true })],
      [
        { from: 'a', to: 'b', parallel: true },
        { from: 'a', to: 'c', parallel: true, when: (state) => (state.sum ?? 0) > 1 },
        ...line('b', 'd'),
        ...line('c', 'd'),
        { from: 'd', to: 'a', when: (state) => (state.sum ?? 0) < 5 },
        { from: 'd', to: END },
      ],
    );
    assert.deepEqual(finalState(await run(graph))?.log, ['a', 'b', 'd', 'a', 'b', 'c', 'd']);
  });

  it('stop at once when one of them fails', async () => {
    const waiting = node('b', {
      async *run() {
        await stuck();
        yield '';
        return {};
      },
    });
    const failing = node('c', {
      // oxlint-disable-next-line require-yield
      async *run() {
        throw new Error('broken');
      },
    });
    const graph = graphOf([node('a'), waiting, failing], [...parallel('a', 'b', 'c'), ...line('b', END), ...line('c', END)]);
    await assert.rejects(run(graph), /broken/);
  });
});

describe('stream modes', () => {
  const graph = graphOf([node('a'), node('b')], line('a', 'b', END));
  it('tell what was asked for and always the end', async () => {
    const types = async (...modes: NonNullable<RunOptions['modes']>): Promise<string[]> =>
      (await run(graph, { modes })).map(({ type }) => type);
    assert.deepEqual(await types('values'), ['values', 'values', 'finished']);
    assert.deepEqual(await types('updates'), ['update', 'update', 'finished']);
    assert.deepEqual(await types('tokens'), ['output', 'output', 'finished']);
    assert.deepEqual(await types('debug', 'values'), [
      'node-started',
      'node-finished',
      'values',
      'node-started',
      'node-finished',
      'values',
      'finished',
    ]);
  });
});

describe('a node that fails', () => {
  it('is tried again after pauses that double, with jitter, then replaced by its fallback', async () => {
    let tries = 0;
    const pauses: number[] = [];
    const failing = node('a', {
      // oxlint-disable-next-line require-yield
      async *run() {
        tries += 1;
        throw new Error('broken');
      },
      retry: { attempts: 3, firstPauseMs: 100, maxPauseMs: 150 },
      fallback: 'b',
    });
    const graph = graphOf([failing, node('b'), node('c')], line('a', 'c', END));
    const sleep = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
    const events = await run(graph, { sleep, random: () => 0.5 });
    assert.equal(tries, 3);
    assert.deepEqual(pauses, [75, 112.5]);
    assert.deepEqual(finalState(events)?.log, ['b', 'c']);
  });

  it('is not tried again once it has given output', async () => {
    let tries = 0;
    const failing = node('a', {
      async *run() {
        tries += 1;
        yield 'half';
        throw new Error('broken');
      },
      retry: { attempts: 3, firstPauseMs: 1, maxPauseMs: 1 },
    });
    await assert.rejects(run(graphOf([failing], line('a', END))), /broken/);
    assert.equal(tries, 1);
  });

  it('takes longer than its time-out: the run fails with timeout and its signal aborts', async () => {
    let signal: AbortSignal | undefined;
    const slow = node('a', {
      async *run(_state, context) {
        signal = context.signal;
        await stuck();
        yield '';
        return {};
      },
      timeoutMs: 5,
    });
    await assert.rejects(run(graphOf([slow], line('a', END))), { kind: 'timeout' });
    assert.ok(signal?.aborted);
  });
});

describe('an interrupt', () => {
  const asking = (name: string): Node =>
    node(name, {
      // oxlint-disable-next-line require-yield
      async *run(_state, context) {
        const first = context.interrupt(`${name} first`);
        const second = context.interrupt(`${name} second`);
        return { log: [`${name}:${JSON.stringify(first)},${JSON.stringify(second)}`] };
      },
    });
  const textOf = (question: JsonValue): string => (typeof question === 'string' ? question : '');
  const questionsOf = (open: readonly Interrupt[]): string[] =>
    open.map(({ question }) => textOf(question)).toSorted((one, other) => one.localeCompare(other));
  const interrupts = (events: Events) => events.flatMap((event) => (event.type === 'interrupted' ? event.interrupts : []));

  it('ends the run with its question; answers are given to the node that runs again, and its siblings do not', async () => {
    const checkpoints = createInMemoryCheckpoints();
    const thread = threadOf(checkpoints);
    const graph = graphOf(
      [node('a'), asking('b'), asking('c'), node('d'), node('e', { join: true })],
      [...parallel('a', 'b', 'c', 'd'), ...line('b', 'e', END), ...line('c', 'e'), ...line('d', 'e')],
    );
    const first = interrupts(await run(graph, thread));
    assert.deepEqual(questionsOf(first), ['b first', 'c first']);
    const answerAll = (open: typeof first) => Object.fromEntries(open.map(({ id, question }) => [id, `re ${textOf(question)}`]));
    const second = interrupts(await run(graph, { ...thread, answers: answerAll(first) }, undefined));
    assert.deepEqual(questionsOf(second), ['b second', 'c second']);
    const events = await run(graph, { ...thread, answers: answerAll(second) }, undefined);
    assert.deepEqual(finalState(events)?.log, ['a', 'b:"re b first","re b second"', 'c:"re c first","re c second"', 'd', 'e']);
    assert.equal(events.filter((event) => event.type === 'node-started' && event.node === 'd').length, 0);
    await assert.rejects(run(graph, { ...thread, answers: answerAll(second) }, undefined), { kind: 'invalid_input' });
  });

  it('in a graph inside a graph is asked outside, and what finished inside is not repeated', async () => {
    const checkpoints = createInMemoryCheckpoints();
    const thread = threadOf(checkpoints);
    const inner = graphOf([node('x'), asking('y')], line('x', 'y', END));
    const outer = graphOf(
      [
        node('a'),
        createSubgraphNode<State, State, string>({ name: 'sub', graph: inner, into: () => ({}), out: ({ log }) => ({ log: log ?? [] }) }),
        node('z'),
      ],
      line('a', 'sub', 'z', END),
    );
    const outputs: string[] = [];
    let open = interrupts(await run(outer, thread));
    for (let round = 0; round < 2; round += 1) {
      const [question] = open;
      const events = await run(outer, { ...thread, answers: { [question?.id ?? '']: round } }, undefined);
      outputs.push(...events.flatMap((event) => (event.type === 'output' ? [event.output] : [])));
      open = interrupts(events);
      if (open.length === 0) assert.deepEqual(finalState(events)?.log, ['a', 'x', 'y:0,1', 'z']);
    }
    assert.deepEqual(outputs, ['z']);
    assert.equal(open.length, 0);
  });

  it('without a thread is refused', async () => {
    await assert.rejects(run(graphOf([asking('a')], line('a', END))), { kind: 'internal' });
  });
});

describe('durability', () => {
  for (const durability of ['sync', 'async', 'exit'] as const) {
    it(`${durability} keeps the end of a run, and what was done before a failure`, async () => {
      const checkpoints = createInMemoryCheckpoints();
      let isBroken = true;
      const flaky = node('b', {
        async *run() {
          if (isBroken) throw new Error('broken');
          yield 'b';
          return { log: ['b'] };
        },
      });
      const graph = graphOf([node('a'), flaky], line('a', 'b', END));
      const ids = createCountingIds();
      const options = { thread: { checkpoints, ids, thread: 't', run: 'r', durability } };
      await assert.rejects(run(graph, options), /broken/);
      isBroken = false;
      const events = await run(graph, options, undefined);
      assert.deepEqual(finalState(events)?.log, ['a', 'b']);
      assert.equal(events.filter((event) => event.type === 'node-started').length, 1);
      assert.deepEqual((await checkpoints.latest('t'))?.checkpoint.next, []);
    });
  }
});

describe('encodeState()', () => {
  it('keeps JSON, dates and bytes, and objects that look like its own', () => {
    const state = { a: [1, null, 'x'], at: new Date(5), bytes: new Uint8Array([1, 2, 255]), odd: { $type: 'date', value: 'no' } };
    assert.deepEqual(decodeState(encodeState(state)), state);
  });
  it('refuses what cannot be kept and names its place', () => {
    assert.throws(() => encodeState({ a: [() => 1] }), /state\.a\[0\] is a function/);
    assert.throws(() => encodeState({ m: new Map() }), /state\.m is a Map/);
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    assert.throws(() => encodeState(circle), /state\.self is a circle/);
  });
});

describe('describeGraph()', () => {
  it('gives nodes and edges with their marks, and a chart of them', () => {
    const graph = graphOf(
      [node('a'), node('b', { join: true })],
      [
        { from: 'a', to: 'b', streaming: true },
        { from: 'b', to: END, when: () => true, label: 'say "x"' },
      ],
    );
    const description = describeGraph(graph);
    assert.equal(description.edges[1]?.condition, 'say "x"');
    assert.equal(description.edges[0]?.streaming, true);
    assert.match(mermaidText(description), /n0 ==>\|"streams"\| n1\n {2}n1 -\.->\|"say #quot;x#quot;"\| n2/);
  });
});

/** A random graph without loops: each node leads to later ones, in parallel. */
const randomGraph = fc.array(fc.record({ to: fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 3 }), join: fc.boolean() }), {
  minLength: 1,
  maxLength: 7,
});

function build(
  shape: readonly { to: readonly number[]; join: boolean }[],
  delays: readonly number[],
  done: (name: string) => void,
): Graph<State, string> {
  const nodes = shape.map(({ join }, index): Node => ({
    ...node(`n${index}`, {
      async *run(state) {
        for (let turn = 0; turn < (delays[index] ?? 0); turn += 1) await Promise.resolve();
        yield `n${index}`;
        done(`n${index}`);
        return { log: [`n${index}/${(state.log ?? []).length}`], sum: index, last: `n${index}` };
      },
    }),
    ...(join ? { join: true as const } : {}),
  }));
  const edges = shape.flatMap(({ to }, index) => {
    const targets = [...new Set(to.map((step) => index + 1 + step))].map((target) => (target < shape.length ? `n${target}` : END));
    return parallel(`n${index}`, ...new Set(targets));
  });
  return graphOf(nodes, edges, 10_000);
}

describe('any graph', () => {
  it('ends in the same state whatever its branches wait for', () =>
    fc.assert(
      fc.asyncProperty(randomGraph, fc.array(fc.nat({ max: 8 }), { maxLength: 7 }), async (shape, delays) => {
        const plain = finalState(await run(build(shape, [], () => undefined)));
        assert.deepEqual(finalState(await run(build(shape, delays, () => undefined))), plain);
      }),
      { numRuns: 200 },
    ));

  it('cut short anywhere and gone on with neither repeats a finished node nor loses an update', () =>
    fc.assert(
      fc.asyncProperty(randomGraph, fc.array(fc.nat({ max: 12 }), { maxLength: 6 }), async (shape, kills) => {
        const plainEvents = await run(build(shape, [], () => undefined));
        const graph = build(shape, [], () => undefined);
        const checkpoints = createInMemoryCheckpoints();
        const options = { ...threadOf(checkpoints), modes: ['debug', 'tokens'] as const };
        const finished: string[] = [];
        let end: State | undefined;
        for (const kill of [...kills, Infinity]) {
          let seen = 0;
          for await (const event of runGraph(
            graph,
            {},
            {
              signal: new AbortController().signal,
              clock: systemClock,
              ...options,
            },
          )) {
            if (event.type === 'node-finished') finished.push(event.node);
            if (event.type === 'finished') end = event.state;
            if (seen === kill) break;
            seen += 1;
          }
        }
        assert.deepEqual(end, finalState(plainEvents));
        const expected = plainEvents.flatMap((event) => (event.type === 'node-finished' ? [event.node] : []));
        // A node whose update was stored may not have been told before the run was cut short; none is told twice.
        const left = [...expected];
        for (const name of finished) {
          const place = left.indexOf(name);
          assert.ok(place >= 0, `${name} finished more often than it is due`);
          left.splice(place, 1);
        }
      }),
      { numRuns: 200 },
    ));
});
