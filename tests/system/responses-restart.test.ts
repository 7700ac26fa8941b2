import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OpenAI } from 'openai';
import { allowSlowHooks } from '../slow.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';
import { startModelServer } from './response-model-server.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

await allowSlowHooks();

const clientOf = ({ reasoner }: ParleyProcess): OpenAI => new OpenAI({ baseURL: `${reasoner}/v1`, apiKey: 'none-needed', maxRetries: 0 });

describe('responses and the end of their process', () => {
  it('survive a kill: finished ones as they were, an unfinished one as failed', { timeout: 120_000 }, async () => {
    await using models = await startModelServer();
    await using folder = await makeTemporaryFolder();
    const env = {
      REASONER_MODEL: 'openai',
      REASONER_OPENAI_BASE_URL: models.url,
      REASONER_OPENAI_MODEL: 'stand-in',
      REASONER_RESPONSE_ALIVE_MS: '1000',
    };
    const first = await startParley({ env, directory: folder.path });
    const before = clientOf(first);
    const done = await before.responses.create({ model: 'parley', input: 'Say hello' });
    const endless = await before.responses.create({ model: 'parley', input: 'wait for ever', background: true });
    await until('the first words', async () => (await before.responses.retrieve(endless.id)).output_text === 'I wait');
    process.kill(first.pid, 'SIGKILL');
    await first[Symbol.asyncDispose]();

    await using second = await startParley({ env, directory: folder.path });
    const client = clientOf(second);
    assert.equal((await client.responses.retrieve(done.id)).output_text, 'You said: Say hello');
    const goesOn = await client.responses.create({ model: 'parley', input: 'history', previous_response_id: done.id });
    assert.equal(goesOn.output_text, 'Say hello | You said: Say hello | history');
    await until('the unfinished response to be failed', async () => (await client.responses.retrieve(endless.id)).status === 'failed');
    assert.equal((await client.responses.retrieve(endless.id)).error?.code, 'server_error');
  });
});
