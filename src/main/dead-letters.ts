import { type Command } from 'commander';
import { readSettings } from '../core/config.ts';
import { messageOf } from '../core/errors.ts';
import { reasonerSettings } from '../reasoner/config.ts';
import { httpUrl } from './http-url.ts';
import { fromThisHost } from './own-host.ts';
import { platformSettings } from './platform-config.ts';
import type { Platform } from './platform.ts';
import { table } from './table.ts';

/** Longest time one request to the reasoner may take, in milliseconds. */
const TIMEOUT_MS = 30_000;

interface Options {
  readonly url?: string;
  readonly apiKey?: string;
}

/** The fields of a dead letter in GET /v1/dead-letters that are shown. */
interface Letter {
  readonly id: string;
  readonly request_id: string | null;
  readonly subject: string;
  readonly reason: string;
  readonly deliveries: number;
  readonly failed_at: number;
}

interface Page {
  readonly data: readonly Letter[];
  readonly next_cursor: string | null;
}

/** Adds `parley dead-letters` with its subcommands. They ask the running reasoner, whose database only it may open. */
export function addDeadLetterCommands(program: Command, platform: Platform): void {
  const letters = program
    .command('dead-letters')
    .description('list and replay requests from the message bus that could not be answered')
    .addHelpText('after', '\nThe commands ask a running reasoner, by default the one of REASONER_HOST and REASONER_PORT.');
  const add = (name: string, options?: { readonly isDefault: true }): Command =>
    letters
      .command(name, options)
      .option('--url <url>', 'the running reasoner', httpUrl)
      .option('--api-key <key>', 'its key; by default the first one of PLATFORM_API_KEYS');
  add('list', { isDefault: true })
    .description('list the dead letters, oldest first, with the reason')
    .option('--json', 'print JSON instead of a table')
    .action(async ({ json, ...options }: Options & { readonly json?: true }) => {
      const found = await all(platform, options);
      platform.print(json === true ? JSON.stringify({ dead_letters: found }, null, 2) : letterTable(found));
    });
  add('replay')
    .description('put dead letters back into the queue: one of them, or all')
    .option('--id <id>', 'one dead letter only')
    .action(async ({ id, ...options }: Options & { readonly id?: string }) => {
      const ids = id === undefined ? (await all(platform, options)).map((letter) => letter.id) : [id];
      let failed = 0;
      for (const each of ids) {
        try {
          await ask(platform, options, `/v1/dead-letters/${encodeURIComponent(each)}/replay`, 'POST');
        } catch (error) {
          failed += 1;
          platform.printError(`${each}: ${messageOf(error)}`);
        }
      }
      platform.print(`${ids.length - failed} replayed${failed === 0 ? '' : `, ${failed} not`}`);
      if (failed > 0) platform.exit(1);
    });
}

/** All dead letters that exist at the beginning. */
async function all(platform: Platform, options: Options): Promise<Letter[]> {
  const letters: Letter[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await ask(platform, options, `/v1/dead-letters?limit=100${from}`, 'GET')) as Page;
    letters.push(...page.data);
    cursor = page.next_cursor;
  }
  return letters;
}

async function ask(platform: Platform, options: Options, path: string, method: string): Promise<unknown> {
  const settings = readSettings(reasonerSettings, platform.env);
  const { apiKeys } = readSettings(platformSettings, platform.env);
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  const base = options.url ?? fromThisHost(`http://${host}:${settings.port}`);
  const key = options.apiKey ?? apiKeys[0]?.key;
  let response: Response;
  try {
    response = await fetch(base + path, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }),
    });
  } catch (cause) {
    throw new Error(`no reasoner answers at ${base}; start it, or name another one with --url`, { cause });
  }
  const body = (await response.json().catch(() => ({}))) as { readonly message?: string };
  if (response.ok) return body;
  throw new Error(body.message ?? `the reasoner answered ${response.status}`);
}

function letterTable(letters: readonly Letter[]): string {
  if (letters.length === 0) return 'no dead letters';
  return table([
    ['id', 'request', 'subject', 'tries', 'failed at', 'reason'],
    ...letters.map((letter) => [
      letter.id,
      letter.request_id ?? '-',
      letter.subject,
      String(letter.deliveries),
      new Date(letter.failed_at * 1000).toISOString(),
      letter.reason,
    ]),
  ]);
}
