import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { startParley, type ParleyProcess } from '../system/parley-process.ts';
import { makeTemporaryFolder } from '../system/temporary-folder.ts';
import { until } from '../system/until.ts';

type PageOptions = Parameters<Browser['newPage']>[0];

/** The three services with the dashboard, and a browser that looks at it. */
export interface DashboardBrowser extends AsyncDisposable {
  /** The services as they run now. */
  readonly parley: ParleyProcess;
  readonly browser: Browser;
  /** What no page may do, and did: break the Content-Security-Policy, throw, ask another origin. */
  readonly faults: readonly string[];
  /** Opens a page below /dashboard and waits for its heading. */
  open(path: string, options?: PageOptions): Promise<Page>;
  /** Asks the guarded model; resolves once the answer is whole and, where its headers give the request an id, is recorded. */
  chat(content: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Stops the services and starts them on the same port and data. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const PATIENCE_MS = 20_000;

/** Waits until a field has a value: a page takes up what was done in its own time. Rejects after ten seconds. */
export async function hasValue(field: Locator, value: string | RegExp): Promise<void> {
  await until(`the value ${value} of ${field.toString()}`, async () => {
    const has = await field.inputValue();
    return typeof value === 'string' ? has === value : value.test(has);
  });
}

/** Starts both; `env` are further settings of the services, `browserArgs` switches of Chromium that may need the services. */
export async function openDashboard(
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly browserArgs?: (parley: ParleyProcess) => Promise<readonly string[]>;
  } = {},
): Promise<DashboardBrowser> {
  const resources = new AsyncDisposableStack();
  const directory = resources.use(await makeTemporaryFolder()).path;
  const env = { GUARD_PORT: String(await freePort()), GUARD_CAPTURE_INPUT: 'true', REASONER_RAG_ENABLED: 'true', ...options.env };
  const faults: string[] = [];
  let parley = await startParley({ directory, env });
  resources.defer(() => parley[Symbol.asyncDispose]());
  const args = (await options.browserArgs?.(parley)) ?? [];
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', ...args],
  });
  resources.defer(() => browser.close());
  return {
    get parley() {
      return parley;
    },
    browser,
    faults,
    async open(path, pageOptions = {}) {
      const page = await browser.newPage(pageOptions);
      page.setDefaultTimeout(PATIENCE_MS);
      watch(page, path, { origin: new URL(parley.guard).origin, faults });
      await page.goto(`${parley.guard}/dashboard${path}`);
      await page.locator('h1').waitFor();
      return page;
    },
    async chat(content, headers = {}) {
      const response = await fetch(`${parley.guard}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model: 'parley', messages: [{ role: 'user', content }] }),
      });
      await response.clone().text();
      const id = headers['x-request-id'];
      if (id !== undefined) await until(`${id} is recorded`, async () => (await fetch(`${parley.guard}/requests/${id}`)).status !== 404);
      return response;
    },
    async stop() {
      await parley[Symbol.asyncDispose]();
    },
    async start() {
      parley = await startParley({ directory, env });
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

function watch(page: Page, path: string, { origin, faults }: { readonly origin: string; readonly faults: string[] }): void {
  page.on('pageerror', (error) => faults.push(`${path}: ${error.message}`));
  page.on('console', (message) => {
    // A lost connection and a refusal are what tests make, and a browser writes them down.
    if (message.type() === 'error' && !/ERR_CONNECTION|ERR_INCOMPLETE|Failed to load resource/.test(message.text()))
      faults.push(`${path}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin) faults.push(`${path} asks ${request.url()}`);
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface AxeResult {
  readonly passes: readonly { readonly id: string }[];
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** What axe finds on what a page shows now, in both themes: faults by WCAG 2.2 AA, and breaches of good practice. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Through the debugger, which no Content-Security-Policy concerns.
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // A theme changes colours and nothing else.
    const rules = colorScheme === 'light' ? ALL_RULES : ['color-contrast', 'link-in-text-block'];
    const { passes, violations } = await page.evaluate<AxeResult>(`axe.run({ runOnly: ${JSON.stringify(rules)} })`);
    assert.ok(
      passes.some(({ id }) => id === 'color-contrast'),
      `${page.url()} has no contrast to look at`,
    );
    for (const { id, nodes } of violations) {
      found.push(`${colorScheme} ${new URL(page.url()).pathname} ${id}: ${nodes[0]?.html.slice(0, 200) ?? ''}`);
    }
  }
  return found;
}
