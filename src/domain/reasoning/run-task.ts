import { abortable, delay } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Graph, GraphEvent, GraphNode, Interrupt, NodeContext, RunOptions, Update } from './graph.ts';

/** One node, or several joined by streaming edges: what runs, is stored and is repeated as one. */
export interface Task {
  readonly chain: readonly string[];
  /** Number of the chain's first node. */
  readonly step: number;
}

/** What a task left: an update for each of its nodes in order, or the questions that stopped it. */
export interface TaskResult<State, Output> {
  readonly updates: readonly Update<State>[];
  readonly interrupts: readonly Interrupt[];
  /** To be told once the updates are stored. */
  readonly finished: readonly GraphEvent<State, Output>[];
}

export interface TaskOptions extends RunOptions {
  /** The checkpoint the task starts from; undefined without a thread. */
  readonly checkpointId: string | undefined;
}

/** Thrown inside a node that asks a question. It never leaves the engine. */
const INTERRUPTED = 'GraphInterrupt';

/** Runs one task. Throws what its nodes throw and the signal's reason. */
export async function* runTask<State extends object, Output>(
  graph: Graph<State, Output>,
  { chain, step: first }: Task,
  state: State,
  options: TaskOptions,
): AsyncGenerator<GraphEvent<State, Output>, TaskResult<State, Output>> {
  const left = chain.length > 1 ? new AbortController() : undefined;
  const signal = left === undefined ? options.signal : AbortSignal.any([options.signal, left.signal]);
  const updates: Update<State>[] = chain.map(() => ({}));
  const finished: GraphEvent<State, Output>[] = [];
  const notes: GraphEvent<State, Output>[] = [];
  const interrupts: Interrupt[] = [];
  let input: AsyncIterable<Output> = nothing();
  for (const [place, name] of chain.entries()) {
    const node = nodeOf(graph, name);
    const step = first + place;
    const start = options.clock.elapsed();
    yield { type: 'node-started', node: name, step };
    const attempts = runAttempts(graph, node, state, { ...options, signal, input, isFirst: place === 0, notes, interrupts });
    input = watched(attempts, (update) => {
      if (update !== undefined) updates[place] = update;
      finished.push({ type: 'node-finished', node: name, step, durationMs: options.clock.elapsed() - start });
    });
  }
  const last = chain.at(-1) ?? '';
  try {
    for await (const output of input) {
      if (notes.length > 0) yield* notes.splice(0);
      yield { type: 'output', node: last, output };
    }
    yield* notes.splice(0);
  } catch (error) {
    if (interrupts.length === 0 || options.signal.aborted) throw error;
  } finally {
    left?.abort(new DOMException('the node after stopped reading', 'AbortError'));
  }
  return { updates, interrupts, finished };
}

interface AttemptOptions<State, Output> extends TaskOptions {
  readonly input: AsyncIterable<Output>;
  /** Only the first node of a chain can run again: the input of the others is used up. */
  readonly isFirst: boolean;
  readonly notes: GraphEvent<State, Output>[];
  readonly interrupts: Interrupt[];
}

/** A node with its further attempts and the node that stands in for it. */
async function* runAttempts<State extends object, Output>(
  graph: Graph<State, Output>,
  node: GraphNode<State, Output>,
  state: State,
  options: AttemptOptions<State, Output>,
): AsyncGenerator<Output, Update<State>> {
  const { signal, notes, interrupts, sleep = delay, random = Math.random } = options;
  for (let attempt = 1; ; attempt += 1) {
    let hasOutput = false;
    try {
      const outputs = runOnce(node, state, options);
      try {
        for (let next = await outputs.next(); ; next = await outputs.next()) {
          if (next.done === true) return next.value;
          hasOutput = true;
          yield next.value;
        }
      } finally {
        outputs.return({}).catch(() => undefined);
      }
    } catch (error) {
      if (hasOutput || !options.isFirst || signal.aborted || interrupts.length > 0) throw error;
      const { retry, fallback } = node;
      if (retry !== undefined && attempt < retry.attempts && (retry.when ?? isTransient)(error)) {
        const pause = Math.min(retry.maxPauseMs, retry.firstPauseMs * 2 ** (attempt - 1));
        await sleep(pause / 2 + (random() * pause) / 2, signal);
        notes.push({ type: 'node-retried', node: node.name, attempt: attempt + 1 });
        continue;
      }
      if (fallback === undefined) throw error;
      notes.push({ type: 'node-replaced', node: node.name, fallback });
      return yield* runAttempts(graph, nodeOf(graph, fallback), state, options);
    }
  }
}

