import type { JsonValue } from '../../core/json.ts';
import type { Clock } from '../../ports/system.ts';
import type { Reducers } from './reducers.ts';
import type { ThreadOptions } from './thread-log.ts';

/** The name of the end of every graph. */
export const END = 'end';

/** A node's update of the state, field by field, to be applied by the reducers. */
export type Update<State> = Partial<State>;

/** A question that interrupted a node until it is answered. */
export interface Interrupt {
  readonly id: string;
  readonly node: string;
  readonly question: JsonValue;
}

export interface NodeContext<Output> {
  readonly signal: AbortSignal;
  /** The output of the previous node if a streaming edge leads here; otherwise empty. */
  readonly input: AsyncIterable<Output>;
  /**
   * Asks a human. The first call throws, which ends the run; once answered, the node runs again from its beginning and gets the answer
   * here. Throws `internal` in a run without a thread.
   */
  readonly interrupt: (question: JsonValue) => JsonValue;
  /** For a node that runs another graph: how to run it as a part of this run. */
  readonly inner: InnerRun;
}

/** What an inner graph needs to be resumed and interrupted together with the outer one. */
export interface InnerRun {
  readonly options: RunOptions;
  /** Ends the node with the questions asked inside. */
  readonly raise: (interrupts: readonly Interrupt[]) => never;
}

/** How often and when a failed node is tried again, as long as it has given no output. */
export interface Retry {
  /** Attempts in all, including the first. */
  readonly attempts: number;
  /** The pause doubles with every attempt; half of it is random. */
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  /** Which failures are retried; by default those of an engine or upstream and unexpected ones. */
  readonly when?: (error: unknown) => boolean;
}

/** One step of reasoning. It yields its output piece by piece and returns its update of the state. */
export interface GraphNode<State, Output> {
  readonly name: string;
  run(state: Readonly<State>, context: NodeContext<Output>): AsyncGenerator<Output, Update<State>>;
  /** Waits for all running branches that can still lead here. */
  readonly join?: true;
  /** Time limit of one attempt in milliseconds, without the time that its reader takes; unlimited by default. */
  readonly timeoutMs?: number;
  readonly retry?: Retry;
  /** The node that runs instead if this one fails without output; the edges of this one still apply. */
  readonly fallback?: string;
  /** The graph that runs inside, for drawing. */
  readonly subgraph?: Pick<Graph<never, never>, 'name' | 'start'> & { readonly describe: () => unknown };
}

/**
 * Leads from one node to another or to END. All `parallel` edges of a node whose `when` is true are taken together; if there are none,
 * the first other edge whose `when` is true. An edge without `when` always applies. A `streaming` edge runs both nodes at once: the
 * output of `from` becomes the input of `to`, and the next edges are those of `to`. `label` describes `when`.
 */
export interface Edge<State> {
  readonly from: string;
  readonly to: string;
  readonly when?: (state: Readonly<State>) => boolean;
  readonly streaming?: true;
  readonly parallel?: true;
  readonly label?: string;
}

/** Nodes and edges as data; `stepLimit` bounds how many nodes one run may start. */
export interface Graph<State, Output> {
  readonly name: string;
  readonly start: string;
  readonly nodes: readonly GraphNode<State, Output>[];
  readonly edges: readonly Edge<State>[];
  readonly stepLimit: number;
  readonly reducers?: Reducers<State>;
}

/** The events of a run: the whole state after each super-step, each node's update, its output, or every action. */
export const STREAM_MODES = ['values', 'updates', 'tokens', 'debug'] as const;
export type StreamMode = (typeof STREAM_MODES)[number];

/**
 * The events of a run. Durations are in milliseconds; `step` counts nodes from 1. The last event is `finished`, `interrupted` or `cancelled`.
 * `node-finished` is sent once the update is stored, if it is.
 */
export type GraphEvent<State, Output> =
  | { readonly type: 'node-started'; readonly node: string; readonly step: number }
  | { readonly type: 'node-retried'; readonly node: string; readonly attempt: number }
  | { readonly type: 'node-replaced'; readonly node: string; readonly fallback: string }
  | { readonly type: 'output'; readonly node: string; readonly output: Output }
  | { readonly type: 'node-finished'; readonly node: string; readonly step: number; readonly durationMs: number }
  | { readonly type: 'update'; readonly node: string; readonly update: Update<State> }
  | { readonly type: 'values'; readonly state: State }
  | { readonly type: 'checkpoint'; readonly id: string; readonly step: number; readonly next: readonly string[] }
  | { readonly type: 'interrupted'; readonly state: State; readonly checkpointId: string; readonly interrupts: readonly Interrupt[] }
  | { readonly type: 'cancelled'; readonly state: State; readonly checkpointId: string }
  | { readonly type: 'finished'; readonly state: State; readonly steps: number };

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** `tokens` and `debug` by default. */
  readonly modes?: readonly StreamMode[];
  /** Where the run is stored; without it it is not. */
  readonly thread?: ThreadOptions;
  /**
   * Nodes before which a run on a thread is interrupted: the answer false ends it there, any other resumes it. A run that goes on without
   * this is interrupted where it was to be.
   */
  readonly interruptBefore?: readonly string[];
  /** Answers to interrupts by their ids. */
  readonly answers?: Readonly<Record<string, JsonValue>>;
  /** Timer for pauses and time limits; the system's by default. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to below 1, for the jitter of pauses; Math.random by default. */
  readonly random?: () => number;
}

/**
 * Throws an Error for a graph that cannot run: a missing node, a duplicate name, or a streaming edge that is conditional or not the only
 * one.
 */
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
  const standIns = new Set(graph.nodes.map((node) => node.fallback));
  for (const { name, fallback } of graph.nodes) {
    if (fallback !== undefined && (!known.has(fallback) || fallback === name))
      fault(`the fallback ${fallback} of ${name} is no other node`);
    if (standIns.has(name)) continue;
    if (!graph.edges.some((edge) => edge.from === name)) fault(`no edge leaves ${name}`);
  }
}

/** The nodes that run concurrently from one node on, along streaming edges; more than the graph has mean a cycle. */
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

/** The nodes after `from`: several along parallel edges, END for the end. Throws an Error if no edge applies. */
export function nextNodes<State, Output>(graph: Graph<State, Output>, from: string, state: Readonly<State>): string[] {
  const held = graph.edges.filter((edge) => edge.from === from && (edge.when === undefined || edge.when(state)));
  const parallel = held.filter((edge) => edge.parallel === true);
  if (parallel.length > 0) return parallel.map((edge) => edge.to);
  const [first] = held;
  if (first === undefined) throw new Error(`graph ${graph.name}: no edge of ${from} applies`);
  return [first.to];
}
