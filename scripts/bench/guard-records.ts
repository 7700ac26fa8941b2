import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInMemoryBus } from '../../src/adapters/in-memory/bus.ts';
import { createInMemoryJournal } from '../../src/adapters/in-memory/journal.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlJournal } from '../../src/adapters/libsql/journal.ts';
import { openSpooledJournal } from '../../src/adapters/libsql/spooled-journal.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { createKeyedHash } from '../../src/adapters/system/keyed-hash.ts';
import { createJsonLogger } from '../../src/adapters/system/logger.ts';
import { readSettings } from '../../src/core/config.ts';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';
import { guardSettings } from '../../src/guard/config.ts';
import { createGuard } from '../../src/guard/guard.ts';
import type { Journal } from '../../src/ports/journal.ts';
import type { ChatUpstream } from '../../src/ports/upstream.ts';
import type { Row } from '../train/guard/rows.ts';
import { openConnection, postBytes } from './guard-connection.ts';
import { milliseconds, percentile, type Figure, type Figures } from './guard-figures.ts';
import { decide, shippedPipeline } from './guard-pipeline.ts';
import { dataFolder, startGuardProcess, startUpstream, type Server } from './guard-processes.ts';

const PATH = '/v1/chat/completions';
const KILLS = 5;
const LOAD_MS = 1500;
const CONNECTIONS = 16;
const REQUESTS = 3000;
const BATCH = 100;

type Prose = (length: number) => string;

function chat(text: string): string {
  return JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] });
}

/** Sends requests until the guard is killed; returns the ids of the answered ones. */
async function answered(guard: Server, prose: Prose, name: string): Promise<string[]> {
  const ids: string[] = [];
  const over = new AbortController();
  const work = Array.from({ length: CONNECTIONS }, async (_, place) => {
    const connection = await openConnection(guard.url);
    try {
      for (let index = 0; !over.signal.aborted; index += 1) {
        const id = `${name}-${place}-${index}`;
        const { status } = await connection.send(postBytes(PATH, chat(prose(600)), { 'x-request-id': id }));
        if (status === 200) ids.push(id);
      }
    } catch {
      // The guard was killed; unanswered requests need no record.
    }
    connection.close();
  });
  await Bun.sleep(LOAD_MS);
  await guard.kill();
  over.abort();
  await Promise.all(work);
  return ids;
}

async function hasDecision(url: string, id: string): Promise<boolean> {
  const response = await fetch(`${url}/requests/${id}/decision`);
  if (!response.ok) return false;
  const { decisions } = (await response.json()) as { decisions: readonly unknown[] };
  return decisions.length > 0;
}

async function killFigure(prose: Prose): Promise<Figure> {
  using upstream = await startUpstream();
  await using folder = await dataFolder();
  const ids: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await using guard = await startGuardProcess(upstream.url, folder.path);
    ids.push(...(await answered(guard, prose, `kill-${kill}`)));
  }
  await using guard = await startGuardProcess(upstream.url, folder.path);
  let found = 0;
  for (let from = 0; from < ids.length; from += BATCH) {
    const known = await Promise.all(ids.slice(from, from + BATCH).map((id) => hasDecision(guard.url, id)));
    found += known.filter(Boolean).length;
  }
  return {
    name: `decision records of ${ids.length} answered requests after ${KILLS} times kill -9`,
    value: `${((100 * found) / ids.length).toFixed(2)} %`,
    target: '100 %',
    met: found === ids.length,
  };
}

/** A journal that stores nothing. */
function noJournal(): Journal {
  const journal = createInMemoryJournal();
  return { ...journal, record: () => undefined };
}

