import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { describe, it } from 'node:test';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { allowSlowHooks } from '../slow.ts';
import { createRecordedLogger } from './recorded-logger.ts';

await allowSlowHooks();

interface Pipeline {
  readonly requests: readonly {
    readonly type: string;
    readonly sql_id?: number;
    readonly sql?: string;
    readonly batch?: { readonly steps: readonly { readonly stmt: { readonly sql?: string; readonly sql_id?: number } }[] };
  }[];
}

/**
 * Speaks as much of Hrana over HTTP, version 2 (https://github.com/tursodatabase/libsql/blob/main/docs/HRANA_2_SPEC.md),
 * as a client needs for batches; every statement gives one row with the number 7.
 */
async function startHranaServer() {
  const seen = { authorizations: new Set<string | undefined>(), sql: [] as string[] };
  const row = { cols: [{ name: 'n' }], rows: [[{ type: 'integer', value: '7' }]], affected_row_count: 1, last_insert_rowid: null };
  const server = createServer((request, response) => {
    if (request.url !== '/v2/pipeline') {
      response.writeHead(404).end();
      return;
    }
    seen.authorizations.add(request.headers.authorization);
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const { requests } = JSON.parse(body) as Pipeline;
      const texts = new Map(requests.map(({ sql_id, sql }) => [sql_id, sql]));
      const results = requests.map(({ type, batch }) => {
        const steps = batch?.steps ?? [];
        seen.sql.push(...steps.map(({ stmt }) => stmt.sql ?? texts.get(stmt.sql_id) ?? ''));
        const result = { step_results: steps.map(() => row), step_errors: steps.map(() => null) };
        return { type: 'ok', response: batch === undefined ? { type } : { type, result } };
      });
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ baton: null, base_url: null, results }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { seen, url: `http://127.0.0.1:${portOf(server)}`, close: () => new Promise((resolve) => server.close(resolve)) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('openDatabase() with the URL of a server', () => {
  it('sends reads and writes there with the token', async () => {
    const server = await startHranaServer();
    const database = openDatabase({ url: server.url, authToken: 'remote-token', logger: createRecordedLogger() });
    assert.deepEqual((await database.execute({ sql: 'SELECT 7' })).rows, [[7]]);
    await database.batch([{ sql: 'INSERT INTO a VALUES (1)' }, { sql: 'INSERT INTO b VALUES (2)' }]);
    await database[Symbol.asyncDispose]();
    await server.close();
    assert.deepEqual([...server.seen.authorizations], ['Bearer remote-token']);
    const statements = server.seen.sql.filter((sql) => /^(BEGIN|SELECT|INSERT|COMMIT)/.test(sql));
    assert.deepEqual(statements, [
      'BEGIN TRANSACTION READONLY',
      'SELECT 7',
      'COMMIT',
      'BEGIN IMMEDIATE',
      'INSERT INTO a VALUES (1)',
      'INSERT INTO b VALUES (2)',
      'COMMIT',
    ]);
  });

  it('a server that cannot be reached is unavailable', async () => {
    const server = await startHranaServer();
    await server.close();
    await using database = openDatabase({ url: server.url, logger: createRecordedLogger() });
    await assert.rejects(database.ping(AbortSignal.timeout(5000)), { kind: 'unavailable' });
  });
});
