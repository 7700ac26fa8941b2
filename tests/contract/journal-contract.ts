import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { ServiceError } from '../../src/core/errors.ts';
import type { Action, Decision, JudgedFinding } from '../../src/ports/guard.ts';
import type { DebugEntry, Journal, JournalEntry, RequestQuery, RequestRecord, RuleKey } from '../../src/ports/journal.ts';

/** A request received `second` seconds after midnight, with everything else overridable. */
export function requestRecord(id: string, second: number, own: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id,
    receivedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)),
    status: 'completed',
    httpStatus: 200,
    verdict: 'allow',
    model: 'parley',
    stream: false,
    upstream: 'http://127.0.0.1:8802',
    policy: 'default',
    keyName: undefined,
    inputParts: 2,
    inputLength: 120,
    outputLength: 40,
    totalMs: 12.5,
    guardMs: 1.25,
    upstreamMs: 11,
    promptTokens: undefined,
    completionTokens: undefined,
    error: undefined,
    preview: undefined,
    ...own,
  };
}

/** A decision with one finding for each detector. */
export function decision(requestId: string, verdict: Action, detectors: readonly string[]): Decision {
  return {
    id: `decision-${requestId}`,
    requestId,
    direction: 'input',
    verdict,
    policy: 'default',
    findings: detectors.map((detector) => ({
      detector,
      category: 'test',
      part: 'messages[0].content',
      start: 0,
      end: 5,
      score: 0.875,
      threshold: 0.5,
      action: verdict,
    })),
    checks: [{ detector: 'card-number', part: 'messages[0].content', outcome: 'scanned', findings: 0, score: 0, latencyMs: 0.125 }],
    rewrites: [{ part: 'messages[0].content', text: 'line\nbreak, "quotes", NUL \0, half a pair \ud83d, \u{1f600}' }],
    latencyMs: 1.25,
  };
}

/** A debug entry with the given number. */
export function debugEntry(sequence: number, own: Partial<DebugEntry> = {}): DebugEntry {
  return {
    sequence,
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, sequence)),
    stage: 'input',
    name: 'card-number',
    part: 'messages[0].content',
    outcome: 'scanned',
    reason: undefined,
    findings: 1,
    score: 0.5,
    latencyMs: 0.25,
    ...own,
  };
}

const entry = (request: RequestRecord, own: Partial<JournalEntry> = {}): JournalEntry => ({ request, decisions: [], debug: [], ...own });

async function ids(journal: Journal, query: Partial<RequestQuery> = {}): Promise<string[]> {
  const { items } = await journal.requests({ limit: 100, ...query });
  return items.map(({ id }) => id);
}

/** All pages, one list of ids each. */
async function pages(journal: Journal, query: RequestQuery, between: (page: number) => void = () => undefined): Promise<string[][]> {
  const result: string[][] = [];
  for (let cursor: string | undefined; ;) {
    const page = await journal.requests(cursor === undefined ? query : { ...query, cursor });
    result.push(page.items.map(({ id }) => id));
    if (page.nextCursor === undefined) return result;
    assert.match(page.nextCursor, /^[A-Za-z0-9_-]+$/);
    cursor = page.nextCursor;
    between(result.length);
  }
}

function at(second: number): Date {
  return requestRecord('x', second).receivedAt;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.kind === 'invalid_input' && error.param === 'cursor';
}