/** What recording one request takes, by the time inside `record` and by requests in turn with and without it. */
async function costFigures(prose: Prose): Promise<Figure[]> {
  await using folder = await dataFolder();
  const logger = createJsonLogger({ clock: systemClock, level: 'error', write: (line) => console.error(line) });
  const spool = join(folder.path, 'spool');
  await mkdir(spool);
  await using database = openDatabase({ url: `file:${join(folder.path, 'guard.db')}`, logger });
  const stored = createLibsqlJournal({ database, clock: systemClock, logger });
  await using journal = await openSpooledJournal({ journal: stored, storeLines: stored.storeLines, folder: spool, logger });
  let inside = 0;
  const timed: Journal = {
    ...journal,
    record(entry) {
      const started = performance.now();
      journal.record(entry);
      inside += performance.now() - started;
    },
  };
  const guards = { with: guardOver(timed, logger), without: guardOver(noJournal(), logger) };
  const took = { with: [] as number[], without: [] as number[] };
  const recorded: number[] = [];
  for (let index = -300; index < REQUESTS; index += 1) {
    for (const kind of ['with', 'without'] as const) {
      const request = new Request('http://localhost/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: chat(prose(1000)),
      });
      inside = 0;
      const started = performance.now();
      const response = await guards[kind].handle(request);
      const each = performance.now() - started;
      await response.arrayBuffer();
      if (index < 0) continue;
      took[kind].push(each);
      if (kind === 'with') recorded.push(inside);
    }
  }
  const half = percentile(recorded, 0.5);
  const more = percentile(took.with, 0.5) - percentile(took.without, 0.5);
  return [
    {
      name: `recording on the path of a request, p50 and p99 of ${REQUESTS}`,
      value: `${milliseconds(half)}, ${milliseconds(percentile(recorded, 0.99))}`,
      target: 'p50 <= 0.05 ms',
      met: half <= 0.05,
    },
    {
      name: '  requests with a journal and without, p50',
      value: `${milliseconds(percentile(took.with, 0.5))}, ${milliseconds(percentile(took.without, 0.5))}`,
      target: 'difference <= 0.05 ms',
      met: more <= 0.05,
    },
  ];
}

function guardOver(journal: Journal, logger: ReturnType<typeof createJsonLogger>) {
  const settings = readSettings(guardSettings, {});
  const reply = {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'It comes in twice a day.' }, finish_reason: 'stop' }],
  };
  const upstream: ChatUpstream = {
    name: 'bench',
    complete: () => Promise.resolve(reply),
    stream: () => Promise.reject(new TypeError('nothing is streamed here')),
    embed: () => Promise.resolve({}),
    models: () => Promise.resolve({}),
  };
  return createGuard({
    settings,
    http: { clock: systemClock, ids: uuidIds, logger, apiKeys: [], corsOrigins: [], maxBodyBytes: settings.maxBodyBytes },
    upstream,
    journal,
    pipeline: shippedPipeline(),
    bus: createInMemoryBus(),
    hash: createKeyedHash(''),
    probes: [],
    version: 'bench',
  });
}

/** Whether a policy decides the same when it is only watched. */
async function shadowFigure(rows: readonly Row[]): Promise<Figure> {
  const enforcing = shippedPipeline({ ...DEFAULT_POLICY, mode: 'enforce' });
  const watching = shippedPipeline({ ...DEFAULT_POLICY, mode: 'shadow' });
  let different = 0;
  for (const { text, channel } of rows) {
    for (const direction of ['input', 'output'] as const) {
      const [one, other] = [await decide(enforcing, text, channel, direction), await decide(watching, text, channel, direction)];
      const isSame = one.verdict === other.verdict && JSON.stringify(one.findings) === JSON.stringify(other.findings);
      if (!isSame) different += 1;
    }
  }
  return {
    name: `shadow and enforce differ, of ${rows.length} rows each way`,
    value: String(different),
    target: '0',
    met: different === 0,
  };
}

/** What of the records survives a crash, what they cost, and whether shadow mode decides the same. */
export async function recordFigures(rows: readonly Row[], prose: Prose): Promise<Figures> {
  return { heading: 'Records', figures: [await killFigure(prose), ...(await costFigures(prose)), await shadowFigure(rows)] };
}
