import { describeGraph } from './describe-graph.ts';
import type { Graph, GraphNode, Update } from './graph.ts';
import { runGraph } from './run-graph.ts';

export interface SubgraphOptions<State, Inner extends object, Output> {
  readonly name: string;
  readonly graph: Graph<Inner, Output>;
  /** The initial state of the inner graph. */
  readonly into: (state: Readonly<State>) => Inner;
  /** The update of the outer graph from the final state of the inner one. */
  readonly out: (inner: Readonly<Inner>) => Update<State>;
}

/** A graph as one node of another: its output is the node's, its questions and its progress are the outer run's. */
export function createSubgraphNode<State, Inner extends object, Output>(
  options: SubgraphOptions<State, Inner, Output>,
): GraphNode<State, Output> {
  const { name, graph, into, out } = options;
  return {
    name,
    subgraph: { name: graph.name, start: graph.start, describe: () => describeGraph(graph) },
    async *run(state, { inner }) {
      for await (const event of runGraph(graph, into(state), { ...inner.options, modes: ['tokens'] })) {
        if (event.type === 'output') yield event.output;
        else if (event.type === 'interrupted') inner.raise(event.interrupts);
        else if (event.type === 'finished') return out(event.state);
      }
      return {};
    },
  };
}
