import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createLibsqlCheckpoints } from '../../src/adapters/libsql/checkpoints.ts';
import { openDatabase } from '../../src/adapters/libsql/database.ts';
import { createLibsqlThreadClaims } from '../../src/adapters/libsql/thread-claims.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import type { LanguageModel } from '../../src/ports/language.ts';
import type { StopReason } from '../../src/ports/thread-claims.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { createReasonerDeps } from '../http/reasoner-deps.ts';
import { allowSlowHooks } from '../slow.ts';
import { createScriptedModel, stuck } from '../unit/reasoner-doubles.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

await allowSlowHooks();

/** Several processes over one database: `open()` gives the database connection and the claims of a further one. */
async function share() {
  const resources = new AsyncDisposableStack();
  const folder = resources.use(await makeTemporaryFolder());
  const logger = createRecordedLogger();
  const open = (times: { leaseMs?: number; beatMs?: number } = {}) => {
    const database = resources.use(openDatabase({ url: `file:${join(folder.path, 'shared.db')}`, logger }));
    return { database, claims: createLibsqlThreadClaims({ database, clock: systemClock, beatMs: 50, ...times }) };
  };
  const reasoner = (model: LanguageModel) => {
    const { database, claims } = open();
    const checkpoints = createLibsqlCheckpoints({ database, clock: systemClock });
    const { handle } = createReasoner(createReasonerDeps({ checkpoints, threadClaims: claims, model, ids: uuidIds }));
    return async (path: string, body?: unknown) => {
      const method = body === undefined ? 'GET' : 'POST';
      const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const response = await handle(new Request(`http://localhost/v1/threads/t${path}`, { method, ...init }));
      return {
        status: response.status,
        body: (await response.json()) as {
          readonly status?: string;
          readonly values?: { readonly messages: { readonly content: string }[] };
        },
      };
    };
  };
  return { open, reasoner, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

const say = (content: string, more: object = {}) => ({ messages: [{ role: 'user', content }], ...more });

describe('reasoners with one database', () => {
  it('run one after the other on one thread, so that no turn is lost', async () => {
    await using shared = await share();
    const reasoners = [0, 1].map(() => shared.reasoner(createScriptedModel(['fine'])));
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((turn) => reasoners[turn % 2]?.('/runs', say(`turn ${turn}`))));
    assert.deepEqual(new Set(answers.map((answer) => answer?.status)), new Set([200]));
    const { body } = (await reasoners[0]?.('')) ?? assert.fail();
    const said = body.values?.messages.map(({ content }) => content).filter((content) => content.startsWith('turn'));
    assert.deepEqual(said?.toSorted(), ['turn 0', 'turn 1', 'turn 2', 'turn 3', 'turn 4', 'turn 5']);
  });

  it('see, refuse, cancel and interrupt the runs of each other', async () => {
    await using shared = await share();
    const [busy, other] = [shared.reasoner(createScriptedModel([stuck])), shared.reasoner(createScriptedModel(['fine']))];
    const isRunning = async (): Promise<boolean> => (await other('')).body.status === 'running';
    const first = busy('/runs', say('wait', { run_id: 'first' }));
    await until('the run is seen', isRunning);
    assert.equal((await other('/runs', say('now', { policy: 'reject' }))).status, 409);
    assert.equal((await other('/runs/first/cancel', {})).status, 200);
    assert.equal((await first).status, 499);
    const second = busy('/runs', say('wait'));
    await until('the run is seen', isRunning);
    assert.equal((await other('/runs', say('now', { policy: 'interrupt' }))).status, 200);
    assert.notEqual((await second).status, 200);
  });
});

describe('createLibsqlThreadClaims()', () => {
  it('gives a thread to one process at a time, and to another one once the first has died', async () => {
    await using shared = await share();
    const ended: StopReason[] = [];
    const dying = shared.open({ leaseMs: 200, beatMs: 60_000 }).claims;
    const { claims } = shared.open();
    const lost = await dying.claim('t', 'first', (why) => ended.push(why));
    assert.ok(lost !== undefined);
    assert.equal(await claims.claim('t', 'second', () => undefined), undefined);
    assert.ok((await claims.claim('other', 'second', () => undefined)) !== undefined);
    await until('the claim of the dead one ends', async () => {
      const claimed = await claims.claim('t', 'second', () => undefined);
      return claimed !== undefined;
    });
    // What the dead one does when it comes back takes nothing from its successor.
    await lost[Symbol.asyncDispose]();
    assert.equal(await claims.isClaimed('t'), true);
  });

  it('tells a run that its claim is lost', async () => {
    await using shared = await share();
    const ended: StopReason[] = [];
    const { database, claims } = shared.open();
    await using claimed = await claims.claim('t', 'first', (why) => ended.push(why));
    assert.ok(claimed !== undefined);
    await database.execute({ sql: "UPDATE thread_claims SET holder = 'another'" });
    await until('the run is told', () => ended.includes('lost'));
  });
});
