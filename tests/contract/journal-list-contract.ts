import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { Journal, RequestQuery, RequestRecord } from '../../src/ports/journal.ts';
import { at, debugEntry, decision, ids, journalEntry, pages, requestRecord, withJournal } from './journal-entries.ts';

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'invalid_input' && error.param === 'cursor';
}

/** What a journal promises about its lists, filters and pages. */
export function journalListContract(name: string, open: () => Promise<Journal>): void {
  const inJournal = withJournal(open);

  describe(`${name} lists what was recorded`, () => {
    it(
      'lists by API key, and by text in id, model or preview, taken as it is',
      inJournal(async (journal) => {
        journal.record({ request: requestRecord('one', 1, { keyName: 'ann', preview: '50% of a_b' }), decisions: [], debug: [] });
        journal.record({ request: requestRecord('two', 2, { keyName: 'bob', model: 'Grand-Model' }), decisions: [], debug: [] });
        journal.record({ request: requestRecord('three', 3, { preview: '50x of aab' }), decisions: [], debug: [] });
        assert.deepEqual(await ids(journal, { key: 'ann' }), ['one']);
        assert.deepEqual(await ids(journal, { text: '50%' }), ['one']);
        assert.deepEqual(await ids(journal, { text: 'a_B' }), ['one']);
        assert.deepEqual(await ids(journal, { text: 'grand' }), ['two']);
        assert.deepEqual(await ids(journal, { text: 'THREE', key: 'ann' }), []);
      }),
    );

    it(
      'lists in the order of arrival, which the time of the clock does not change',
      inJournal(async (journal) => {
        const arrived = [
          ['first', 100],
          ['second', 5],
          ['third', 300],
          ['fourth', 7],
        ] as const;
        for (const [index, [id, second]] of arrived.entries())
          journal.record(journalEntry(requestRecord(id, second, { sequence: 1000 + index })));
        assert.deepEqual(await ids(journal), ['fourth', 'third', 'second', 'first']);
        assert.deepEqual(await pages(journal, { limit: 3 }), [['fourth', 'third', 'second'], ['first']]);
        assert.deepEqual(await ids(journal, { since: at(6), until: at(200) }), ['fourth', 'first']);
        assert.deepEqual(await ids(journal, { status: 'completed', since: at(6) }), ['fourth', 'third', 'first']);
        assert.equal((await journal.request('second'))?.sequence, 1001);
        assert.deepEqual((await journal.request('second'))?.receivedAt, at(5));
      }),
    );

    it(
      'lists with each request the checks that found something in it',
      inJournal(async (journal) => {
        journal.record(journalEntry(requestRecord('none', 1)));
        const made = [decision('both', 'block', ['injection', 'email', 'email']), decision('both', 'flag', ['card', 'email'])];
        journal.record(journalEntry(requestRecord('both', 2), { decisions: made }));
        const { items } = await journal.requests({ limit: 9 });
        assert.deepEqual(
          items.map(({ detectors }) => detectors),
          [['card', 'email', 'injection'], []],
        );
      }),
    );

    it(
      'finds a request by the id of any decision about it, whatever else that id looks like',
      inJournal(async (journal) => {
        // Made at the second 5 of 2026: in a UUIDv7 the time stands first.
        const made = `dec-${at(5)
          .getTime()
          .toString(16)
          .padStart(12, '0')
          .replace(/(.{8})/, '$1-')}-7000-8000-000000000000`;
        journal.record(journalEntry(requestRecord('one', 4), { decisions: [{ ...decision('one', 'flag', []), id: 'odd "id"' }] }));
        journal.record(
          journalEntry(requestRecord('two', 4), {
            decisions: [decision('two', 'flag', []), { ...decision('two', 'allow', []), id: made }],
          }),
        );
        journal.record(journalEntry(requestRecord('three', 9)));
        assert.deepEqual(await pages(journal, { limit: 1, decision: made }), [['two']]);
        assert.deepEqual(await ids(journal, { decision: 'decision-two' }), ['two']);
        assert.deepEqual(await ids(journal, { decision: 'odd "id"' }), ['one']);
        assert.deepEqual(await ids(journal, { decision: 'decision-tw' }), []);
        assert.deepEqual(await ids(journal, { decision: made, since: at(5) }), []);
        assert.deepEqual(await ids(journal, { decision: made, key: 'ann' }), []);
      }),
    );

    it(
      'lists by the model that was asked for, and by how it failed',
      inJournal(async (journal) => {
        const error = { type: 'timeout', message: 'late' };
        journal.record(journalEntry(requestRecord('one', 1, { model: 'gpt', status: 'failed', error })));
        journal.record(journalEntry(requestRecord('two', 2, { model: 'gpt-4' })));
        journal.record(journalEntry(requestRecord('three', 3, { status: 'failed', error })));
        assert.deepEqual(await ids(journal, { model: 'gpt' }), ['one']);
        assert.deepEqual(await ids(journal, { error: 'timeout' }), ['three', 'one']);
        assert.deepEqual(await ids(journal, { error: 'timeout', model: 'parley', status: 'failed' }), ['three']);
        assert.deepEqual(await ids(journal, { error: 'internal' }), []);
      }),
    );

    it(
      'takes several filters at once',
      inJournal(async (journal) => {
        const flagged = { decisions: [decision('x', 'flag', ['email'])] };
        journal.record(journalEntry(requestRecord('one', 1, { keyName: 'ann', verdict: 'flag' }), flagged));
        journal.record(journalEntry(requestRecord('two', 2, { keyName: 'bob', verdict: 'flag' }), flagged));
        journal.record(journalEntry(requestRecord('three', 3, { keyName: 'ann', verdict: 'flag', model: 'other' })));
        journal.record(journalEntry(requestRecord('four', 4, { keyName: 'ann', status: 'failed', verdict: 'flag' }), flagged));
        assert.deepEqual(await ids(journal, { key: 'ann', verdict: 'flag' }), ['four', 'three', 'one']);
        assert.deepEqual(await ids(journal, { key: 'ann', detector: 'email' }), ['four', 'one']);
        assert.deepEqual(await ids(journal, { key: 'ann', detector: 'email', status: 'completed' }), ['one']);
        assert.deepEqual(await ids(journal, { detector: 'email', text: 'tw' }), ['two']);
        assert.deepEqual(await ids(journal, { verdict: 'flag', text: 'OTHER' }), ['three']);
        assert.deepEqual(await ids(journal, { detector: 'email', key: 'ann', since: at(2), until: at(5) }), ['four']);
        assert.deepEqual(await pages(journal, { limit: 1, detector: 'email', verdict: 'flag' }), [['four'], ['two'], ['one']]);
      }),
    );

    it(
      'lists newest first, whatever the order of recording, and requests of one instant by id',
      inJournal(async (journal) => {
        for (const [id, second] of [
          ['c', 3],
          ['a', 1],
          ['d2', 4],
          ['d1', 4],
          ['b', 2],
        ] as const)
          journal.record(journalEntry(requestRecord(id, second)));
        assert.deepEqual(await ids(journal), ['d2', 'd1', 'c', 'b', 'a']);
      }),
    );

    it(
      'pages through everything once, "stable while new rows arrive"',
      inJournal(async (journal) => {
        for (let number = 0; number < 25; number += 1)
          journal.record(journalEntry(requestRecord(`r${String(number).padStart(2, '0')}`, Math.floor(number / 3))));
        const got = await pages(journal, { limit: 10 }, (page) => journal.record(journalEntry(requestRecord(`new${page}`, 40 + page))));
        const expected = Array.from({ length: 25 }, (_, number) => `r${String(24 - number).padStart(2, '0')}`);
        assert.deepEqual(got, [expected.slice(0, 10), expected.slice(10, 20), expected.slice(20)]);
        assert.deepEqual((await ids(journal)).slice(0, 2), ['new2', 'new1']);
      }),
    );

    it(
      'a page that ends with the last request has no next cursor',
      inJournal(async (journal) => {
        for (let number = 0; number < 4; number += 1) journal.record(journalEntry(requestRecord(`r${number}`, number)));
        assert.deepEqual(await pages(journal, { limit: 2 }), [
          ['r3', 'r2'],
          ['r1', 'r0'],
        ]);
      }),
    );

    describe('filters', () => {
      let journal: Journal;
      before(async () => {
        journal = await open();
        const rows: readonly [string, number, Partial<RequestRecord>, readonly string[]][] = [
          ['a', 1, {}, []],
          ['b', 2, { status: 'blocked', verdict: 'block', userHash: '5e1f' }, ['injection', 'email']],
          ['c', 3, { verdict: 'redact', route: '/v1/responses' }, ['email']],
          ['d', 4, { status: 'failed', verdict: undefined }, []],
          ['e', 5, { status: 'running', verdict: 'flag' }, ['email', 'email']],
          ['f', 6, { status: 'cancelled', route: '/v1/chat/completions' }, []],
          ['g', 7, { wouldBe: 'block' }, ['email']],
          ['h', 8, { wouldBe: 'block', verdict: 'redact', keyName: 'ann', route: '/v1/responses' }, []],
          ['i', 9, { wouldBe: 'allow', verdict: 'flag', keyName: 'ann', userHash: '5e1f' }, []],
        ];
        for (const [id, second, own, detectors] of rows) {
          journal.record(journalEntry(requestRecord(id, second, own), { decisions: [decision(id, 'flag', detectors)] }));
        }
      });
      after(() => journal[Symbol.asyncDispose]());

      const cases: readonly [string, Partial<RequestQuery>, readonly string[]][] = [
        ['no filter', {}, ['i', 'h', 'g', 'f', 'e', 'd', 'c', 'b', 'a']],
        ['status completed', { status: 'completed' }, ['i', 'h', 'g', 'c', 'a']],
        ['status running', { status: 'running' }, ['e']],
        ['verdict allow', { verdict: 'allow' }, ['g', 'f', 'a']],
        ['verdict block', { verdict: 'block' }, ['b']],
        ['the detector that found something', { detector: 'email' }, ['g', 'e', 'c', 'b']],
        ['a detector that only looked', { detector: 'card-number' }, []],
        ['since, itself included', { since: at(4) }, ['i', 'h', 'g', 'f', 'e', 'd']],
        ['until, itself excluded', { until: at(3) }, ['b', 'a']],
        ['a span of time', { since: at(2), until: at(4) }, ['c', 'b']],
        ['detector and time', { detector: 'email', since: at(3) }, ['g', 'e', 'c']],
        ['detector and status', { detector: 'email', status: 'blocked' }, ['b']],
        ['status and verdict', { status: 'completed', verdict: 'redact' }, ['h', 'c']],
        ['what shadows kept from being done', { wouldBe: 'block' }, ['h', 'g']],
        ['what they kept from passing', { wouldBe: 'allow' }, ['i']],
        ['a verdict that no shadow kept from anything', { wouldBe: 'redact' }, []],
        ['shadow and detector', { wouldBe: 'block', detector: 'email' }, ['g']],
        ['shadow and verdict', { wouldBe: 'block', verdict: 'redact' }, ['h']],
        ['shadow, key and time', { wouldBe: 'block', key: 'ann', since: at(8), until: at(9) }, ['h']],
        ['shadow and text', { wouldBe: 'block', text: 'G' }, ['g']],
        ['the route where they came in', { route: '/v1/responses' }, ['h', 'c']],
        ['route and verdict', { route: '/v1/chat/completions', verdict: 'allow' }, ['f']],
        ['route, key and shadow', { route: '/v1/responses', key: 'ann', wouldBe: 'block' }, ['h']],
        ['route and detector', { route: '/v1/responses', detector: 'email' }, ['c']],
        ['the end user, by the hash of the name', { userHash: '5e1f' }, ['i', 'b']],
        ['an end user who is not there', { userHash: 'dead' }, []],
        ['user, key and shadow', { userHash: '5e1f', key: 'ann', wouldBe: 'allow' }, ['i']],
        ['user and detector', { userHash: '5e1f', detector: 'email' }, ['b']],
        ['everything at once', { status: 'blocked', verdict: 'block', detector: 'injection', since: at(1), until: at(9) }, ['b']],
        ['nothing that fits', { status: 'failed', verdict: 'block' }, []],
      ];
      for (const [label, query, expected] of cases) {
        it(`by ${label} give ${expected.join(', ') || 'nothing'}`, async () => {
          assert.deepEqual(await ids(journal, query), expected);
          const paged = await pages(journal, { limit: 1, ...query });
          assert.deepEqual(paged.flat(), expected, 'one a page');
        });
      }
    });

    it(
      'pages through debug entries in the order they happened',
      inJournal(async (journal) => {
        const debug = Array.from({ length: 7 }, (_, sequence) => debugEntry(sequence));
        journal.record(journalEntry(requestRecord('one', 1), { debug: debug.toReversed() }));
        const first = await journal.debug('one', { limit: 3 });
        assert.deepEqual(first?.items, debug.slice(0, 3));
        const second = await journal.debug('one', { limit: 3, cursor: first?.nextCursor ?? '' });
        assert.deepEqual(second?.items, debug.slice(3, 6));
        const third = await journal.debug('one', { limit: 3, cursor: second?.nextCursor ?? '' });
        assert.deepEqual(third, { items: debug.slice(6) });
      }),
    );

    for (const cursor of [
      '',
      '!',
      'bm90IGpzb24',
      btoa('[1]'),
      btoa('["a","b"]'),
      btoa('{"0":1,"1":"a"}'),
      btoa('[null,null]'),
      btoa('[1e999,"a"]').replaceAll('=', ''),
      'A'.repeat(5000),
    ]) {
      it(
        `"a malformed cursor throws invalid_input with param cursor": ${JSON.stringify(cursor.slice(0, 30))}`,
        inJournal(async (journal) => {
          journal.record(journalEntry(requestRecord('one', 1), { debug: [debugEntry(0)] }));
          await assert.rejects(journal.requests({ limit: 1, cursor }), isRefusal);
          if (cursor !== btoa('[1]')) await assert.rejects(journal.debug('one', { limit: 1, cursor }), isRefusal);
        }),
      );
    }
  });
}
