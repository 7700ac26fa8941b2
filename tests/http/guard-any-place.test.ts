import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { fc, LONGEST_MS } from '../draws.ts';
import { responses } from './guard-responses-service.ts';
import { ask, chunk, guardService, reply } from './guard-service.ts';

const CARD = '4111 1111 1111 1111';
const SHOWN = /4111[ -]?1111[ -]?1111[ -]?1111/;

/** Names of fields that mean something to somebody, and others. */
const NAMES = (
  'content text type id role name index refusal reasoning reasoning_content reasoning_details arguments input function custom tool_calls ' +
  'function_call image_url url data signature file file_data audio transcript cache_control annotations title finish_reason logprobs ' +
  'token bytes top_logprobs object created model usage system_fingerprint service_tier choices message delta error status format ' +
  'metadata stop tools parameters properties description enum default pattern response_format prediction user key authorization ' +
  'tool_call_id stream_options temperature tool_choice a b __proto__ constructor'
).split(' ');

const texts = fc.constantFrom(
  CARD,
  `my card: ${CARD}, thanks`,
  '4111-1111-1111-1111',
  '4111111111111111',
  JSON.stringify({ card: CARD }),
  JSON.stringify({ [CARD]: 4_111_111_111_111_111 }),
  'text',
  'a few words',
  '',
);
const keys = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.constantFrom(CARD, 'two words', '') },
);
const { value: values } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    texts,
    fc.constantFrom<JsonValue>(null, true, 0, 7, -1.5, 4_111_111_111_111_111),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(keys, tie('value')), { maxLength: 4 }).map((entries): JsonObject => Object.fromEntries(entries)),
  ),
}));
const objects = fc.array(fc.tuple(keys, values), { maxLength: 5 }).map((entries): JsonObject => Object.fromEntries(entries));

/** A value as it was before places for credentials of the upstream and for sound, which nobody reads, were filled. */
function isReadable(value: JsonValue): boolean {
  return !/"(?:key|authorization|audio|data)"/.test(JSON.stringify(value));
}

async function recordOf({
  journal,
  published,
  logger,
}: Pick<ReturnType<typeof guardService>, 'journal' | 'published' | 'logger'>): Promise<string> {
  return JSON.stringify([await journal.request('r'), await journal.decisions('r'), published, logger.lines]);
}

describe('a card number, wherever it stands', () => {
  it('does not reach the upstream', { timeout: LONGEST_MS }, async () => {
    const bodies = fc.tuple(objects, objects).filter((given) => isReadable(given));
    await fc.assert(
      fc.asyncProperty(bodies, async ([message, more]) => {
        const service = guardService();
        const response = await service.chat(
          {
            ...more,
            messages: [
              { role: 'user', content: 'Hi' },
              { ...message, role: 'user' },
            ],
            stream: false,
            n: 1,
          },
          { 'x-request-id': 'r' },
        );
        await response.text();
        const sent = JSON.stringify(service.asked.map(({ body }) => body));
        assert.doesNotMatch(sent, SHOWN);
        assert.doesNotMatch(await recordOf(service), SHOWN);
      }),
      { numRuns: 300 },
    );
  });

  it('does not reach the upstream of a response', { timeout: LONGEST_MS }, async () => {
    const part = fc.tuple(objects, fc.constantFrom('input_text', 'output_text', 'refusal', 'input_image', 'input_file', 'input_audio'));
    const item = fc.tuple(objects, fc.constantFrom('message', 'reasoning', 'function_call', 'function_call_output', 'custom_tool_call'));
    const bodies = fc.tuple(objects, fc.array(item, { maxLength: 2 }), fc.array(part, { maxLength: 2 }), objects);
    const filled = { text: 'Hi', refusal: 'No', image_url: 'https://a.example/a.png', input_audio: {} };
    const called = { role: 'user', content: 'Hi', call_id: 'c', name: 'n', arguments: '{}', input: 'x', output: 'y' };
    let read = 0;
    await fc.assert(
      fc.asyncProperty(
        bodies.filter((given) => isReadable(given)),
        async ([more, items, parts, tool]) => {
          const service = responses();
          const content = parts.map(([given, type]) => ({ ...filled, ...given, type }));
          const input = items.map(([given, type]) => ({ ...called, ...given, type }));
          const response = await service.ask(
            { ...more, input: [{ role: 'user', content: content }, ...input], tools: [{ ...tool, type: 'function' }], stream: false },
            { 'x-request-id': 'r' },
          );
          if (response.status === 200) read += 1;
          const sent = JSON.stringify(service.asked.map(({ body }) => body));
          assert.doesNotMatch(sent, SHOWN);
          assert.doesNotMatch(await recordOf(service), SHOWN);
        },
      ),
      { numRuns: 300 },
    );
    assert.ok(read > 50, `${read} of 300 were read`);
  });

  it('does not reach the client, in a whole reply and in a stream', { timeout: LONGEST_MS }, async () => {
    const replies = fc.tuple(objects, objects, objects).filter((given) => isReadable(given));
    await fc.assert(
      fc.asyncProperty(replies, async ([message, choice, more]) => {
        const whole = { ...reply(''), ...more, choices: [{ ...choice, index: 0, message }] };
        const chunks = [message, ...split(message)].map((delta, place) => ({
          ...chunk({}),
          ...(place === 0 ? more : {}),
          choices: [{ ...choice, index: place, delta, finish_reason: null }],
        }));
        for (const stream of [false, true]) {
          const service = guardService({ reply: whole, chunks: [...chunks, chunk({}, 'stop')] });
          const response = await service.chat(ask('Hi', { stream }), { 'x-request-id': 'r' });
          assert.doesNotMatch(await response.text(), SHOWN);
          assert.doesNotMatch(await recordOf(service), SHOWN);
          const other = responses({ reply: whole, chunks: [...chunks, chunk({}, 'stop')] });
          assert.doesNotMatch(await (await other.ask({ input: 'Hi', stream })).text(), SHOWN);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** The fields of a message as messages of their own. */
function split(message: JsonObject): JsonObject[] {
  return Object.entries(message).map(([field, value]) => (isJsonObject(value) ? { [field]: { ...value } } : { [field]: value }));
}
