import assert from 'node:assert/strict';
import { mkdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@libsql/client';
import { openDatabase, type Database } from '../../src/adapters/libsql/database.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidIds } from '../../src/adapters/system/ids.ts';
import { ConfigError } from '../../src/core/config.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { DEFAULT_POLICY, type Policy } from '../../src/domain/guardrails/policy/policy.ts';
import { policyToBody } from '../../src/guard/policies/policy-schema.ts';
import { openPolicies } from '../../src/main/guard-policies.ts';
import { createPolicyFile } from '../../src/main/policy-file.ts';
import type { GuardPipeline } from '../../src/ports/guard.ts';
import { allowSlowHooks } from '../slow.ts';
import { createRecordedLogger } from './recorded-logger.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

await allowSlowHooks();

const body = (mode: string): string => JSON.stringify({ default: { ...policyToBody(DEFAULT_POLICY), mode } });

interface Start {
  /** What the policy file says, null for one that is not there; none is set without. */
  readonly text?: string | null;
  /** The folder of the database; one that is not there yet makes it unavailable. */
  readonly data: string;
  /** The folder of the policy file; that of the database unless given. */
  readonly files?: string;
}

/** Policies from a file and a database, both looked at every 10 ms. */
async function started({ text, data, files = data }: Start) {
  const path = join(files, 'policies.json');
  if (typeof text === 'string') await writeFile(path, text);
  if (text === null) await rm(path, { force: true });
  const logger = createRecordedLogger();
  const database = openDatabase({ url: `file:${join(data, 'guard.db')}`, logger });
  const resources = new AsyncDisposableStack();
  resources.use(database);
  const settings = { policyFile: text === undefined ? '' : path, policyPollMs: 10, databaseTimeoutMs: 5000 };
  const pipelineOf = (policy: Policy): GuardPipeline => createDefaultPipeline({ clock: systemClock, ids: uuidIds, policy });
  try {
    const opened = await openPolicies({ clock: systemClock, logger, resources }, { database, settings, pipelineOf });
    return { ...opened, logger, path, database, [Symbol.asyncDispose]: () => resources.disposeAsync() };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/** The same in a data folder of its own. */
async function watched(text: string, missing = false) {
  const folder = await makeTemporaryFolder();
  const data = join(folder.path, missing ? 'missing' : '.');
  const { policies, probe, logger, path, ...opened } = await started({ text, data, files: folder.path });
  let written = 0;
  return {
    policies,
    isWell: async (): Promise<boolean> => {
      try {
        await probe.check(AbortSignal.timeout(1000));
        return true;
      } catch {
        return false;
      }
    },
    data,
    path,
    faults: () => logger.lines.filter(({ message }) => message.startsWith('policies cannot be read')).map(({ fields }) => fields),
    logger,
    /** Writes it with a time of its own: two versions within the same tick of the disk are one. */
    async write(next: string): Promise<void> {
      await writeFile(path, next);
      await utimes(path, 1000, (written += 1));
    },
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('GUARD_POLICY_FILE', () => {
  it('is taken over at start and whenever it changes', async () => {
    await using service = await watched(body('shadow'));
    assert.deepEqual([service.policies.get('default').mode, service.policies.get('default').version], ['shadow', 2]);
    assert.ok(await service.isWell());
    await service.write(body('enforce'));
    await until('it is in force', () => service.policies.get('default').version === 3);
    const { versions } = await service.policies.versions('default');
    assert.deepEqual(
      versions.map(({ author }) => author),
      ['policy file', 'policy file', 'built in'],
    );
  });

  it('ends a policy that is taken out of it, also while the guard was stopped, and no other', async () => {
    const one = policyToBody({ ...DEFAULT_POLICY, maxPartLength: 1000 });
    const file = (...ids: string[]): string => JSON.stringify(Object.fromEntries(ids.map((id) => [id, one])));
    await using service = await watched(file('default', 'lax', 'team'));
    await service.policies.put('own', one, 'ann');
    const names = (): string[] => service.policies.list().map(({ id, maxPartLength }) => `${id} ${maxPartLength}`);
    assert.deepEqual(names(), ['default 1000', 'lax 1000', 'own 1000', 'team 1000']);
    await service.write(file('default', 'team'));
    await until('it has ended', () => !names().includes('lax 1000'));
    assert.deepEqual(names(), ['default 1000', 'own 1000', 'team 1000']);
    assert.deepEqual((await service.policies.versions('lax')).versions[0]?.ended?.by, 'policy file');
    await using later = await started({ data: service.data, text: '{}' });
    assert.deepEqual(
      later.policies.list().map(({ id, version, maxPartLength }) => [id, version, maxPartLength]),
      [
        ['default', 3, DEFAULT_POLICY.maxPartLength],
        ['own', 1, 1000],
      ],
    );
  });

  it('changes nothing while it is half written or faulty, says once what is wrong in which policy, and is taken over when it is whole', async () => {
    await using service = await watched(body('shadow'));
    const faulty: readonly (readonly [string, RegExp])[] = [
      [body('enforce').slice(0, 300), /not JSON/],
      ['', /not JSON/],
      ['null', /a JSON object of policies by id/],
      ['[]', /a JSON object of policies by id/],
      [JSON.stringify({ default: { checks: [] } }), /^default: checks: /],
      [JSON.stringify({ 'My Policy': policyToBody(DEFAULT_POLICY) }), /"My Policy": must be 1 to 64/],
      [JSON.stringify({ fine: policyToBody(DEFAULT_POLICY), worse: { checks: [{ detector: 'magic' }] } }), /^worse: checks\[0\]/],
      [JSON.stringify(policyToBody(DEFAULT_POLICY)), /without an id: write \{"default": \{…\}\} around a policy/],
      [JSON.stringify({ default: policyToBody(DEFAULT_POLICY), mode: 'shadow' }), /^mode: /],
      [JSON.stringify({ object: 'list', data: [policyToBody(DEFAULT_POLICY)] }), /without an id/],
    ];
    for (const [index, [text, reason]] of faulty.entries()) {
      const before = service.faults().length;
      await service.write(text);
      if (index === 1 || index === 3) continue;
      await until('it is found faulty', () => service.faults().length > before);
      assert.match(String(service.faults().at(-1)?.['reason']), reason);
    }
    assert.ok(service.faults().length <= faulty.length, 'each is said once');
    assert.equal(service.logger.lines.at(-1)?.message, 'policies cannot be read; those in force stay');
    assert.equal(await service.isWell(), false);
    assert.deepEqual(
      service.policies.list().map(({ id, version }) => `${id}@${version}`),
      ['default@2'],
    );
    await service.write(body('enforce'));
    await until('it is in force', () => service.policies.get('default').version === 3);
  });

  it('is taken over once the database takes it, when it did not at first', async () => {
    await using service = await watched(body('shadow'), true);
    assert.equal(await service.isWell(), false);
    await mkdir(service.data);
    await until('that is told', () => service.isWell());
    assert.equal(service.policies.get('default').mode, 'shadow');
    assert.equal(service.faults().filter(({ from }) => from === 'policy file').length, 1);
  });

  it('that is faulty or gone at the start leaves in force what was in force before, and says why', async () => {
    for (const text of [body('enforce').slice(0, 300), JSON.stringify({ default: { checks: [] } }), null]) {
      await using folder = await makeTemporaryFolder();
      await (await started({ text: body('shadow'), data: folder.path }))[Symbol.asyncDispose]();
      await using again = await started({ text, data: folder.path });
      assert.deepEqual([again.policies.get('default').mode, again.policies.get('default').version], ['shadow', 2]);
      await assert.rejects(again.probe.check(AbortSignal.timeout(1000)), /Cannot read policies from the policy file/);
      // It goes on with the policies it has, so it stays in rotation.
      assert.equal(again.probe.isSpared?.(), true);
      assert.equal(again.metrics.collect()[0]?.value, 1);
    }
  });

  it('that is faulty at the first start keeps the service from starting, which says what is wrong in which setting', async () => {
    for (const [text, reason] of [
      [body('enforce').slice(0, 300), /^GUARD_POLICY_FILE=.*policies\.json: The policy file is not JSON/],
      [JSON.stringify({ default: { checks: [] } }), /^GUARD_POLICY_FILE=.*: default: checks: /],
      [null, /^GUARD_POLICY_FILE=.*: The policy file cannot be read \(ENOENT\)/],
    ] as const) {
      await using folder = await makeTemporaryFolder();
      await assert.rejects(started({ text, data: folder.path }), (error) => {
        assert.ok(error instanceof ConfigError);
        assert.match(error.faults.join(), reason);
        return true;
      });
      await using repaired = await started({ text: body('shadow'), data: folder.path });
      assert.equal(repaired.policies.get('default').mode, 'shadow');
    }
  });

  it('that is gone keeps the policies in force, and says so once', async () => {
    await using service = await watched(body('shadow'));
    await rm(service.path);
    await until('it is said', () => service.faults().length > 0);
    assert.match(String(service.faults()[0]?.['reason']), /cannot be read \(ENOENT\)/);
    assert.equal(service.policies.get('default').mode, 'shadow');
  });

  it('is taken over when its link leads to another file, of the same length and time', async () => {
    const [low, high] = ['0.6', '0.7'].map((threshold) => body('enforce').replace('"threshold":0.6', `"threshold":${threshold}`));
    await using service = await watched(low ?? '');
    for (const [name, text] of [
      ['low', low],
      ['high', high],
    ] as const) {
      await writeFile(join(service.data, name), text ?? '');
      await utimes(join(service.data, name), 1000, 1000);
    }
    await rm(service.path);
    await symlink('low', service.path);
    // Some looks later.
    await sleep(60);
    assert.equal(service.policies.get('default').version, 2);
    await symlink('high', `${service.path}.next`);
    await rename(`${service.path}.next`, service.path);
    await until('it is in force', () => service.policies.get('default').version === 3);
  });

  it('is taken over again when the database that held its policies is gone', async () => {
    await using service = await watched(body('shadow'));
    assert.equal(service.policies.get('default').mode, 'shadow');
    for (const end of ['', '-wal', '-shm']) await rm(join(service.data, `guard.db${end}`), { force: true });
    await until('it is stored again', async () => (await stat(join(service.data, 'guard.db')).catch(() => undefined)) !== undefined);
    await until('all is well', service.isWell);
    assert.deepEqual([service.policies.get('default').mode, service.policies.get('default').version], ['shadow', 2]);
    assert.equal((await service.policies.versions('default')).versions.length, 2);
  });

  it('is read again after a failure that is not its own, and not after one that is', async () => {
    await using folder = await makeTemporaryFolder();
    const path = join(folder.path, 'policies.json');
    await writeFile(path, '{}');
    let failure: ServiceError | undefined = new ServiceError('unavailable', 'locked');
    let tries = 0;
    const file = createPolicyFile(path, {
      sync: async () => {
        tries += 1;
        if (failure !== undefined) throw failure;
      },
    });
    await assert.rejects(file.look(), /locked/);
    await assert.rejects(file.look(), /locked/);
    failure = new ServiceError('invalid_input', 'faulty');
    for (let look = 0; look < 3; look += 1) await assert.rejects(file.look(), /faulty/);
    assert.equal(tries, 3);
    failure = undefined;
    await utimes(path, 1000, 1000);
    await file.look();
    await file.look();
    assert.equal(tries, 4);
  });
});

describe('stored policies, at the start', () => {
  it('are asked for before any request is let through: until the database tells them, whoever asks is told to try again', async () => {
    await using folder = await makeTemporaryFolder();
    const data = join(folder.path, 'missing');
    await using service = await started({ data });
    const isUnknown = (error: unknown): boolean => error instanceof ServiceError && error.status === 503 && error.retryAfterInSeconds === 1;
    assert.throws(() => service.policies.pipelineFor({ model: 'm' }), isUnknown);
    assert.throws(() => service.policies.list(), isUnknown);
    await assert.rejects(service.probe.check(AbortSignal.timeout(1000)), /Cannot read policies from the database/);
    assert.equal(service.probe.isSpared?.(), false);
    await mkdir(data);
    await until('they are known', () => {
      try {
        return service.policies.list().length === 1;
      } catch {
        return false;
      }
    });
    assert.ok(service.policies.pipelineFor({ model: 'm' }));
  });

  it('are known while another process has the database locked', async () => {
    await using folder = await makeTemporaryFolder();
    await (await started({ text: body('shadow'), data: folder.path }))[Symbol.asyncDispose]();
    const other = createClient({ url: `file:${join(folder.path, 'guard.db')}` });
    const lock = await other.transaction('write');
    await using service = await started({ data: folder.path });
    assert.equal(service.policies.get('default').mode, 'shadow');
    await lock.rollback();
    other.close();
  });

  it('stay in force when the database that held them is gone, and are stored again', async () => {
    await using folder = await makeTemporaryFolder();
    await using service = await started({ data: folder.path });
    await service.policies.put('default', { ...policyToBody(DEFAULT_POLICY), max_part_length: 1000 }, 'ann');
    await service.policies.put('team', policyToBody(DEFAULT_POLICY), 'ann');
    const names = (): string[] => service.policies.list().map(({ id, version }) => `${id}@${version}`);
    for (let loss = 1; loss < 3; loss += 1) {
      for (const end of ['', '-wal', '-shm']) await rm(join(folder.path, `guard.db${end}`), { force: true });
      await until('it is noticed', () => service.database.filesLost === loss);
      await until('all is well', async () =>
        service.probe.check(AbortSignal.timeout(1000)).then(
          () => true,
          () => false,
        ),
      );
      assert.deepEqual(names(), ['default@2', 'team@1']);
    }
    const { versions } = await service.policies.versions('default');
    assert.deepEqual(
      versions.map(({ author, version }) => [author, version]),
      [
        ['in force when the database was lost', 2],
        ['built in', 1],
      ],
    );
    await using later = await started({ data: folder.path });
    assert.equal(later.policies.get('default').maxPartLength, 1000);
  });

  it('are not asked for again while they are asked for: what takes long does not pile up', async () => {
    let asked = 0;
    const slow = async (): Promise<never> => {
      asked += 1;
      await sleep(100);
      throw new ServiceError('unavailable', 'locked');
    };
    const database: Database = {
      filesLost: 0,
      execute: slow,
      batch: slow,
      store: slow,
      shrink: slow,
      ping: slow,
      [Symbol.asyncDispose]: slow,
    };
    const resources = new AsyncDisposableStack();
    const settings = { policyFile: '', policyPollMs: 2, databaseTimeoutMs: 1 };
    const pipelineOf = (policy: Policy): GuardPipeline => createDefaultPipeline({ clock: systemClock, ids: uuidIds, policy });
    await openPolicies({ clock: systemClock, logger: createRecordedLogger(), resources }, { database, settings, pipelineOf });
    await until('some were asked for', () => asked > 2);
    await resources.disposeAsync();
    const before = asked;
    await sleep(120);
    assert.equal(asked, before);
    assert.ok(asked < 10, `${asked} times`);
  });

  it('of which the last version cannot be read are in force as they were before it', async () => {
    await using folder = await makeTemporaryFolder();
    await using before = await started({ data: folder.path });
    const strict = policyToBody(DEFAULT_POLICY);
    await before.policies.put('default', { ...strict, mode: 'shadow' }, 'ann');
    await before.policies.put('default', { ...strict, max_part_length: 1000 }, 'ann');
    await before.database.execute({ sql: `UPDATE policies SET body = '{"checks":[{"detector":"of a later version"}]}' WHERE version = 3` });
    await using after = await started({ data: folder.path });
    assert.deepEqual([after.policies.get('default').version, after.policies.get('default').mode], [2, 'shadow']);
    await assert.rejects(after.probe.check(AbortSignal.timeout(1000)), /default@3/);
  });

  it('of which no version can be read keep the service from starting, unless a policy file takes their place', async () => {
    await using folder = await makeTemporaryFolder();
    const strict = policyToBody(DEFAULT_POLICY);
    await using before = await started({ data: folder.path });
    for (const id of ['default', 'team']) await before.policies.put(id, { ...strict, mode: 'shadow' }, 'ann');
    for (const id of ['default', 'team']) {
      await before.database.execute({ sql: `UPDATE policies SET body = '{}' WHERE id = ?`, args: [id] });
      await assert.rejects(started({ data: folder.path }), new RegExp(`GUARD_POLICY_FILE: the stored policy ${id}@`));
      const file = JSON.stringify({ [id]: strict });
      await using mended = await started({ text: file, data: folder.path });
      assert.equal(mended.policies.get(id).mode ?? 'enforce', 'enforce');
    }
  });
});
