import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGuideMaker, type AnswerGuide, type AnswerRules } from '../../src/adapters/transformers/answer-guide.ts';
import { callFormatOf, HERMES } from '../../src/adapters/transformers/call-format.ts';
import { allowSlowHooks } from '../slow.ts';

await allowSlowHooks();

const LETTERS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
/** One token for each character, and one that ends the answer. */
const TOKENS = [...LETTERS, '\n', '<end>'];
const END = TOKENS.length - 1;
const guideFor = createGuideMaker(async () => ({ tokens: TOKENS, bytes: 'raw', isSpaced: false }), [END]);

const WEATHER = {
  name: 'weather',
  parameters: { type: 'object', properties: { city: { enum: ['Rome', 'Paris'] } }, required: ['city'], additionalProperties: false },
};
const NEWS = { name: 'news', parameters: { type: 'object', properties: {}, additionalProperties: false } };

const isAllowed = ({ allowed }: AnswerGuide, token: number): boolean =>
  allowed === undefined || ((allowed[token >> 5] ?? 0) & (1 << (token & 31))) !== 0;

/** Goes through a text; the rest of it that is forbidden, or that the answer may not end behind it. */
async function refused(rules: AnswerRules, text: string): Promise<string | undefined> {
  using guide = await guideFor(rules);
  assert.ok(guide !== undefined);
  for (const [at, letter] of Array.from(text).entries()) {
    const token = TOKENS.indexOf(letter);
    if (!isAllowed(guide, token)) return text.slice(at);
    guide.take(token);
    await guide.ready;
  }
  return isAllowed(guide, END) ? undefined : 'no end';
}

describe('createGuideMaker()', () => {
  const format = { type: 'json_schema', name: 'place', schema: WEATHER.parameters } as const;
  const calls = { format: HERMES, tools: [WEATHER, NEWS], choice: 'auto', isParallel: true } as const;
  const call = '<tool_call>\n{"name": "weather", "arguments": {"city": "Rome"}}\n</tool_call>';

  it('holds nothing where nothing is asked for', async () => {
    assert.equal(await guideFor({}), undefined);
    assert.equal(await guideFor({ format: { type: 'text' } }), undefined);
  });

  it('lets an answer be JSON that fits the schema, and nothing else', async () => {
    assert.equal(await refused({ format }, '{"city": "Rome"}'), undefined);
    assert.equal(await refused({ format }, '{"city": "Oslo"}'), 'Oslo"}');
    assert.equal(await refused({ format }, '{"town": 1}'), 'town": 1}');
    assert.equal(await refused({ format }, 'Rome'), 'Rome');
    assert.equal(await refused({ format }, '{"city": "Rome"'), 'no end');
    assert.equal(await refused({ format }, '{"city": "Rome"}.'), '.');
  });

  it('lets an answer be any object for json_object, and no list', async () => {
    assert.equal(await refused({ format: { type: 'json_object' } }, '{"a": [1, null, {"b": "c"}]}'), undefined);
    assert.equal(await refused({ format: { type: 'json_object' } }, '[1]'), '[1]');
  });

  it('lets a model say what it likes and call functions that there are, with arguments that fit', async () => {
    assert.equal(await refused({ calls }, 'It is < 5 degrees.'), undefined);
    assert.equal(await refused({ calls }, `So: ${call}${call}`), undefined);
    assert.equal(await refused({ calls }, call.replace('weather', 'rm')), call.slice(call.indexOf('weather')).replace('weather', 'rm'));
    assert.equal(await refused({ calls }, call.replace('Rome', 'Oslo')), 'Oslo"}}\n</tool_call>');
  });

  it('lets a model only call if it has to, and only what is chosen', async () => {
    const required = { calls: { ...calls, choice: 'required' } } as const;
    assert.equal(await refused(required, call), undefined);
    assert.equal(await refused(required, 'So'), 'So');
    assert.equal(await refused(required, ''), 'no end');
    const chosen = { calls: { ...calls, choice: { name: 'news' } } } as const;
    assert.equal(await refused(chosen, '<tool_call>\n{"name": "news", "arguments": {}}\n</tool_call>'), undefined);
    assert.equal(await refused(chosen, call), call.slice(call.indexOf('weather')));
  });

  it('ends an answer with its first call if there may be one only', async () => {
    const single = { calls: { ...calls, choice: 'required', isParallel: false } } as const;
    assert.equal(await refused(single, call), undefined);
    assert.equal(await refused(single, call + call), call);
  });

  it('knows calls that have no marks, and lists of calls', async () => {
    const llama = { calls: { ...calls, format: callFormatOf('"parameters":') ?? HERMES } };
    assert.equal(await refused(llama, '{"name": "weather", "parameters": {"city": "Rome"}}'), undefined);
    assert.equal(await refused(llama, '{"name": "rm"'), 'rm"');
    const mistral = { calls: { ...calls, format: callFormatOf('[TOOL_CALLS]') ?? HERMES, choice: 'required' as const } };
    assert.equal(await refused(mistral, '[TOOL_CALLS][{"name": "news", "arguments": {}}]'), undefined);
  });

  it('holds the arguments of a function to an object where their schema cannot be followed', async () => {
    const odd = { name: 'odd', parameters: { type: 'object', properties: { a: { type: 'string', pattern: '(?=a)' } } } };
    const rules = { calls: { ...calls, tools: [odd, WEATHER] } };
    assert.equal(await refused(rules, '<tool_call>\n{"name": "odd", "arguments": {"b": 1}}\n</tool_call>'), undefined);
    assert.equal(await refused(rules, call.replace('Rome', 'Oslo')), 'Oslo"}}\n</tool_call>');
  });

  it('holds answers to many schemas, one after the other', async () => {
    for (let index = 0; index < 40; index += 1) {
      const schema = { enum: [`v${index % 20}`] };
      assert.equal(await refused({ format: { type: 'json_schema', name: 'x', schema } }, `"v${index % 20}"`), undefined);
    }
  });

  it('holds nothing where a schema cannot be followed, without a word on the console, and the next all the same', async (context) => {
    const error = context.mock.method(console, 'error', () => undefined);
    const pattern = { type: 'json_schema', name: 'x', schema: { type: 'string', pattern: '^(?=secret)b' } } as const;
    assert.equal(await guideFor({ format: pattern }), undefined);
    assert.equal(error.mock.callCount(), 0);
    assert.equal(await refused({ format }, '{"city": "Paris"}'), undefined);
  });
});
