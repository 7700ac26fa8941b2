import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { allowSlowHooks } from '../slow.ts';
import { axeFindings, hasValue, openDashboard, type DashboardBrowser } from './dashboard-browser.ts';

await allowSlowHooks();

describe('editing policies', () => {
  let dashboard: DashboardBrowser;

  before(async () => {
    dashboard = await openDashboard();
  });
  after(async () => {
    await dashboard[Symbol.asyncDispose]();
  });

  const url = (id: string): string => `${dashboard.parley.guard}/v1/policies/${id}`;
  const stored = async (id = 'default'): Promise<{ version: number; max_part_length: number }> =>
    (await (await fetch(url(id))).json()) as { version: number; max_part_length: number };
  /** As another operator does it. */
  async function store(id: string, longest: number): Promise<void> {
    const { checks } = (await (await fetch(url('default'))).json()) as { checks: unknown };
    const body = JSON.stringify({ mode: 'enforce', checks, max_part_length: longest });
    assert.equal((await fetch(url(id), { method: 'PUT', headers: { 'content-type': 'application/json' }, body })).status, 200);
  }
  const editor = (page: Page) => page.getByLabel('Policy as JSON');
  async function edit(page: Page, longest: number): Promise<void> {
    await page.waitForFunction(() => [...document.querySelectorAll('textarea')].some(({ value }) => value.includes('max_part_length')));
    await editor(page).fill((await editor(page).inputValue()).replace(/"max_part_length": \d+/, `"max_part_length": ${longest}`));
  }

  it('a policy that is saved as a new one never takes the place of another', async () => {
    const before = await stored();
    const page = await dashboard.open('/policies');
    await edit(page, 1001);
    await page.getByLabel('Save as a new policy named').fill('default');
    await page.getByRole('button', { name: 'Save as new' }).click();
    await page.getByRole('alert').filter({ hasText: 'A policy with this id exists already.' }).waitFor();
    assert.deepEqual(await stored(), before);
    await page.getByLabel('Save as a new policy named').fill('copied');
    await page.getByRole('button', { name: 'Save as new' }).click();
    await page.waitForURL(/id=copied/);
    assert.equal((await stored('copied')).max_part_length, 1001);
    await page.goto(`${dashboard.parley.guard}/dashboard`);
    await page.locator('a.line', { hasText: 'policy copied is now version 1' }).click();
    await page.getByRole('heading', { name: /^copied/ }).waitFor();
    await page.close();
  });

  it('thresholds and actions are changed by a form, which is one with the JSON and says where that cannot be read', async () => {
    const page = await dashboard.open('/policies');
    await page.getByText('Checks, thresholds and actions').click();
    assert.deepEqual(await axeFindings(page), []);
    await page.getByLabel('Action: email_address, input; any channel, step 1').selectOption('redact');
    const threshold = page.getByLabel('Threshold: prompt_injection, input; user, step 2');
    await threshold.fill('2');
    await threshold.blur();
    await hasValue(threshold, '0.6');
    await threshold.fill('0.7');
    await threshold.blur();
    await page.getByRole('button', { name: 'Save a new version' }).click();
    await page.getByText('Saved, and in force now.').waitFor();
    const { checks } = (await (await fetch(url('default'))).json()) as {
      checks: { detector: string; rules: { steps: { threshold: number; action: string }[] }[] }[];
    };
    const stepsOf = (name: string): unknown => checks.find(({ detector }) => detector === name)?.rules[0]?.steps;
    assert.deepEqual(stepsOf('email_address'), [{ threshold: 0.5, action: 'redact' }]);
    assert.deepEqual(stepsOf('prompt_injection'), [
      { threshold: 0.4, action: 'flag' },
      { threshold: 0.7, action: 'block' },
    ]);
    for (const name of ['phrases', 'patterns', 'size', 'language', 'canary'])
      await page.getByRole('button', { name: `Add ${name}` }).click();
    assert.equal(await page.getByRole('button', { name: /^Add / }).count(), 0);
    await editor(page).fill((await editor(page).inputValue()).replace('a word or phrase', 'initech'));
    await page.getByRole('button', { name: 'Save a new version' }).click();
    await page.getByRole('heading', { name: /version 3/ }).waitFor();
    const refused = await dashboard.chat('Is Initech any good?');
    assert.match(refused.headers.get('x-guard-decision') ?? '', /verdict=block/);
    await editor(page).fill('{');
    await page.getByText('The JSON below cannot be read as a policy.').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByLabel('Action: email_address, input; any channel, step 1').waitFor();
    await page.close();
  });

  it('an edit outlasts other pages and a session that has ended, and stays with its policy', async () => {
    await store('twin', (await stored()).max_part_length);
    const page = await dashboard.open('/policies');
    await edit(page, 1002);
    await page.getByRole('link', { name: /^twin/ }).click();
    await page.getByRole('heading', { name: /^twin/ }).waitFor();
    await hasValue(editor(page), /^(?![^]*1002)/);
    await page.getByRole('link', { name: 'Health' }).click();
    await page.locator('h1', { hasText: 'Health' }).waitFor();
    await page.getByRole('link', { name: 'Policies' }).click();
    await page.getByRole('link', { name: /^default.*edited/ }).waitFor();
    await hasValue(editor(page), /1002/);
    await page.route(
      ({ pathname }) => pathname === '/v1/policies/default',
      (route) => route.fulfill({ status: 401, json: { message: 'Sign in.' } }),
    );
    await page.route(
      ({ pathname }) => pathname === '/dashboard/session',
      (route) => route.fulfill({ json: { key_name: 'ann' } }),
    );
    await page.getByRole('button', { name: 'Save a new version' }).click();
    await page.getByLabel('API key', { exact: true }).fill('some key');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await editor(page).waitFor();
    await hasValue(editor(page), /1002/);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await hasValue(editor(page), /^(?![^]*1002)/);
    await page.close();
  });

  it('an edit that somebody else has overtaken shows what it would undo, and goes on from the newer version', async () => {
    const page = await dashboard.open('/policies');
    await edit(page, 1003);
    await store('default', 1004);
    const { version } = await stored();
    await page.getByRole('button', { name: 'Save a new version' }).click();
    await page.getByText(`The policy was changed meanwhile; its version is ${version} now.`, { exact: true }).waitFor();
    await page.locator('.gone', { hasText: '"max_part_length": 1004' }).waitFor();
    await page.locator('.new', { hasText: '"max_part_length": 1003' }).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Save a new version' }).isDisabled());
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: `Base the edit on version ${version}` }).click();
    await page.getByRole('button', { name: 'Save a new version' }).click();
    await page.getByText('Saved, and in force now.').waitFor();
    const { version: last, max_part_length: longest } = await stored();
    assert.deepEqual([last, longest], [version + 1, 1003]);
    await page.close();
  });

  it('a policy that was tried in the playground does not write over what was changed meanwhile', async () => {
    const page = await dashboard.open('/playground');
    await page.getByRole('button', { name: 'Start from the default policy' }).click();
    await edit(page, 1005);
    await store('default', 1006);
    await page.getByRole('button', { name: 'Save as a new version' }).click();
    await page.getByRole('alert').filter({ hasText: 'The policy was changed meanwhile' }).waitFor();
    assert.equal((await stored()).max_part_length, 1006);
    await page.close();
  });
});
