import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { allowSlowHooks } from '../slow.ts';
import { hasValue, openDashboard, type DashboardBrowser } from './dashboard-browser.ts';

await allowSlowHooks();

describe('requests, in a list, one by one and summed up', () => {
  let dashboard: DashboardBrowser;

  before(async () => {
    dashboard = await openDashboard();
    await dashboard.chat('What can you do?', { 'x-request-id': 'question-1' });
    await dashboard.chat(' ', { 'x-request-id': 'blank-1' });
  });
  after(async () => {
    await dashboard[Symbol.asyncDispose]();
  });

  it('lists what a search finds further on, where its first page has nothing', async () => {
    const page = await dashboard.open('/requests');
    const unread = { object: 'list', data: [], has_more: true, next_cursor: 'further', previews_unopened: 0 };
    await page.route(
      ({ pathname, searchParams }) => pathname === '/requests' && searchParams.has('text'),
      (route) => {
        const address = new URL(route.request().url());
        if (!address.searchParams.has('cursor')) return route.fulfill({ json: unread });
        address.searchParams.delete('cursor');
        return route.continue({ url: address.href });
      },
    );
    await page.goto(`${dashboard.parley.guard}/dashboard/requests?text=question-1`);
    await page.locator('tbody tr', { hasText: 'What can you do?' }).waitFor();
    assert.equal(await page.getByText('No request matches these filters.').count(), 0);
    await page.unrouteAll({ behavior: 'wait' });
    await page.close();
  });

  it('names a request whose prompt is blank by its id', async () => {
    const page = await dashboard.open('/requests');
    await page.locator('tbody').getByRole('link', { name: 'blank-1' }).waitFor();
    await page.close();
  });

  it('offers to clear filters that nothing matches', async () => {
    const page = await dashboard.open('/requests?detector=none-such&text=question-1');
    await page.getByRole('link', { name: 'Clear the filters' }).click();
    await page.locator('tbody').getByRole('link', { name: 'blank-1' }).waitFor();
    assert.equal(new URL(page.url()).search, '');
    await hasValue(page.getByLabel('Detector'), '');
    await page.close();
  });

  it('has times in UTC in its address, so that it lists the same wherever it is opened', async () => {
    const page = await dashboard.open('/requests', { timezoneId: 'Asia/Kolkata' });
    await page.getByText('More filters').click();
    await page.getByLabel('Since').fill('2026-01-01T05:30');
    await page.waitForURL(/since=2026-01-01T00%3A00%3A00.000Z/);
    const elsewhere = await dashboard.open(`/requests${new URL(page.url()).search}`, { timezoneId: 'America/New_York' });
    await hasValue(elsewhere.getByLabel('Since'), '2025-12-31T19:00');
    await elsewhere.close();
    await page.goto(`${dashboard.parley.guard}/dashboard/overview`);
    const href = await page.locator('.tile', { hasText: 'Blocked' }).getByRole('link').getAttribute('href');
    assert.match(href ?? '', /since=[^&]*Z/);
    await page.close();
  });

  it('counts what a client broke off neither as failed nor as an error of the upstream', async () => {
    const page = await dashboard.open('/overview');
    await page.route(
      ({ pathname }) => pathname === '/stats',
      async (route) => {
        const stats = (await (await route.fetch()).json()) as { buckets: { statuses: object }[] };
        stats.buckets.at(-1)!.statuses = { failed: 1, cancelled: 3 };
        await route.fulfill({ json: { ...stats, requests: 4, errors: [{ type: 'cancelled', requests: 3, upstream: 0 }] } });
      },
    );
    await page.reload();
    await page.locator('.tile', { hasText: 'Failed' }).locator('dd', { hasText: '25.0 %' }).waitFor();
    await page.locator('.tile', { hasText: 'Upstream errors' }).locator('dd', { hasText: /^0$/ }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.close();
  });

  it('shows the figures of a chart where the pointer is', async () => {
    const page = await dashboard.open('/overview');
    const chart = page.getByRole('figure', { name: /^Requests by verdict/ });
    await chart.locator('.u-over').hover();
    await chart.getByText(/^from \d\d:\d\d:\d\d$/).waitFor();
    assert.match(await chart.innerText(), /allow\s+\d+/);
    await page.close();
  });

  it('says of a request that was refused before it was checked that it has no verdict', async () => {
    const headers = { 'content-type': 'application/json', 'x-request-id': 'refused-1' };
    await fetch(`${dashboard.parley.guard}/v1/chat/completions`, { method: 'POST', headers, body: '{"model":"parley"}' });
    const page = await dashboard.open('/requests/refused-1');
    await page.getByText('The request was refused before it was checked.').waitFor();
    assert.equal(await page.locator('.verdict', { hasText: 'allow' }).count(), 0);
    await page.close();
  });
});
