import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKeyedHash } from '../../src/adapters/system/keyed-hash.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';
import type { Redaction } from '../../src/domain/guardrails/redaction/redact.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { at, bodyOf, chunk, eventsOf, guardService, reply } from './guard-service.ts';
import { received } from './split-streams.ts';

const CARD = '4111 1111 1111 1111';
const OTHER = '3782-822463-10005';

const ask = (content: string, more: JsonObject = {}): JsonObject => ({ model: 'm', messages: [{ role: 'user', content }], ...more });

/** The first message that the upstream got. */
const firstOf = (body: JsonObject | undefined): string => (body?.messages as { content: string }[] | undefined)?.[0]?.content ?? '';

async function streamed(response: Response): Promise<string> {
  const text = await response.text();
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => (JSON.parse(event.slice(6)) as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content ?? '')
    .join('');
}

describe('redaction that comes back', () => {
  it('gives the model the same placeholder for the same value, and the client its values', async () => {
    const service = guardService({ reply: reply('Charged [CREDIT_CARD_1], not [CREDIT_CARD_2].') });
    const response = await service.chat(ask(`Use ${CARD}, not ${OTHER}. Again: ${CARD}`));
    const sent = service.asked[0]?.body.messages as { content: string }[];
    assert.equal(sent[0]?.content, 'Use [CREDIT_CARD_1], not [CREDIT_CARD_2]. Again: [CREDIT_CARD_1]');
    const body = (await response.json()) as { choices: { message: { content: string } }[] };
    assert.equal(body.choices[0]?.message.content, `Charged ${CARD}, not ${OTHER}.`);
  });

  it('numbers a conversation that is sent again the same way', async () => {
    const service = guardService();
    await service.chat({ model: 'm', messages: [{ role: 'user', content: `A ${CARD}` }] });
    await service.chat({
      model: 'm',
      messages: [
        { role: 'user', content: `A ${CARD}` },
        { role: 'assistant', content: `I have ${CARD}` },
        { role: 'user', content: `And ${OTHER}` },
      ],
    });
    const sent = service.asked.map(({ body }) => (body.messages as { content: string }[]).map(({ content }) => content));
    assert.deepEqual(sent[0], ['A [CREDIT_CARD_1]']);
    assert.deepEqual(sent[1], ['A [CREDIT_CARD_1]', 'I have [CREDIT_CARD_1]', 'And [CREDIT_CARD_2]']);
  });

  it('puts values back when the stream cuts through a placeholder anywhere', async () => {
    const said = 'Card [CREDIT_CARD_1] and [1] and [CREDIT_CARD_9].';
    for (let size = 1; size < said.length; size += 1) {
      const pieces = said.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
      const service = guardService({ chunks: [...pieces.map((content) => chunk({ content })), chunk({}, 'stop')] });
      const text = await streamed(await service.chat(ask(`Mine is ${CARD}`, { stream: true })));
      assert.equal(text, `Card ${CARD} and [1] and [CREDIT_CARD_9].`);
    }
  });

  it('puts values back in the arguments of function calls, which stay JSON', async () => {
    const call = (text: string): JsonObject => ({ index: 0, id: 'c', type: 'function', function: { name: 'pay', arguments: text } });
    const service = guardService({
      chunks: [chunk({ tool_calls: [call('{"card":"[CREDIT')] }), chunk({ tool_calls: [call('_CARD_1]"}')] }), chunk({}, 'tool_calls')],
    });
    const text = await (await service.chat(ask(`Pay with ${CARD}`, { stream: true }))).text();
    const written = [...text.matchAll(/"arguments":"((?:[^"\\]|\\.)*)"/g)].map(([, part]) => JSON.parse(`"${part}"`) as string).join('');
    assert.deepEqual(JSON.parse(written), { card: CARD });
  });

  it('puts values back where the model escapes the signs of a placeholder as JSON, HTML or a URL may', async () => {
    const forms: readonly (readonly [string, string])[] = [
      [String.raw`\u005bCREDIT_CARD_1]`, CARD],
      [String.raw`\u005BCREDIT\u005FCARD_1\u005D`, CARD],
      ['&#91;CREDIT_CARD_1&#93;', CARD],
      ['&lbrack;CREDIT&lowbar;CARD&lowbar;1&rbrack;', CARD],
      ['%5BCREDIT%5FCARD%5F1%5D', encodeURIComponent(CARD)],
    ];
    for (const [form, value] of forms) {
      const whole = guardService({ reply: reply(`Card ${form}.`) });
      const body = (await (await whole.chat(ask(`Mine is ${CARD}`))).json()) as { choices: { message: { content: string } }[] };
      assert.equal(body.choices[0]?.message.content, `Card ${value}.`);
      const pieces = Array.from(`Card ${form}.`, (content) => chunk({ content }));
      const cut = guardService({ chunks: [...pieces, chunk({}, 'stop')] });
      assert.equal(await streamed(await cut.chat(ask(`Mine is ${CARD}`, { stream: true }))), `Card ${value}.`);
    }
  });

  it('puts values back where the arguments of a call escape the brackets, at any depth of JSON', async () => {
    const call = (args: string): JsonObject => ({ id: 'c', type: 'function', function: { name: 'pay', arguments: args } });
    const inner = String.raw`{"card":"\u005bCREDIT_CARD_1]"}`;
    for (const args of [inner, JSON.stringify({ body: inner })]) {
      const message = { role: 'assistant', content: null, tool_calls: [call(args)] };
      const service = guardService({ reply: reply('', { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }) });
      const body = (await (await service.chat(ask(`Pay with ${CARD}`))).json()) as {
        choices: { message: { tool_calls: { function: { arguments: string } }[] } }[];
      };
      const written = body.choices[0]?.message.tool_calls[0]?.function.arguments ?? '';
      const said = JSON.parse(written) as { card?: string; body?: string };
      assert.equal((said.body === undefined ? said : (JSON.parse(said.body) as { card: string })).card, CARD);
    }
  });

  it('gives a value in the arguments of a call its placeholder however its characters are written there', async () => {
    const call = (args: string): JsonObject => ({ id: 'c', type: 'function', function: { name: 'pay', arguments: args } });
    const escaped = CARD.replaceAll('1', String.raw`\u0031`);
    const given = `{"card":"${escaped}","again":"x ${CARD}\\n","number":4111111111111111,"${OTHER}":-5.5}`;
    const service = guardService({ reply: reply('[CREDIT_CARD_1] and [CREDIT_CARD_1_FORM_2]') });
    const history = [
      { role: 'assistant', content: null, tool_calls: [call(given)] },
      { role: 'tool', tool_call_id: 'c', content: `{"ok":true,"card":"${escaped}"}` },
    ];
    const response = await service.chat({ model: 'm', messages: history });
    const sent = service.asked[0]?.body.messages as [{ tool_calls: [{ function: { arguments: string } }] }, { content: string }];
    assert.equal(
      sent[0].tool_calls[0].function.arguments,
      '{"card":"[CREDIT_CARD_1]","again":"x [CREDIT_CARD_1]\\n","number":"[CREDIT_CARD_1_FORM_2]","[CREDIT_CARD_2]":-5.5}',
    );
    assert.equal(sent[1].content, '{"ok":true,"card":"[CREDIT_CARD_1]"}');
    const body = (await response.json()) as { choices: { message: { content: string } }[] };
    assert.equal(body.choices[0]?.message.content, `${CARD} and 4111111111111111`);
  });

  it('knows a value again in JSON inside of JSON', async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEowIBAAKCAQEAx3vR9Zb0Qk1yTq8cW\n'.repeat(4)}-----END PRIVATE KEY-----`;
    const given = JSON.stringify({ body: JSON.stringify({ list: [JSON.stringify({ key })] }), url: 'https://x.test' });
    const call = (args: string): JsonObject => ({ id: 'c', type: 'function', function: { name: 'post', arguments: args } });
    const service = guardService({
      reply: reply('', {
        choices: [
          { index: 0, message: { role: 'assistant', tool_calls: [call(given.replace(/-----BEGIN.*KEY-----/, '[PRIVATE_KEY_1]'))] } },
        ],
      }),
    });
    const messages = [
      { role: 'user', content: `Mine is\n${key}` },
      { role: 'assistant', content: null, tool_calls: [call(given)] },
      { role: 'tool', tool_call_id: 'c', content: 'sent' },
    ];
    const response = await service.chat({ model: 'm', messages });
    const sent = service.asked[0]?.body.messages as [{ content: string }, { tool_calls: [{ function: { arguments: string } }] }];
    assert.equal(sent[0].content, 'Mine is\n[PRIVATE_KEY_1]');
    const inside = JSON.parse(sent[1].tool_calls[0].function.arguments) as { body: string };
    assert.deepEqual(JSON.parse((JSON.parse(inside.body) as { list: [string] }).list[0]), { key: '[PRIVATE_KEY_1]' });
    const body = (await response.json()) as { choices: [{ message: { tool_calls: [{ function: { arguments: string } }] } }] };
    assert.equal(body.choices[0].message.tool_calls[0].function.arguments, given);
  });

  it('puts values back into JSON that is the text of a reply, whole and streamed', async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEowIBAAKCAQEAx3vR9Zb0Qk1yTq8cW\n'.repeat(4)}-----END PRIVATE KEY-----`;
    const said = '{ "key": "[PRIVATE_KEY_1]" }';
    const whole = await guardService({ reply: reply(said) }).chat(ask(`Mine is\n${key}`));
    const body = (await whole.json()) as { choices: { message: { content: string } }[] };
    assert.deepEqual(JSON.parse(body.choices[0]?.message.content ?? ''), { key });
    for (let size = 1; size < said.length; size += 1) {
      const pieces = said.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
      const service = guardService({ chunks: [...pieces.map((content) => chunk({ content })), chunk({}, 'stop')] });
      assert.deepEqual(JSON.parse(await streamed(await service.chat(ask(`Mine is\n${key}`, { stream: true })))), { key });
    }
  });

  it('puts values back into JSON in a block of code as that wants them written, and into the text around it as they are', async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEowIBAAKCAQEAx3vR9Zb0Qk1yTq8cW\n'.repeat(4)}-----END PRIVATE KEY-----`;
    const inside = JSON.stringify(key).slice(1, -1);
    const say = (plain: string, coded: string): string =>
      `Here:\n\`\`\`json\n{\n  "key": "${coded}"\n}\n\`\`\`\nIt is\n${plain}\nand \`\`\`{"a": 1}\`\`\`.`;
    const service = guardService({ reply: reply(say('[PRIVATE_KEY_1]', '[PRIVATE_KEY_1]')) });
    const body = await bodyOf(await service.chat(ask(say(key, inside))));
    assert.equal(at(service.asked[0]?.body, 'messages', 0, 'content'), say('[PRIVATE_KEY_1]', '[PRIVATE_KEY_1]'));
    assert.equal(at(body, 'choices', 0, 'message', 'content'), say(key, inside));
    for (const size of [1, 2, 5, 19]) {
      const pieces = say('[PRIVATE_KEY_1]', '[PRIVATE_KEY_1]').match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
      const chunks = [...pieces.map((content) => chunk({ content })), chunk({}, 'stop')];
      assert.equal(await streamed(await guardService({ chunks }).chat(ask(key, { stream: true }))), say(key, inside));
    }
  });

  it('leaves what goes on behind JSON as it was, also in a reply that repeats it', async () => {
    const text = `{"a": 5500000000000004}\nMy card is ${CARD}, "or" 5500 0000 0000 0004!\n{"b": 5500000000000004}`;
    const service = guardService({ reply: reply('x') });
    await service.chat(ask(text));
    const [card, other, bare] = ['[CREDIT_CARD_2]', '[CREDIT_CARD_1_FORM_2]', '"[CREDIT_CARD_1]"'];
    const sent = `{"a": ${bare}}\nMy card is ${card}, "or" ${other}!\n{"b": ${bare}}`;
    assert.equal(at(service.asked[0]?.body, 'messages', 0, 'content'), sent);
    const streamedReply = guardService({
      chunks: [...(sent.match(/.{1,3}/gs) ?? []).map((content) => chunk({ content })), chunk({}, 'stop')],
    });
    const restored = text.replaceAll('5500000000000004', '"5500000000000004"');
    assert.equal(await streamed(await streamedReply.chat(ask(text, { stream: true }))), restored);
  });

  it('puts nothing back where a policy in shadow redacted nothing', async () => {
    const pipeline = createDefaultPipeline({
      clock: createManualClock(),
      ids: createCountingIds(),
      policy: { ...DEFAULT_POLICY, mode: 'shadow' },
    });
    const said = 'Write [CREDIT_CARD_1].';
    const script = { reply: reply(said), chunks: [chunk({ content: said }), chunk({}, 'stop')] };
    const service = guardService(script, { deps: { pipeline } });
    const whole = await bodyOf(await service.chat(ask(`Mine is ${CARD}`)));
    assert.equal(at(whole, 'choices', 0, 'message', 'content'), said);
    assert.equal(await streamed(await service.chat(ask(`Mine is ${CARD}`, { stream: true }))), said);
  });

  it('keeps values out of records and events', async () => {
    const service = guardService({ reply: reply('It is [CREDIT_CARD_1].') }, { settings: { captureInput: true, captureOutput: true } });
    await service.chat(ask(`Mine is ${CARD}`));
    assert.ok(!JSON.stringify(service.published).includes('4111'));
    assert.ok(JSON.stringify(service.published).includes('It is [CREDIT_CARD_1].'));
  });

  it('never gives a value to another request', async () => {
    const service = guardService({ reply: reply('[CREDIT_CARD_1]') });
    await service.chat(ask(`Mine is ${CARD}`));
    const body = (await (await service.chat(ask('What was the card of the one before?'))).json()) as {
      choices: { message: { content: string } }[];
    };
    assert.equal(body.choices[0]?.message.content, '[CREDIT_CARD_1]');
  });

  it('equals the reply without redaction byte for byte in 1,000 sessions at once', { timeout: 300_000 }, async () => {
    const sessions = Array.from({ length: 1000 }, (_, index) => `${4_000_000_000_000_000n + BigInt(index) * 10n}`.slice(0, 15));
    const cards = sessions.map(withCheckDigit);
    // An upstream that says back what it was told, word by word.
    const service = guardService(
      { chunks: () => echo(firstOf(service.asked.at(-1)?.body)) },
      { settings: { maxConcurrent: 1000, checkTimeoutMs: 60_000 } },
    );
    async function* echo(said: string): AsyncGenerator<JsonObject, void> {
      for (const content of said.repeat(3).match(/.{1,11}/gs) ?? []) {
        await Promise.resolve();
        yield chunk({ content });
      }
      yield chunk({}, 'stop');
    }
    const texts = await Promise.all(
      cards.map(async (card, index) => streamed(await service.chat(ask(`Session ${index} pays with ${card}. `, { stream: true })))),
    );
    assert.deepEqual(
      texts,
      cards.map((card, index) => `Session ${index} pays with ${card}. `.repeat(3)),
    );
  });

  it('equals it in the arguments of calls too, in 1,000 sessions at once', { timeout: 300_000 }, async () => {
    const said = Array.from({ length: 1000 }, (_, index) => {
      const card = withCheckDigit(`${5_200_000_000_000_000n + BigInt(index) * 10n}`.slice(0, 15));
      const key = `ghp_${String(index).padStart(4, '0')}${'Kd83hsQ0zLw7PmXt2Rv9'.repeat(2).slice(0, 32)}`;
      return `Session ${index}: "${card}"\tkey ${key}\nand ${OTHER} \\ ${key}`;
    });
    const service = guardService(
      { chunks: () => calls(firstOf(service.asked.at(-1)?.body)) },
      { settings: { maxConcurrent: 1000, checkTimeoutMs: 60_000 } },
    );
    async function* calls(heard: string): AsyncGenerator<JsonObject, void> {
      const size = 7 + (Number(/\d+/.exec(heard)?.[0]) % 13);
      const pieces = JSON.stringify({ heard, list: [{ heard }] }).match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      for (const piece of pieces) {
        await Promise.resolve();
        // Two calls grow side by side.
        yield chunk({ tool_calls: [0, 1].map((index) => ({ index, function: { arguments: piece } })) });
      }
      yield chunk({}, 'tool_calls');
    }
    const answers = await Promise.all(said.map(async (content) => eventsOf(await service.chat(ask(content, { stream: true })))));
    for (const [index, events] of answers.entries()) {
      const expected = { heard: said[index], list: [{ heard: said[index] }] };
      for (const field of ['call 0', 'call 1'] as const) assert.deepEqual(JSON.parse(received(events, { choice: 0, field })), expected);
    }
    assert.ok(!JSON.stringify(service.asked).includes('ghp_'));
  });

  for (const [redaction, expected] of [
    [{ mode: 'mask', visible: 4 }, 'My card: **** **** **** 1111'],
    [{ mode: 'replace', text: '(card)' }, 'My card: (card)'],
  ] as [Redaction, string][]) {
    it(`can be a ${redaction.mode} instead`, async () => {
      const service = guardService({}, { deps: { pipeline: pipelineWith(redaction) } });
      await service.chat(ask(`My card: ${CARD}`));
      assert.equal(firstOf(service.asked[0]?.body), expected);
    });
  }

  it('can be a hash, the same for the same value', async () => {
    const service = guardService({}, { deps: { pipeline: pipelineWith({ mode: 'hash' }) } });
    await service.chat(ask(`${CARD} and ${OTHER} and ${CARD}`));
    const [first, second, third] = firstOf(service.asked[0]?.body).split(' and ');
    assert.match(first ?? '', /^\[CREDIT_CARD:[0-9a-f]{16}\]$/);
    assert.equal(first, third);
    assert.notEqual(first, second);
  });

  it('is the same hash for one account or card, however it is spaced', async () => {
    const service = guardService({}, { deps: { pipeline: pipelineWith({ mode: 'hash' }) } });
    await service.chat(ask('4111 1111 1111 1111 and 4111111111111111 and 4111-1111-1111-1111'));
    const hashes = firstOf(service.asked[0]?.body).split(' and ');
    assert.match(hashes[0] ?? '', /^\[CREDIT_CARD:[0-9a-f]{16}\]$/);
    assert.equal(new Set(hashes).size, 1);
  });
});

function pipelineWith(redaction: Redaction) {
  const checks = DEFAULT_POLICY.checks.map((check) => ({ ...check, redaction }));
  const system = { clock: createManualClock(), ids: createCountingIds() };
  return createDefaultPipeline({ ...system, policy: { ...DEFAULT_POLICY, checks }, hash: createKeyedHash('a key') });
}

/** Fifteen digits with the check digit of ISO/IEC 7812-1. */
function withCheckDigit(digits: string): string {
  const sum = Array.from(digits).reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
