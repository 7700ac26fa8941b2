import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bunPlatform } from '../../src/main/bun-platform.ts';
import { neighbour, type NeighbourOptions } from '../../src/main/neighbour.ts';

const KEYS = [
  { name: 'alice', key: 'alicealice1' },
  { name: 'bob', key: 'bobbobbob1' },
];
const URL_SETTING = 'GUARD_UPSTREAM_URL';

function reached(env: Readonly<Record<string, string>>, changes: Partial<NeighbourOptions> = {}) {
  const url = env[URL_SETTING] ?? 'http://127.0.0.1:8802/v1';
  const options = { setting: { name: URL_SETTING }, url, urlInside: undefined, apiKey: '', forwardsKey: false, ...changes };
  return neighbour({ platform: { ...bunPlatform, env }, config: { apiKeys: KEYS } }, options);
}

describe('how a service calls another one', () => {
  const elsewhere = { [URL_SETTING]: 'https://models.example/v1' };

  it('one of ours gets the key of each caller, and the first of ours for calls without a caller, in this process and beside it', () => {
    const beside = { baseUrl: 'http://127.0.0.1:8802/v1', apiKey: 'alicealice1', forwardsKey: true };
    assert.deepEqual(reached({}), beside);
    assert.deepEqual(reached({ [URL_SETTING]: '' }, { url: beside.baseUrl }), beside);
    const inside = 'http://127.0.0.1:4711/v1';
    assert.deepEqual(reached({}, { urlInside: inside }), { ...beside, baseUrl: inside });
  });

  it('a server that was configured gets only the key configured for it', () => {
    assert.deepEqual(reached(elsewhere), { baseUrl: elsewhere[URL_SETTING], apiKey: '', forwardsKey: false });
    assert.deepEqual(reached(elsewhere, { apiKey: 'theirs-123' }), {
      baseUrl: elsewhere[URL_SETTING],
      apiKey: 'theirs-123',
      forwardsKey: false,
    });
  });

  it('a key that was configured is used for every call', () => {
    const { apiKey, forwardsKey } = reached({}, { apiKey: 'fixed-123' });
    assert.deepEqual([apiKey, forwardsKey], ['fixed-123', false]);
  });

  it("a server that is said to share our keys gets the caller's", () => {
    const { apiKey, forwardsKey } = reached(elsewhere, { apiKey: 'fixed-123', forwardsKey: true });
    assert.deepEqual([apiKey, forwardsKey], ['fixed-123', true]);
  });
});
