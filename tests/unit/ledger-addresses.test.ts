import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTelephone } from '../../src/adapters/phone/is-telephone.ts';
import { createPersonalDataDetector } from '../../src/domain/guardrails/detectors/personal-data.ts';
import { fc } from '../draws.ts';
import { kindsFoundBy } from '../fixtures/found-by.ts';
import { LEDGER_ADDRESSES, PLAIN_ADDRESSES } from '../fixtures/ledger-addresses.ts';

const detector = createPersonalDataDetector({ isTelephone });
const found = kindsFoundBy(detector);

describe('addresses of ledgers', () => {
  for (const address of [...LEDGER_ADDRESSES, PLAIN_ADDRESSES[0] ?? '']) {
    it(`are found and held back while they come: ${address}`, () => {
      for (const behind of ['', '.', ', thanks', '\n'])
        assert.deepEqual(found(`send it to ${address}${behind}`), [`wallet_address ${address}`], behind);
      const before = 'send it to ';
      for (let end = before.length + 1; end <= before.length + address.length; end += 1)
        assert.ok(detector.tail?.((before + address).slice(0, end)) <= before.length, address.slice(0, end));
    });
  }

  it('are none with another character, nor inside of something longer', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LEDGER_ADDRESSES),
        fc.nat(),
        fc.constantFrom(...Array.from('23457acdefghjkmnpqrstuvwxyzACDEFGH')),
        (address, place, other) => {
          const at = address.indexOf(':') + 5 + (place % (address.length - address.indexOf(':') - 5));
          const changed = address.slice(0, at) + other + address.slice(at + 1);
          assert.equal(found(`send it to ${changed}`).includes(`wallet_address ${changed}`), changed === address, changed);
        },
      ),
      { numRuns: 500 },
    );
    for (const address of LEDGER_ADDRESSES)
      assert.deepEqual(
        found(`A9${address}A9`).filter((one) => one.startsWith('wallet')),
        [],
      );
  });

  it('of 32 bytes in hexadecimal are found beside the name of their ledger, as hashes look the same', () => {
    const [, address = ''] = PLAIN_ADDRESSES;
    assert.deepEqual(found(`my Sui wallet ${address}`), [`wallet_address ${address}`]);
    assert.deepEqual(found(`the transaction ${address}`), []);
  });
});
