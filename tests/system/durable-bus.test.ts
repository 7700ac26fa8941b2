import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allowSlowHooks } from '../slow.ts';
import { crash, testProgram } from './crash-harness.ts';

await allowSlowHooks();

describe('durable requests', () => {
  it('are answered once each while two reasoners are killed with SIGKILL again and again, with poison in the dead letters', async () => {
    let seed = 7;
    const report = await crash({
      requests: 60,
      poison: 3,
      reasoners: 2,
      killEveryMs: 600,
      maxKills: 4,
      command: testProgram,
      env: { REASONER_BUS_LEASE_MS: '800' },
      timeoutMs: 30_000,
      random: () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647,
    });
    const answered = [...report.results.keys()];
    assert.equal(answered.length, 60, report.faults);
    for (const [id, texts] of report.results) assert.deepEqual(texts, [`Shop ${id.slice(2)} opens at nine.`]);
    assert.ok(report.kills >= 3, String(report.kills));
    assert.deepEqual(
      // Two reasoners bury them, and one that is killed leaves its own to later: each comes once, in no order.
      report.deadLetters
        .map(({ request_id: id, reason, payload }) => [id, reason, payload])
        .toSorted(([, , a], [, , b]) => (`${a}` < `${b}` ? -1 : 1)),
      ['{poison 0', '{poison 20', '{poison 40'].map((payload) => [null, 'The message is not valid JSON in UTF-8.', payload]),
    );
    assert.equal(report.streamsComplete, 60);
  });
});
