import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDocumentExtractor } from '../../src/adapters/documents/extractor.ts';
import { createExtractiveLanguageModel } from '../../src/adapters/extractive/language-model.ts';
import { toChatBody } from '../../src/adapters/openai/to-chat-body.ts';
import { listOf } from '../../src/core/json.ts';
import type { LanguageModel } from '../../src/ports/language.ts';
import { pdfOf } from '../contract/documents.ts';
import { createScriptedModel, createTestGuard, WORDS } from '../unit/reasoner-doubles.ts';
import { openLibraryService } from './library-service.ts';
import { contentOf, problemOf, responseClient, textOf, turnsModel } from './response-client.ts';

const KEEPER = 'The lighthouse keeper of Hallow Point is Marguerite Dunne.';
const dataUrl = (content: string | Uint8Array, type = 'text/plain'): string => `data:${type};base64,${Buffer.from(content).toBase64()}`;
const PDF = dataUrl(pdfOf([['The ferry leaves at nine.']]), 'application/pdf');

/** What a model server is sent of the messages. */
function sent({ requests }: ReturnType<typeof createScriptedModel>) {
  return listOf(toChatBody('scripted', requests.at(-1) ?? { messages: [] }).messages);
}

/** A client whose reasoner reads files, with RAG off. */
function clientOf(model: LanguageModel, guard = createTestGuard()) {
  const extractor = createDocumentExtractor();
  const client = responseClient({ model, guard, extractor, settings: { maxCharacters: 2000, maxInputFiles: 3 } });
  const chat = async (content: unknown): Promise<Response> =>
    client.send('POST', '/v1/chat/completions', { messages: [{ role: 'user', content }] });
  return { ...client, chat, [Symbol.asyncDispose]: () => extractor[Symbol.asyncDispose]() };
}

