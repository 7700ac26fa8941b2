import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLiveFeed, passing } from '../../dashboard/src/lib/live-feed.ts';

const ALL = { verdict: '', status: '', detector: '', text: '' };
const at = '2026-01-01T00:00:00.000Z';

describe('createLiveFeed()', () => {
  it('makes one row of all events of a request, newest request first', () => {
    const feed = createLiveFeed();
    feed.take({ kind: 'request.received', request_id: 'a', at });
    feed.take({ kind: 'request.received', request_id: 'b', at });
    const finding = { detector: 'prompt_injection', category: 'instruction_override' };
    feed.take({
      kind: 'input.checked',
      request_id: 'a',
      at,
      verdict: 'block',
      findings: [finding, finding],
      content: 'hello',
      model: 'parley',
    });
    feed.take({ kind: 'request.blocked', request_id: 'a', at, verdict: 'block', total_ms: 3 });
    const [b, a] = feed.rows();
    assert.equal(b?.id, 'b');
    assert.deepEqual(
      { ...a },
      {
        id: 'a',
        key: 'a',
        at,
        stage: 'blocked',
        verdict: 'block',
        wouldBe: undefined,
        categories: ['instruction_override'],
        detectors: ['prompt_injection'],
        model: 'parley',
        httpStatus: undefined,
        latencyMs: 3,
        preview: 'hello',
      },
    );
  });

  it('says of a request that passed in shadow what would have been done, and finds it by that', () => {
    const feed = createLiveFeed();
    feed.take({ kind: 'input.checked', request_id: 'policy', at, verdict: 'block', would_be: 'block' });
    feed.take({ kind: 'request.completed', request_id: 'policy', at, verdict: 'block', would_be: 'block' });
    feed.take({ kind: 'request.completed', request_id: 'rule', at, verdict: 'allow', would_be: 'redact' });
    feed.take({ kind: 'request.blocked', request_id: 'enforced', at, verdict: 'block' });
    const shown = (verdict: string): string[] =>
      passing(feed.rows(), { ...ALL, verdict }).map(({ id, wouldBe }) => `${id} ${wouldBe ?? ''}`);
    assert.deepEqual(shown('block'), ['enforced ', 'policy block']);
    assert.deepEqual(shown('redact'), ['rule redact']);
  });

  it('keeps the harder of two verdicts', () => {
    const feed = createLiveFeed();
    feed.take({ kind: 'input.checked', request_id: 'a', verdict: 'redact' });
    feed.take({ kind: 'output.checked', request_id: 'a', verdict: 'allow' });
    assert.equal(feed.rows()[0]?.verdict, 'redact');
  });

  it('tells a request that failed from one that passed, whatever the checks said of it', () => {
    const feed = createLiveFeed();
    feed.take({ kind: 'input.checked', request_id: 'one', verdict: 'allow' });
    feed.take({ kind: 'request.failed', request_id: 'one', verdict: 'allow', http_status: 502 });
    feed.take({ kind: 'request.completed', request_id: 'two', verdict: 'allow', http_status: 200 });
    feed.take({ kind: 'upstream.started', request_id: 'three' });
    const ids = (status: string): string[] => passing(feed.rows(), { ...ALL, status }).map(({ id }) => id);
    assert.deepEqual([ids('failed'), ids('completed'), ids('running'), ids('blocked')], [['one'], ['two'], ['three'], []]);
    assert.equal(passing(feed.rows(), { ...ALL, status: 'failed' })[0]?.httpStatus, 502);
  });

  it('filters by verdict, detector and text or request id', () => {
    const feed = createLiveFeed();
    feed.take({ kind: 'input.checked', request_id: 'one', verdict: 'block', findings: [{ detector: 'secrets', category: 'token' }] });
    feed.take({ kind: 'input.checked', request_id: 'two', verdict: 'allow', content: 'About Lighthouses' });
    const ids = (filter: Partial<typeof ALL>): string[] => passing(feed.rows(), { ...ALL, ...filter }).map(({ id }) => id);
    assert.deepEqual(ids({ verdict: 'block' }), ['one']);
    assert.deepEqual(ids({ detector: 'secrets' }), ['one']);
    assert.deepEqual(ids({ text: 'lighthouse' }), ['two']);
    assert.deepEqual(ids({ text: 'ONE' }), ['one']);
    assert.deepEqual(ids({ verdict: 'flag' }), []);
  });

  it('holds a bounded number of rows through 100,000 requests and says how many it let go', () => {
    const feed = createLiveFeed(100);
    for (let index = 0; index < 100_000; index += 1) {
      feed.take({ kind: 'request.received', request_id: `r${index}`, at });
      feed.take({ kind: 'request.completed', request_id: `r${index}`, at, verdict: 'allow', total_ms: index });
    }
    const rows = feed.rows();
    assert.ok(rows.length >= 100 && rows.length <= 125, String(rows.length));
    assert.equal(feed.forgotten + rows.length, 100_000);
    assert.equal(rows[0]?.latencyMs, 99_999);
    assert.ok(rows.every(({ stage }) => stage === 'completed'));
  });

  it('cuts a preview of a million characters', () => {
    const feed = createLiveFeed();
    feed.take({ kind: 'input.checked', request_id: 'a', content: 'x'.repeat(1_000_000) });
    assert.ok((feed.rows()[0]?.preview.length ?? 0) <= 240);
  });

  it('shows a change of a policy as a row of its own', () => {
    const feed = createLiveFeed();
    feed.take({ kind: 'policy.changed', request_id: 'a', policy: 'default', at, version: 2, mode: 'shadow' });
    assert.match(feed.rows()[0]?.preview ?? '', /default is now version 2, shadow/);
  });
});
