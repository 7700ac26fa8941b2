import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { NAMED_ENTITIES_CHECK } from '../../src/domain/guardrails/policy/data-checks.ts';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';
import type { Decision } from '../../src/ports/guard.ts';
import type { TokenClassifier } from '../../src/ports/token-classifier.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';
import { allowSlowHooks } from '../slow.ts';
import { tinyTagger } from './transformers-models.ts';

await allowSlowHooks();

const TEXT = 'Yesterday Ann met Bob, the “chair” of the Zürich society, at 4 o’clock 👍 in 東京.';

describe('createTransformersTokenClassifier()', () => {
  for (const provider of ['native', 'wasm'] as const) {
    it(`gives spans of whole words in order, the same each time (${provider})`, async () => {
      await using tagger = tinyTagger('bert-tagger', provider);
      const [spans = [], none = []] = await tagger.tag([TEXT, '']);
      assert.deepEqual(tagger.labels, ['O', 'B-PER', 'I-PER', 'B-LOC', 'I-LOC', 'B-ORG', 'I-ORG']);
      assert.deepEqual(none, []);
      assert.ok(spans.length > 3);
      let last = 0;
      for (const { start, end, label, score } of spans) {
        assert.ok(['PER', 'LOC', 'ORG'].includes(label), label);
        assert.ok(start >= last && end > start && end <= TEXT.length && score > 0 && score <= 1);
        const said = TEXT.slice(start, end);
        assert.equal(said, said.trim());
        assert.ok(!/[\p{L}\p{N}]$/u.test(TEXT.slice(0, start)) || !/^[a-zü\d]/i.test(said), `${said} begins inside of a word`);
        last = end;
      }
      assert.deepEqual((await tagger.tag([TEXT]))[0], spans);
    });
  }

  it('reads a text of any length whole, in windows that overlap', async () => {
    await using tagger = tinyTagger('bert-tagger', 'native');
    const long = `${TEXT} `.repeat(30);
    const [spans = []] = await tagger.tag([long]);
    const covered = new Set(spans.map(({ start }) => Math.floor(start / (TEXT.length + 1))));
    assert.equal(covered.size, 30);
  });

  it('fails with provider_unavailable when its folder is empty', async () => {
    await using tagger = tinyTagger('bert-tagger', 'native', { modelFolder: '/nonexistent' });
    await assert.rejects(tagger.tag(['x']), { kind: 'provider_unavailable' });
  });
});

describe('names in the guard', () => {
  async function decide(tagger: TokenClassifier, fail: 'open' | 'closed' = 'open'): Promise<Decision> {
    const pipeline = createDefaultPipeline({
      clock: createManualClock(),
      ids: createCountingIds(),
      tagger,
      policy: { ...DEFAULT_POLICY, checks: [{ ...NAMED_ENTITIES_CHECK, fail }] },
    });
    const { signal } = new AbortController();
    const parts = [{ id: 'messages[0].content', role: 'user', channel: 'user' as const, text: TEXT }];
    return pipeline.evaluate({ requestId: 'r', direction: 'input', parts, unscanned: [] }, { signal });
  }

  it('are findings with their place in the text', async () => {
    await using tagger = tinyTagger('bert-tagger', 'native');
    const { findings, checks } = await decide(tagger);
    assert.deepEqual(
      checks.map(({ detector, outcome }) => [detector, outcome]),
      [['named_entities', 'scanned']],
    );
    assert.ok(findings.length > 0);
    for (const { category, start, end } of findings) {
      assert.ok(['person', 'location', 'organization', 'address'].includes(category));
      assert.equal(TEXT.slice(start, end), TEXT.slice(start, end).trim());
    }
  });

  for (const [fail, verdict] of [
    ['open', 'allow'],
    ['closed', 'block'],
  ] as const) {
    it(`are not scanned with the reason when the model is not there, which fails ${fail}`, async () => {
      await using tagger = tinyTagger('bert-tagger', 'native', { modelFolder: undefined });
      const { checks, verdict: own } = await decide(tagger, fail);
      assert.deepEqual([checks[0]?.outcome, own], ['not_scanned', verdict]);
      assert.match(checks[0]?.reason ?? '', /^the check failed: The model .* is not on this host/);
    });
  }
});
