import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseExactly } from '../../src/core/exact-numbers.ts';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import { fc } from '../draws.ts';
import { ask, chunk, guardService } from './guard-service.ts';

const LARGEST = '9223372036854775807';
/** Of nineteen digits, as some are. */
const CARD = '6212345678901234569';

/** What the upstream is sent for a chat request as it is written here. */
async function sentFor(written: string): Promise<{ readonly sent: string; readonly decision: string }> {
  const service = guardService();
  const response = await service.chat(written);
  await response.text();
  return { sent: JSON.stringify(service.asked[0]?.body), decision: response.headers.get('x-guard-decision') ?? '' };
}

/** A reply as it is read from the upstream. */
function read(written: string): JsonObject {
  const value = parseExactly(written);
  return isJsonObject(value) ? value : {};
}

function withTool(schema: string): string {
  return `{"model":"m","messages":[{"role":"user","content":"Hi"}],"tools":[{"type":"function","function":{"name":"page","parameters":{"type":"object","properties":{"offset":${schema}}}}}]}`;
}

describe('whole numbers beyond 2^53', () => {
  it('reach the upstream as they were written', async () => {
    const body = withTool(`{"type":"integer","minimum":-9223372036854775808,"maximum":${LARGEST}}`);
    const { sent, decision } = await sentFor(body);
    assert.equal(sent, body);
    assert.match(decision, /verdict=allow/);
  });

  it('reach it so in a body of megabytes, and are read for cards there', async () => {
    const long = 'lorem ipsum 1234567890123456 '.repeat(100_000);
    const { sent, decision } = await sentFor(
      `{"model":"m","messages":[{"role":"user","content":"${long}"}],"seed":${LARGEST},"metadata":{"run":[1,-${LARGEST}],"card":${CARD}}}`,
    );
    assert.ok(sent.includes(`"seed":${LARGEST}`) && sent.includes(`[1,-${LARGEST}]`));
    assert.ok(!sent.includes(CARD.slice(0, 12)));
    assert.match(decision, /verdict=redact/);
  });

  it('are looked for no further than in so many values as a request may have', async () => {
    const list = (count: number): string => `[${LARGEST}${',1'.repeat(count - 1)}]`;
    assert.equal(JSON.stringify(parseExactly(list(50_000), 50_000)), list(50_000));
    assert.equal(JSON.stringify(parseExactly(list(50_000), 49_999)), list(50_000).replace(LARGEST, String(Number(LARGEST))));
    const deep = `${'['.repeat(50_000)}${LARGEST}${']'.repeat(50_000)}`;
    assert.ok(parseExactly(deep));
  });

  it('reach it so beside what is redacted', async () => {
    const { sent } = await sentFor(
      `{"model":"m","messages":[{"role":"user","content":"My card is 4111 1111 1111 1111."}],"seed":${LARGEST},"metadata":{"run":[1,${LARGEST}]}}`,
    );
    assert.ok(sent.includes(`"seed":${LARGEST}`) && sent.includes(`[1,${LARGEST}]`), sent);
    assert.ok(!sent.includes('4111'), sent);
  });

  it('are read as the texts of shorter ones are: no card passes as a number', async () => {
    const { sent, decision } = await sentFor(`{"model":"m","messages":[{"role":"user","content":"Hi"}],"metadata":{"card":${CARD}}}`);
    assert.match(decision, /verdict=redact/);
    assert.ok(!sent.includes(CARD.slice(0, 12)), sent);
  });

  it('reach the client so in a reply, whole and in a stream, and are read for cards there', async () => {
    const inMessage = `"content":"Hi","row":{"id":${LARGEST},"card":${CARD}}`;
    const told = (response: string): void => {
      assert.ok(response.includes(`"id":${LARGEST}`), response);
      assert.ok(!response.includes(CARD.slice(0, 12)), response);
    };
    const whole = guardService({
      reply: read(`{"choices":[{"index":0,"message":{${inMessage}},"finish_reason":"stop"}],"seed":${LARGEST}}`),
    });
    told(await (await whole.chat(ask('Hi'))).text());
    const stream = guardService({
      chunks: [read(`{"choices":[{"index":0,"delta":{${inMessage}},"finish_reason":"stop"}],"seed":${LARGEST}}`)],
    });
    told(await (await stream.chat(ask('Hi', { stream: true }))).text());
  });

  it('come whole in a stream, and so are read once however often they come', async () => {
    const row = read(`{"choices":[{"index":0,"delta":{"row":{"sum":${LARGEST}}},"finish_reason":null}]}`);
    const service = guardService({ chunks: [row, row, row, chunk({}, 'stop')] });
    const response = await service.chat(ask('Hi', { stream: true }));
    await response.text();
    const record = await service.journal.request(response.headers.get('x-request-id') ?? '');
    assert.equal(record?.outputLength, LARGEST.length);
  });

  it('beyond all numbers are refused as before', async () => {
    const service = guardService();
    const response = await service.chat(`{"model":"m","messages":[{"role":"user","content":"Hi"}],"seed":${'9'.repeat(400)}}`);
    assert.equal(response.status, 400);
    assert.match(await response.text(), /seed/);
  });

  it('change nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify({ value, long: '1234567890123456' });
        assert.equal(JSON.stringify(parseExactly(text)), text);
      }),
    );
  });
});
