import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createClient } from '@libsql/client';
import { OpenAI, toFile } from 'openai';
import { allowSlowHooks } from '../slow.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

await allowSlowHooks();

const ENV = { REASONER_RAG_ENABLED: 'true', REASONER_INGEST_CHUNKS: '8' };
const WORDS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'islet', 'jetty', 'kelp', 'larch'];

/** A text of many paragraphs, each of which names itself. */
function longText(seed: number, paragraphs: number): string {
  return Array.from({ length: paragraphs }, (_, place) => {
    const words = Array.from({ length: 60 }, (_, at) => WORDS[(place * 7 + at * 5 + seed * 3) % WORDS.length]);
    return `Paragraph number ${place} of book ${seed} tells this: ${words.join(' ')}.`;
  }).join('\n\n');
}

const clientOf = (parley: ParleyProcess): OpenAI => new OpenAI({ baseURL: `${parley.reasoner}/v1`, apiKey: 'none', maxRetries: 0 });

describe('a reasoner that is killed while it takes files in', () => {
  it('loses nothing that it acknowledged, goes on where it was, and leaves nothing twice', { timeout: 180_000 }, async () => {
    await using folder = await makeTemporaryFolder();
    const start = () => startParley({ env: ENV, directory: folder.path });
    let parley = await start();
    const ids: string[] = [];
    let kills = 0;
    let seenPartial = false;
    try {
      for (const seed of [1, 2]) {
        const { id } = await clientOf(parley).files.create({
          file: await toFile(Buffer.from(longText(seed, 50)), `book-${seed}.txt`),
          purpose: 'assistants',
        });
        ids.push(id);
      }
      for (;;) {
        const { data } = await clientOf(parley).vectorStores.files.list('default', { limit: 100 });
        assert.deepEqual(data.map(({ id }) => id).toSorted(), ids.toSorted());
        if (data.every(({ status }) => status === 'completed')) break;
        const isPartial = data.some(({ status, usage_bytes }) => status === 'in_progress' && usage_bytes > 0);
        seenPartial ||= isPartial;
        if (isPartial && kills < 2) {
          kills += 1;
          // A new file while others are on their way must not be lost either.
          const { id } = await clientOf(parley).files.create({
            file: await toFile(Buffer.from(longText(10 + kills, 10)), `late-${kills}.txt`),
            purpose: 'assistants',
          });
          ids.push(id);
          process.kill(parley.pid, 'SIGKILL');
          parley = await start();
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.ok(seenPartial && kills > 0, 'it was killed in the middle of a file');
      for (const id of ids) assert.equal((await clientOf(parley).files.retrieve(id)).status, 'processed');
      const { data } = await clientOf(parley).vectorStores.search('default', {
        query: 'Paragraph number 47 of book 2',
        max_num_results: 5,
      });
      assert.ok(data.some(({ content, filename }) => filename === 'book-2.txt' && content[0]?.text.includes('number 47 of book 2')));
    } finally {
      await parley[Symbol.asyncDispose]();
    }
    const database = createClient({ url: pathToFileURL(join(folder.path, 'data', 'reasoner.db')).href });
    try {
      const { rows } = await database.execute(
        'SELECT (SELECT SUM(chunks) FROM store_files), (SELECT COUNT(*) FROM passages), (SELECT COUNT(*) FROM removals)',
      );
      const [chunks, passages, removals] = Object.values(rows[0] ?? {}).map(Number);
      assert.ok((chunks ?? 0) > 50);
      assert.deepEqual([passages, removals], [chunks, 0]);
    } finally {
      database.close();
    }
  });
});
