import { abortGate, delay } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Graph, GraphEvent, GraphNode, Interrupt, NodeContext, RunOptions, Update } from './graph.ts';

/** One node, or several joined by streaming edges, which are run, stored and retried together. */
export interface Task {
  readonly chain: readonly string[];
  /** Number of the chain's first node. */
  readonly step: number;
}

/** The result of a task: an update for each of its nodes in order, or the questions that interrupted it. */
export interface TaskResult<State, Output> {
  readonly updates: readonly Update<State>[];
  readonly interrupts: readonly Interrupt[];
  /** Events to send once the updates are stored. */
  readonly finished: readonly GraphEvent<State, Output>[];
}

export interface TaskOptions extends RunOptions {
  /** The checkpoint from which the task starts; undefined without a thread. */
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
  let complete = 0;
  for (const [place, name] of chain.entries()) {
    const node = nodeOf(graph, name);
    const step = first + place;
    const start = options.clock.elapsed();
    yield { type: 'node-started', node: name, step };
    input = runNode(graph, node, state, { ...options, signal, input, isFirst: place === 0, notes, interrupts }, (update) => {
      if (update !== undefined) {
        updates[place] = update;
        complete += 1;
      }
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
    // An abort reaches every wait below; there is none when all nodes have ended.
    if (complete < chain.length) left?.abort(new DOMException('the node after stopped reading', 'AbortError'));
  }
  return { updates, interrupts, finished };
}

interface AttemptOptions<State, Output> extends TaskOptions {
  readonly input: AsyncIterable<Output>;
  /** Only the first node of a chain can be retried: the input of the others has been consumed. */
  readonly isFirst: boolean;
  readonly notes: GraphEvent<State, Output>[];
  readonly interrupts: Interrupt[];
}

/** A node's output, with retries and its fallback node. `done` gets its update, or undefined if its reader left before the end. */
async function* runNode<State extends object, Output>(
  graph: Graph<State, Output>,
  first: GraphNode<State, Output>,
  state: State,
  options: AttemptOptions<State, Output>,
  done: (update: Update<State> | undefined) => void,
): AsyncGenerator<Output, void> {
  const { signal, notes, interrupts, sleep = delay, random = Math.random } = options;
  let node = first;
  let isOver = false;
  try {
    for (let attempt = 1; ; attempt += 1) {
      let hasOutput = false;
      const running = openAttempt(node, state, options);
      try {
        for (;;) {
          const next = await running.next();
          if (next.done === true) {
            isOver = true;
            done(next.value);
            return;
          }
          hasOutput = true;
          yield next.value;
        }
      } catch (error) {
        isOver = true;
        if (hasOutput || !options.isFirst || signal.aborted || interrupts.length > 0) throw error;
        const { retry, fallback } = node;
        if (retry !== undefined && attempt < retry.attempts && (retry.when ?? isTransient)(error)) {
          const pause = Math.min(retry.maxPauseMs, retry.firstPauseMs * 2 ** (attempt - 1));
          await sleep(pause / 2 + (random() * pause) / 2, signal);
          notes.push({ type: 'node-retried', node: node.name, attempt: attempt + 1 });
        } else if (fallback === undefined) throw error;
        else {
          notes.push({ type: 'node-replaced', node: node.name, fallback });
          node = nodeOf(graph, fallback);
          attempt = 0;
        }
        isOver = false;
      } finally {
        running.leave();
      }
    }
  } finally {
    if (!isOver) done(undefined);
  }
}

interface Attempt<State, Output> {
  next(): Promise<IteratorResult<Output, Update<State>>>;
  leave(): void;
}

/** One attempt: obeys the signal and the time limit even if the node does not. */
function openAttempt<State extends object, Output>(
  node: GraphNode<State, Output>,
  state: State,
  options: AttemptOptions<State, Output>,
): Attempt<State, Output> {
  const { clock, sleep = delay } = options;
  const late = node.timeoutMs === undefined ? undefined : new AbortController();
  const signal = late === undefined ? options.signal : AbortSignal.any([options.signal, late.signal]);
  const gate = abortGate(signal);
  const running = node.run(state, contextOf(node.name, signal, options));
  let remaining = node.timeoutMs ?? 0;
  let hasEnded = false;

  async function nextInTime(limit: AbortController): Promise<IteratorResult<Output, Update<State>>> {
    const start = clock.elapsed();
    const waited = new AbortController();
    sleep(remaining, waited.signal).then(
      () => limit.abort(new ServiceError('timeout', `The node ${node.name} took longer than ${node.timeoutMs} ms.`)),
      () => undefined,
    );
    try {
      return await gate.wait(running.next());
    } finally {
      waited.abort();
      remaining = Math.max(0, remaining - (clock.elapsed() - start));
    }
  }

  return {
    async next() {
      signal.throwIfAborted();
      const next = await (late === undefined ? gate.wait(running.next()) : nextInTime(late));
      if (next.done === true) {
        hasEnded = true;
        if (options.interrupts.length > 0) throw new DOMException('a question is open', INTERRUPTED);
      }
      return next;
    },
    leave() {
      gate[Symbol.dispose]();
      // Not awaited: a node that hangs must not delay the run that has left it.
      if (!hasEnded) running.return({}).catch(() => undefined);
    },
  };
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
