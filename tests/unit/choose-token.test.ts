import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTokenChooser, logProbabilities, type Sampling } from '../../src/adapters/transformers/choose-token.ts';

const GREEDY: Sampling = { temperature: 0, topK: 0, topP: 1, presencePenalty: 0, frequencyPenalty: 0, bias: {} };

/** Logits of four tokens with the probabilities 0.5, 0.3, 0.15 and 0.05. */
const logits = (): Float32Array => Float32Array.from([0.5, 0.3, 0.15, 0.05], Math.log);

/** How often each of the four is drawn, with draws spread evenly over 0 to 1. */
function drawn(sampling: Partial<Sampling>, allowed?: Int32Array): number[] {
  let at = 0;
  const choose = createTokenChooser({ ...GREEDY, temperature: 1, ...sampling }, () => (at++ + 0.5) / 1000);
  const counts = [0, 0, 0, 0];
  for (let draw = 0; draw < 1000; draw += 1) counts[choose(logits(), allowed)]! += 1;
  return counts;
}

describe('createTokenChooser()', () => {
  it('takes the likeliest at a temperature of 0', () => {
    assert.equal(createTokenChooser(GREEDY, () => 0.99)(logits()), 0);
  });

  it('draws tokens as likely as they are at a temperature of 1', () => {
    assert.deepEqual(drawn({}), [500, 300, 150, 50]);
  });

  it('draws likely tokens more often at a lower temperature, and less often at a higher one', () => {
    assert.ok(drawn({ temperature: 0.5 })[0]! > 650);
    assert.ok(drawn({ temperature: 2 })[0]! < 400);
  });

  it('draws among the likeliest that have top_p together, and among top_k', () => {
    assert.deepEqual(drawn({ topP: 0.6 }), [625, 375, 0, 0]);
    assert.deepEqual(drawn({ topP: 0.1 }), [1000, 0, 0, 0]);
    assert.deepEqual(drawn({ topP: 0 }), [1000, 0, 0, 0]);
    assert.deepEqual(drawn({ topK: 2 }), [625, 375, 0, 0]);
  });

  it('adds logit_bias, which can forbid a token or choose it', () => {
    assert.equal(drawn({ bias: { 0: -100 } })[0], 0);
    assert.equal(drawn({ bias: { 3: 100, 99: 100 } })[3], 1000);
  });

  it('takes presence_penalty off a token that the answer has, and frequency_penalty for each time', () => {
    const chosen = (sampling: Partial<Sampling>): number[] => {
      const choose = createTokenChooser({ ...GREEDY, ...sampling }, () => 0);
      return Array.from({ length: 5 }, () => choose(logits()));
    };
    assert.deepEqual(chosen({}), [0, 0, 0, 0, 0]);
    assert.deepEqual(chosen({ presencePenalty: 0.6 }), [0, 1, 0, 0, 0]);
    assert.deepEqual(chosen({ frequencyPenalty: 0.6 }), [0, 1, 0, 1, 0]);
  });

  it('never takes a token whose bit is not set, nor one behind the bits', () => {
    assert.deepEqual(drawn({}, Int32Array.of(0b1010)), [0, 857, 0, 143]);
    const choose = createTokenChooser(GREEDY, () => 0);
    const many = new Float32Array(40);
    many[39] = 5;
    assert.equal(choose(many, Int32Array.of(0b100)), 2);
  });
});

describe('logProbabilities()', () => {
  it('tells the logarithm of the probability of a token and of the likeliest ones', () => {
    const { logprob, top } = logProbabilities(logits(), 2, 2);
    assert.ok(Math.abs(Math.exp(logprob) - 0.15) < 1e-6);
    assert.deepEqual(
      top.map(({ token, logprob: one }) => [token, Math.round(Math.exp(one) * 100)]),
      [
        [0, 50],
        [1, 30],
      ],
    );
    assert.deepEqual(logProbabilities(logits(), 0, 0).top, []);
  });
});
