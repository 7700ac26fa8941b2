import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExtractiveLanguageModel } from '../../src/adapters/extractive/language-model.ts';
import { connectNatsBus } from '../../src/adapters/nats/bus.ts';
import { decodeJson, encodeJson, type JsonObject } from '../../src/core/json.ts';
import type { Bus } from '../../src/ports/bus.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { createReasonerDeps } from '../http/reasoner-deps.ts';
import { allowSlowHooks } from '../slow.ts';
import { WORDS } from '../unit/reasoner-doubles.ts';
import { startNatsServer } from './nats-server.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { until } from './until.ts';

await allowSlowHooks();

interface Event {
  readonly subject: string;
  readonly body: JsonObject;
}

function connect(url: string, name: string): Bus {
  return connectNatsBus({ url, name, logger: createRecordedLogger(), retryMs: { first: 10, longest: 50 } });
}

/** Everything the reasoners publish, as a client hears it: in one subscription, as only within one is there an order. */
function hear(client: Bus, signal: AbortSignal): Event[] {
  const events: Event[] = [];
  const messages = client.subscribe('platform.reasoner.>', { signal });
  void (async () => {
    for await (const { subject, data } of messages)
      if (subject !== 'platform.reasoner.request') events.push({ subject, body: decodeJson(data) as JsonObject });
  })();
  return events;
}

const ask = (client: Bus, id: string, text = 'The shop opens at nine. When does the shop open?'): void =>
  client.publish('platform.reasoner.request', encodeJson({ request_id: id, user_id: 'ada', text }));

const results = (events: readonly Event[]): JsonObject[] =>
  events.filter((event) => event.subject === 'platform.reasoner.result').map((event) => event.body);

describe('the reasoner on a real nats-server', () => {
  it('"so that clients without HTTP can use it": tokens in order, the end marker, then the result', async () => {
    await using server = await startNatsServer();
    await using bus = connect(server.url, 'reasoner');
    await using client = connect(server.url, 'client');
    const stop = new AbortController();
    const consuming = createReasoner(createReasonerDeps({ bus, model: createExtractiveLanguageModel() })).consume(stop.signal);
    await until('both are connected', () => bus.connected && client.connected);
    const events = hear(client, stop.signal);
    await Promise.all([bus.ping(AbortSignal.timeout(5000)), client.ping(AbortSignal.timeout(5000))]);
    ask(client, 'r-1');
    await until('the result comes', () => results(events).length === 1);
    const stream = events.filter((event) => event.subject === 'platform.reasoner.stream.r-1').map((event) => event.body);
    assert.deepEqual(
      stream.map((body) => body.token),
      ['The', ' shop', ' opens', ' at', ' nine', '.', ''],
    );
    assert.deepEqual(
      stream.map((body) => body.sequence),
      [0, 1, 2, 3, 4, 5, 6],
    );
    assert.equal(stream.at(-1)?.done, true);
    assert.equal(events.at(-1)?.subject, 'platform.reasoner.result');
    assert.equal(results(events)[0]?.text, 'The shop opens at nine.');
    ask(client, 'r-2', `say ${WORDS.block}`);
    await until('the second result comes', () => results(events).length === 2);
    assert.ok(events.some((event) => event.subject === 'platform.reasoner.guard.rejected' && event.body.request_id === 'r-2'));
    ask(client, 'no.token');
    await until('the error comes', () => events.some((event) => event.subject === 'platform.reasoner.error'));
    stop.abort();
    await consuming;
  });

  it('two reasoners share a hundred requests: each is answered once, and both take part', async () => {
    await using server = await startNatsServer();
    await using first = connect(server.url, 'first');
    await using second = connect(server.url, 'second');
    await using client = connect(server.url, 'client');
    const stop = new AbortController();
    const loggers = [createRecordedLogger(), createRecordedLogger()];
    const consuming = [first, second].map((bus, index) =>
      createReasoner(createReasonerDeps({ bus, logger: loggers[index] ?? createRecordedLogger() })).consume(stop.signal),
    );
    await until('all are connected', () => first.connected && second.connected && client.connected);
    const events = hear(client, stop.signal);
    await Promise.all([first, second, client].map((bus) => bus.ping(AbortSignal.timeout(5000))));
    const ids = Array.from({ length: 100 }, (_, index) => `r-${String(index).padStart(3, '0')}`);
    for (const id of ids) ask(client, id);
    await until('all results come', () => results(events).length >= 100);
    await Promise.all([first, second, client].map((bus) => bus.ping(AbortSignal.timeout(5000))));
    const answered = results(events).map((body) => (typeof body.request_id === 'string' ? body.request_id : ''));
    assert.deepEqual(
      answered.toSorted((a, b) => a.localeCompare(b)),
      ids,
    );
    for (const { lines } of loggers) assert.ok(lines.some((line) => line.message === 'answer ended'));
    stop.abort();
    await Promise.all(consuming);
  });

  it('answers 503 starting before the server is there, tells of a lost one in /health/deep alone, and works on once it is back', async () => {
    await using server = await startNatsServer();
    await server.stop();
    await using bus = connect(server.url, 'reasoner');
    const stop = new AbortController();
    const reasoner = createReasoner(createReasonerDeps({ bus }));
    const consuming = reasoner.consume(stop.signal);
    const health = async (path = '/health'): Promise<number> => (await reasoner.handle(new Request(`http://localhost${path}`))).status;
    assert.equal(await health(), 503);
    await server.restart();
    await until('the service is ready', async () => (await health()) === 200);
    await server.kill();
    await until('the service notices', async () => (await health('/health/deep')) === 503);
    assert.equal(await health(), 200);
    await server.restart();
    await until('the service is ready again', async () => (await health('/health/deep')) === 200);
    await using client = connect(server.url, 'client');
    await until('the client is connected', () => client.connected);
    const events = hear(client, stop.signal);
    await Promise.all([bus.ping(AbortSignal.timeout(5000)), client.ping(AbortSignal.timeout(5000))]);
    ask(client, 'r-1');
    await until('the result comes', () => results(events).length === 1);
    assert.equal((await reasoner.handle(new Request('http://localhost/health/deep'))).status, 200);
    stop.abort();
    await consuming;
  });
});
