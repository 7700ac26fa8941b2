import { END, type Graph } from './graph.ts';

/** Which of the due nodes may run now; the others are joins that wait for them. Both in the graph's order. */
export function readyNodes<State, Output>(graph: Graph<State, Output>, due: readonly string[]): { ready: string[]; waiting: string[] } {
  if (due.length < 2) return { ready: [...due], waiting: [] };
  const ordered = inOrder(graph, due);
  const joins = new Set(graph.nodes.filter((node) => node.join === true).map((node) => node.name));
  const blocked = ordered.filter((name) => joins.has(name) && ordered.some((other) => other !== name && leadsTo(graph, other, name)));
  // Joins that wait for each other in a loop: the first one runs.
  if (blocked.length === ordered.length) blocked.shift();
  return { ready: ordered.filter((name) => !blocked.includes(name)), waiting: blocked };
}

/** Names without repetition, in the order of the graph's nodes, without END. */
export function inOrder<State, Output>(graph: Graph<State, Output>, names: readonly string[]): string[] {
  if (names.length === 1) return names[0] === END ? [] : [...names];
  const wanted = new Set(names);
  return graph.nodes.flatMap(({ name }) => (wanted.has(name) ? [name] : []));
}

function leadsTo<State, Output>(graph: Graph<State, Output>, from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const name of seen) {
    for (const edge of graph.edges) {
      if (edge.from !== name) continue;
      if (edge.to === to) return true;
      seen.add(edge.to);
    }
  }
  return false;
}
