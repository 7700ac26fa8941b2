import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { APIError, OpenAI, toFile } from 'openai';
import { allowSlowHooks } from '../slow.ts';
import { startParley } from './parley-process.ts';
import { until } from './until.ts';

await allowSlowHooks();

describe('responses over uploaded files', () => {
  it('are answered by the built-in model from a passage, which they cite, whole and streamed', { timeout: 120_000 }, async () => {
    await using parley = await startParley({ env: { REASONER_RAG_ENABLED: 'true' } });
    const client = new OpenAI({ baseURL: `${parley.reasoner}/v1`, apiKey: 'none-needed', maxRetries: 0 });
    const text = 'The lighthouse keeper of Hallow Point is Marguerite Dunne. She has a dog.';
    const { id } = await client.files.create({
      file: await toFile(new TextEncoder().encode(text), 'keeper.txt'),
      purpose: 'assistants',
    });
    await until('the file to be taken in', async () => (await client.files.retrieve(id)).status === 'processed');
    const asked = {
      model: 'parley',
      input: 'Who is the lighthouse keeper of Hallow Point?',
      tools: [{ type: 'file_search' as const, vector_store_ids: ['default'] }],
      include: ['file_search_call.results' as const],
    };
    const whole = await client.responses.create(asked);
    const streamed = await client.responses.stream(asked).finalResponse();
    for (const { output, output_text: said } of [whole, streamed]) {
      assert.equal(said, 'The lighthouse keeper of Hallow Point is Marguerite Dunne.');
      const [call, message] = output;
      assert.equal(call?.type === 'file_search_call' ? call.results?.[0]?.file_id : undefined, id);
      const part = message?.type === 'message' ? message.content[0] : undefined;
      assert.deepEqual(part?.type === 'output_text' ? part.annotations : [], [
        { type: 'file_citation', index: said.length, file_id: id, filename: 'keeper.txt' },
      ]);
    }
    const elsewhere = client.responses.create({ ...asked, tools: [{ type: 'file_search', vector_store_ids: ['vs_none'] }] });
    await assert.rejects(elsewhere, (error) => error instanceof APIError && error.status === 404);

    const expires_after = { anchor: 'created_at', seconds: 3600 } as const;
    const expiring = await client.files.create({
      file: await toFile(new TextEncoder().encode('x'), 'x.txt'),
      purpose: 'user_data',
      expires_after,
    });
    assert.equal((await client.files.retrieve(expiring.id)).expires_at, expiring.created_at + 3600);

    const question = { type: 'input_text', text: 'Who is the lighthouse keeper of Hallow Point?' } as const;
    const data = { filename: 'keeper.md', file_data: `data:text/markdown;base64,${Buffer.from(text).toBase64()}` };
    for (const file of [{ file_id: id }, data]) {
      for (const service of ['reasoner', 'guard'] as const) {
        const other = new OpenAI({ baseURL: `${parley[service]}/v1`, apiKey: 'none-needed', maxRetries: 0 });
        const content = [{ type: 'input_file' as const, ...file }, question];
        const read = await other.responses.create({ model: 'parley', store: false, input: [{ role: 'user', content }] });
        assert.equal(
          read.output_text,
          'The lighthouse keeper of Hallow Point is Marguerite Dunne.',
          `${service} ${Object.keys(file).join()}`,
        );
        const parts = [
          { type: 'file' as const, file },
          { ...question, type: 'text' as const },
        ];
        const chat = await other.chat.completions.create({ model: 'parley', messages: [{ role: 'user', content: parts }] });
        assert.equal(chat.choices[0]?.message.content, 'The lighthouse keeper of Hallow Point is Marguerite Dunne.', service);
      }
    }
  });
});
