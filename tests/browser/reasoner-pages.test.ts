import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { connectNatsBus } from '../../src/adapters/nats/bus.ts';
import { SUBJECTS } from '../../src/reasoner/events.ts';
import { allowSlowHooks } from '../slow.ts';
import { startNatsServer, type NatsServer } from '../system/nats-server.ts';
import { createRecordedLogger } from '../system/recorded-logger.ts';
import { until } from '../system/until.ts';
import { axeFindings, hasValue, openDashboard, type DashboardBrowser } from './dashboard-browser.ts';

await allowSlowHooks();

const WORDS = 'The car park: car, car, car. Car number four is the car of the porter.';
const MEANING = 'Automobile repair. Our garage mends the engine of any vehicle and changes its tyres.';
const SLOW_BYTES_A_SECOND = 400_000;

describe("the reasoner's pages", () => {
  const resources = new AsyncDisposableStack();
  let nats: NatsServer;
  let dashboard: DashboardBrowser;

  before(async () => {
    nats = resources.use(await startNatsServer());
    dashboard = resources.use(await openDashboard({ env: { PLATFORM_NATS_URL: nats.url } }));
  });
  after(() => resources.disposeAsync());

  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${dashboard.parley.reasoner}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const file = (name: string, content: string | Buffer) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  const names = (page: Page): Promise<string[]> => page.locator('ol.found li p.tiny').allInnerTexts();

  it("the graph's conditions are written over its edges, which would cross them out", async () => {
    const page = await dashboard.open('/reasoner');
    await page.locator('svg text.condition').first().waitFor();
    const drawn = await page.locator('svg path.edge, svg text.condition').evaluateAll((all) => all.map(({ tagName }) => tagName));
    assert.ok(drawn.lastIndexOf('path') < drawn.indexOf('text'), drawn.join(' '));
    await page.close();
  });

  it('threads with long ids are listed on a phone without the page being moved sideways', async () => {
    const id = 'T'.repeat(64);
    assert.equal((await post(`/v1/threads/${id}/runs`, { messages: [{ role: 'user', content: 'What can you do?' }] })).status, 200);
    const page = await dashboard.open('/reasoner?tab=threads', { viewport: { width: 360, height: 740 } });
    await page.getByRole('button', { name: /^TTTT/ }).click();
    await page.getByText(/next: none/).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.close();
  });

  it('files are uploaded and read, and deleted again', async () => {
    const page = await dashboard.open('/reasoner?tab=files');
    await page.getByText('No file has been stored.').waitFor();
    await page
      .getByLabel('Upload')
      .setInputFiles([file('words.txt', WORDS), file('meaning.txt', MEANING), file('gone.txt', 'Nothing of note.')]);
    await page.locator('ul.files li', { hasText: 'meaning.txt' }).filter({ hasText: 'processed' }).waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete gone.txt' }).click();
    await page.locator('ul.files li', { hasText: 'gone.txt' }).waitFor({ state: 'detached' });
    await page.getByText('completed: 2 of 2 files read').waitFor();
    await page.close();
  });

  it('an upload shows how far it is, and can be stopped', async () => {
    const page = await dashboard.open('/reasoner?tab=files');
    await page.locator('ul.files li').first().waitFor();
    const session = await page.context().newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: SLOW_BYTES_A_SECOND,
    });
    await page.getByLabel('Upload').setInputFiles([file('large.txt', Buffer.alloc(4_000_000, ' '))]);
    await page.waitForFunction(() => {
      const { value = 0 } = document.querySelector('progress') ?? {};
      return value > 0.05 && value < 1;
    });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('alert').filter({ hasText: 'The upload was cancelled.' }).waitFor();
    assert.equal(await page.locator('progress').count(), 0);
    assert.equal(await page.locator('ul.files li', { hasText: 'large.txt' }).count(), 0);
    await page.close();
  });

  it('a file that cannot be taken says why', async () => {
    const page = await dashboard.open('/reasoner?tab=files');
    await page
      .getByLabel('Upload')
      .setInputFiles([{ name: 'x.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ\0\0\x01\x02') }]);
    await page.getByRole('alert').filter({ hasText: 'the name must end in one of' }).waitFor();
    await page.close();
  });

  it('the slider between words and meaning changes the ranking, and shows how', async () => {
    const page = await dashboard.open('/reasoner?tab=files');
    await page.getByRole('searchbox', { name: 'Question' }).fill('car maintenance for my vehicle');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('ol.found li').nth(1).waitFor();
    const slider = page.getByRole('slider');
    const searched = (): Promise<unknown> => page.waitForResponse((response) => response.url().endsWith('/search') && response.ok());
    const first = async (key: 'Home' | 'End'): Promise<string> => {
      const done = searched();
      await slider.focus();
      await slider.press(key);
      await done;
      await page.waitForFunction((alpha) => document.body.textContent.includes(`: ${alpha}`), key === 'Home' ? '0.00' : '1.00');
      return (await names(page))[0] ?? '';
    };
    assert.match(await first('Home'), /words\.txt/);
    assert.match(await first('End'), /meaning\.txt/);
    assert.deepEqual(await page.locator('ol.found .moved').allInnerTexts(), ['↑ 1', '↓ 1']);
    assert.deepEqual(await axeFindings(page), []);
    await page.close();
  });

  it('what is remembered of a user is listed, searched and forgotten', async () => {
    for (const text of ['Ann lives in Bristol.', 'Ann likes green tea.', 'Ann works at the harbour.']) {
      assert.ok((await post('/v1/memory', { user: 'ann', text })).ok);
    }
    const page = await dashboard.open('/reasoner?tab=memory');
    await page.getByRole('textbox', { name: 'User' }).fill('ann');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('Ann lives in Bristol.').waitFor();
    assert.equal(await page.locator('main li').count(), 3);
    await page.getByRole('searchbox').fill('what does she drink?');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('main li', { hasText: 'score' }).first().waitFor();
    assert.match(await page.locator('main li').first().innerText(), /green tea/);
    await page.getByRole('button', { name: 'Forget: Ann likes green tea.' }).click();
    await page.getByText('Ann likes green tea.').waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Show' }).click();
    // What was found before is still there until the whole list comes.
    await page.locator('main li', { hasText: 'score' }).first().waitFor({ state: 'detached' });
    await page.getByText('Ann works at the harbour.').waitFor();
    assert.equal(await page.locator('main li').count(), 2);
    assert.deepEqual(await axeFindings(page), []);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Forget all' }).click();
    await page.getByText('Nothing is remembered of this user.').waitFor();
    await page.close();
  });

  it('a conversation that is kept is listed and shows its steps', async () => {
    assert.ok(
      (await post('/v1/threads/demo/runs', { messages: [{ role: 'user', content: 'The shop opens at nine. When does it open?' }] })).ok,
    );
    const page = await dashboard.open('/reasoner?tab=threads');
    await page.getByRole('list', { name: 'Threads' }).getByRole('button', { name: 'demo' }).click();
    await hasValue(page.getByLabel('Thread id'), 'demo');
    const step = page.locator('summary', { hasText: /Step \d/ }).first();
    await step.click();
    await page.locator('details[open] pre', { hasText: 'The shop opens at nine.' }).waitFor();
    await page.close();
  });

  it('a request nobody could answer lies in the dead letters, is tried once more, and is forgotten', async () => {
    await using bus = connectNatsBus({
      url: nats.url,
      name: 'client',
      logger: createRecordedLogger(),
      retryMs: { first: 10, longest: 50 },
    });
    await until('the client is connected', () => bus.connected);
    bus.publish(SUBJECTS.durable, new TextEncoder().encode('{poison'));
    const page = await dashboard.open('/reasoner?tab=letters');
    const row = page.locator('tbody tr');
    await until('the message is a dead letter', async () => {
      await page.getByRole('button', { name: 'Look again' }).click();
      return (await row.count()) > 0;
    });
    assert.match(await row.first().innerText(), /not valid JSON/);
    const replayed = page.waitForResponse((response) => response.url().endsWith('/replay'));
    await row.first().getByRole('button', { name: 'Replay' }).click();
    assert.equal((await replayed).status(), 200);
    await page.getByText('It is in the queue again.').waitFor();
    // What is wrong with it has not changed: it comes back, and is forgotten.
    await until('the message is a dead letter again', async () => {
      await page.getByRole('button', { name: 'Look again' }).click();
      return (await row.filter({ hasText: 'poison' }).count()) > 0;
    });
    assert.deepEqual(await axeFindings(page), []);
    await row.first().getByRole('button', { name: 'Forget' }).click();
    await page.getByText('Every request from the message bus has been answered.').waitFor();
    await page.close();
  });

  it('broke no rule of the page', () => {
    assert.deepEqual(dashboard.faults, []);
  });
});
