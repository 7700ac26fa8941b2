import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directToOwnHost, fromThisHost } from '../../src/main/own-host.ts';

const OWN = 'localhost,127.0.0.1,::1,[::1]';

describe('directToOwnHost()', () => {
  for (const [what, environment, names] of [
    ['without a proxy', { PATH: '/bin' }, undefined],
    ['with an empty one', { HTTP_PROXY: '' }, undefined],
    ['with a proxy', { HTTP_PROXY: 'http://proxy:3128' }, OWN],
    ['with one in small letters', { https_proxy: 'http://proxy:3128' }, OWN],
    [
      'with hosts that are asked directly',
      { ALL_PROXY: 'http://proxy', no_proxy: 'db.local, localhost' },
      'db.local,localhost,127.0.0.1,::1,[::1]',
    ],
    ['where nothing goes through it', { HTTP_PROXY: 'http://proxy', NO_PROXY: '*' }, undefined],
  ] as const) {
    it(`leaves this host out of it ${what}`, () => {
      assert.deepEqual(directToOwnHost(environment), names === undefined ? {} : { NO_PROXY: names, no_proxy: names });
    });
  }
});

describe('fromThisHost()', () => {
  it('is at loopback for a server that listens on all addresses, and otherwise where it listens', () => {
    assert.equal(fromThisHost('http://0.0.0.0:8801'), 'http://127.0.0.1:8801');
    assert.equal(fromThisHost('http://[::]:8801'), 'http://[::1]:8801');
    for (const url of ['http://[::1]:8801', 'http://10.0.0.0:8801']) assert.equal(fromThisHost(url), url);
  });
});
