import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask, at, bodyOf, guardService, textAt } from './guard-service.ts';
import { guardWithPolicies } from './guard-with-policies.ts';

describe('A query parameter that a route does not have', () => {
  const misspelt: readonly (readonly [path: string, param: string, meant: string])[] = [
    ['/requests?verdicts=block', 'verdicts', 'verdict'],
    ['/requests?q=card&limit=2', 'q', 'text'],
    ['/requests/a/debug?page=2', 'page', 'cursor'],
    ['/stats?from=2026-01-01T00:00:00Z', 'from', 'since'],
    ['/events?kinds=request.blocked', 'kinds', 'kind'],
  ];
  for (const [path, param, meant] of misspelt) {
    it(`is refused rather than ignored, as in ${path}: the answer would not be the one asked for`, async () => {
      const service = guardService();
      await service.chat(ask('Hi'), { 'x-request-id': 'a' });
      const response = await service.get(path);
      assert.equal(response.status, 400);
      const body = await bodyOf(response);
      assert.equal(at(body, 'error', 'param'), param);
      assert.match(textAt(body, 'message'), new RegExp(`; its parameters are .*\\b${meant}\\b`));
    });
  }

  it('is quoted in part only if it is long', async () => {
    const response = await guardService().get(`/requests?${'a'.repeat(5000)}=1`);
    assert.ok(textAt(await bodyOf(response), 'message').length < 500);
  });

  it('does no harm on a route that takes none, where nothing can be meant', async () => {
    const service = guardService();
    for (const path of ['/health?x=1', '/v1/models?limit=5']) assert.equal((await service.get(path)).status, 200);
  });
});

describe('A parameter of the path', () => {
  const escapes: readonly (readonly [path: string, param: string])[] = [
    ['/requests/%zz', 'rid'],
    ['/requests/a%/decision', 'rid'],
    ['/requests/%E0%A4%A/debug?limit=2', 'rid'],
    ['/requests/%ff/content', 'rid'],
    ['/v1/policies/%zz', 'policy_id'],
    ['/v1/policies/%/versions', 'policy_id'],
  ];
  for (const [path, param] of escapes) {
    it(`with a malformed percent escape is refused by its name, as in ${path}`, async () => {
      const response = await guardWithPolicies().get(path);
      assert.equal(response.status, 400);
      const body = await bodyOf(response);
      assert.equal(at(body, 'error', 'param'), param);
      assert.match(textAt(body, 'message'), new RegExp(`^${param}: has a percent escape`));
    });
  }

  it('with a well-formed escape is read as what it stands for', async () => {
    const service = guardService();
    await service.chat(ask('Hi'), { 'x-request-id': 'a-1' });
    assert.equal((await service.get('/requests/a%2D1')).status, 200);
  });
});
