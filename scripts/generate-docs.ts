/**
 * Prints the README's generated tables from the code, between `<!-- generated:NAME -->` markers.
 * `--check` changes nothing and fails when a table is stale.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSettings } from '../src/core/config.ts';
import { ERROR_KINDS } from '../src/core/errors.ts';
import { LIFECYCLE_KINDS } from '../src/guard/events/lifecycle.ts';
import { startTogether } from '../src/main/all-services.ts';
import { bunPlatform } from '../src/main/bun-platform.ts';
import { layFoundation } from '../src/main/foundation.ts';
import { SETTINGS } from '../src/main/settings.ts';
import { SUBJECTS } from '../src/reasoner/events.ts';
import { VOICE_SUBJECTS } from '../src/voice/events.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

function settingsTable(): string {
  const rows = Object.values(SETTINGS).flatMap((settings) =>
    describeSettings(settings, {}).map(({ name, fallback, description }) =>
      row([`\`${name}\``, fallback === '' ? '' : `\`${fallback}\``, description]),
    ),
  );
  return [row(['setting', 'default', 'meaning']), '|---|---|---|', ...rows].join('\n');
}

function errorTable(): string {
  const rows = Object.entries(ERROR_KINDS).map(([kind, { status, meaning }]) => row([String(status), `\`${kind}\``, meaning]));
  return [row(['status', 'error_type', 'condition']), '|---|---|---|', ...rows].join('\n');
}

/** What passes on each of the reasoner's subjects. */
const REASONER_SUBJECTS: Readonly<Record<keyof typeof SUBJECTS, string>> = {
  request: 'in: a question, {request_id, user_id, text}; reasoners of one queue group share them',
  legacyRequest: 'in: the same, for older clients',
  chat: 'in: a chat completion request; answered to the reply inbox, or on the subjects below when there is none',
  stream: 'out: {token, request_id, sequence} as the answer is written, then {done: true}',
  result: 'out: {request_id, user_id, text, latency_ms} after the last token',
  error: 'out: {request_id, user_id, error_type, message} of a request that failed',
  rejected: 'out: a request the guard blocked',
  intercepted: 'out: a request whose answer the guard stopped',
  durable: 'in and out: the durable work queue; what JetStream has acknowledged here is answered once',
  failed: 'out: a dead letter, {request_id, subject, payload, reason, error_type, deliveries, first_at, failed_at}',
  cancel: 'among reasoners: end a background response or a run on a thread; only they may publish here',
};

function subjectTable(): string {
  const rows = [
    ...Object.entries(VOICE_SUBJECTS),
    ...Object.entries(SUBJECTS).map(([name, subject]) => [
      typeof subject === 'string' ? subject : subject(name === 'cancel' ? '{work}' : '{request_id}'),
      REASONER_SUBJECTS[name as keyof typeof SUBJECTS],
    ]),
    ...LIFECYCLE_KINDS.map((kind) => [`platform.guard.${kind}`, 'out: the same event as on GET /events of the guard']),
  ];
  return [row(['subject', 'message']), '|---|---|', ...rows.map(([subject = '', meaning = '']) => row([`\`${subject}\``, meaning]))].join(
    '\n',
  );
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary?: string }>>>>;
}

/** The routes as the running services' own OpenAPI documents give them. */
async function routeTables(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-docs-'));
  const ports = { VOICE_PORT: '0', REASONER_PORT: '0', GUARD_PORT: '0' };
  const env = { PLATFORM_DATA_DIR: directory, PLATFORM_LOG_LEVEL: 'silent', REASONER_RAG_ENABLED: 'true', ...ports };
  const foundation = await layFoundation({ ...bunPlatform, env });
  try {
    const { voice, reasoner, guard } = await startTogether(foundation);
    const tables: string[] = [];
    for (const [name, { url }] of Object.entries({ voice, reasoner, guard })) {
      const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
      const rows = Object.entries(paths).flatMap(([path, methods]) => {
        const operations = Object.entries(methods);
        if (operations.length > 4) return [row([name, `any ${path}`, operations[0]?.[1].summary ?? ''])];
        return operations.map(([method, { summary = '' }]) => row([name, `${method.toUpperCase()} ${path}`, summary]));
      });
      tables.push(...rows);
    }
    return [row(['service', 'route', 'purpose']), '|---|---|---|', ...tables].join('\n');
  } finally {
    await foundation.resources.disposeAsync();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The README with every generated section made anew. Throws when a marker is missing. */
export async function withGeneratedSections(readme: string): Promise<string> {
  const sections: Readonly<Record<string, string>> = {
    routes: await routeTables(),
    errors: errorTable(),
    subjects: subjectTable(),
    settings: settingsTable(),
  };
  let result = readme;
  for (const [name, content] of Object.entries(sections)) {
    const open = `<!-- generated:${name} -->`;
    const close = `<!-- /generated:${name} -->`;
    const start = result.indexOf(open);
    const end = result.indexOf(close);
    if (start < 0 || end < start) throw new Error(`README.md has no ${open} … ${close}`);
    result = `${result.slice(0, start + open.length)}\n${content}\n${result.slice(end)}`;
  }
  return result;
}

if (import.meta.main) {
  const current = await readFile('README.md', 'utf8');
  const fresh = await withGeneratedSections(current);
  if (process.argv.includes('--check')) {
    if (fresh !== current) {
      console.error('README.md is stale: run `bun run docs`');
      process.exitCode = 1;
    } else console.log('README.md is fresh');
  } else await writeFile('README.md', fresh);
}
