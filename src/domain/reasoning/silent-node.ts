import type { GraphNode, NodeContext, Update } from './graph.ts';

/** A node that only changes the state and gives no output. */
export function silentNode<State, Output>(
  name: string,
  work: (state: Readonly<State>, context: NodeContext<Output>) => Promise<Update<State>>,
): GraphNode<State, Output> {
  return {
    name,
    async *run(state, context) {
      yield* [];
      return work(state, context);
    },
  };
}
