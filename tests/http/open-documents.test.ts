import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createInMemoryCheckpoints } from '../../src/adapters/in-memory/checkpoints.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { undocumented } from './documented.ts';
import { guardService } from './guard-service.ts';
import { openLibraryService } from './library-service.ts';
import { createReasonerDeps } from './reasoner-deps.ts';
import { takingModel } from './response-client.ts';
import { get, json, objectOf, upload, voiceService } from './voice-service.ts';

type Handle = (request: Request) => Promise<Response>;
type Call = readonly [route: string, request: () => Request];

function says(name: string, open: () => Handle, calls: readonly Call[]): void {
  describe(`GET /openapi.json of the ${name}`, () => {
    let document: JsonObject;
    let handle: Handle;
    before(async () => {
      handle = open();
      document = await objectOf(await handle(get('/openapi.json')));
    });

    it('says of every route how it answers', () => {
      const paths = document['paths'] as Record<string, Record<string, { readonly responses: object }>>;
      // Retired routes answer 410, and those that are switched off 503.
      const silent = Object.entries(paths).flatMap(([path, operations]) =>
        Object.entries(operations)
          .filter(([, { responses }]) => !Object.keys(responses).some((status) => /^[23]|^410$|^503$/.test(status)))
          .map(([method]) => `${method} ${path}`),
      );
      assert.deepEqual(silent, []);
    });

    for (const [route, request] of calls) {
      it(`says of ${route} what it answers, every field and header of it`, async () => {
        const [method = '', pattern = ''] = route.split(' ');
        assert.deepEqual(await undocumented(document, [method, pattern], await handle(request())), []);
      });
    }
  });
}

const MESSAGE = { role: 'user', content: 'Hi', id: 'msg_x' };
const QUESTION = { model: 'default', messages: [{ role: 'user', content: 'The shop opens at nine. When does it open?' }] };

says(
  'reasoner',
  () => {
    let minted = 0;
    const ids = { next: (prefix = '') => `${prefix}${prefix === 'conv_' ? 'one' : (minted += 1)}` };
    const model = takingModel(['It ', 'is ', 'open.'], { summaries: true });
    const reasoner = createReasoner(createReasonerDeps({ checkpoints: createInMemoryCheckpoints(), ids, model }));
    return (request) => reasoner.handle(request);
  },
  [
    ['get /health', () => get('/health')],
    ['get /health/deep', () => get('/health/deep')],
    ['get /v1/models', () => get('/v1/models')],
    ['get /v1/models/{model}', () => get('/v1/models/nothing')],
    ['get /v1/graph', () => get('/v1/graph')],
    ['get /v1/graph', () => get('/v1/graph?format=mermaid')],
    ['post /v1/chat/completions', () => json('/v1/chat/completions', QUESTION)],
    ['post /v1/chat/completions', () => json('/v1/chat/completions', {})],
    ['post /v1/responses', () => json('/v1/responses', { model: 'default', input: 'Hi' })],
    ['post /v1/responses/input_tokens', () => json('/v1/responses/input_tokens', { input: 'Hi' })],
    ['post /v1/responses/compact', () => json('/v1/responses/compact', { input: 'Hi' })],
    ['post /v1/conversations', () => json('/v1/conversations', { metadata: { topic: 'ships' } })],
    ['get /v1/conversations/{conversation_id}', () => get('/v1/conversations/conv_one')],
    ['get /v1/conversations/{conversation_id}', () => get('/v1/conversations/conv_none')],
    ['post /v1/conversations/{conversation_id}', () => json('/v1/conversations/conv_one', { metadata: {} })],
    ['post /v1/conversations/{conversation_id}/items', () => json('/v1/conversations/conv_one/items', { items: [MESSAGE] })],
    ['post /v1/conversations/{conversation_id}/items', () => json('/v1/conversations/conv_one/items', { items: [MESSAGE] })],
    ['get /v1/conversations/{conversation_id}/items', () => get('/v1/conversations/conv_one/items')],
    ['get /v1/conversations/{conversation_id}/items/{item_id}', () => get('/v1/conversations/conv_one/items/msg_x')],
    ['delete /v1/conversations/{conversation_id}/items/{item_id}', () => get('/v1/conversations/conv_one/items/msg_x', 'DELETE')],
    ['delete /v1/conversations/{conversation_id}', () => get('/v1/conversations/conv_one', 'DELETE')],
    ['post /v1/threads/{thread_id}/runs', () => json('/v1/threads/one/runs', { ...QUESTION, interrupt_before: ['generate'] })],
    ['get /v1/threads/{thread_id}', () => get('/v1/threads/one')],
    ['get /v1/threads/{thread_id}/history', () => get('/v1/threads/one/history')],
    ['get /v1/threads', () => get('/v1/threads')],
    ['post /v1/threads/{thread_id}/runs', () => json('/v1/threads/two/runs', QUESTION)],
    ['post /v1/threads/{thread_id}/fork', () => json('/v1/threads/one/fork', {})],
    ['delete /v1/threads/{thread_id}', () => get('/v1/threads/one', 'DELETE')],
    ['delete /v1/threads/{thread_id}', () => get('/v1/threads/one', 'DELETE')],
    ['get /v1/runs', () => get('/v1/runs')],
  ],
);

