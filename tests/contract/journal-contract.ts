import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Journal } from '../../src/ports/journal.ts';
import { debugEntry, decision, ids, journalEntry, requestRecord, withJournal } from './journal-entries.ts';
import { journalListContract } from './journal-list-contract.ts';
import { journalReportContract } from './journal-report-contract.ts';

/** Every promise of the Journal port, run against the journals that `open` yields, each of them empty. */
export function journalContract(name: string, open: () => Promise<Journal>): void {
  const inJournal = withJournal(open);

  describe(`${name} keeps the Journal contract`, () => {
    it(
      'keeps captured content with its request, and lets it go with it',
      inJournal(async (journal) => {
        const content = { input: '{"messages":[]}', output: undefined };
        journal.record(journalEntry(requestRecord('one', 1), { content }));
        journal.record(journalEntry(requestRecord('two', 2)));
        assert.deepEqual(await journal.content('one'), { state: 'stored', content });
        assert.equal(await journal.content('two'), undefined);
        assert.equal(await journal.content('none'), undefined);
        journal.record(journalEntry(requestRecord('one', 1)));
        assert.equal(await journal.content('one'), undefined);
      }),
    );

    it(
      'an empty journal has no requests, and knows of none',
      inJournal(async (journal) => {
        assert.deepEqual(await journal.requests({ limit: 10 }), { items: [] });
        assert.equal(await journal.request('none'), undefined);
        assert.equal(await journal.decisions('none'), undefined);
        assert.equal(await journal.debug('none', { limit: 10 }), undefined);
        await journal.flush();
        await journal.ping(AbortSignal.timeout(5000));
      }),
    );

    it(
      '"reads see what was queued before them", every field as it was recorded',
      inJournal(async (journal) => {
        const bare = journalEntry(requestRecord('bare', 1, { verdict: undefined }));
        const full = journalEntry(
          requestRecord('full', 2, {
            status: 'blocked',
            httpStatus: 403,
            verdict: 'block',
            stream: true,
            keyName: 'dashboard',
            promptTokens: 12,
            completionTokens: 0,
            error: { type: 'content_filter', message: 'Blocked: "quotes" and \u{1f600}' },
            preview: 'first characters\nof the input – ünïcödé',
          }),
          {
            decisions: [decision('full', 'block', ['injection']), { ...decision('full', 'allow', []), id: 'second', direction: 'output' }],
            debug: [debugEntry(0), debugEntry(1, { part: undefined, reason: 'not text', stage: 'output' })],
          },
        );
        journal.record(bare);
        journal.record(full);
        const listed = [
          { ...full.request, detectors: ['injection'] },
          { ...bare.request, detectors: [] },
        ];
        assert.deepEqual((await journal.requests({ limit: 10 })).items, listed);
        for (const { request, decisions, debug } of [bare, full]) {
          assert.deepEqual(await journal.request(request.id), request);
          assert.deepEqual(await journal.decisions(request.id), decisions);
          assert.deepEqual(await journal.debug(request.id, { limit: 10 }), { items: debug });
        }
      }),
    );

    it(
      '"a second entry with the same id replaces the first", with all that belongs to it',
      inJournal(async (journal) => {
        journal.record(
          journalEntry(requestRecord('one', 1, { status: 'running', verdict: undefined }), {
            decisions: [decision('one', 'flag', ['email'])],
            debug: [debugEntry(0), debugEntry(1), debugEntry(2)],
          }),
        );
        journal.record(journalEntry(requestRecord('two', 2)));
        await journal.flush();
        const last = journalEntry(requestRecord('one', 1, { status: 'failed' }), {
          decisions: [decision('one', 'allow', ['injection'])],
          debug: [debugEntry(5)],
        });
        journal.record(journalEntry(requestRecord('one', 1, { status: 'cancelled' })));
        journal.record(last);
        assert.deepEqual(await ids(journal), ['two', 'one']);
        assert.deepEqual(await journal.request('one'), last.request);
        assert.deepEqual(await journal.decisions('one'), last.decisions);
        assert.deepEqual(await journal.debug('one', { limit: 10 }), { items: last.debug });
        assert.deepEqual(await ids(journal, { status: 'running' }), []);
        assert.deepEqual(await ids(journal, { detector: 'email' }), []);
        assert.deepEqual(await ids(journal, { detector: 'injection' }), ['one']);
      }),
    );

    it(
      '"nobody can write over a record by choosing its id": another request with the same id is kept beside the first',
      inJournal(async (journal) => {
        const first = requestRecord('one', 1, { sequence: 100, status: 'blocked', verdict: 'block' });
        journal.record(journalEntry(first, { decisions: [decision('one', 'block', ['injection'])], debug: [debugEntry(1)] }));
        await journal.flush();
        const later = requestRecord('one', 2, { sequence: 200, status: 'running', verdict: undefined });
        journal.record(journalEntry(later));
        journal.record(journalEntry({ ...later, status: 'completed' }, { content: { input: '{}', output: undefined } }));
        journal.record(journalEntry(requestRecord('one', 3, { sequence: 300 })));
        assert.deepEqual(await ids(journal), ['one~300', 'one~200', 'one']);
        assert.deepEqual(await journal.request('one'), first);
        assert.equal((await journal.decisions('one'))?.length, 1);
        assert.deepEqual(await journal.request('one~200'), { ...later, id: 'one~200', status: 'completed' });
        assert.equal((await journal.content('one~200'))?.state, 'stored');
        assert.equal(await journal.content('one'), undefined);
        assert.deepEqual(await ids(journal, { status: 'running' }), []);
      }),
    );

    it(
      'a ping with an aborted signal rejects with its reason',
      inJournal(async (journal) => {
        const reason = new DOMException('enough', 'AbortError');
        await assert.rejects(journal.ping(AbortSignal.abort(reason)), (error) => error === reason);
      }),
    );
  });
  journalListContract(name, open);
  journalReportContract(name, open);
}
