/**
 * How well passages are found, by keywords, by meaning and by both: nDCG@10, recall and times on every set of a folder.
 * `bun scripts/bench/retrieval.ts [--sets FOLDER] [--only cisi] [--alphas 0,0.25,0.5,0.75,1] [--fusion relative|rrf] [--direct]`.
 * Documents go through the public routes of a reasoner of its own (files, vector store, search), which cuts them into
 * chunks; a document counts where its best chunk stands. `--direct` asks the domain's search, with one passage a document.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { HYBRID_DEFAULTS } from '../../src/domain/retrieval/hybrid-search.ts';
import { table } from '../../src/main/table.ts';
import { directTarget } from './retrieval-direct.ts';
import { measureSet } from './retrieval-measures.ts';
import { routesTarget } from './retrieval-routes.ts';
import { readRetrievalSets } from './retrieval-sets.ts';

const { values: options } = parseArgs({
  options: {
    sets: { type: 'string', default: fileURLToPath(new URL('../../../shared/retrieval', import.meta.url)) },
    only: { type: 'string' },
    alphas: { type: 'string', default: '0,0.25,0.5,0.75,1' },
    fusion: { type: 'string', default: HYBRID_DEFAULTS.fusion },
    direct: { type: 'boolean', default: false },
  },
});
const fusion = options.fusion === 'rrf' ? 'rrf' : 'relative';
const alphas = options.alphas.split(',').map(Number);
/** The domain's search gives as many as recall@100 needs; the route gives 50 at most. */
const DIRECT_LIMIT = 100;

await using target = options.direct ? directTarget({ fusion }, DIRECT_LIMIT) : await routesTarget(fusion);
const sets = (await readRetrievalSets(options.sets)).filter(({ name }) => options.only === undefined || name === options.only);
const rows: string[][] = [];
for (const set of sets) {
  for (const { alpha, ndcg10, recall10, recall100, p50, p99 } of await measureSet(set, target.open, alphas)) {
    const queries = set.corpora.reduce((sum, corpus) => sum + corpus.queries.length, 0);
    rows.push([
      set.name,
      String(queries),
      String(alpha),
      ...[ndcg10, recall10, recall100].map((value) => value.toFixed(4)),
      ...[p50, p99].map((value) => value.toFixed(1)),
    ]);
  }
}
console.log(`${options.direct ? 'the search itself' : 'through the routes, at most 50 chunks a search'}; ${fusion} fusion\n`);
console.log(table([['set', 'queries', 'alpha', 'nDCG@10', 'R@10', 'R@100', 'p50 ms', 'p99 ms'], ...rows]));
