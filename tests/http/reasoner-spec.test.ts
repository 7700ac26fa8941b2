import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import type { ErrorBody } from '../../src/core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { reasonerSettings } from '../../src/reasoner/config.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { createScriptedModel, withConnection } from '../unit/reasoner-doubles.ts';
import { at } from './guard-service.ts';
import { createReasonerDeps } from './reasoner-deps.ts';

type Changes = Parameters<typeof createReasonerDeps>[0];

const COMPLETIONS = '/v1/chat/completions';
const QUESTION = { model: 'scripted', messages: [{ role: 'user', content: 'Is it open?' }] };
const STORES = { type: 'file_search', vector_store_ids: ['vs-1'], hybrid_alpha: 0.5 };
const isCount = (value: JsonValue | undefined): boolean => Number.isInteger(value) && Number(value) >= 0;

function send(method: string, path: string, body?: unknown, changes: Changes = {}): Promise<Response> {
  const content = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return createReasoner(createReasonerDeps(changes)).handle(new Request(`http://localhost${path}`, { method, ...content }));
}

/** The status of an answer and its body. */
async function answer(method: string, path: string, body?: unknown, changes?: Changes) {
  const response = await send(method, path, body, changes);
  const read = (await response.json()) as JsonValue;
  return { status: response.status, body: isJsonObject(read) ? read : {} };
}

/** The answer to a chat completion, and what the model was asked. */
async function completion(more: object = {}) {
  const model = createScriptedModel(['It ', 'is ', 'open.']);
  const { status, body } = await answer('POST', COMPLETIONS, { ...QUESTION, ...more }, { model });
  return { status, body, asked: model.requests };
}

/** How a chat completion is refused: its status and the field at fault. */
async function refusal(more: object): Promise<readonly [number, string | null]> {
  const response = await send('POST', COMPLETIONS, { ...QUESTION, ...more });
  return [response.status, ((await response.json()) as ErrorBody).error.param];
}

/** A bus that is not there, and a database that is not. */
const noBus = (): Changes => ({
  bus: withConnection(createInMemoryBus(), { connected: false, ping: () => Promise.reject(new Error('down')) }),
});
const noDatabase: Changes = { database: { name: 'db', check: () => Promise.reject(new Error('locked')) } };

/** One test a row of a table in the specification. */
function rows(table: readonly (readonly [row: string, holds: () => Promise<void>])[]): void {
  for (const [row, holds] of table) it(`"${row}"`, holds);
}

describe('Reasoning Service Specification', () => {
  it('"The default published port is 8802, and the base address is {base_url}."', async () => {
    assert.equal(reasonerSettings.port.fallback, 8802);
    for (const base of ['http://127.0.0.1:8802', 'https://reasoner.example']) {
      const response = await createReasoner(createReasonerDeps()).handle(new Request(`${base}/v1/models`));
      assert.equal(response.status, 200, base);
    }
  });

  it('"Answers chat-completions requests, synchronously or as a stream of Server-Sent Events."', async () => {
    const whole = await send('POST', COMPLETIONS, QUESTION);
    assert.match(whole.headers.get('content-type') ?? '', /^application\/json/);
    const text = at((await whole.json()) as JsonValue, 'choices', 0, 'message', 'content');
    const streamed = await send('POST', COMPLETIONS, { ...QUESTION, stream: true });
    assert.match(streamed.headers.get('content-type') ?? '', /^text\/event-stream/);
    const events = [...(await streamed.text()).matchAll(/^data: (\{.*\})$/gm)].map(([, data]) => JSON.parse(data ?? '') as JsonValue);
    const pieces = events.map((event) => at(event, 'choices', 0, 'delta', 'content')).filter((piece) => typeof piece === 'string');
    assert.deepEqual([text, pieces.join('')], ['It is open.', 'It is open.']);
    assert.ok(pieces.length > 2);
  });

  it('"While it is off, the files routes answer 503 and the file_search tool is unavailable."', async () => {
    assert.equal(reasonerSettings.ragEnabled.fallback, false);
    assert.equal((await answer('GET', '/v1/files')).status, 503);
    assert.deepEqual(await refusal({ tools: [STORES] }), [503, 'tools[0]']);
  });
});