describe('GET /openapi.json of the reasoner with files', () => {
  const namesOf = (operation: JsonObject): unknown[] => ((operation['parameters'] ?? []) as JsonObject[]).map(({ name }) => name);
  let paths: Record<string, Record<string, JsonObject>>;
  before(async () => {
    await using service = openLibraryService({ works: false, reasoner: { checkpoints: createInMemoryCheckpoints() } });
    paths = (await objectOf(await service.handle(get('/openapi.json'))))['paths'] as typeof paths;
  });

  const taken: readonly (readonly [route: string, parameters: readonly string[]])[] = [
    ['get /v1/graph', ['format']],
    ['get /v1/threads', ['limit', 'cursor']],
    ['get /v1/threads/{thread_id}/history', ['thread_id', 'limit', 'cursor']],
    ['get /v1/vector_stores/{vector_store_id}/files', ['vector_store_id', 'limit', 'order', 'after', 'before', 'filter']],
    ['get /v1/vector_stores/{vector_store_id}/files/{file_id}/content', ['vector_store_id', 'file_id', 'page']],
    [
      'get /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/files',
      ['vector_store_id', 'batch_id', 'limit', 'order', 'after', 'before', 'filter'],
    ],
    ['get /v1/responses/{response_id}', ['response_id', 'include', 'stream', 'starting_after']],
    ['get /v1/responses/{response_id}/input_items', ['response_id', 'include', 'limit', 'order', 'after', 'before']],
    ['get /v1/conversations/{conversation_id}/items', ['conversation_id', 'include', 'limit', 'order', 'after', 'before']],
    ['get /v1/conversations/{conversation_id}/items/{item_id}', ['conversation_id', 'item_id', 'include']],
  ];
  for (const [route, parameters] of taken) {
    it(`says of ${route} which parameters it takes`, () => {
      const [method = '', path = ''] = route.split(' ');
      assert.deepEqual(namesOf(paths[path]?.[method] ?? {}), parameters);
    });
  }

  it('says of every route that takes a body what is in it', () => {
    const bodiless = Object.entries(paths).flatMap(([path, { post }]) =>
      post === undefined || post['requestBody'] !== undefined || /\/(?:cancel|replay)$/.test(path) ? [] : [path],
    );
    assert.deepEqual(bodiless, []);
  });

  it('says of every files route that it answers 503 while RAG is not enabled', () => {
    const files = Object.entries(paths).filter(([path]) => /^\/v1\/(?:files|vector_stores)/.test(path));
    assert.ok(files.length > 5);
    for (const [path, operations] of files) {
      for (const [method, { responses }] of Object.entries(operations)) assert.ok('503' in (responses as object), `${method} ${path}`);
    }
  });

  it('says of the runs of threads how they fail', () => {
    for (const path of ['/v1/threads/{thread_id}/runs', '/v1/threads/{thread_id}/runs/{run_id}/resume']) {
      const statuses = Object.keys(paths[path]?.['post']?.['responses'] as object);
      for (const status of ['400', '404', '413', '429', '502', '503', '504']) assert.ok(statuses.includes(status), `${status} of ${path}`);
    }
  });
});

says(
  'voice service',
  () => {
    const { voice } = voiceService();
    return (request) => voice.handle(request);
  },
  [
    ['get /health', () => get('/health')],
    ['get /health/deep', () => get('/health/deep')],
    ['get /v1/models', () => get('/v1/models')],
    ['post /v1/audio/speech', () => json('/v1/audio/speech', { model: 'default', input: 'Hi.' })],
    ['post /v1/audio/speech', () => json('/v1/audio/speech', { model: 'default', input: '' })],
    ...['/v1/audio/transcriptions', '/v1/audio/translations'].flatMap((path) =>
      ['json', 'text', 'verbose_json', 'srt', 'vtt'].map((format): Call => [
        `post ${path}`,
        () => upload(path, {}, { response_format: format }),
      ]),
    ),
    ['post /v1/voice/turns', () => upload('/v1/voice/turns', {}, { response_format: 'wav' })],
    ['post /v1/voice/turns', () => upload('/v1/voice/turns', {})],
    ['get /v1/voice/turns', () => get('/v1/voice/turns')],
    ['get /v1/voice/turns/{request_id}', () => get('/v1/voice/turns/nothing')],
    ['post /v1/voice/rooms/webhook', () => json('/v1/voice/rooms/webhook', {})],
  ],
);

says('guard', () => guardService().handle, [
  ['get /health', () => get('/health')],
  ['post /v1/chat/completions', () => json('/v1/chat/completions', QUESTION)],
  ['post /v1/chat/completions', () => json('/v1/chat/completions', {})],
  ['get /requests', () => get('/requests')],
  ['get /requests/{rid}', () => get('/requests/nothing')],
]);
