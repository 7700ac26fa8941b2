import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openLibraryService } from './library-service.ts';
import { responseClient } from './response-client.ts';

const TEXT = 'The ferry to Hallow Point leaves at nine. Ünïcode counts in bytes.';

describe('file_search tool of the reasoner', () => {
  it('"vector_store_ids | array of string | Vector stores to search"', async () => {
    await using service = openLibraryService();
    const [one, other] = await Promise.all(
      ['one', 'other'].map(async (name) => (await service.call('POST', '/v1/vector_stores', { name })).body.id),
    );
    const file = await service.upload('ferry.txt', TEXT, { vector_store_id: one ?? '' });
    await service.settled(file.body.id);
    const found = async (ids: (string | undefined)[]): Promise<number> => {
      const answers = await Promise.all(
        ids.map((id) => service.call('POST', `/v1/vector_stores/${id}/search`, { query: 'When does the ferry leave?' })),
      );
      return answers.flatMap(({ body }) => body.data as unknown as unknown[]).length;
    };
    assert.deepEqual([await found([one]), await found([other])], [1, 0]);
    for (const ids of ['one', [1], {}]) {
      const tools = [{ type: 'file_search', vector_store_ids: ids }];
      const refused = await service.call('POST', '/v1/chat/completions', {
        model: 'default',
        messages: [{ role: 'user', content: 'x' }],
        tools,
      });
      assert.equal(refused.status, 400);
    }
  });

  it('"hybrid_alpha | number | Hybrid search weighting"', async () => {
    await using service = openLibraryService();
    const file = await service.upload('ferry.txt', TEXT);
    await service.settled(file.body.id);
    // Letters that no text has: by keyword alone nothing is found, by meaning something always is.
    const count = async (alpha: number): Promise<number> => {
      const { body } = await service.call('POST', '/v1/vector_stores/default/search', { query: 'zzyzx', hybrid_alpha: alpha });
      return (body.data as unknown as unknown[]).length;
    };
    assert.deepEqual([await count(0), await count(1)], [0, 1]);
  });
});

describe('File record of the reasoner', () => {
  it('"id | string | File identifier", "object | string | \'file\'", "filename | string", "bytes | integer | Size in bytes", "created_at | integer | Unix time in seconds", "purpose | string | \'assistants\'", "status | string | \'uploaded\'"', async () => {
    await using service = openLibraryService({ works: false });
    const before = Math.floor(Date.now() / 1000);
    const { status, body } = await service.upload('ferry.txt', TEXT);
    assert.equal(status, 201);
    const record = body as unknown as Record<string, unknown>;
    assert.equal(typeof record.id, 'string');
    assert.deepEqual([record.object, record.filename, record.purpose], ['file', 'ferry.txt', 'assistants']);
    assert.equal(record.bytes, new TextEncoder().encode(TEXT).length);
    assert.ok(Number.isInteger(record.created_at) && Number(record.created_at) >= before);
    // "File status 'uploaded' | Value present on a stored file; other file statuses are not listed": here until its text can be found.
    assert.equal(record.status, 'uploaded');
    assert.deepEqual((await service.call('GET', `/v1/files/${body.id}`)).body.status, 'uploaded');
  });
});

describe('Responses of the reasoner', () => {
  it('"Request: JSON responses request. Response 200: JSON responses response.": "Request: `model` (string), `input` (string, or a structured array)." and "Response: `id` (string), `object` (\'response\'), `model` (string), `output` (array of {type: \'message\', content: array of {type: \'output_text\', text: string}}), `usage` ({input_tokens, output_tokens, total_tokens}, integers)."', async () => {
    const client = responseClient();
    for (const input of ['Hi', [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }]]) {
      const body = await client.create({ input });
      assert.equal(typeof body.id, 'string');
      assert.equal(body.object, 'response');
      assert.equal(typeof body.model, 'string');
      const [message] = body.output;
      assert.equal(message?.type, 'message');
      const [content] = message?.type === 'message' ? message.content : [];
      assert.ok(content?.type === 'output_text' && content.text !== '');
      const { input_tokens: given, output_tokens: written, total_tokens: total } = body.usage ?? {};
      assert.ok([given, written, total].every((count) => Number.isInteger(count)));
      assert.equal(Number(given) + Number(written), total);
    }
    assert.deepEqual((await client.refused({ input: 5 }))[0], 400);
  });
});

describe('The reasoning service', () => {
  it('"This document covers the reasoning service: a graph-based reasoning engine with vector memory, a chat-completions-compatible HTTP API (chat completions, responses, model listing), a file API for retrieval": all of them in one OpenAPI document', async () => {
    await using service = openLibraryService();
    const { body } = await service.call('GET', '/openapi.json');
    const paths = Object.keys((body as unknown as { paths: object }).paths);
    for (const path of ['/v1/chat/completions', '/v1/responses', '/v1/models', '/v1/files', '/v1/vector_stores']) {
      assert.ok(paths.includes(path), path);
    }
  });
});