describe('Chat completion request (JSON)', () => {
  rows([
    [
      'model | string | Model identifier',
      async () => {
        assert.equal((await completion({ model: 'scripted' })).status, 200);
        assert.deepEqual(await refusal({ model: 5 }), [400, 'model']);
        assert.deepEqual(await refusal({ model: 'another' }), [404, 'model']);
      },
    ],
    [
      'messages | array of message | Each message has `role` (string) and `content` (string)',
      async () => {
        const messages = [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Is it open?' },
        ];
        assert.deepEqual((await completion({ messages })).asked[0]?.messages, messages);
        assert.deepEqual(await refusal({ messages: 'Is it open?' }), [400, 'messages']);
        assert.deepEqual(await refusal({ messages: [{ content: 'x' }] }), [400, 'messages[0].role']);
        assert.deepEqual(await refusal({ messages: [{ role: 'user', content: 7 }] }), [400, 'messages[0].content']);
      },
    ],
    [
      'stream | boolean | true selects streaming',
      async () => {
        for (const [stream, type] of [
          [true, 'text/event-stream'],
          [false, 'application/json'],
          [undefined, 'application/json'],
        ] as const) {
          const response = await send('POST', COMPLETIONS, { ...QUESTION, stream });
          assert.equal(response.headers.get('content-type')?.split(';')[0], type, String(stream));
          await response.text();
        }
        assert.deepEqual(await refusal({ stream: 'true' }), [400, 'stream']);
      },
    ],
    [
      'tools | array | Optional; entries of type file_search',
      async () => {
        assert.equal((await completion()).status, 200);
        assert.equal((await completion({ tools: [] })).status, 200);
        assert.deepEqual(await refusal({ tools: 'file_search' }), [400, 'tools']);
        assert.deepEqual(await refusal({ tools: [{ type: 'web_search' }] }), [400, 'tools[0].type']);
        assert.deepEqual(await refusal({ tools: [STORES] }), [503, 'tools[0]']);
      },
    ],
  ]);
});

describe('file_search tool', () => {
  it('"type | string | \'file_search\'", which is known and unavailable while RAG is off', async () => {
    assert.deepEqual(await refusal({ tools: [{ type: 'file_search' }] }), [503, 'tools[0]']);
    for (const type of ['file_searches', 'FILE_SEARCH', 1]) assert.deepEqual(await refusal({ tools: [{ type }] }), [400, 'tools[0].type']);
  });
});

describe('Chat completion response (sync)', () => {
  rows([
    [
      'id | string',
      async () => {
        const { body } = await completion();
        assert.ok(typeof body['id'] === 'string' && body['id'] !== '');
      },
    ],
    ["object | 'chat.completion'", async () => assert.equal((await completion()).body['object'], 'chat.completion')],
    ['model | string', async () => assert.equal((await completion()).body['model'], 'scripted')],
    [
      'choices | array of {index: integer, message: {role: string, content: string}, finish_reason: string}',
      async () => {
        const choices = (await completion()).body['choices'];
        assert.ok(Array.isArray(choices) && choices.length === 1);
        const [choice] = choices;
        assert.deepEqual([at(choice, 'index'), at(choice, 'finish_reason')], [0, 'stop']);
        assert.deepEqual([at(choice, 'message', 'role'), at(choice, 'message', 'content')], ['assistant', 'It is open.']);
      },
    ],
    [
      'usage | {prompt_tokens, completion_tokens, total_tokens}, integers',
      async () => {
        const usage = (await completion()).body['usage'] ?? null;
        assert.ok(isJsonObject(usage) && Object.values(usage).every(isCount));
        assert.deepEqual(usage, { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 });
      },
    ],
  ]);
});

describe('Model list', () => {
  it("\"`object` ('list'), `data` (array of {id: string, object: 'model'}).\"", async () => {
    const { body } = await answer('GET', '/v1/models');
    assert.equal(body['object'], 'list');
    assert.ok(Array.isArray(body['data']));
    assert.deepEqual(
      body['data'].map((model) => [at(model, 'id'), at(model, 'object')]),
      [['scripted', 'model']],
    );
  });
});

describe('Health bodies of the reasoner', () => {
  it("\"Shallow: `status` (string, 'ok'), `version` (string); or `status` 'starting'.\"", async () => {
    assert.deepEqual((await answer('GET', '/health')).body, { status: 'ok', version: '1.2.3' });
    assert.deepEqual((await answer('GET', '/health', undefined, noBus())).body, { status: 'starting' });
  });

  it('"Deep: `status` (string), `version` (string), `components` (object of booleans: `database`, `message_bus`; an object-store entry is added when RAG is enabled).", and none while it is off', async () => {
    for (const [changes, components] of [
      [{}, { database: true, message_bus: true }],
      [noDatabase, { database: false, message_bus: true }],
      [noBus(), { database: true, message_bus: false }],
    ] as const) {
      const { status, version, ...rest } = (await answer('GET', '/health/deep', undefined, changes)).body;
      assert.deepEqual([typeof status, version, rest], ['string', '1.2.3', { components }]);
    }
  });

  it('"Health bodies report the service `version` as a string."', async () => {
    for (const path of ['/health', '/health/deep']) {
      for (const version of ['1.2.3', '4']) assert.equal((await answer('GET', path, undefined, { version })).body['version'], version);
    }
  });
});

