import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { allowSlowHooks } from '../slow.ts';
import { axeFindings, openDashboard, type DashboardBrowser } from './dashboard-browser.ts';
import { intoMicrophone } from './microphone.ts';

await allowSlowHooks();

const KEY = 'a-key/with+signs=';

describe('a live conversation in the dashboard', () => {
  let dashboard: DashboardBrowser;
  before(async () => {
    const env = { PLATFORM_API_KEYS: `ada:${KEY}` };
    dashboard = await openDashboard({
      env,
      browserArgs: async (parley) => (await intoMicrophone(parley, 'What can you do?', { key: KEY, secondsBefore: 1 })).args,
    });
  });
  after(async () => {
    await dashboard[Symbol.asyncDispose]();
  });

  it('hears the microphone, speaks the answer, and leads to the decision about it', async () => {
    const page = await dashboard.open('/playground');
    await page.getByLabel('API key', { exact: true }).fill(KEY);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Start talking' }).click();
    const talk = page.locator('section', { has: page.getByRole('heading', { name: 'Talk' }) });
    await talk.locator('li', { hasText: 'You' }).getByText('what can you do').waitFor();
    const answer = talk.locator('li', { hasText: 'Answer' });
    await answer.getByText('extractive model of Parley').waitFor();
    await answer.getByRole('link', { name: 'Decision' }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    const { data } = (await (
      await fetch(`${dashboard.parley.voice}/v1/voice/sessions`, { headers: { authorization: `Bearer ${KEY}` } })
    ).json()) as { data: unknown[] };
    assert.equal(data.length, 1, 'the session is one of those of the voice service');
    await answer.getByRole('link', { name: 'Decision' }).click();
    await page.waitForURL(/\/dashboard\/requests\/resp_/);
    await page.getByText('allow').first().waitFor();
    await page.close();
  });

  it('broke no rule of the page', () => {
    assert.deepEqual(dashboard.faults, []);
  });
});
