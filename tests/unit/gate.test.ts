import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Gate } from '../../src/core/gate.ts';

describe('Gate', () => {
  it('lets in as many as its capacity; one more is too_many_requests with a time to try again', () => {
    const gate = new Gate(2, 'chat completions');
    gate.enter();
    gate.enter();
    assert.equal(gate.inside, 2);
    assert.throws(() => gate.enter(), {
      kind: 'too_many_requests',
      message: '2 chat completions are already under way; try again shortly.',
      retryAfterInSeconds: 1,
    });
  });

  it('is checked without taking a place', () => {
    const gate = new Gate(1, 'things');
    gate.check();
    gate.enter();
    assert.throws(() => gate.check(), { kind: 'too_many_requests', retryAfterInSeconds: 1 });
    assert.equal(gate.inside, 1);
  });

  it('"disposing it frees the place, once"', () => {
    const gate = new Gate(2, 'things');
    const pass = gate.enter();
    gate.enter();
    pass[Symbol.dispose]();
    pass[Symbol.dispose]();
    assert.equal(gate.inside, 1);
    gate.enter();
    assert.throws(() => gate.enter());
  });

  it('frees the place when the scope that holds the pass is left by an error', () => {
    const gate = new Gate(1, 'things');
    assert.throws(() => {
      using _pass = gate.enter();
      throw new Error('the work');
    }, /the work/);
    assert.equal(gate.inside, 0);
  });
});
