import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { allowSlowHooks } from '../slow.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';
import { until } from './until.ts';

await allowSlowHooks();

const KEYS = { alice: 'alicealice1', bob: 'bobbobbob1' };
type Caller = keyof typeof KEYS;

describe('memory belongs to the API key and the user together, also through the guard and the voice service', () => {
  let parley: ParleyProcess;
  before(async () => {
    parley = await startParley({ env: { PLATFORM_API_KEYS: `alice:${KEYS.alice},bob:${KEYS.bob}` } });
  });
  after(async () => {
    await parley[Symbol.asyncDispose]();
  });

  const as = (caller: Caller): Record<string, string> => ({ authorization: `Bearer ${KEYS[caller]}` });

  async function json(url: string, caller: Caller, body?: object): Promise<Record<string, unknown>> {
    const headers = { ...as(caller), 'content-type': 'application/json' };
    const response = await fetch(url, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal(response.status, 200, `${url}: ${await response.clone().text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  const chat = (caller: Caller, user: string, content: string): Promise<Record<string, unknown>> =>
    json(`${parley.guard}/v1/chat/completions`, caller, { model: 'parley', user, messages: [{ role: 'user', content }] });

  async function turn(caller: Caller, user: string, sentence: string): Promise<Record<string, unknown>> {
    const spoken = await fetch(`${parley.voice}/v1/audio/speech`, {
      method: 'POST',
      headers: { ...as(caller), 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'default', input: sentence }),
    });
    const form = new FormData();
    form.append('file', new File([await spoken.arrayBuffer()], 'm.wav', { type: 'audio/wav' }));
    form.append('user_id', user);
    const headers = { ...as(caller), 'x-request-id': `turn-of-${caller}` };
    const response = await fetch(`${parley.voice}/v1/voice/turns`, { method: 'POST', headers, body: form });
    assert.equal(response.status, 200, await response.clone().text());
    return (await response.json()) as Record<string, unknown>;
  }

  /** All that is remembered of a user, as JSON lines. */
  const remembered = async (caller: Caller, user: string): Promise<string> =>
    (await fetch(`${parley.reasoner}/v1/memory/export?user=${user}`, { headers: as(caller) })).text();
  /** What a user's memory has to say to a question, as JSON: a moment after it is kept. */
  const recalled = async (caller: Caller, user: string, query: string): Promise<string> =>
    JSON.stringify((await json(`${parley.reasoner}/v1/memory/search`, caller, { user, query })).data);
  const viaDashboard = async (caller: Caller, user: string): Promise<string> =>
    JSON.stringify(await json(`${parley.guard}/dashboard/api/reasoner/v1/memory?user=${user}`, caller));

  it('a chat through the guard is remembered under its own key, and under no other', async () => {
    await chat('bob', 'anna', 'My sister Eva lives in Lisbon.');
    await until('a memory of Lisbon', async () => (await recalled('bob', 'anna', 'Lisbon')).includes('Lisbon'));
    assert.doesNotMatch(await remembered('alice', 'anna'), /Lisbon/);
    assert.doesNotMatch(JSON.stringify(await chat('alice', 'anna', 'Where does my sister Eva live?')), /Lisbon/);
    assert.match(JSON.stringify(await chat('bob', 'anna', 'Where does my sister Eva live?')), /Lisbon/);
  });

  it('the dashboard shows the memory of the key that is signed in', async () => {
    assert.match(await viaDashboard('bob', 'anna'), /Lisbon/);
    assert.doesNotMatch(await viaDashboard('alice', 'anna'), /Lisbon/);
  });

  it('a spoken turn is remembered and recorded under its own key, and nobody else hears of it', async () => {
    const said = await turn('bob', 'ben', 'The meeting is on Thursday at noon.');
    assert.match(String(said['transcript']), /thursday/i);
    await until('a memory of Thursday', async () => /thursday/i.test(await remembered('bob', 'ben')));
    const asked = await turn('alice', 'ben', 'When is the meeting?');
    assert.doesNotMatch(String(asked['response']), /thursday/i);
    assert.doesNotMatch(await remembered('alice', 'ben'), /thursday/i);
    for (const caller of ['alice', 'bob'] as const) {
      const record = await json(`${parley.guard}/requests/turn-of-${caller}`, caller);
      assert.equal(record['key_name'], caller);
    }
  });
});
