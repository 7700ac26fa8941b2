import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createOpenAiUpstream } from '../../src/adapters/openai/upstream.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { startModelServer, type Behaviour, type ModelServer } from '../contract/model-server.ts';
import { ask, at, chunk, eventsOf, guardService, reply, textOf } from '../http/guard-service.ts';
import { allowSlowHooks } from '../slow.ts';

await allowSlowHooks();

const CARD = '4111 1111 1111 1111';
const STREAM = { 'content-type': 'text/event-stream' };
const event = (data: JsonObject): string => `data: ${JSON.stringify(data)}\n\n`;
const said = (content: string): string => event(chunk({ content }));
const END = `${event(chunk({}, 'stop'))}data: [DONE]\n\n`;
const TEXT = said('Say 4111 11') + said('11 1111 1111 now');

let behaviour: Behaviour;
let server: ModelServer;
before(async () => {
  server = await startModelServer((response, received) => behaviour(response, received));
});
after(() => server[Symbol.asyncDispose]());

/** Sends pieces one after the other, each as soon as the one before it has left. */
const sends =
  (headers: Readonly<Record<string, string>>, ...pieces: readonly (string | Uint8Array)[]): Behaviour =>
  (response) => {
    response.writeHead(200, headers);
    const go = (index: number): void => {
      const piece = pieces[index];
      if (piece === undefined) response.end();
      else response.write(piece, () => setImmediate(() => go(index + 1)));
    };
    go(0);
  };

async function asked(given: Behaviour, settings = {}) {
  behaviour = given;
  const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, apiKey: 'x', timeoutMs: 20_000 });
  const service = guardService({}, { deps: { upstream }, settings });
  const events = await eventsOf(await service.chat(ask('Hi', { stream: true }), { 'x-request-id': 'r' }));
  return { events, record: await service.journal.request('r') };
}

describe('an upstream stream', () => {
  const bytes = new TextEncoder().encode(TEXT + END);
  const rows: readonly (readonly [string, Behaviour])[] = [
    ['with a mark of its byte order', sends(STREAM, `\ufeff${TEXT}${END}`)],
    ['with events in several lines', sends(STREAM, TEXT.replaceAll(',"choices"', '\ndata: ,"choices"'), END)],
    ['with names, ids and times to wait', sends(STREAM, `event: ${CARD}\nid: ${CARD}\nretry: 4\n${TEXT}: ${CARD}\n\n`, END)],
    ['that ends without [DONE]', sends(STREAM, TEXT, event(chunk({}, 'stop')))],
    ['that ends without a blank line behind its last event', sends(STREAM, TEXT, event(chunk({}, 'stop')).trimEnd())],
    ['that goes on behind [DONE]', sends(STREAM, TEXT, END, said(CARD))],
    ['cut byte by byte', sends(STREAM, ...Array.from(bytes, (byte) => Uint8Array.of(byte)))],
    ['packed by gzip', sends({ ...STREAM, 'content-encoding': 'gzip' }, gzipSync(TEXT + END))],
    ['packed by brotli', sends({ ...STREAM, 'content-encoding': 'br' }, brotliCompressSync(TEXT + END))],
    ['with tokens counted in a chunk without choices', sends(STREAM, TEXT, event({ usage: { prompt_tokens: 7 } }), END)],
    [
      'with tokens counted in a chunk whose choices are null',
      sends(STREAM, TEXT, event({ choices: null, usage: { prompt_tokens: 7 } }), END),
    ],
  ];
  for (const [how, given] of rows) {
    it(`${how} is read and redacted`, async () => {
      const { events, record } = await asked(given);
      assert.equal(textOf(events), 'Say [CREDIT_CARD] now');
      assert.ok(!/4111|1111/.test(JSON.stringify(events)));
      assert.deepEqual([record?.status, events.at(-1)], ['completed', '[DONE]']);
      if (how.includes('counted')) assert.equal(record?.promptTokens, 7);
    });
  }

  it('with bytes that are no text in the middle goes on behind them', async () => {
    const broken = new TextEncoder().encode(said('a~b'));
    broken[broken.indexOf('~'.charCodeAt(0))] = 0xff;
    const { events, record } = await asked(sends(STREAM, broken, TEXT, END));
    assert.equal(textOf(events), 'a\ufffdbSay [CREDIT_CARD] now');
    assert.equal(record?.status, 'completed');
  });

  it('that reports a failure gives nothing away of what was held back, nor of the report', async () => {
    for (const report of [{ error: { message: CARD } }, { error: CARD }, { message: CARD, code: 500 }]) {
      const { events, record } = await asked(sends(STREAM, said('Say 4111 1111 '), `event: error\n${event(report)}`, END));
      assert.equal(textOf(events), 'Say ');
      assert.ok(!JSON.stringify(events).includes('4111'));
      assert.deepEqual([at(events.at(-2), 'error_type'), record?.status], ['provider_unavailable', 'failed']);
    }
  });

  it('with an event that is longer than a reply may be ends before anybody reads it', async () => {
    const long = event(chunk({ tool_calls: [{ index: 0, function: { name: 'f', arguments: `{"a":"${'\\'.repeat(2_000_000)}` } }] }));
    const { events, record } = await asked(sends(STREAM, said('Hello '), long, END), { maxOutputLength: 100_000 });
    assert.equal(textOf(events), 'Hello ');
    assert.match(record?.error?.message ?? '', /longer than the limit of 100000 characters/);
    assert.ok((record?.guardMs ?? Infinity) < 1000);
  });

  it('packed as a whole reply is read and redacted as well', async () => {
    behaviour = sends({ 'content-type': 'application/json', 'content-encoding': 'gzip' }, gzipSync(JSON.stringify(reply(`Say ${CARD}`))));
    const upstream = createOpenAiUpstream({ baseUrl: server.baseUrl, apiKey: 'x', timeoutMs: 20_000 });
    const response = await guardService({}, { deps: { upstream } }).chat(ask('Hi'));
    assert.match(await response.text(), /Say \[CREDIT_CARD\]/);
  });
});
