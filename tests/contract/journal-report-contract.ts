import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Action, Decision, JudgedFinding } from '../../src/ports/guard.ts';
import type { Journal, RequestRecord, RuleKey } from '../../src/ports/journal.ts';
import { at, decision, journalEntry, requestRecord, withJournal } from './journal-entries.ts';

/** What a journal promises about what it counts. */
export function journalReportContract(name: string, open: () => Promise<Journal>): void {
  const inJournal = withJournal(open);

  describe(`${name} counts what was recorded`, () => {
    it(
      'counts what happened in a span of time, in equal parts',
      inJournal(async (journal) => {
        const add = (id: string, second: number, own: Partial<RequestRecord>, detectors: string[] = []): void =>
          journal.record({
            request: requestRecord(id, second, own),
            decisions: detectors.length === 0 ? [] : [decision(id, 'flag', detectors)],
            debug: [],
          });
        add('early', 9, { guardMs: 99 });
        add('a', 10, { guardMs: 1, totalMs: 10, promptTokens: 7, completionTokens: 3, keyName: 'ann', model: 'b', userHash: 'a1' }, [
          'email',
          'card',
        ]);
        add('b', 14, { guardMs: 2, totalMs: 20, status: 'blocked', verdict: 'block', promptTokens: 5, keyName: 'ann', userHash: 'b2' }, [
          'card',
        ]);
        add('c', 15, {
          guardMs: 3,
          totalMs: 30,
          userHash: 'a1',
          status: 'failed',
          verdict: undefined,
          error: { type: 'timeout', message: 'late' },
        });
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
              detectors: { card: 2, email: 1 },
            },
            {
              start: at(15),
              requests: 2,
              verdicts: {},
              statuses: { failed: 1, running: 1 },
              tokens: { prompt: 0, completion: 0 },
              detectors: {},
            },
          ],
          models: [
            { name: 'parley', requests: 3, blocked: 1, failed: 1, tokens: { prompt: 5, completion: 0 } },
            { name: 'b', requests: 1, blocked: 0, failed: 0, tokens: { prompt: 7, completion: 3 } },
          ],
          keys: [
            { name: undefined, requests: 2, blocked: 0, failed: 1, tokens: { prompt: 0, completion: 0 } },
            { name: 'ann', requests: 2, blocked: 1, failed: 0, tokens: { prompt: 12, completion: 3 } },
          ],
          users: [
            { name: 'b2', requests: 1, blocked: 1, failed: 0, tokens: { prompt: 5, completion: 0 } },
            { name: 'a1', requests: 2, blocked: 0, failed: 1, tokens: { prompt: 7, completion: 3 } },
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
      'counts a request that its client cancelled as no failure of the upstream',
      inJournal(async (journal) => {
        const ended = { upstreamMs: 5, error: { type: 'cancelled', message: 'The client closed the request.' } };
        journal.record({ request: requestRecord('gone', 10, { status: 'cancelled', ...ended }), decisions: [], debug: [] });
        const failed = { upstreamMs: 5, error: { type: 'timeout', message: 'Too slow.' } };
        journal.record({ request: requestRecord('slow', 10, { status: 'failed', ...failed }), decisions: [], debug: [] });
        const { errors } = await journal.stats({ since: at(10), until: at(20), buckets: 1 });
        assert.deepEqual(errors, [
          { type: 'cancelled', requests: 1, upstream: 0 },
          { type: 'timeout', requests: 1, upstream: 1 },
        ]);
      }),
    );

    it(
      'names the most used models alone, however many clients make up',
      inJournal(async (journal) => {
        for (let number = 0; number < 60; number += 1) {
          const model = number % 2 === 0 ? 'often' : `made-up-${String(number).padStart(2, '0')}`;
          journal.record({ request: requestRecord(`r${number}`, 10, { model }), decisions: [], debug: [] });
        }
        const { models } = await journal.stats({ since: at(10), until: at(20), buckets: 1 });
        assert.deepEqual([models.length, models[0]?.name, models[0]?.requests, models.at(-1)?.name], [20, 'often', 30, 'made-up-37']);
      }),
    );

    it(
      'counts what passed because its policy or a rule is in shadow as what was done about it',
      inJournal(async (journal) => {
        const add = (id: string, own: Partial<RequestRecord>): void =>
          journal.record({ request: requestRecord(id, 10, own), decisions: [], debug: [] });
        add('policy', { verdict: 'block', wouldBe: 'block' });
        add('rule', { verdict: 'flag', wouldBe: 'block' });
        add('none', { verdict: 'redact' });
        const { buckets } = await journal.stats({ since: at(10), until: at(20), buckets: 1 });
        assert.deepEqual(buckets[0]?.verdicts, { allow: 1, flag: 1, redact: 1 });
      }),
    );

    it(
      'reports the same of a policy that was tried in shadow beside another, and of each its own',
      inJournal(async (journal) => {
        const made = (id: string, policy: string, verdict: Action) => ({ ...decision(id, verdict, ['card']), policy });
        const tried = requestRecord('both', 1, { policy: 'p@1', trialPolicy: 't@1', verdict: 'redact', wouldBe: 'block' });
        journal.record(journalEntry(tried, { decisions: [made('a', 'p@1', 'redact'), { ...made('b', 't@1', 'block'), mode: 'shadow' }] }));
        journal.record(journalEntry(requestRecord('one', 2, { policy: 'p@1' }), { decisions: [made('c', 'p@1', 'redact')] }));
        const of = async (policy: string) => {
          const { rules, ...totals } = await journal.report({ policies: [policy], since: at(0), until: at(50), examples: 1 });
          return { ...totals, actions: rules.map(({ action }) => action) };
        };
        assert.deepEqual(await of('p@1'), { requests: 2, blocked: 0, redacted: 2, flagged: 0, actions: ['redact'] });
        assert.deepEqual(await of('t@1'), { requests: 1, blocked: 1, redacted: 0, flagged: 0, actions: ['block'] });
        assert.equal((await journal.request('both'))?.trialPolicy, 't@1');
        assert.equal((await journal.request('one'))?.trialPolicy, undefined);
      }),
    );

    it(
      'reports what a version of a policy decided, by rule',
      inJournal(async (journal) => {
        const by = (id: string, policy: string, made: readonly [Action, readonly string[]][], second = 1): void =>
          journal.record(
            journalEntry(requestRecord(id, second, { policy }), {
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
        journal.record(journalEntry(requestRecord('unread', 7, { policy: 'p@1', verdict: undefined, status: 'failed' })));
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
      inJournal(async (journal) => {
        const record = (id: string, second: number, made: Partial<Decision>, policy = 'p@1'): void =>
          journal.record(
            journalEntry(requestRecord(id, second, { policy }), {
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
  });
}
