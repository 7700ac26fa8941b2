import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERROR_KINDS, errorBody, isAbort, ServiceError, toServiceError } from '../../src/core/errors.ts';

describe('ServiceError', () => {
  it('answers with the status of its kind', () => {
    for (const [kind, { status, meaning }] of Object.entries(ERROR_KINDS)) {
      assert.equal(new ServiceError(kind as keyof typeof ERROR_KINDS, 'x').status, status);
      assert.ok(status >= 400 && status < 600 && meaning.endsWith('.'), kind);
    }
  });

  it('keeps its cause inside', () => {
    const cause = new Error('password=hunter2');
    const error = new ServiceError('internal', 'An unexpected failure.', { cause });
    assert.equal(error.cause, cause);
    assert.ok(!JSON.stringify(errorBody(error, 'id')).includes('hunter2'));
    assert.equal('cause' in new ServiceError('internal', 'x'), false);
  });
});

describe('toServiceError()', () => {
  it('leaves a ServiceError as it is', () => {
    const error = new ServiceError('gone', 'x');
    assert.equal(toServiceError(error), error);
  });

  it('"aborts become cancelled, time-outs timeout, the rest internal with a message that gives nothing away"', () => {
    const stop = new AbortController();
    stop.abort();
    const cases: readonly [unknown, string][] = [
      [stop.signal.reason, 'cancelled'],
      [new DOMException('x', 'TimeoutError'), 'timeout'],
      [new Error('connect to db:5432 as root'), 'internal'],
      ['thrown text', 'internal'],
      [undefined, 'internal'],
    ];
    for (const [thrown, kind] of cases) {
      const error = toServiceError(thrown);
      assert.equal(error.kind, kind);
      if (kind === 'internal') assert.equal(error.message, 'An unexpected failure.');
    }
  });
});

describe('isAbort()', () => {
  it('tells an abort from a time-out', () => {
    assert.equal(isAbort(new DOMException('x', 'AbortError')), true);
    assert.equal(isAbort(new DOMException('x', 'TimeoutError')), false);
    assert.equal(isAbort('AbortError'), false);
  });
});

describe('errorBody()', () => {
  it('has the flat three of the voice contract and the nested object of OpenAI SDKs', () => {
    const error = new ServiceError('invalid_input', 'input: must not be empty.', { param: 'input' });
    assert.deepEqual(errorBody(error, 'request-1'), {
      error_type: 'invalid_input',
      message: 'input: must not be empty.',
      correlation_id: 'request-1',
      error: { message: 'input: must not be empty.', type: 'invalid_input', code: 'invalid_input', param: 'input' },
    });
    assert.equal(errorBody(new ServiceError('gone', 'x'), 'id').error.param, null);
  });
});
