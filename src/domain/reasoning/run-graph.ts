import { ServiceError } from '../../core/errors.ts';
import { inOrder, readyNodes } from './frontier.ts';
import {
  checkGraph,
  nextNodes,
  streamingChain,
  type Graph,
  type GraphEvent,
  type Interrupt,
  type RunOptions,
  type StreamMode,
  type Update,
} from './graph.ts';
import { mergeStreams } from './merge-streams.ts';
import { reduce } from './reducers.ts';
import { runTask, type Task, type TaskResult } from './run-task.ts';
import { decodeState, encodeState } from './state-codec.ts';
import { checkAnswers, openThreadLog, readPending, writeKey, type Pending, type ThreadLog } from './thread-log.ts';

/** The mode of each kind of event; the last three are always sent. */
const MODE_OF: Readonly<Record<GraphEvent<object, unknown>['type'], StreamMode | undefined>> = {
  'node-started': 'debug',
  'node-retried': 'debug',
  'node-replaced': 'debug',
  'node-finished': 'debug',
  checkpoint: 'debug',
  output: 'tokens',
  update: 'updates',
  values: 'values',
  interrupted: undefined,
  cancelled: undefined,
  finished: undefined,
};

interface Position<State> {
  state: State;
  due: string[];
  step: number;
  nodes: number;
  pending: Pending;
  /** The nodes before which the run is interrupted. */
  readonly watched: readonly string[];
}

const NOTHING: Pending = { updates: new Map(), questions: [], answers: {}, watched: [] };

/**
 * Runs a graph from its start to its end, in super-steps: the nodes that are due run at once, then their updates are
 * taken in in the graph's order, then the next ones are due. Output comes as it is yielded and only as fast as it is
 * read. An aborted signal ends the run at once, even when a node does not listen to it; leaving the iteration early
 * aborts the nodes. With a thread every super-step is stored, and what each parallel branch left as soon as it ends:
 * a run that was cut short goes on from there, with `initial` undefined or the same run name. `initial` for a thread
 * that exists is taken into its state as an update. Throws what a node throws, the signal's reason, `internal` at the
 * step limit, `not_found` when there is nothing to go on with, and what the checkpoints throw.
 */
export async function* runGraph<State extends object, Output>(
  graph: Graph<State, Output>,
  initial: State | undefined,
  options: RunOptions,
): AsyncGenerator<GraphEvent<State, Output>, void> {
  checkGraph(graph);
  const told = new Set<StreamMode | undefined>([...(options.modes ?? ['tokens', 'debug']), undefined]);
  const isTold = ({ type }: GraphEvent<State, Output>): boolean => told.has(MODE_OF[type]);
  const left = new AbortController();
  const signal = AbortSignal.any([options.signal, left.signal]);
  signal.throwIfAborted();
  const log = options.thread === undefined ? undefined : await openThreadLog(options.thread, options.clock);
  let isComplete = false;
  try {
    const at = await begin(graph, initial, options, log);
    while (at.due.length > 0) {
      const { ready, waiting } = readyNodes(graph, at.due);
      const answers = { ...options.answers, ...at.pending.answers };
      const stops = log === undefined ? [] : breakpoints(ready, { at, answers, checkpointId: log.current });
      if (log !== undefined && ready.some((name) => answers[breakpointId(log.current, name)] === false)) {
        const { state, step, nodes } = at;
        const id = await log.checkpoint({ source: 'cancel', step, nodes, next: [], state, watched: [] });
        await log.flush();
        yield { type: 'cancelled', state, checkpointId: id };
        return;
      }
      if (log !== undefined && stops.length > 0) {
        await log.write(stops.map((question) => ({ key: writeKey.question(question.id), value: JSON.stringify(question) })));
        await log.flush();
        yield { type: 'interrupted', state: at.state, checkpointId: log.current, interrupts: stops };
        return;
      }
      const results = new Map<string, readonly Update<State>[]>();
      for (const name of ready) {
        const known = at.pending.updates.get(name);
        if (known !== undefined) results.set(name, known as readonly Update<State>[]);
      }
      const tasks = tasksOf(
        graph,
        ready.filter((name) => !results.has(name)),
        at.nodes,
        graph.stepLimit,
      );
      const isAlone = ready.length === 1;
      const interrupts: Interrupt[] = [];
      const finished: GraphEvent<State, Output>[] = [];
      const checkpointId = log?.current;
      const state = at.state;

      const ended = async function* (index: number, result: TaskResult<State, Output>): AsyncGenerator<GraphEvent<State, Output>, void> {
        const task = tasks[index];
        const name = task?.chain[0] ?? '';
        if (result.interrupts.length > 0) {
          interrupts.push(...result.interrupts);
          await log?.write(result.interrupts.map((question) => ({ key: writeKey.question(question.id), value: JSON.stringify(question) })));
          return;
        }
        results.set(name, result.updates);
        const events: GraphEvent<State, Output>[] = [...result.finished];
        for (const [place, update] of result.updates.entries()) events.push({ type: 'update', node: task?.chain[place] ?? name, update });
        // A node that runs alone is stored with the checkpoint that follows at once.
        if (isAlone) finished.push(...events);
        else {
          await log?.write([{ key: writeKey.update(name), value: encodeState(result.updates) }]);
          yield* events;
        }
      };
      const runs = tasks.map((task) => runTask(graph, task, state, { ...options, signal, answers, checkpointId }));
      for await (const event of mergeStreams(runs, ended)) if (isTold(event)) yield event;
      at.nodes += tasks.reduce((sum, { chain }) => sum + chain.length, 0);
      if (interrupts.length > 0) {
        await log?.flush();
        yield { type: 'interrupted', state: at.state, checkpointId: checkpointId ?? '', interrupts };
        return;
      }

      for (const name of ready) for (const update of results.get(name) ?? []) at.state = reduce(at.state, update, graph.reducers);
      const after = ready.flatMap((name) => nextNodes(graph, streamingChain(graph, name).at(-1) ?? name, at.state));
      at.due = inOrder(graph, [...waiting, ...after]);
      at.step += 1;
      at.pending = NOTHING;
      if (log !== undefined) {
        const id = await log.checkpoint({
          source: 'step',
          step: at.step,
          nodes: at.nodes,
          next: at.due,
          state: at.state,
          watched: at.watched,
        });
        finished.push({ type: 'checkpoint', id, step: at.step, next: at.due });
        await forgetInner(graph, ready, checkpointId, options);
      }
      finished.push({ type: 'values', state: at.state });
      yield* finished.filter(isTold);
    }
    await log?.flush();
    isComplete = true;
    yield { type: 'finished', state: at.state, steps: at.nodes };
  } finally {
    if (!isComplete) left.abort(new DOMException('the run was left', 'AbortError'));
    // The failure has been reported; what was done before it is still stored.
    await log?.flush().catch(() => undefined);
  }
}

