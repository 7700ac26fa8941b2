import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromErrorEvent, fromRefusal } from '../../src/adapters/openai/from-refusal.ts';
import { countTokens, splitTokens } from '../../src/core/count-tokens.ts';
import { errorBody } from '../../src/core/errors.ts';
import type { JsonValue } from '../../src/core/json.ts';

describe('fromRefusal()', () => {
  const refused = (status: number, body: JsonValue) =>
    fromRefusal({ server: 'The upstream', status, headers: new Headers({ 'retry-after': '7' }), body, now: new Date() });

  for (const [what, status, error, kind, message] of [
    ['that it is too long', 400, { message: 'Too long.', code: 'context_length_exceeded' }, 'invalid_input', 'Too long.'],
    ['that a model is not there', 404, { message: 'No such model.', code: 'model_not_found' }, 'not_found', 'No such model.'],
    ['that it is too large', 413, { message: 'Too large.', code: 'request_too_large' }, 'payload_too_large', 'Too large.'],
    ['that others ask too', 429, { code: 'rate_limit_exceeded' }, 'too_many_requests', 'The upstream takes no more requests for now.'],
    ['that nothing is paid for', 429, { code: 'insufficient_quota' }, 'too_many_requests', 'The upstream has no quota left for requests.'],
  ] as const) {
    it(`carries on ${what} with the code that programs decide by`, () => {
      const failure = refused(status, { error });
      assert.deepEqual([failure.kind, failure.message, failure.code], [kind, message, error.code]);
      assert.equal(errorBody(failure, 'r').error.code, error.code);
    });
  }

  it('lasts where trying again is in vain: keys, permissions, payment, quota, and where the server says so', () => {
    for (const [status, code] of [
      [401, 'invalid_api_key'],
      [402, 'payment_required'],
      [403, 'model_not_allowed'],
      [405, ''],
      [429, 'insufficient_quota'],
    ] as const)
      assert.equal(refused(status, { error: { code } }).isLasting, true, `${status}`);
    for (const [status, code] of [
      [408, ''],
      [409, ''],
      [425, ''],
      [429, 'rate_limit_exceeded'],
      [500, ''],
      [503, ''],
    ] as const)
      assert.equal(refused(status, { error: { code } }).isLasting, false, `${status}`);
    const headers = new Headers({ 'x-should-retry': 'false' });
    assert.equal(fromRefusal({ server: 'The upstream', status: 502, headers, body: {}, now: new Date() }).isLasting, true);
  });

  it('carries on no code that says more than a word does', () => {
    for (const code of ['4111111111111111', 'sk-abcdefghijklmnop', 'my key is secret', 'x'.repeat(100), 'ann@example.com', 400]) {
      assert.equal(refused(400, { error: { message: 'Bad.', code } }).code, 'invalid_input', `${code}`);
    }
  });

  it('reads what servers of FastAPI say', () => {
    const detail = [{ type: 'missing', loc: ['body', 'messages', 0, 'content'], msg: 'Field required' }];
    const failure = refused(422, { detail });
    assert.deepEqual([failure.message, failure.param], ['messages.0.content: Field required', 'messages.0.content']);
    assert.equal(refused(400, { detail: 'Not like this' }).message, 'Not like this');
  });
});

describe('fromRefusal() of an error within an array, as Google sends it', () => {
  const refused = (body: JsonValue) =>
    fromRefusal({ server: 'The upstream', status: 400, headers: new Headers(), body, now: new Date() }).message;

  it('reads what it says', () => {
    const error = { code: 400, message: 'Please use a valid role: user, model.', status: 'INVALID_ARGUMENT' };
    assert.equal(refused([{ error }]), 'Please use a valid role: user, model.');
  });

  it('does without it where there is none', () => {
    for (const body of [[], [null], [[{ error: { message: 'no' } }]], ['no']])
      assert.equal(refused(body), 'The upstream refused the request as malformed.');
  });
});

describe('fromErrorEvent()', () => {
  for (const [error, kind, message] of [
    [{ message: 'Context is 4096 tokens.', type: 'BadRequestError', code: 400 }, 'invalid_input', 'Context is 4096 tokens.'],
    [{ message: 'Slow down.', code: 429 }, 'too_many_requests', 'The upstream takes no more requests for now.'],
    [{ message: 'No such model.', code: '404' }, 'not_found', 'No such model.'],
    [{ message: 'secret', code: 502 }, 'provider_unavailable', 'The upstream reported a failure inside its answer.'],
    [{ message: 'secret', code: 401 }, 'provider_unavailable', 'The upstream reported a failure inside its answer.'],
    [{ message: 'secret' }, 'provider_unavailable', 'The upstream reported a failure inside its answer.'],
    [{ message: 'secret', code: 'timeout' }, 'timeout', 'The upstream reported a time-out inside its answer.'],
  ] as const) {
    it(`keeps what ${JSON.stringify(error)} means`, () => {
      const failure = fromErrorEvent('The upstream', { error });
      assert.deepEqual([failure.kind, failure.message], [kind, message]);
    });
  }
});

describe('splitTokens()', () => {
  it('splits words and marks, each with the blanks before it, and loses only trailing blanks', () => {
    assert.deepEqual(splitTokens(" It's  fine, isn’t it? \n"), [" It's", '  fine', ',', ' isn’t', ' it', '?']);
    assert.equal(splitTokens('Grüße 👋 ok').join(''), 'Grüße 👋 ok');
  });

  it('gives as many tokens as countTokens() counts', () => {
    for (const text of ['', ' ', 'a', 'a b.', '…!?', 'naïve 3.14 x_y']) assert.equal(splitTokens(text).length, countTokens(text));
  });
});
