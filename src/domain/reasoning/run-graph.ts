import { abortable } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import { checkGraph, END, nextNode, streamingChain, type Graph, type GraphEvent, type RunOptions } from './graph.ts';

/**
 * Runs a graph from its start to END. Output comes as it is yielded and only as fast as it is read. An
 * aborted signal ends the run at once, even when a node does not listen to it; leaving the iteration early
 * aborts the nodes. Throws what a node throws, the signal's reason, and `internal` at the step limit.
 */
export async function* runGraph<State extends object, Output>(
  graph: Graph<State, Output>,
  initial: State,
  options: RunOptions,
): AsyncGenerator<GraphEvent<State, Output>, void> {
  checkGraph(graph);
  let state = initial;
  let steps = 0;
  for (let current = graph.start; current !== END;) {
    const chain = streamingChain(graph, current);
    if (steps + chain.length > graph.stepLimit) {
      throw new ServiceError('internal', `The reasoning graph took more than its limit of ${graph.stepLimit} steps.`);
    }
    state = yield* runChain(graph, chain, state, { ...options, step: steps + 1 });
    steps += chain.length;
    current = nextNode(graph, chain.at(-1) ?? current, state);
  }
  yield { type: 'finished', state, steps };
}

interface ChainOptions extends RunOptions {
  /** Number of the chain's first node. */
  readonly step: number;
}

/** Runs nodes that are joined by streaming edges; returns the state with all their updates, in the chain's order. */
async function* runChain<State extends object, Output>(
  graph: Graph<State, Output>,
  chain: readonly string[],
  state: State,
  options: ChainOptions,
): AsyncGenerator<GraphEvent<State, Output>, State> {
  const left = new AbortController();
  const signal = AbortSignal.any([options.signal, left.signal]);
  const updates: Partial<State>[] = chain.map(() => ({}));
  const finished: GraphEvent<State, Output>[] = [];
  let input: AsyncIterable<Output> = nothing();
  for (const [place, name] of chain.entries()) {
    const node = graph.nodes.find((candidate) => candidate.name === name);
    if (node === undefined) throw new Error(`graph ${graph.name}: ${name} is no node`);
    const step = options.step + place;
    const start = options.clock.elapsed();
    yield { type: 'node-started', node: name, step };
    input = watch(node.run(state, { signal, input }), signal, (update) => {
      if (update !== undefined) updates[place] = update;
      finished.push({ type: 'node-finished', node: name, step, durationMs: options.clock.elapsed() - start });
    });
  }
  const last = chain.at(-1) ?? '';
  try {
    for await (const output of input) {
      yield* finished.splice(0);
      yield { type: 'output', node: last, output };
    }
    yield* finished.splice(0);
  } finally {
    left.abort(new DOMException('the node after stopped reading', 'AbortError'));
  }
  return Object.assign({}, state, ...updates) as State;
}

/**
 * A node's output as an iteration that obeys the signal even when the node does not. `done` gets the node's
 * update, or undefined when its reader left it before its end.
 */
async function* watch<Output, Result>(
  node: AsyncGenerator<Output, Result>,
  signal: AbortSignal,
  done: (update: Result | undefined) => void,
): AsyncGenerator<Output, void> {
  let state: 'running' | 'ended' | 'failed' = 'running';
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await abortable(node.next(), signal);
      if (next.done === true) {
        state = 'ended';
        done(next.value);
        return;
      }
      yield next.value;
    }
  } catch (error) {
    state = 'failed';
    throw error;
  } finally {
    if (state === 'running') done(undefined);
    // Not awaited: a node stuck in a wait of its own must not hold up the run that has left it.
    if (state !== 'ended') node.return(undefined as Result).catch(() => undefined);
  }
}

async function* nothing(): AsyncGenerator<never, void> {
  // No streaming edge leads to the first node of a chain.
}