/** Every promise of the Journal port, run against the journals that `open` yields, each of them empty. */
export function journalContract(name: string, open: () => Promise<Journal>): void {
  /** Runs a test with a journal of its own. */
  const withJournal = (test: (journal: Journal) => Promise<void>) => async (): Promise<void> => {
    await using journal = await open();
    await test(journal);
  };

  describe(`${name} keeps the Journal contract`, () => {
    it(
      'lists by API key, and by text in id, model or preview, taken as it is',
      withJournal(async (journal) => {
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
      'counts what happened in a span of time, in equal parts',
      withJournal(async (journal) => {
        const add = (id: string, second: number, own: Partial<RequestRecord>, detectors: string[] = []): void =>
          journal.record({
            request: requestRecord(id, second, own),
            decisions: detectors.length === 0 ? [] : [decision(id, 'flag', detectors)],
            debug: [],
          });
        add('early', 9, { guardMs: 99 });
        add('a', 10, { guardMs: 1, totalMs: 10, promptTokens: 7, completionTokens: 3 }, ['email', 'card']);
        add('b', 14, { guardMs: 2, totalMs: 20, status: 'blocked', verdict: 'block', promptTokens: 5 }, ['card']);
        add('c', 15, { guardMs: 3, totalMs: 30, status: 'failed', verdict: undefined, error: { type: 'timeout', message: 'late' } });
        add('d', 19, { guardMs: 50, totalMs: 50, status: 'running', verdict: undefined });
        add('late', 20, { guardMs: 99 });
        const stats = await journal.stats({ since: at(10), until: at(20), buckets: 2 });
        assert.deepEqual(stats, {
          requests: 4,
          buckets: [
            {
              start: at(10),
              requests: 2,
              verdicts: { allow: 1, block: 1 },
              statuses: { completed: 1, blocked: 1 },
              tokens: { prompt: 12, completion: 3 },
            },
            { start: at(15), requests: 2, verdicts: {}, statuses: { failed: 1, running: 1 }, tokens: { prompt: 0, completion: 0 } },
          ],
          detectors: [
            { name: 'card', requests: 2 },
            { name: 'email', requests: 1 },
          ],
          errors: [{ type: 'timeout', requests: 1, upstream: 1 }],
          guardMs: { p50: 2, p95: 3, p99: 3 },
          totalMs: { p50: 20, p95: 30, p99: 30 },
        });
        const none = await journal.stats({ since: at(100), until: at(101), buckets: 1 });
        assert.deepEqual(none.guardMs, { p50: 0, p95: 0, p99: 0 });
      }),
    );

    it(
      'lists in the order of arrival, which the time of the clock does not change',
      withJournal(async (journal) => {
        const arrived = [
          ['first', 100],
          ['second', 5],
          ['third', 300],
          ['fourth', 7],
        ] as const;
        for (const [index, [id, second]] of arrived.entries()) journal.record(entry(requestRecord(id, second, { sequence: 1000 + index })));
        assert.deepEqual(await ids(journal), ['fourth', 'third', 'second', 'first']);
        assert.deepEqual(await pages(journal, { limit: 3 }), [['fourth', 'third', 'second'], ['first']]);
        assert.deepEqual(await ids(journal, { since: at(6), until: at(200) }), ['fourth', 'first']);
        assert.deepEqual(await ids(journal, { status: 'completed', since: at(6) }), ['fourth', 'third', 'first']);
        assert.equal((await journal.request('second'))?.sequence, 1001);
        assert.deepEqual((await journal.request('second'))?.receivedAt, at(5));
      }),
    );

    it(
      'takes several filters at once',
      withJournal(async (journal) => {
        const flagged = { decisions: [decision('x', 'flag', ['email'])] };
        journal.record(entry(requestRecord('one', 1, { keyName: 'ann', verdict: 'flag' }), flagged));
        journal.record(entry(requestRecord('two', 2, { keyName: 'bob', verdict: 'flag' }), flagged));
        journal.record(entry(requestRecord('three', 3, { keyName: 'ann', verdict: 'flag', model: 'other' })));
        journal.record(entry(requestRecord('four', 4, { keyName: 'ann', status: 'failed', verdict: 'flag' }), flagged));
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
      'keeps captured content with its request, and lets it go with it',
      withJournal(async (journal) => {
        const content = { input: '{"messages":[]}', output: undefined };
        journal.record(entry(requestRecord('one', 1), { content }));
        journal.record(entry(requestRecord('two', 2)));
        assert.deepEqual(await journal.content('one'), { state: 'stored', content });
        assert.equal(await journal.content('two'), undefined);
        assert.equal(await journal.content('none'), undefined);
        journal.record(entry(requestRecord('one', 1)));
        assert.equal(await journal.content('one'), undefined);
      }),
    );

    it(
      'reports what a version of a policy decided, by rule',
      withJournal(async (journal) => {
        const by = (id: string, policy: string, made: readonly [Action, readonly string[]][], second = 1): void =>
          journal.record(
            entry(requestRecord(id, second, { policy }), {
              decisions: made.map(([verdict, detectors]) => ({ ...decision(id, verdict, detectors), policy })),
            }),
          );
        by('a', 'p@1', [['block', ['injection', 'injection']]]);
        by('b', 'p@1', [['flag', ['email']]], 2);
        by('c', 'p@1', [['redact', ['card', 'email']]], 3);
        by('d', 'p@1', [['allow', ['email']]], 4);
        by('e', 'p@1', [['block', []]], 5);
        by('f', 'p@2', [['block', ['injection']]], 6);
        by('late', 'p@1', [['block', ['injection']]], 60);
        journal.record(entry(requestRecord('unread', 7, { policy: 'p@1', verdict: undefined, status: 'failed' })));
        const report = await journal.report({ policies: ['p@1'], since: at(0), until: at(50), examples: 1 });
        const { rules, ...totals } = report;
        assert.deepEqual(totals, { requests: 5, blocked: 2, redacted: 1, flagged: 1 });
        const rule = { direction: 'input', category: 'test', channel: 'user', isShadow: false, findings: 1, requests: 1 } as const;
        assert.deepEqual(rules, [
          { ...rule, detector: 'any', category: 'not_scanned', action: 'block', examples: ['e'] },
          { ...rule, detector: 'card', action: 'redact', examples: ['c'] },
          { ...rule, detector: 'email', action: 'flag', examples: ['b'] },
          { ...rule, detector: 'email', action: 'redact', examples: ['c'] },
          { ...rule, detector: 'injection', action: 'block', findings: 2, examples: ['a'] },
        ]);
        const none = await journal.report({ policies: ['p@3'], since: at(0), until: at(50), examples: 1 });
        assert.deepEqual(none, { requests: 0, blocked: 0, redacted: 0, flagged: 0, rules: [] });
        const both = await journal.report({ policies: ['p@1', 'p@2'], since: at(0), until: at(50), examples: 1 });
        assert.deepEqual([both.requests, both.blocked], [6, 3]);
      }),
    );

    it(
      'reports what rules in shadow would have done beside what was done, and in how many requests no other rule did it',
      withJournal(async (journal) => {
        const record = (id: string, second: number, made: Partial<Decision>, policy = 'p@1'): void =>
          journal.record(
            entry(requestRecord(id, second, { policy }), {
              decisions: [{ ...decision(id, made.verdict ?? 'allow', []), policy, ...made }],
            }),
          );
        const found = (id: string, detector: string, action: Action, shadow?: Action): JudgedFinding => {
          const [base] = decision(id, action, [detector]).findings;
          assert.ok(base !== undefined);
          return shadow === undefined ? base : { ...base, shadow: { threshold: 0.5, action: shadow } };
        };
        record('new', 1, { findings: [found('new', 'links', 'allow', 'block'), found('new', 'links', 'allow', 'flag')], wouldBe: 'block' });
        record('known', 2, {
          verdict: 'block',
          findings: [found('known', 'injection', 'block'), found('known', 'links', 'allow', 'block')],
        });
        record('milder', 3, { verdict: 'redact', findings: [found('milder', 'email', 'redact', 'allow')], wouldBe: 'allow' });
        record('unread', 4, { unreadInShadow: [{ detector: 'links', channel: 'tool' }], wouldBe: 'block' });
        record('other', 5, { findings: [found('other', 'links', 'allow', 'redact')] }, 'p@2');
        record('flagged', 6, { verdict: 'flag', findings: [found('flagged', 'links', 'flag')] }, 'p@2');
        const span = { since: at(0), until: at(50), examples: 2 };
        const { rules, ...totals } = await journal.report({ policies: ['p@1'], ...span });
        assert.deepEqual(totals, { requests: 4, blocked: 1, redacted: 1, flagged: 0 });
        assert.deepEqual(
          rules.map(({ detector, category, channel, action, isShadow, requests, examples }) => {
            return [detector, category, channel, action, isShadow, requests, examples];
          }),
          [
            ['links', 'test', 'user', 'block', true, 2, ['known', 'new']],
            ['email', 'test', 'user', 'allow', true, 1, ['milder']],
            ['email', 'test', 'user', 'redact', false, 1, ['milder']],
            ['injection', 'test', 'user', 'block', false, 1, ['known']],
            ['links', 'not_scanned', 'tool', 'block', true, 1, ['unread']],
            ['links', 'test', 'user', 'flag', true, 1, ['new']],
          ],
        );
        const rulesOf = (policy: string, { detector, isShadow }: RuleKey): string[] =>
          detector === 'links' ? ['links', `links of ${policy}`] : isShadow ? [] : [detector];
        const named = await journal.countByRule({ policies: ['p@1', 'p@2'], ...span, rulesOf });
        assert.deepEqual(await journal.countByRule({ policies: ['p@3'], ...span, rulesOf }), []);
        const none = { requests: 0, blocked: 0, redacted: 0, flagged: 0, blockedAlone: 0 };
        assert.deepEqual(named, [
          { ...none, rule: 'email', isShadow: false, requests: 1, redacted: 1, examples: ['milder'] },
          { ...none, rule: 'injection', isShadow: false, requests: 1, blocked: 1, blockedAlone: 1, examples: ['known'] },
          { ...none, rule: 'links', isShadow: false, requests: 1, flagged: 1, examples: ['flagged'] },
          {
            rule: 'links',
            isShadow: true,
            requests: 4,
            blocked: 3,
            redacted: 1,
            flagged: 0,
            blockedAlone: 2,
            examples: ['unread', 'known'],
          },
          { ...none, rule: 'links of p@1', isShadow: true, requests: 3, blocked: 3, blockedAlone: 2, examples: ['unread', 'known'] },
          { ...none, rule: 'links of p@2', isShadow: false, requests: 1, flagged: 1, examples: ['flagged'] },
          { ...none, rule: 'links of p@2', isShadow: true, requests: 1, redacted: 1, examples: ['other'] },
        ]);
      }),
    );

    it(
      'an empty journal has no requests, and knows of none',
      withJournal(async (journal) => {
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
      withJournal(async (journal) => {
        const bare = entry(requestRecord('bare', 1, { verdict: undefined }));
        const full = entry(
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
        assert.deepEqual((await journal.requests({ limit: 10 })).items, [full.request, bare.request]);
        for (const { request, decisions, debug } of [bare, full]) {
          assert.deepEqual(await journal.request(request.id), request);
          assert.deepEqual(await journal.decisions(request.id), decisions);
          assert.deepEqual(await journal.debug(request.id, { limit: 10 }), { items: debug });
        }
      }),
    );

    it(
      '"a second entry with the same id replaces the first", with all that belongs to it',
      withJournal(async (journal) => {
        journal.record(
          entry(requestRecord('one', 1, { status: 'running', verdict: undefined }), {
            decisions: [decision('one', 'flag', ['email'])],
            debug: [debugEntry(0), debugEntry(1), debugEntry(2)],
          }),
        );
        journal.record(entry(requestRecord('two', 2)));
        await journal.flush();
        const last = entry(requestRecord('one', 1, { status: 'failed' }), {
          decisions: [decision('one', 'allow', ['injection'])],
          debug: [debugEntry(5)],
        });
        journal.record(entry(requestRecord('one', 1, { status: 'cancelled' })));
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
      'lists newest first, whatever the order of recording, and requests of one instant by id',
      withJournal(async (journal) => {
        for (const [id, second] of [
          ['c', 3],
          ['a', 1],
          ['d2', 4],
          ['d1', 4],
          ['b', 2],
        ] as const)
          journal.record(entry(requestRecord(id, second)));
        assert.deepEqual(await ids(journal), ['d2', 'd1', 'c', 'b', 'a']);
      }),
    );

    it(
      'pages through everything once, "stable while new rows arrive"',
      withJournal(async (journal) => {
        for (let number = 0; number < 25; number += 1)
          journal.record(entry(requestRecord(`r${String(number).padStart(2, '0')}`, Math.floor(number / 3))));
        const got = await pages(journal, { limit: 10 }, (page) => journal.record(entry(requestRecord(`new${page}`, 40 + page))));
        const expected = Array.from({ length: 25 }, (_, number) => `r${String(24 - number).padStart(2, '0')}`);
        assert.deepEqual(got, [expected.slice(0, 10), expected.slice(10, 20), expected.slice(20)]);
        assert.deepEqual((await ids(journal)).slice(0, 2), ['new2', 'new1']);
      }),
    );

    it(
      'a page that ends with the last request has no next cursor',
      withJournal(async (journal) => {
        for (let number = 0; number < 4; number += 1) journal.record(entry(requestRecord(`r${number}`, number)));
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
          ['b', 2, { status: 'blocked', verdict: 'block' }, ['injection', 'email']],
          ['c', 3, { verdict: 'redact' }, ['email']],
          ['d', 4, { status: 'failed', verdict: undefined }, []],
          ['e', 5, { status: 'running', verdict: 'flag' }, ['email', 'email']],
          ['f', 6, { status: 'cancelled' }, []],
        ];
        for (const [id, second, own, detectors] of rows) {
          journal.record(entry(requestRecord(id, second, own), { decisions: [decision(id, 'flag', detectors)] }));
        }
      });
      after(() => journal[Symbol.asyncDispose]());

      const cases: readonly [string, Partial<RequestQuery>, readonly string[]][] = [
        ['no filter', {}, ['f', 'e', 'd', 'c', 'b', 'a']],
        ['status completed', { status: 'completed' }, ['c', 'a']],
        ['status running', { status: 'running' }, ['e']],
        ['verdict allow', { verdict: 'allow' }, ['f', 'a']],
        ['verdict block', { verdict: 'block' }, ['b']],
        ['the detector that found something', { detector: 'email' }, ['e', 'c', 'b']],
        ['a detector that only looked', { detector: 'card-number' }, []],
        ['since, itself included', { since: at(4) }, ['f', 'e', 'd']],
        ['until, itself excluded', { until: at(3) }, ['b', 'a']],
        ['a span of time', { since: at(2), until: at(4) }, ['c', 'b']],
        ['detector and time', { detector: 'email', since: at(3) }, ['e', 'c']],
        ['detector and status', { detector: 'email', status: 'blocked' }, ['b']],
        ['status and verdict', { status: 'completed', verdict: 'redact' }, ['c']],
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
      withJournal(async (journal) => {
        const debug = Array.from({ length: 7 }, (_, sequence) => debugEntry(sequence));
        journal.record(entry(requestRecord('one', 1), { debug: debug.toReversed() }));
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
      'A'.repeat(5000),
    ]) {
      it(
        `"a malformed cursor throws invalid_input with param cursor": ${JSON.stringify(cursor.slice(0, 30))}`,
        withJournal(async (journal) => {
          journal.record(entry(requestRecord('one', 1), { debug: [debugEntry(0)] }));
          await assert.rejects(journal.requests({ limit: 1, cursor }), isRefusal);
          if (cursor !== btoa('[1]')) await assert.rejects(journal.debug('one', { limit: 1, cursor }), isRefusal);
        }),
      );
    }

    it(
      'a ping with an aborted signal rejects with its reason',
      withJournal(async (journal) => {
        const reason = new DOMException('enough', 'AbortError');
        await assert.rejects(journal.ping(AbortSignal.abort(reason)), (error) => error === reason);
      }),
    );
  });
}