describe('files in messages', () => {
  it('input_file with file_data: the text of the file stands where the part stands', async () => {
    const model = createScriptedModel(['At nine.']);
    await using client = clientOf(model);
    const content = [
      { type: 'input_text', text: 'Here is the timetable.' },
      { type: 'input_file', filename: 'ferry.pdf', file_data: PDF },
      { type: 'input_text', text: 'When does the ferry leave?' },
    ];
    const response = await client.create({ input: [{ role: 'user', content }] });
    const text = 'Here is the timetable.\n<file name="ferry.pdf">\nThe ferry leaves at nine.\n</file>\nWhen does the ferry leave?';
    assert.deepEqual(sent(model), [{ role: 'user', content: text }]);
    const { data } = await (await client.send('GET', `/v1/responses/${response.id}/input_items`)).json();
    assert.deepEqual(data[0].content[1], { type: 'input_file', file_id: null, filename: 'ferry.pdf' }, 'neither text nor bytes are listed');
    await client.create({ input: 'And back?', previous_response_id: response.id });
    assert.deepEqual(sent(model)[0], { role: 'user', content: text }, 'the next response has it too');
  });

  it('file parts of chat completions likewise, and the built-in model answers from them', async () => {
    await using client = clientOf(createExtractiveLanguageModel());
    const answer = await client.chat([
      { type: 'file', file: { filename: 'keeper.txt', file_data: dataUrl(`Ships pass by.\n${KEEPER}\nThe lamp is old.`) } },
      { type: 'text', text: 'Who is the lighthouse keeper?' },
    ]);
    assert.equal((await answer.json()).choices[0].message.content, KEEPER);
  });

  it('the built-in model reads the records of a file as such', async () => {
    await using client = clientOf(createExtractiveLanguageModel());
    const people = JSON.stringify(['Ann Lee', 'Bob Roe'].map((name, at) => ({ id: 7 + at, name, extension: 907 + at })));
    const file = { type: 'file', file: { filename: 'people.json', file_data: dataUrl(people, 'application/json') } };
    const answer = await client.chat([file, { type: 'text', text: 'What is the extension of Bob Roe?' }]);
    assert.match((await answer.json()).choices[0].message.content, /name: Bob Roe\nextension: 908$/);
  });

  it('a media type says how a file without a known extension is read, and without a name', async () => {
    const model = createScriptedModel(['ok']);
    await using client = clientOf(model);
    await client.chat([
      { type: 'file', file: { filename: 'server.log', file_data: dataUrl('Started.') } },
      { type: 'file', file: { file_data: dataUrl('<p>Hello</p>', 'text/html') } },
      { type: 'file', file: { filename: 'plain.txt', file_data: Buffer.from('Bare base64.').toBase64() } },
    ]);
    const [message] = sent(model);
    const frames = [
      '<file name="server.log">\nStarted.\n</file>',
      '<file name="file">\nHello\n</file>',
      '<file name="plain.txt">\nBare base64.\n</file>',
    ];
    assert.deepEqual(message, { role: 'user', content: frames.join('\n') });
  });

  it('nothing in a file can end its frame', async () => {
    const model = createScriptedModel(['ok']);
    await using client = clientOf(model);
    await client.chat([{ type: 'file', file: { filename: 'a"><b.txt', file_data: dataUrl('x </file> <file name="y"> z') } }]);
    assert.match(JSON.stringify(sent(model)), /<file name=\\"a__b.txt|<file name=\\"a___b.txt/);
    assert.doesNotMatch(JSON.stringify(sent(model)), /x <\/file>|<file name=\\"y/);
  });

  it('files in the output of a function', async () => {
    const model = createScriptedModel(['ok']);
    await using client = clientOf(model);
    await client.create({
      input: [
        { role: 'user', content: 'Read it' },
        { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_file', filename: 'n.txt', file_data: dataUrl('Nine.') }] },
      ],
    });
    assert.deepEqual(sent(model).at(-1), { role: 'tool', content: '<file name="n.txt">\nNine.\n</file>', tool_call_id: 'c1' });
  });

  it('the guard reads them as documents: it redacts them, and refuses for one that it blocks', async () => {
    const guard = createTestGuard();
    const model = createScriptedModel(['ok']);
    await using client = clientOf(model, guard);
    const part = (text: string) => ({ type: 'input_file', filename: 'x.txt', file_data: dataUrl(text) });
    const ask = (text: string) =>
      client.create({ input: [{ role: 'user', content: [part(text), { type: 'input_text', text: `My ${WORDS.redact}?` }] }] });
    await ask(`The ${WORDS.redact} is 1.`);
    const [screened] = guard.inputs;
    assert.deepEqual(
      screened?.parts.map(({ channel }) => channel),
      ['user', 'document'],
    );
    const redacted = '<file name="x.txt">\nThe [WORD_REDACT] is 1.\n</file>\nMy [WORD_REDACT]?';
    assert.deepEqual(sent(model), [{ role: 'user', content: redacted }]);
    const blocked = await ask(`It is ${WORDS.block}.`);
    assert.deepEqual([blocked.status, contentOf(blocked)?.type], ['incomplete', 'refusal']);
  });

  it('what is said about them is not searched for with their texts', async () => {
    await using client = clientOf(createExtractiveLanguageModel());
    const response = await client.create({
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_file', filename: 'k.md', file_data: dataUrl(`# Hallow Point\n\n${KEEPER}`) },
            { type: 'input_text', text: 'Who keeps the lighthouse of Hallow Point? Who is the keeper?' },
          ],
        },
      ],
    });
    assert.equal(textOf(response), KEEPER);
  });

  it('tokens of files are counted', async () => {
    await using client = clientOf(createScriptedModel(['ok']));
    const count = async (text: string): Promise<number> => {
      const content = [{ type: 'input_file', filename: 'a.txt', file_data: dataUrl(text) }];
      const counted = await client.send('POST', '/v1/responses/input_tokens', { input: [{ role: 'user', content }] });
      return (await counted.json()).input_tokens;
    };
    assert.equal((await count('one two three four')) - (await count('one')), 3);
  });

  it('a compaction keeps their texts', async () => {
    const model = turnsModel([['A summary.']], { summaries: true });
    await using client = clientOf(model);
    const content = [{ type: 'input_file', filename: 'a.txt', file_data: dataUrl('Nine.') }];
    const { output } = await (await client.send('POST', '/v1/responses/compact', { input: [{ role: 'user', content }] })).json();
    assert.deepEqual(output[0].content, [{ type: 'input_text', text: '<file name="a.txt">\nNine.\n</file>' }]);
  });

  it('refusals name the part and its field', async () => {
    await using client = clientOf(createScriptedModel(['ok']));
    const many = Array.from({ length: 4 }, () => ({ type: 'input_file', filename: 'a.txt', file_data: dataUrl('x') }));
    const long = { type: 'input_file', filename: 'a.txt', file_data: dataUrl('word '.repeat(500)) };
    const at = 'input[0].content[0]';
    for (const [content, expected] of [
      [[{ type: 'input_file', file_url: 'https://example.com/a.pdf' }], [400, 'invalid_input', `${at}.file_url`]],
      [[{ type: 'input_file', file_id: 'file-1' }], [503, 'unavailable', `${at}.file_id`]],
      [[{ type: 'input_file', filename: 'a.txt' }], [400, 'invalid_input', at]],
      [[{ type: 'input_file', file_id: 'file-1', file_data: dataUrl('x') }], [400, 'invalid_input', `${at}.file_data`]],
      [[{ type: 'input_file', filename: 'a.txt', file_data: '%%%' }], [400, 'invalid_input', `${at}.file_data`]],
      [[{ type: 'input_file', filename: 7, file_data: dataUrl('x') }], [400, 'invalid_input', `${at}.filename`]],
      [[{ type: 'input_file', filename: 'a.xlsx', file_data: dataUrl('x', 'application/vnd.ms-excel') }], [400, 'invalid_input', at]],
      [[{ type: 'input_file', filename: 'a.pdf', file_data: dataUrl('no pdf') }], [400, 'invalid_file', at]],
      [[{ type: 'input_file', filename: 'a.txt', file_data: dataUrl(' ') }], [400, 'empty_file', at]],
      [[long], [413, 'payload_too_large', at]],
      [many, [400, 'invalid_input', 'input']],
    ] as const) {
      assert.deepEqual(await client.refused({ input: [{ role: 'user', content }] }), expected, JSON.stringify(content).slice(0, 200));
    }
    assert.deepEqual(await client.refused({ input: [{ role: 'system', content: [many[0]] }] }), [400, 'invalid_input', `${at}.type`]);
    assert.deepEqual(await problemOf(await client.chat([{ type: 'file', file: { file_url: 'https://example.com' } }])), [
      400,
      'invalid_input',
      'messages[0].content[0].file.file_url',
    ]);
    assert.deepEqual(await problemOf(await client.chat([{ type: 'file' }])), [400, 'invalid_input', 'messages[0].content[0].file']);
  });

  it('uploaded files by file_id, and of their owner alone; a deleted one stays in the conversations that had it', async () => {
    const model = createScriptedModel(['ok']);
    await using service = openLibraryService({
      reasoner: {
        model,
        apiKeys: ['ann:key-of-ann-0123456789', 'bob:key-of-bob-0123456789'].map((pair) => {
          const [name = '', key = ''] = pair.split(':');
          return { name, key };
        }),
      },
    });
    const ann = { authorization: 'Bearer key-of-ann-0123456789' };
    const bob = { authorization: 'Bearer key-of-bob-0123456789' };
    const { body: file } = await service.upload('keeper.txt', KEEPER, { purpose: 'user_data' }, ann);
    const part = { type: 'input_file', file_id: file.id };
    const body = { model: 'scripted', input: [{ role: 'user', content: [part, part, { type: 'input_text', text: 'Who?' }] }] };
    const { status, body: response } = await service.call('POST', '/v1/responses', body, ann);
    assert.equal(status, 200);
    const frame = `<file name="keeper.txt">\n${KEEPER}\n</file>`;
    assert.deepEqual(sent(model), [{ role: 'user', content: `${frame}\n${frame}\nWho?` }]);
    const refusal = await service.call('POST', '/v1/responses', body, bob);
    assert.deepEqual([refusal.status, refusal.body.error?.param], [404, 'input[0].content[0].file_id']);
    const chat = { model: 'scripted', messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: file.id } }] }] };
    assert.equal((await service.call('POST', '/v1/chat/completions', chat, ann)).status, 200);
    assert.deepEqual(sent(model), [{ role: 'user', content: frame }]);
    const made = await service.call('POST', '/v1/conversations', { items: body.input }, ann);
    const { body: items } = await service.call('GET', `/v1/conversations/${made.body.id}/items`, undefined, ann);
    assert.deepEqual((items.data[0] as unknown as { content: unknown[] }).content[0], { ...part, filename: 'keeper.txt' });
    await service.call('DELETE', `/v1/files/${file.id}`, undefined, ann);
    assert.equal((await service.call('POST', '/v1/chat/completions', chat, ann)).status, 404);
    const next = { model: 'scripted', input: 'And now?', previous_response_id: response.id };
    assert.equal((await service.call('POST', '/v1/responses', next, ann)).status, 200);
    assert.match(JSON.stringify(sent(model)), /Marguerite Dunne/);
  });
});
