import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectionFailure } from '../../src/adapters/openai/connection-failure.ts';

const coded = (code: string, message: string): Error => Object.assign(new TypeError(message), { code });
const within = (cause: Error): Error => new TypeError('fetch failed', { cause });

describe('why a server cannot be reached is told', () => {
  const FAILURES: readonly (readonly [Error, RegExp])[] = [
    [coded('ECONNREFUSED', 'Unable to connect. Is the computer able to access the url?'), /nothing listens/],
    [within(coded('ENOTFOUND', 'getaddrinfo ENOTFOUND models.acme.example')), /name of its host is not resolved/],
    [within(new Error('client error (Connect): dns error: failed to lookup models.acme.example')), /name of its host is not resolved/],
    [coded('EHOSTUNREACH', 'connect EHOSTUNREACH 10.1.2.3:443'), /no route/],
    [within(coded('UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error')), /does not answer/],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT', 'self signed certificate'), /certificate is not trusted/],
    [within(new Error('invalid peer certificate: UnknownIssuer')), /certificate is not trusted/],
    [coded('EPROTO', 'The TLS handshake failed.'), /does not speak TLS/],
    [within(coded('HPE_INVALID_CONSTANT', 'Response does not match the HTTP/1.1 protocol')), /not HTTP/],
    [coded('ECONNRESET', 'The socket connection was closed unexpectedly.'), /closed the connection/],
    [new TypeError('error reading a body from connection'), /closed the connection/],
    [new TypeError('something else at https://key:secret@models.acme.example/v1'), /cannot be reached or broke off its answer/],
  ];
  for (const [error, expected] of FAILURES)
    it(`${expected.source}: ${error.cause instanceof Error ? error.cause.message : error.message}`, () => {
      const told = connectionFailure(error);
      assert.match(told, expected);
      assert.doesNotMatch(told, /acme|10\.1|secret/, 'whoever asks learns no host');
    });

  it('and an error that goes round in circles ends', () => {
    const error = new Error('odd');
    error.cause = error;
    assert.match(connectionFailure(error), /cannot be reached/);
  });
});
