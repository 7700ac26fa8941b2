import type { Clock } from '../../ports/system.ts';

/** The name of the place where every run of a graph ends. */
export const END = 'end';

/** What a node leaves behind: the fields of the state it changes. */
export type Update<State> = Partial<State>;

export interface NodeContext<Output> {
  readonly signal: AbortSignal;
  /** What the node before yields, when a streaming edge leads here; otherwise empty. */
  readonly input: AsyncIterable<Output>;
}

/** One step of reasoning. It yields its output piece by piece and returns what it changes in the state. */
export interface GraphNode<State, Output> {
  readonly name: string;
  run(state: Readonly<State>, context: NodeContext<Output>): AsyncGenerator<Output, Update<State>>;
}

/**
 * Leads from one node to another or to END. The first edge of a node whose `when` holds is taken; an edge
 * without `when` always holds. A `streaming` edge runs both nodes at once: what `from` yields becomes the
 * input of `to` instead of output, and the way on is decided by the edges of `to`.
 */
export interface Edge<State> {
  readonly from: string;
  readonly to: string;
  readonly when?: (state: Readonly<State>) => boolean;
  readonly streaming?: true;
}

/** Nodes and edges as plain data; `stepLimit` bounds how many nodes one run may start. */
export interface Graph<State, Output> {
  readonly name: string;
  readonly start: string;
  readonly nodes: readonly GraphNode<State, Output>[];
  readonly edges: readonly Edge<State>[];
  readonly stepLimit: number;
}

/** What a run tells while it goes on. Durations are milliseconds; `step` counts nodes from 1. The last event is `finished`. */
export type GraphEvent<State, Output> =
  | { readonly type: 'node-started'; readonly node: string; readonly step: number }
  | { readonly type: 'output'; readonly node: string; readonly output: Output }
  | { readonly type: 'node-finished'; readonly node: string; readonly step: number; readonly durationMs: number }
  | { readonly type: 'finished'; readonly state: State; readonly steps: number };

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** Throws an Error for a graph that cannot run: a missing node, a name twice, or a streaming edge with a condition or a rival. */
export function checkGraph<State, Output>(graph: Graph<State, Output>): void {
  const names = graph.nodes.map((node) => node.name);
  const known = new Set(names);
  const fault = (text: string): never => {
    throw new Error(`graph ${graph.name}: ${text}`);
  };
  if (known.size !== names.length || known.has(END)) fault('two nodes share a name, or one is named like the end');
  if (!known.has(graph.start)) fault(`the start ${graph.start} is no node`);
  for (const edge of graph.edges) {
    if (!known.has(edge.from)) fault(`an edge leaves ${edge.from}, which is no node`);
    if (!known.has(edge.to) && edge.to !== END) fault(`an edge leads to ${edge.to}, which is no node`);
    if (edge.streaming !== true) continue;
    if (edge.to === END || edge.when !== undefined) fault(`the streaming edge of ${edge.from} must lead to a node without a condition`);
    if (graph.edges.some((other) => other !== edge && other.from === edge.from))
      fault(`${edge.from} has an edge beside its streaming edge`);
    if (streamingChain(graph, edge.from).length > graph.nodes.length) fault(`the streaming edge of ${edge.from} is part of a circle`);
  }
  for (const name of names) {
    if (!graph.edges.some((edge) => edge.from === name)) fault(`no edge leaves ${name}`);
  }
}

/** The nodes that run at once from one node on, along streaming edges; one longer than the graph means a circle. */
export function streamingChain<State, Output>(graph: Graph<State, Output>, from: string): string[] {
  const chain = [from];
  let current = from;
  for (;;) {
    const edge = graph.edges.find((candidate) => candidate.from === current && candidate.streaming === true);
    if (edge === undefined || chain.length > graph.nodes.length) return chain;
    chain.push(edge.to);
    current = edge.to;
  }
}

/** The node after `from`. Throws an Error when no edge's condition holds. */
export function nextNode<State, Output>(graph: Graph<State, Output>, from: string, state: Readonly<State>): string {
  const edge = graph.edges.find((candidate) => candidate.from === from && (candidate.when === undefined || candidate.when(state)));
  if (edge === undefined) throw new Error(`graph ${graph.name}: no edge of ${from} holds`);
  return edge.to;
}