/** Where the run starts: at its beginning, or where the thread says. */
async function begin<State extends object, Output>(
  graph: Graph<State, Output>,
  initial: State | undefined,
  options: RunOptions,
  log: ThreadLog | undefined,
): Promise<Position<State>> {
  const stored = log?.stored;
  if (stored !== undefined && (initial === undefined || stored.checkpoint.run === options.thread?.run)) {
    const { checkpoint, writes } = stored;
    const pending = readPending(writes);
    const { answers = {} } = options;
    // An inner graph gets all answers of the run, some of which are for it.
    if (options.thread?.thread.includes('/') !== true) checkAnswers(pending, answers);
    await log?.write(Object.entries(answers).map(([id, answer]) => ({ key: writeKey.answer(id), value: JSON.stringify(answer) })));
    const { step, nodes, next } = checkpoint;
    const watched = options.interruptBefore ?? pending.watched;
    return { state: decodeState(checkpoint.state) as State, due: [...next], step, nodes, pending, watched };
  }
  if (initial === undefined) throw new ServiceError('not_found', 'This thread has no run to resume.');
  const state = stored === undefined ? initial : reduce(decodeState(stored.checkpoint.state) as State, initial, graph.reducers);
  const watched = options.interruptBefore ?? [];
  await log?.checkpoint({ source: 'input', step: 0, nodes: 0, next: [graph.start], state, watched });
  return { state, due: [graph.start], step: 0, nodes: 0, pending: NOTHING, watched };
}

/** The questions before the due nodes that are watched or wait for an answer, except for nodes that have run already or were approved. */
function breakpoints<State>(
  ready: readonly string[],
  { at, answers, checkpointId }: { at: Position<State>; answers: Readonly<Record<string, unknown>>; checkpointId: string },
): Interrupt[] {
  const asked = new Set(at.pending.questions.map(({ id }) => id));
  return ready
    .map((name) => ({ id: breakpointId(checkpointId, name), node: name, question: { type: 'before_node', node: name } }))
    .filter(({ id, node }) => (at.watched.includes(node) || asked.has(id)) && !at.pending.updates.has(node) && !(id in answers));
}

function breakpointId(checkpointId: string, node: string): string {
  return `${checkpointId}/${node}/before`;
}

function tasksOf<State, Output>(graph: Graph<State, Output>, names: readonly string[], started: number, limit: number): Task[] {
  let step = started + 1;
  const tasks = names.map((name) => {
    const chain = streamingChain(graph, name);
    const task = { chain, step };
    step += chain.length;
    return task;
  });
  if (step - 1 > limit) throw new ServiceError('internal', `The reasoning graph took more than its limit of ${limit} steps.`);
  return tasks;
}

/** The runs inside nodes whose updates are stored need not be kept. */
async function forgetInner<State, Output>(
  graph: Graph<State, Output>,
  names: readonly string[],
  checkpointId: string | undefined,
  { thread }: RunOptions,
): Promise<void> {
  if (thread === undefined) return;
  const ran = new Set(names.flatMap((name) => streamingChain(graph, name)));
  for (const node of graph.nodes) {
    if (node.subgraph !== undefined && ran.has(node.name))
      await thread.checkpoints.deleteThread(`${thread.thread}/${checkpointId}/${node.name}`);
  }
}
