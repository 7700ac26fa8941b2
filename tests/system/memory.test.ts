import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { allowSlowHooks } from '../slow.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

await allowSlowHooks();

type Body = Record<string, unknown>;

describe('memory over a restart', () => {
  let folder: TemporaryFolder;
  let parley: ParleyProcess;

  before(async () => {
    folder = await makeTemporaryFolder();
    parley = await startParley({ directory: folder.path });
  });

  after(async () => {
    await parley[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  async function ask(method: string, path: string, body?: Body): Promise<Body> {
    const response = await fetch(`${parley.reasoner}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${method} ${path}: ${response.status}`);
    return (await response.json()) as Body;
  }

  async function chat(user: string, content: string): Promise<string> {
    const body = await ask('POST', '/v1/chat/completions', { model: 'parley', user, messages: [{ role: 'user', content }] });
    return (body.choices as readonly { readonly message: { readonly content: string } }[])[0]?.message.content ?? '';
  }

  const known = async (user: string): Promise<string[]> =>
    ((await ask('GET', `/v1/memory?user=${user}`)).data as { readonly text: string }[]).map(({ text }) => text);

  it('recalls in a later thread after a restart what was told right before the service stopped', async () => {
    await chat('ann', 'My sister Eva is a violinist in Vienna.');
    await chat('bob', 'My sister Mia is a baker in Bern.');
    // At once: what was not read yet is read when the service closes, or at the next start.
    await parley[Symbol.asyncDispose]();
    parley = await startParley({ directory: folder.path });
    await until('both are remembered', async () => (await known('ann')).length === 1 && (await known('bob')).length === 1);
    const reply = await chat('ann', 'Who is a violinist?');
    assert.match(reply, /Eva/);
    assert.doesNotMatch(reply, /Mia/);
    assert.doesNotMatch(await chat('eve', 'Who is a violinist in Vienna?'), /Eva/);
  });

  it('finds a fact by a paraphrase that shares no word with it', async () => {
    await ask('POST', '/v1/memory', { user: 'ann', text: 'I adopted a puppy from the animal shelter.' });
    await ask('POST', '/v1/memory', { user: 'ann', text: 'My flight to Tokyo leaves on Monday.' });
    const { data } = await ask('POST', '/v1/memory/search', { user: 'ann', query: 'Does she have a dog?', among: 'facts', limit: 1 });
    assert.match((data as readonly { readonly memory: { readonly text: string } }[])[0]?.memory.text ?? '', /puppy/);
  });

  it('forgets everything of a user from the database, not of another', async () => {
    await ask('DELETE', '/v1/memory?user=ann');
    assert.deepEqual(await known('ann'), []);
    assert.doesNotMatch(await chat('ann', 'Who plays music in the family?'), /Eva/);
    const { data } = await ask('POST', '/v1/memory/search', { user: 'ann', query: 'violinist Vienna Eva', among: 'facts' });
    assert.deepEqual(data, []);
    assert.deepEqual(await known('bob'), ['My sister Mia is a baker in Bern.']);
  });
});
