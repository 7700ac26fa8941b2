import { END, type Graph } from './graph.ts';

/** A node as data, in the API's fields. */
export interface NodeDescription {
  readonly name: string;
  readonly join: boolean;
  readonly timeout_ms: number | null;
  readonly attempts: number;
  readonly fallback: string | null;
  readonly subgraph: GraphDescription | null;
}

/** An edge as data. `condition` is null if the edge always applies. */
export interface EdgeDescription {
  readonly from: string;
  readonly to: string;
  readonly condition: string | null;
  readonly streaming: boolean;
  readonly parallel: boolean;
}

/** A graph that can be drawn; every path ends at `end`. */
export interface GraphDescription {
  readonly name: string;
  readonly start: string;
  readonly end: string;
  readonly step_limit: number;
  readonly nodes: readonly NodeDescription[];
  readonly edges: readonly EdgeDescription[];
}

/** A graph as plain data. */
export function describeGraph<State, Output>(graph: Graph<State, Output>): GraphDescription {
  return {
    name: graph.name,
    start: graph.start,
    end: END,
    step_limit: graph.stepLimit,
    nodes: graph.nodes.map((node) => ({
      name: node.name,
      join: node.join === true,
      timeout_ms: node.timeoutMs ?? null,
      attempts: node.retry?.attempts ?? 1,
      fallback: node.fallback ?? null,
      subgraph: (node.subgraph?.describe() as GraphDescription | undefined) ?? null,
    })),
    edges: graph.edges.map(({ from, to, when, label, streaming, parallel }) => ({
      from,
      to,
      condition: label ?? (when === undefined ? null : 'when'),
      streaming: streaming === true,
      parallel: parallel === true,
    })),
  };
}

/** The graph as a Mermaid flowchart (https://mermaid.js.org/syntax/flowchart.html): streaming edges thick, conditional ones dotted. */
export function mermaidText(graph: GraphDescription): string {
  const ids = new Map([...graph.nodes.map(({ name }) => name), graph.end].map((name, index) => [name, `n${index}`]));
  const quoted = (text: string): string => `"${text.replaceAll('"', '#quot;').replaceAll(/[\r\n]+/g, ' ')}"`;
  const lines = graph.nodes.map(({ name, subgraph, join }) => {
    const [open, close] = subgraph !== null ? ['[[', ']]'] : join ? ['{{', '}}'] : ['[', ']'];
    return `  ${ids.get(name)}${open}${quoted(name)}${close}`;
  });
  for (const { from, to, condition, streaming, parallel } of graph.edges) {
    const label = condition ?? (streaming ? 'streams' : parallel ? 'in parallel' : null);
    const arrow = streaming ? '==>' : condition === null ? '-->' : '-.->';
    lines.push(`  ${ids.get(from)} ${arrow}${label === null ? '' : `|${quoted(label)}|`} ${ids.get(to)}`);
  }
  return ['flowchart TD', ...lines, `  ${ids.get(graph.end)}(["${graph.end}"])`, ''].join('\n');
}
