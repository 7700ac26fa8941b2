import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInMemoryPolicyStore } from '../../src/adapters/in-memory/policy-store.ts';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';
import { policyToBody } from '../../src/guard/policies/policy-schema.ts';
import type { PolicyStore } from '../../src/ports/policy-store.ts';
import { reply } from './guard-service.ts';
import { ask, bodyOf, guardWithPolicies, INJECTION, type Body } from './guard-with-policies.ts';

describe('/v1/policies', () => {
  it('decides about a request that cannot be read by the version that is in force', async () => {
    const service = guardWithPolicies();
    await service.json('PUT', '/v1/policies/default', bodyOf(DEFAULT_POLICY, { max_part_length: 1000 }));
    assert.equal((await service.json('POST', '/v1/chat/completions', { model: 'm' }, { 'x-request-id': 'r' })).status, 400);
    assert.equal((await service.journal.request('r'))?.policy, 'default@2');
  });

  it('shows the built-in policy and takes a new version, in force at once, with its author', async () => {
    const service = guardWithPolicies({}, { http: { apiKeys: [{ name: 'ann', key: 'key-of-ann' }] } });
    const ann = { authorization: 'Bearer key-of-ann' };
    const before = await service.json('GET', '/v1/policies', undefined, ann);
    assert.deepEqual(
      (before.body.data as Body[]).map(({ id, version, mode }) => [id, version, mode]),
      [['default', 1, 'enforce']],
    );
    const checks = policyToBody(DEFAULT_POLICY).checks.filter(({ detector }) => detector !== 'prompt_injection');
    const stored = await service.json('PUT', '/v1/policies/default', bodyOf(DEFAULT_POLICY, { checks }), ann);
    assert.deepEqual([stored.status, stored.body.version], [200, 2]);
    const answer = await service.chat(ask(INJECTION), ann);
    assert.match(answer.headers.get('x-guard-decision') ?? '', /verdict=allow/);
    const versions = await service.json('GET', '/v1/policies/default/versions', undefined, ann);
    assert.deepEqual(
      (versions.body.data as Body[]).map(({ version, author, created_at: at }) => [version, author, at === null]),
      [
        [2, 'ann', false],
        [1, 'built in', true],
      ],
    );
    assert.ok(service.published.some(({ subject }) => subject.endsWith('policy.changed')));
  });

  it('takes a policy back as it shows it, unless somebody else has changed it since', async () => {
    const service = guardWithPolicies();
    const shown = (await service.json('GET', '/v1/policies/default')).body;
    const stored = await service.json('PUT', '/v1/policies/default', { ...shown, max_part_length: 1000 });
    assert.deepEqual([stored.status, stored.body.version, stored.body['max_part_length']], [200, 2, 1000]);
    const late = await service.json('PUT', '/v1/policies/default', { ...shown, max_part_length: 2000 });
    assert.deepEqual([late.status, late.body['error_type']], [409, 'conflict']);
    const other = await service.json('PUT', '/v1/policies/other', stored.body);
    assert.deepEqual([other.status, other.body['message']], [400, 'id: must be other, as in the path.']);
    const tried = await service.json('POST', '/v1/analyze', { inputs: [{ text: 'Hi' }], policy: stored.body });
    assert.equal(tried.status, 200);
    const versions = (await service.json('GET', '/v1/policies/default/versions')).body.data as Body[];
    assert.ok(versions.every(({ policy }) => !Object.hasOwn(policy as object, 'object')));
  });

  it('can be copied under another name without its version, and says so where it is left in', async () => {
    const service = guardWithPolicies();
    const { id: _, ...copy } = (await service.json('GET', '/v1/policies/default')).body;
    const versioned = await service.json('PUT', '/v1/policies/copy', copy);
    assert.deepEqual(
      [versioned.status, versioned.body['message']],
      [409, 'There is no policy copy yet: leave out the version to store its first one.'],
    );
    const faulty = await service.json('PUT', '/v1/policies/copy', { ...copy, max_part_length: -1 });
    assert.equal(faulty.status, 400);
    assert.match(JSON.stringify(faulty.body['error']), /"param":"max_part_length"/);
    const { version: __, ...unversioned } = copy;
    assert.equal((await service.json('PUT', '/v1/policies/copy', unversioned)).body.version, 1);
  });

  it('makes no new version of a policy that says what it said, however it is written', async () => {
    const service = guardWithPolicies();
    const first = await service.json('PUT', '/v1/policies/strict', bodyOf(DEFAULT_POLICY, { max_part_length: 1000 }));
    const changes = (): number => service.published.filter(({ subject }) => subject.endsWith('policy.changed')).length;
    const told = changes();
    const { checks, ...rest } = bodyOf(DEFAULT_POLICY, { max_part_length: 1000 }) as { checks: unknown };
    for (const same of [first.body, { checks, ...rest }, { ...rest, checks }]) {
      const again = await service.json('PUT', '/v1/policies/strict', same);
      assert.deepEqual([again.status, again.body.version], [200, first.body.version]);
    }
    assert.equal(changes(), told);
    const stale = await service.json('PUT', '/v1/policies/strict', first.body, { 'if-match': '"7"' });
    assert.equal(stale.status, 412);
    await service.json('DELETE', '/v1/policies/strict');
    const anew = await service.json('PUT', '/v1/policies/strict', { checks, ...rest });
    assert.equal(anew.body.version, Number(first.body.version) + 1);
  });

  it('tells every change of a policy under the id of the request that made it', async () => {
    const service = guardWithPolicies();
    const told = (): unknown[] =>
      service.published
        .filter(({ subject }) => subject.endsWith('policy.changed'))
        .map(({ payload }) => {
          const { request_id: requestId, policy, version } = payload as Body;
          return [requestId, policy, version];
        });
    await service.json('PUT', '/v1/policies/own', bodyOf(DEFAULT_POLICY, { mode: 'shadow' }), { 'x-request-id': 'change-1' });
    await service.json('POST', '/v1/policies/own/promote', undefined, { 'x-request-id': 'change-2' });
    await service.json('DELETE', '/v1/policies/own', undefined, { 'x-request-id': 'change-3' });
    assert.deepEqual(told(), [
      ['change-1', 'own', 1],
      ['change-2', 'own', 2],
      ['change-3', 'own', null],
    ]);
  });

  it('makes no new version of the built-in policy that is in force, and none is stored', async () => {
    const service = guardWithPolicies();
    const shown = (await service.json('GET', '/v1/policies/default')).body;
    for (const same of [bodyOf(DEFAULT_POLICY), shown]) {
      const again = await service.json('PUT', '/v1/policies/default', same, { 'if-match': '"1"' });
      assert.deepEqual([again.status, again.body.version], [200, 1]);
    }
    assert.ok(!service.published.some(({ subject }) => subject.endsWith('policy.changed')));
    assert.equal((await service.json('PUT', '/v1/policies/default', bodyOf(DEFAULT_POLICY), { 'if-match': '"2"' })).status, 412);
    const changed = await service.json('PUT', '/v1/policies/default', bodyOf(DEFAULT_POLICY, { max_part_length: 1000 }));
    assert.equal(changed.body.version, 2);
  });

  it('stores a policy with If-None-Match: * only where there is none of its name', async () => {
    const service = guardWithPolicies();
    const isNew = { 'if-none-match': '*' };
    assert.equal((await service.json('PUT', '/v1/policies/default', bodyOf(DEFAULT_POLICY), isNew)).status, 412);
    assert.equal((await service.json('PUT', '/v1/policies/own', bodyOf(DEFAULT_POLICY), isNew)).status, 200);
    const again = await service.json('PUT', '/v1/policies/own', bodyOf(DEFAULT_POLICY, { mode: 'shadow' }), isNew);
    assert.deepEqual([again.status, again.body.error_type], [412, 'precondition_failed']);
    assert.equal((await service.json('GET', '/v1/policies/own')).body.mode, 'enforce');
    const both = await Promise.all(
      [1, 2].map((n) => service.json('PUT', '/v1/policies/raced', bodyOf(DEFAULT_POLICY, { max_part_length: n }), isNew)),
    );
    assert.deepEqual(
      both.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 412],
    );
  });

  it('chooses by API key and by model', async () => {
    const apiKeys = [
      { name: 'ann', key: 'key-of-ann' },
      { name: 'bob', key: 'key-of-bob' },
    ];
    const service = guardWithPolicies({}, { http: { apiKeys } });
    const [ann, bob] = [{ authorization: 'Bearer key-of-ann' }, { authorization: 'Bearer key-of-bob' }];
    const checks = policyToBody(DEFAULT_POLICY).checks.filter(({ detector }) => detector === 'card_number');
    await service.json('PUT', '/v1/policies/relaxed', bodyOf(DEFAULT_POLICY, { checks, applies: { keys: ['bob'], models: ['m'] } }), ann);
    const verdict = async (headers: Record<string, string>, model: string): Promise<string> =>
      (await service.chat({ ...ask(INJECTION), model }, headers)).headers.get('x-guard-decision') ?? '';
    assert.match(await verdict(bob, 'm'), /verdict=allow/);
    assert.match(await verdict(bob, 'other'), /verdict=block/);
    assert.match(await verdict(ann, 'm'), /verdict=block/);
    assert.equal((await service.json('DELETE', '/v1/policies/relaxed', undefined, ann)).status, 200);
    assert.match(await verdict(bob, 'm'), /verdict=block/);
  });

  it('chooses by the route where a request comes in, and refuses one that checks nothing', async () => {
    const service = guardWithPolicies();
    const checks = policyToBody(DEFAULT_POLICY).checks.filter(({ detector }) => detector === 'card_number');
    const body = bodyOf(DEFAULT_POLICY, { checks, applies: { routes: ['/v1/responses'] } });
    assert.deepEqual((await service.json('PUT', '/v1/policies/responses', body)).body.applies, { routes: ['/v1/responses'] });
    const answer = await service.json('POST', '/v1/responses', { model: 'm', input: INJECTION });
    assert.equal(answer.body.status, 'completed');
    assert.match((await service.chat(ask(INJECTION))).headers.get('x-guard-decision') ?? '', /verdict=block/);
    const stray = bodyOf(DEFAULT_POLICY, { checks, applies: { routes: ['/v1/moderations'] } });
    assert.equal((await service.json('PUT', '/v1/policies/responses', stray)).status, 400);
  });

  it('chooses by models in any case, and by what their names have in common: the first by id of several', async () => {
    const service = guardWithPolicies();
    const checks = policyToBody(DEFAULT_POLICY).checks.filter(({ detector }) => detector === 'card_number');
    await service.json('PUT', '/v1/policies/a-small', bodyOf(DEFAULT_POLICY, { checks, applies: { models: ['small-*-mini', 'Tiny'] } }));
    await service.json('PUT', '/v1/policies/b-small', bodyOf(DEFAULT_POLICY, { applies: { models: ['small-*'] } }));
    const policyOf = async (model: string): Promise<unknown> => {
      const { headers } = await service.chat({ ...ask('hi'), model });
      const { body } = await service.json('GET', `/requests/${headers.get('x-request-id') ?? ''}`);
      return body.policy;
    };
    const models = ['small-4-mini', 'SMALL-4-MINI', 'tiny', 'small-4', 'small', 'tiny-1', `small-${'a'.repeat(100_000)}`];
    const chosen = ['a-small@1', 'a-small@1', 'a-small@1', 'b-small@1', 'default@1', 'default@1', 'b-small@1'];
    assert.deepEqual(await Promise.all(models.map(policyOf)), chosen);
  });

  it('in shadow mode records what it would have done and changes nothing, then is promoted in one act', async () => {
    const card = '4111 1111 1111 1111';
    const service = guardWithPolicies({ reply: reply(`It is ${card}.`) });
    await service.json('PUT', '/v1/policies/default', bodyOf(DEFAULT_POLICY, { mode: 'shadow' }));
    const passed = await service.chat(ask(`${INJECTION} My card is ${card}`));
    assert.match(passed.headers.get('x-guard-decision') ?? '', /verdict=block; mode=shadow/);
    assert.deepEqual(service.asked[0]?.body, ask(`${INJECTION} My card is ${card}`));
    assert.ok((await passed.text()).includes(`It is ${card}.`));
    const promoted = await service.json('POST', '/v1/policies/default/promote');
    assert.deepEqual([promoted.body.mode, promoted.body.version], ['enforce', 3]);
    const blocked = await service.chat(ask(INJECTION));
    assert.match(blocked.headers.get('x-guard-decision') ?? '', /verdict=block$/);
  });

  it('in shadow mode streams as the upstream writes', async () => {
    const card = '4111 1111 1111 1111';
    const pieces = ['My ', 'card 4111 ', '1111 1111 1111', ' ok'].map((content) => ({
      id: 'c',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: { content }, finish_reason: null }],
    }));
    const service = guardWithPolicies({ chunks: pieces });
    await service.json('PUT', '/v1/policies/default', bodyOf(DEFAULT_POLICY, { mode: 'shadow' }));
    const text = await (await service.chat(ask('Hi', { stream: true }))).text();
    assert.equal([...text.matchAll(/"content":"([^"]*)"/g)].map(([, part]) => part).join(''), `My card ${card} ok`);
  });

  it('lets through what a check allows', async () => {
    const service = guardWithPolicies();
    const checks = policyToBody(DEFAULT_POLICY).checks.map((check) =>
      check.detector === 'card_number' ? { ...check, allow: ['4111 1111 1111 1111'] } : check,
    );
    await service.json('PUT', '/v1/policies/default', bodyOf(DEFAULT_POLICY, { checks }));
    await service.chat(ask('Test with 4111 1111 1111 1111, not 3782-822463-10005'));
    const sent = service.asked[0]?.body.messages as { content: string }[] | undefined;
    assert.equal(sent?.[0]?.content, 'Test with 4111 1111 1111 1111, not [CREDIT_CARD_1]');
  });

  it('lets through what a check allows however it is spaced, and nothing longer', async () => {
    const service = guardWithPolicies();
    const allow = ['4111 1111 1111 1111', 'de89370400440532013000'];
    const rules = [{ direction: 'input', channels: ['user'], steps: [{ threshold: 0.5, action: 'redact' }] }];
    const checks = policyToBody(DEFAULT_POLICY)
      .checks.filter(({ detector }) => detector === 'card_number' || detector === 'personal_data')
      .map((check) => ({ ...check, allow, rules }));
    assert.equal((await service.json('PUT', '/v1/policies/default', bodyOf(DEFAULT_POLICY, { checks }))).status, 200);
    const text = 'Cards 4111111111111111, 4111-1111-1111-1111; IBAN DE89 3704 0044 0532 0130 00; other 5500 0000 0000 0004';
    await service.chat(ask(text));
    const sent = service.asked[0]?.body.messages as { content: string }[] | undefined;
    assert.equal(sent?.[0]?.content, text.replace('5500 0000 0000 0004', '[CREDIT_CARD_1]'));
  });

  it('knows the categories of a check, and keeps in force what was stored with one that there is no more', async () => {
    const store = createInMemoryPolicyStore();
    const secrets = (...categories: string[]): Body => {
      const rules = [{ direction: 'input', channels: ['user'], categories, steps: [{ threshold: 0.5, action: 'block' }] }];
      return { checks: [{ detector: 'secrets', fail: 'open', rules }] };
    };
    assert.equal((await guardWithPolicies({}, {}, store).json('PUT', '/v1/policies/own', secrets('jwt', 'private_key'))).status, 200);
    await store.put({ id: 'old', version: 1, body: JSON.stringify(secrets('token_of_old')), createdAt: new Date(0), author: '' });
    const { policies } = guardWithPolicies({}, {}, store);
    await policies.reload();
    assert.deepEqual([policies.get('old').version, policies.unread], [1, []]);
  });

  it('takes a policy out of force only while it is the version that If-Match names', async () => {
    const service = guardWithPolicies();
    for (const more of [{}, { mode: 'shadow' }]) await service.json('PUT', '/v1/policies/own', bodyOf(DEFAULT_POLICY, more));
    const stale = await service.json('DELETE', '/v1/policies/own', undefined, { 'if-match': '"1"' });
    assert.deepEqual([stale.status, stale.body.error_type], [412, 'precondition_failed']);
    assert.match(String(stale.body.message), /its version is 2 now/);
    assert.equal((await service.json('DELETE', '/v1/policies/own', undefined, { 'if-match': 'soon' })).status, 400);
    assert.equal((await service.json('GET', '/v1/policies/own')).status, 200);
    assert.equal((await service.json('DELETE', '/v1/policies/own', undefined, { 'if-match': '"2"' })).status, 200);
    assert.equal((await service.json('DELETE', '/v1/policies/own', undefined, { 'if-match': '"2"' })).status, 404);
  });

  it('answers 404 for a policy that is not there, and never deletes the default one', async () => {
    const service = guardWithPolicies();
    assert.equal((await service.json('GET', '/v1/policies/none')).status, 404);
    assert.equal((await service.json('DELETE', '/v1/policies/none')).status, 404);
    assert.equal((await service.json('DELETE', '/v1/policies/default')).status, 400);
    assert.equal((await service.json('GET', '/v1/policies/%2e%2e%2fetc')).status, 400);
  });

  it('lists the last hundred versions and says whether there are more; 404 for a policy that never was', async () => {
    const store = createInMemoryPolicyStore();
    const service = guardWithPolicies({}, {}, store);
    const body = JSON.stringify(bodyOf(DEFAULT_POLICY));
    for (let version = 1; version <= 100; version += 1) await store.put({ id: 'p', version, body, createdAt: new Date(0), author: '' });
    const list = async (): Promise<[number, unknown]> => {
      const { body: page } = await service.json('GET', '/v1/policies/p/versions');
      return [(page.data as Body[]).length, page.has_more];
    };
    assert.deepEqual(await list(), [100, false]);
    await store.put({ id: 'p', version: 101, body, createdAt: new Date(0), author: '' });
    assert.deepEqual(await list(), [100, true]);
    assert.equal((await service.json('GET', '/v1/policies/none/versions')).status, 404);
    assert.equal((await service.json('GET', '/v1/policies/default/versions')).status, 200);
  });

  it('says of a policy that was taken out of force who did it and when', async () => {
    const service = guardWithPolicies({}, { http: { apiKeys: [{ name: 'ann', key: 'key-of-ann' }] } });
    const ann = { authorization: 'Bearer key-of-ann' };
    await service.json('PUT', '/v1/policies/p', bodyOf(DEFAULT_POLICY), ann);
    await service.json('DELETE', '/v1/policies/p', undefined, ann);
    await service.json('PUT', '/v1/policies/p', bodyOf(DEFAULT_POLICY), ann);
    const { body } = await service.json('GET', '/v1/policies/p/versions', undefined, ann);
    const [second, first] = body.data as Body[];
    assert.equal(second?.ended, null);
    assert.deepEqual(first?.ended, { at: service.clock.now().toISOString(), by: 'ann' });
  });

  it('of the policy file is changed there alone: a change here would be taken back at the next start', async () => {
    const service = guardWithPolicies();
    await service.policies.sync({ default: bodyOf(DEFAULT_POLICY, { mode: 'shadow' }), team: bodyOf(DEFAULT_POLICY) }, 'policy file');
    for (const [method, path] of [
      ['PUT', '/v1/policies/default'],
      ['POST', '/v1/policies/default/promote'],
      ['POST', '/v1/policies/default/rules/prompt_injection.input.user/demote'],
      ['DELETE', '/v1/policies/team'],
    ] as const) {
      for (const headers of [{}, { 'if-match': '"1"' }]) {
        const { status, body } = await service.json(method, path, method === 'PUT' ? bodyOf(DEFAULT_POLICY) : undefined, headers);
        assert.deepEqual([status, body.error_type], [409, 'conflict'], path);
        assert.match(String(body.message), /GUARD_POLICY_FILE/);
      }
    }
    assert.equal(service.policies.get('default').mode, 'shadow');
    assert.equal((await service.json('PUT', '/v1/policies/own', bodyOf(DEFAULT_POLICY))).status, 200);
    await service.policies.sync({ team: bodyOf(DEFAULT_POLICY) }, 'policy file');
    assert.equal((await service.json('POST', '/v1/policies/default/promote')).body.mode, 'enforce');
  });

  it('is not taken back by what was read before it was changed', async () => {
    const kept = createInMemoryPolicyStore();
    const at = { createdAt: new Date(0), author: '' };
    for (const [version, body] of [JSON.stringify(bodyOf(DEFAULT_POLICY)), '{"of":"a later guard"}'].entries())
      await kept.put({ id: 'default', version: version + 2, body, ...at });
    const slow = Promise.withResolvers<void>();
    let waits = [slow.promise];
    const store: PolicyStore = {
      ...kept,
      async versions(id, limit) {
        await waits.pop();
        return kept.versions(id, limit);
      },
    };
    const service = guardWithPolicies({}, {}, store);
    const early = service.policies.reload();
    await new Promise((resolve) => setTimeout(resolve, 1));
    await service.policies.put('team', bodyOf(DEFAULT_POLICY), 'ann');
    waits = [];
    slow.resolve();
    await early;
    assert.deepEqual(
      service.policies.list().map(({ id, version }) => `${id}@${version}`),
      ['default@2', 'team@1'],
    );
  });

  it('keeps the version in force when a stored one cannot be read, and says why', async () => {
    const store = createInMemoryPolicyStore();
    const service = guardWithPolicies({}, {}, store);
    await service.json('PUT', '/v1/policies/default', bodyOf(DEFAULT_POLICY, { mode: 'shadow' }));
    await store.put({ id: 'default', version: 3, body: '{"checks":[]}', createdAt: new Date(0), author: '' });
    await service.policies.reload();
    assert.equal(service.policies.get('default').version, 2);
    assert.deepEqual(service.policies.unread, ['default@3']);
    assert.ok(service.log.lines.some(({ message }) => message === 'a stored policy cannot be read'));
    await service.json('PUT', '/v1/policies/default', bodyOf(DEFAULT_POLICY));
    assert.deepEqual([service.policies.get('default').version, service.policies.unread], [4, []]);
  });
});