/** One attempt: obeys the signal and the time limit even when the node does not. */
async function* runOnce<State extends object, Output>(
  node: GraphNode<State, Output>,
  state: State,
  options: AttemptOptions<State, Output>,
): AsyncGenerator<Output, Update<State>> {
  const { clock, sleep = delay } = options;
  const late = node.timeoutMs === undefined ? undefined : new AbortController();
  const signal = late === undefined ? options.signal : AbortSignal.any([options.signal, late.signal]);
  let remaining = node.timeoutMs ?? 0;
  let hasEnded = false;
  const running = node.run(state, contextOf(node.name, signal, options));
  try {
    for (;;) {
      signal.throwIfAborted();
      let next: IteratorResult<Output, Update<State>>;
      if (late === undefined) next = await abortable(running.next(), signal);
      else {
        const start = clock.elapsed();
        const waited = new AbortController();
        sleep(remaining, waited.signal).then(
          () => late.abort(new ServiceError('timeout', `The node ${node.name} took longer than ${node.timeoutMs} ms.`)),
          () => undefined,
        );
        try {
          next = await abortable(running.next(), signal);
        } finally {
          waited.abort();
        }
        remaining = Math.max(0, remaining - (clock.elapsed() - start));
      }
      if (next.done === true) {
        hasEnded = true;
        if (options.interrupts.length > 0) throw new DOMException('a question is open', INTERRUPTED);
        return next.value;
      }
      yield next.value;
    }
  } finally {
    // Not awaited: a node stuck in a wait of its own must not hold up the run that has left it.
    if (!hasEnded) running.return({}).catch(() => undefined);
  }
}

function contextOf<State, Output>(name: string, signal: AbortSignal, options: AttemptOptions<State, Output>): NodeContext<Output> {
  const { checkpointId, interrupts, input, answers = {}, thread } = options;
  let asked = 0;
  const raise = (raised: readonly Interrupt[]): never => {
    interrupts.push(...raised);
    throw new DOMException('a question is open', INTERRUPTED);
  };
  return {
    signal,
    input,
    interrupt(question: JsonValue) {
      if (checkpointId === undefined) throw new ServiceError('internal', `The node ${name} asks a question in a run without a thread.`);
      const id = `${checkpointId}/${name}/${asked}`;
      asked += 1;
      const answer = answers[id];
      return answer === undefined ? raise([{ id, node: name, question }]) : answer;
    },
    get inner() {
      const { signal: _, thread: __, ...rest } = innerOptions(options);
      const inside =
        thread === undefined || checkpointId === undefined
          ? {}
          : { thread: { ...thread, thread: `${thread.thread}/${checkpointId}/${name}` } };
      return { options: { ...rest, signal, ...inside }, raise };
    },
  };
}

function innerOptions({ signal, clock, modes, thread, answers, sleep, random }: RunOptions): RunOptions {
  return {
    signal,
    clock,
    ...(modes === undefined ? {} : { modes }),
    ...(thread === undefined ? {} : { thread }),
    ...(answers === undefined ? {} : { answers }),
    ...(sleep === undefined ? {} : { sleep }),
    ...(random === undefined ? {} : { random }),
  };
}

/** A node's output; `done` gets its update, or undefined when its reader left it before its end. */
async function* watched<Output, Result>(
  node: AsyncGenerator<Output, Result>,
  done: (update: Result | undefined) => void,
): AsyncGenerator<Output, void> {
  let status: 'running' | 'ended' = 'running';
  try {
    for (;;) {
      const next = await node.next().catch((error: unknown) => {
        status = 'ended';
        throw error;
      });
      if (next.done === true) {
        status = 'ended';
        done(next.value);
        return;
      }
      yield next.value;
    }
  } finally {
    if (status === 'running') {
      done(undefined);
      node.return(undefined as Result).catch(() => undefined);
    }
  }
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true;
  return ['provider_unavailable', 'unavailable', 'timeout', 'too_many_requests', 'internal'].includes(error.kind);
}

function nodeOf<State, Output>(graph: Graph<State, Output>, name: string): GraphNode<State, Output> {
  const node = graph.nodes.find((candidate) => candidate.name === name);
  if (node === undefined) throw new Error(`graph ${graph.name}: ${name} is no node`);
  return node;
}

async function* nothing(): AsyncGenerator<never, void> {
  // No streaming edge leads to the first node of a chain.
}
