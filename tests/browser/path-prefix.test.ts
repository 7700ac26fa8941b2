import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as ask, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { allowSlowHooks } from '../slow.ts';
import { openDashboard, type DashboardBrowser } from './dashboard-browser.ts';

await allowSlowHooks();

const PREFIX = '/site/dashboard/parley';
const KEY = 'a-long-secret-key';

/** A reverse proxy that serves the guard below a path, which it removes, and nothing else. */
function prefixProxy(guard: string): Server {
  return createServer((incoming, outgoing) => {
    const path = incoming.url ?? '';
    if (!path.startsWith(`${PREFIX}/`)) {
      outgoing.writeHead(404).end('This is another site.');
      return;
    }
    const passed = ask(`${guard}${path.slice(PREFIX.length)}`, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
}

describe('the dashboard below a path of a reverse proxy', () => {
  let dashboard: DashboardBrowser;
  let proxy: Server;
  let site: string;
  let page: Page;
  const faults: string[] = [];

  before(async () => {
    dashboard = await openDashboard({ env: { PLATFORM_API_KEYS: `ops:${KEY}` } });
    proxy = prefixProxy(dashboard.parley.guard).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    site = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${PREFIX}`;
    page = await dashboard.browser.newPage();
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('request', (request) => request.url().startsWith(`${site}/`) || faults.push(request.url()));
  });
  after(async () => {
    await page.close();
    proxy.closeAllConnections();
    proxy.close();
    await dashboard[Symbol.asyncDispose]();
  });

  it('is where the root of the guard leads, and signs in', async () => {
    await page.goto(`${site}/`);
    await page.getByLabel('API key', { exact: true }).fill(KEY);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('[data-state=live]').waitFor();
    assert.equal(page.url(), `${site}/dashboard/`);
  });

  it('shows requests as they happen, each with a page that can be opened by its address', async () => {
    await dashboard.chat('What can you do?', { 'x-request-id': 'below-1', authorization: `Bearer ${KEY}` });
    await page.locator('a.line', { hasText: 'What can you do?' }).click();
    await page.waitForURL(`${site}/dashboard/requests/below-1`);
    await page.reload();
    await page.locator('tr[data-service=reasoner]').first().waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(site).origin });
    await page.getByRole('button', { name: 'As curl' }).click();
    await page.getByText('The command is copied').waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), new RegExp(`'${site}/requests/below-1/decision'`));
  });

  it('asks the services, stores policies and uploads files', async () => {
    await page.getByRole('link', { name: 'Health' }).click();
    await page.waitForFunction(
      () => [...document.querySelectorAll('h2 .verdict')].filter(({ textContent }) => textContent === 'ok').length === 3,
    );
    await page.getByRole('link', { name: 'Policies' }).click();
    const editor = page.getByLabel('Policy as JSON');
    await editor.waitFor();
    await editor.fill((await editor.inputValue()).replace('4194304', '4194303'));
    await page.getByRole('button', { name: 'Save a new version' }).click();
    await page.getByText('Saved, and in force now.').waitFor();
    await page.goto(`${site}/dashboard/reasoner?tab=files`);
    await page.getByLabel('Upload').setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('The keeper is Ann.') });
    await page.locator('ul.files li', { hasText: 'note.txt' }).waitFor();
  });

  it('leads back from an address that leads nowhere, however it is written', async () => {
    for (const path of ['/no/such/page', '/%E0%A4%A']) {
      await page.goto(`${site}/dashboard${path}`);
      await page.locator('h1', { hasText: 'There is no such page' }).waitFor();
      await page.getByRole('link', { name: 'Go to the live list' }).click();
      await page.waitForURL(`${site}/dashboard/`);
    }
  });

  it('asks for nothing outside of its path', () => {
    assert.deepEqual(faults, []);
  });
});