describe('States and transitions of the reasoner', () => {
  rows([
    [
      "Service readiness 'starting' | The message bus is not yet connected; GET /health answers 503",
      async () => {
        const { status, body } = await answer('GET', '/health', undefined, noBus());
        assert.deepEqual([status, body['status']], [503, 'starting']);
      },
    ],
    [
      "Service readiness 'ok' | GET /health answers 200",
      async () => {
        const { status, body } = await answer('GET', '/health');
        assert.deepEqual([status, body['status']], [200, 'ok']);
      },
    ],
  ]);
});

describe('Endpoints of the reasoner', () => {
  it('"All chat-compatible routes sit under the /v1 prefix."', async () => {
    const paths = Object.keys((await answer('GET', '/openapi.json')).body['paths'] as JsonObject);
    const compatible = paths.filter((path) => /completions|models|files|responses/.test(path));
    assert.ok(compatible.length > 2 && compatible.every((path) => path.startsWith('/v1/')));
    for (const [method, path, body, status] of [
      ['POST', '/chat/completions', QUESTION, 200],
      ['GET', '/models', undefined, 200],
      ['GET', '/files', undefined, 503],
    ] as const) {
      assert.deepEqual([(await answer(method, `/v1${path}`, body)).status, (await answer(method, path, body)).status], [status, 404], path);
    }
  });

  it('"Readiness probe for the database and the message bus, plus the object store when RAG is enabled.", and nothing more while it is off', async () => {
    const asked: string[] = [];
    const database = { name: 'database', check: async () => void asked.push('database') };
    const bus = withConnection(createInMemoryBus(), { connected: true, ping: async () => void asked.push('message bus') });
    assert.equal((await answer('GET', '/health/deep', undefined, { database, bus })).status, 200);
    assert.deepEqual(asked.toSorted(), ['database', 'message bus']);
  });
});

describe('Files (require RAG enabled; otherwise 503)', () => {
  for (const row of [
    'POST | /v1/files | multipart/form-data with field `file` (file, required); 201 with the file record',
    'GET | /v1/files | List files',
    'GET | /v1/files/{file_id} | File metadata',
    'GET | /v1/files/{file_id}/content | Raw file content',
    'DELETE | /v1/files/{file_id} | Delete the file',
  ]) {
    it(`"${row}": 503 while RAG is not enabled`, async () => {
      const [method = '', path = ''] = row.split(' | ');
      const form = new FormData();
      form.set('file', new File(['some text'], 'notes.txt'));
      const init = { method, ...(method === 'POST' ? { body: form } : {}) };
      const request = new Request(`http://localhost${path.replace('{file_id}', 'file-1')}`, init);
      const response = await createReasoner(createReasonerDeps()).handle(request);
      assert.equal(response.status, 503);
      assert.match(((await response.json()) as ErrorBody).message, /RAG to be enabled/);
    });
  }

  for (const path of ['/v1/vector_stores', '/v1/vector_stores/default', '/v1/vector_stores/default/search']) {
    it(`${path}: 503 while RAG is not enabled, whatever the method`, async () => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const response = await createReasoner(createReasonerDeps()).handle(new Request(`http://localhost${path}`, { method }));
        assert.equal(response.status, 503, method);
        assert.match(((await response.json()) as ErrorBody).message, /RAG to be enabled/);
      }
    });
  }
});

describe('Authentication of the reasoner', () => {
  it('"No credential, header or scheme is described.": none is asked for', async () => {
    for (const [method, path, body] of [
      ['POST', COMPLETIONS, QUESTION],
      ['POST', '/chat', { text: 'Is it open?' }],
      ['GET', '/v1/models', undefined],
      ['GET', '/health', undefined],
      ['GET', '/health/deep', undefined],
    ] as const) {
      const response = await send(method, path, body);
      assert.deepEqual([response.status, response.headers.get('www-authenticate')], [200, null], path);
    }
  });
});

describe('Errors of the reasoner', () => {
  rows([
    [
      '503 | Any files route while RAG is not enabled',
      async () => {
        const routes = ['POST /v1/files', 'GET /v1/files', 'GET /v1/files/f', 'GET /v1/files/f/content', 'DELETE /v1/files/f'];
        for (const [method = '', path = ''] of routes.map((route) => route.split(' '))) {
          assert.equal((await answer(method, path)).status, 503, path);
        }
      },
    ],
    [
      '503 | GET /health while the message bus is not yet connected',
      async () => {
        assert.equal((await answer('GET', '/health', undefined, noBus())).status, 503);
        assert.equal((await answer('GET', '/health', undefined, noDatabase)).status, 200);
      },
    ],
    [
      '503 | GET /health/deep when any component is unhealthy',
      async () => {
        for (const [changes, status] of [
          [{}, 200],
          [noBus(), 503],
          [noDatabase, 503],
          [{ ...noBus(), ...noDatabase }, 503],
        ] as const) {
          assert.equal((await answer('GET', '/health/deep', undefined, changes)).status, status);
        }
      },
    ],
  ]);
});
