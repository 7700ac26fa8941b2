import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { decodeJson, encodeJson, isJsonObject, type JsonObject } from '../../src/core/json.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { createScriptedModel, WORDS } from '../unit/reasoner-doubles.ts';
import { createReasonerDeps } from './reasoner-deps.ts';

const REQUEST = { request_id: 'r-1', user_id: 'ada', text: 'Is it open?' };

interface Heard {
  /** Without `platform.reasoner.` in front. */
  readonly subject: string;
  readonly body: JsonObject;
}

/** What the service publishes for one request on a subject, up to its result or error. */
async function published(
  subject: string,
  request: object = REQUEST,
  script: Parameters<typeof createScriptedModel>[0] = ['It is ', 'open.'],
) {
  const bus = createInMemoryBus();
  const model = createScriptedModel(script);
  const stop = new AbortController();
  const heard = bus.subscribe('platform.reasoner.>', { signal: stop.signal });
  const consuming = createReasoner(createReasonerDeps({ bus, model })).consume(stop.signal);
  bus.publish(subject, encodeJson(request));
  const events: Heard[] = [];
  for await (const message of heard) {
    const body = decodeJson(message.data);
    const name = message.subject.replace('platform.reasoner.', '');
    if (name !== 'request') events.push({ subject: name, body: isJsonObject(body) ? body : {} });
    if (name === 'result' || name === 'error') break;
  }
  stop.abort();
  await consuming;
  return { events, asked: model.requests };
}

const PRIMARY = 'platform.reasoner.request';
const bodiesOf = (events: readonly Heard[], subject: string): JsonObject[] =>
  events.filter((event) => event.subject === subject).map(({ body }) => body);
const textOf = (events: readonly Heard[]): string =>
  bodiesOf(events, 'stream.r-1')
    .map(({ token }) => (typeof token === 'string' ? token : ''))
    .join('');

describe('Events of the reasoner', () => {
  it('"The service subscribes to and publishes on message-bus subjects, so that clients without HTTP can use it."', async () => {
    const { events, asked } = await published(PRIMARY);
    assert.deepEqual(asked[0]?.messages, [{ role: 'user', content: 'Is it open?' }]);
    assert.equal(textOf(events), 'It is open.');
    assert.equal(bodiesOf(events, 'result')[0]?.['text'], 'It is open.');
  });

  for (const [subject, row] of [
    [PRIMARY, 'platform.reasoner.request | subscribe | Incoming reasoning requests (primary)'],
    ['reasoner.request', 'reasoner.request | subscribe | Legacy request subject'],
  ] as const) {
    it(`"${row}"`, async () => {
      const { events, asked } = await published(subject);
      assert.deepEqual([asked.length, bodiesOf(events, 'result').length], [1, 1]);
    });
  }

  it('"platform.reasoner.stream.{request_id} | publish | Token chunks as the model streams"', async () => {
    // The model waits for its first piece to be heard before it gives the second.
    const bus = createInMemoryBus();
    const stop = new AbortController();
    const heard = bus.subscribe('platform.reasoner.stream.r-1', { signal: stop.signal })[Symbol.asyncIterator]();
    const { promise: first, resolve: hearFirst } = Promise.withResolvers<void>();
    const model = createScriptedModel(['It is ', () => first, 'open.']);
    const consuming = createReasoner(createReasonerDeps({ bus, model })).consume(stop.signal);
    bus.publish(PRIMARY, encodeJson(REQUEST));
    const token = async (): Promise<unknown> => {
      const next = await heard.next();
      return next.done === true ? assert.fail('the bus has closed') : (decodeJson(next.value.data) as JsonObject)['token'];
    };
    assert.equal(await token(), 'It is ');
    hearFirst();
    assert.equal(await token(), 'open.');
    stop.abort();
    await consuming;
  });

  it('"platform.reasoner.result | publish | Completion signal after the stream ends"', async () => {
    const { events } = await published(PRIMARY);
    const subjects = events.map(({ subject }) => subject);
    assert.deepEqual([subjects.lastIndexOf('stream.r-1'), subjects.indexOf('result')], [subjects.length - 2, subjects.length - 1]);
  });

  it('"platform.reasoner.error | publish | Error payloads for failed requests"', async () => {
    const { events } = await published(PRIMARY, REQUEST, [() => Promise.reject(new ServiceError('timeout', 'The model is too slow.'))]);
    const [error] = bodiesOf(events, 'error');
    assert.deepEqual([error?.['request_id'], error?.['error_type'], error?.['message']], ['r-1', 'timeout', 'The model is too slow.']);
    assert.deepEqual(bodiesOf(events, 'result'), []);
  });

  it('"platform.reasoner.guard.rejected | publish | Requests blocked by the injection guard"', async () => {
    const { events, asked } = await published(PRIMARY, { ...REQUEST, text: WORDS.block });
    const [rejected] = bodiesOf(events, 'guard.rejected');
    assert.deepEqual([rejected?.['request_id'], rejected?.['verdict'], asked.length], ['r-1', 'block', 0]);
    assert.deepEqual(bodiesOf((await published(PRIMARY)).events, 'guard.rejected'), []);
  });

  it('"platform.reasoner.guard.intercepted | publish | Requests whose suspicious output was intercepted"', async () => {
    const { events } = await published(PRIMARY, REQUEST, ['It is ', WORDS.block]);
    assert.deepEqual(
      bodiesOf(events, 'guard.intercepted').map((body) => [body['request_id'], body['verdict']]),
      [['r-1', 'block']],
    );
    assert.doesNotMatch(JSON.stringify(events), new RegExp(WORDS.block));
    assert.deepEqual(bodiesOf((await published(PRIMARY)).events, 'guard.intercepted'), []);
  });
});

describe('Payloads (JSON) of the reasoner', () => {
  it('"platform.reasoner.request | request_id (string), user_id (string), text (string)"', async () => {
    const { events, asked } = await published(PRIMARY);
    const [result] = bodiesOf(events, 'result');
    assert.deepEqual([result?.['request_id'], result?.['user_id'], asked[0]?.messages[0]?.content], Object.values(REQUEST));
    for (const field of ['request_id', 'user_id', 'text']) {
      const refused = await published(PRIMARY, { ...REQUEST, [field]: 4 });
      assert.equal(bodiesOf(refused.events, 'error')[0]?.['param'], field);
    }
  });

  it('"platform.reasoner.stream.{request_id} | token (string), request_id (string)"', async () => {
    const bodies = bodiesOf((await published(PRIMARY)).events, 'stream.r-1');
    assert.ok(bodies.length > 1);
    for (const { token, request_id: id } of bodies) assert.deepEqual([typeof token, id], ['string', 'r-1']);
  });

  it('"platform.reasoner.result | request_id (string), user_id (string), text (string), latency_ms (number, milliseconds)"', async () => {
    const [result] = bodiesOf((await published(PRIMARY)).events, 'result');
    const { latency_ms: latency, ...rest } = result ?? {};
    assert.deepEqual(rest, { request_id: 'r-1', user_id: 'ada', text: 'It is open.' });
    assert.ok(typeof latency === 'number' && latency > 0);
  });
});
