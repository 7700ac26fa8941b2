/** Runs one graph on a thread of a database in the folder of its first argument; kills itself with SIGKILL once the node of its second has finished. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLibsqlCheckpoints } from '../../src/adapters/libsql/checkpoints.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { END, type Graph, type GraphNode } from '../../src/domain/reasoning/graph.ts';
import { append } from '../../src/domain/reasoning/reducers.ts';
import { runGraph } from '../../src/domain/reasoning/run-graph.ts';
import { createRecordedLogger } from './recorded-logger.ts';

interface State {
  readonly log: readonly string[];
}

const [folder = '', killAfter = ''] = process.argv.slice(2);

/** Leaves a line in a file each time it runs to its end. `waitsFor` never ends in a run that is to be killed by that node. */
const node = (name: string, more: { readonly join?: true; readonly waitsFor?: string } = {}): GraphNode<State, string> => ({
  name,
  ...(more.join === undefined ? {} : { join: more.join }),
  async *run() {
    yield name;
    if (more.waitsFor !== undefined && more.waitsFor === killAfter) await new Promise(() => undefined);
    appendFileSync(join(folder, 'effects.txt'), `${name}\n`);
    return { log: [name] };
  },
});

const graph: Graph<State, string> = {
  name: 'killed',
  start: 'a',
  stepLimit: 20,
  reducers: { log: append },
  nodes: [node('a'), node('b'), node('c', { waitsFor: 'b' }), node('d', { join: true }), node('e')],
  edges: [
    { from: 'a', to: 'b', parallel: true },
    { from: 'a', to: 'c', parallel: true },
    { from: 'b', to: 'd' },
    { from: 'c', to: 'd' },
    { from: 'd', to: 'e' },
    { from: 'e', to: END },
  ],
};

await using database = openDatabase({ url: `file:${join(folder, 'graph.db')}`, logger: createRecordedLogger() });
const checkpoints = createLibsqlCheckpoints({ database, clock: systemClock });
const thread = { checkpoints, ids: uuidIds, thread: 'thread', run: 'run', durability: 'sync' as const };
for await (const event of runGraph(graph, { log: [] }, { signal: new AbortController().signal, clock: systemClock, thread })) {
  if (event.type === 'node-finished' && event.node === killAfter) process.kill(process.pid, 'SIGKILL');
  if (event.type === 'finished') process.stdout.write(JSON.stringify(event.state.log));
}
