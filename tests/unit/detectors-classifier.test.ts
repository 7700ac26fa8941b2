import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDefaultPipeline } from '../../src/domain/guardrails/default-pipeline.ts';
import { createClassifierDetector } from '../../src/domain/guardrails/detectors/classifier.ts';
import type { Classifier } from '../../src/ports/classifier.ts';
import type { GuardInput, GuardPart } from '../../src/ports/guard.ts';
import { createCountingIds, createManualClock } from '../fixtures/manual-system.ts';

const { signal } = new AbortController();
const part = (text: string): GuardPart => ({ id: 'messages[0].content', role: 'user', channel: 'user', text });
const input = (text: string): GuardInput => ({ requestId: 'r', direction: 'input', parts: [part(text)], unscanned: [] });

/** Says how strongly each text is an attack by what `score` makes of it. */
function scoring(score: (text: string) => number): Classifier {
  return {
    model: 'scripted',
    labels: ['SAFE', 'INJECTION'],
    classify: async (texts) => texts.map((text) => ({ SAFE: 1 - score(text), INJECTION: score(text) })),
  };
}

describe('createClassifierDetector()', () => {
  it('scores by the wanted labels only, whatever their case', async () => {
    const detector = createClassifierDetector({ classifier: scoring(() => 0.7), labels: ['injection'] });
    assert.deepEqual(await detector.infer(part('some text'), { signal }), [
      { detector: 'classifier', category: 'injection', part: 'messages[0].content', start: 0, end: 9, score: 0.7 },
    ]);
    assert.deepEqual(
      await createClassifierDetector({ classifier: scoring(() => 0.7), labels: ['other'] }).infer(part('x'), { signal }),
      [],
    );
  });

  it('reads every character of a long text, in windows that overlap', async () => {
    const seen: string[] = [];
    const classifier = scoring((text) => (seen.push(text), text.includes('needle') ? 1 : 0));
    for (const at of [0, 1497, 5000, 9994]) {
      const text = `${'x'.repeat(at)}needle${'x'.repeat(10_000 - at - 6)}`;
      const findings = await createClassifierDetector({ classifier, labels: ['injection'] }).infer(part(text), { signal });
      assert.ok(findings.length > 0 && findings.every(({ start, end }) => start <= at && end >= at + 6), `needle at ${at}`);
    }
    assert.ok(seen.every((window) => window.length <= 1500));
  });
});

describe('the default pipeline with a classifier', () => {
  const pipeline = (classifier: Classifier) =>
    createDefaultPipeline({
      clock: createManualClock(),
      ids: createCountingIds(),
      attackClassifier: { classifier, labels: ['injection'] },
    });

  for (const [score, verdict] of [
    [0.95, 'block'],
    [0.6, 'flag'],
    [0.2, 'allow'],
  ] as const) {
    it(`answers a score of ${score} with ${verdict}`, async () => {
      assert.equal((await pipeline(scoring(() => score)).evaluate(input('a question'), { signal })).verdict, verdict);
    });
  }

  it('lets the built-in checks decide alone, and says so, when the classifier fails', async () => {
    const broken: Classifier = { model: 'broken', labels: [], classify: () => Promise.reject(new Error('gone')) };
    const decision = await pipeline(broken).evaluate(input('a question'), { signal });
    assert.equal(decision.verdict, 'allow');
    const check = decision.checks.find(({ detector }) => detector === 'classifier');
    assert.deepEqual([check?.outcome, check?.reason], ['not_scanned', 'the check failed: Error']);
  });

  it('does not wait for a classifier longer than the signal says', async () => {
    const stuck: Classifier = { model: 'stuck', labels: [], classify: () => new Promise(() => undefined) };
    const decision = await pipeline(stuck).evaluate(input('a question'), { signal: AbortSignal.timeout(20) });
    assert.equal(decision.checks.find(({ detector }) => detector === 'classifier')?.outcome, 'not_scanned');
  });
});
