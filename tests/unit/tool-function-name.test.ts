import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toolFunctionName, toolPrefix } from '../../src/domain/reasoning/tool-function-name.ts';

describe('toolFunctionName()', () => {
  it('joins the names of a server and its tool where they part clearly', () => {
    assert.equal(toolFunctionName('shop', 'get_price'), 'shop__get_price');
    assert.equal(toolFunctionName('my_shop-1', 'a-b'), 'my_shop-1__a-b');
  });

  it('gives every pair a legal name of its own that begins with the server’s prefix, always the same one', () => {
    const servers = ['a', 'a_', 'a__b', 'a__', 'x'.repeat(20), `${'x'.repeat(20)}y`, 'x'.repeat(64)];
    const tools = ['b', '_b', '__b', 'b__c', 'c', 'é', 'e', '価格', '값', 'a b', 'a_b', 'a/b', '', 'y'.repeat(64), 'y'.repeat(65)];
    const names = servers.flatMap((server) => tools.map((tool) => [server, toolFunctionName(server, tool)] as const));
    assert.equal(new Set(names.map(([, name]) => name)).size, servers.length * tools.length);
    for (const [server, name] of names) {
      assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
      assert.ok(name.startsWith(toolPrefix(server)));
    }
    assert.equal(toolFunctionName('a', '価格'), toolFunctionName('a', '価格'));
  });
});
