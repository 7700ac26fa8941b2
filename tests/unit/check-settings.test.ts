import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../src/core/config.ts';
import { checkSettings } from '../../src/main/check-settings.ts';

const KEY_FORM = 'must be name:key or key, at least 8 characters without blanks, and not in quotation marks';
const OWNERS = ['platform', 'voice', 'reasoner', 'guard'];

function faultsOf(environment: Readonly<Record<string, string>>, owners: readonly string[] = OWNERS): readonly string[] {
  try {
    checkSettings(owners, environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('checkSettings()', () => {
  it('names all invalid values in one error, also those that are only wrong together', () => {
    const faults = faultsOf({
      PLATFORM_LOG_LEVEL: 'loud',
      GUARD_HOST: '0.0.0.0',
      GUARD_OPERATOR_KEYS: 'nobody',
      VOICE_OPERATOR_KEYS: 'nobody',
      GUARD_CAPTURE_KEY: 'short',
      REASONER_MODEL: 'openai',
    });
    assert.deepEqual(
      faults.map((fault) => /^[A-Z0-9_]+/.exec(fault)?.[0]),
      [
        'PLATFORM_LOG_LEVEL',
        'VOICE_OPERATOR_KEYS',
        'REASONER_OPENAI_BASE_URL',
        'REASONER_OPENAI_MODEL',
        'GUARD_HOST',
        'GUARD_OPERATOR_KEYS',
        'GUARD_CAPTURE_KEY',
      ],
    );
  });

  it('looks only at the settings of the services that run', () => {
    assert.deepEqual(faultsOf({ REASONER_MODEL: 'openai', VOICE_HOST: '0.0.0.0' }, ['platform', 'guard']), []);
  });

  it('says once what is wrong with API keys, and shows no key', () => {
    const faults = faultsOf({ PLATFORM_API_KEYS: 'ann:hunter2', GUARD_OPERATOR_KEYS: 'ann', GUARD_HOST: '::' });
    assert.deepEqual(faults, [`PLATFORM_API_KEYS: API key 1 ${KEY_FORM}`]);
  });

  it('takes no key with a name that is too short without it, nor one in quotation marks that a shell would have removed', () => {
    for (const keys of ['ann:short', 'ann:1234567', '"ann:long-enough"', "'long-enough'", 'ann:"long-enough"']) {
      assert.deepEqual(faultsOf({ PLATFORM_API_KEYS: keys }), [`PLATFORM_API_KEYS: API key 1 ${KEY_FORM}`]);
    }
    assert.deepEqual(faultsOf({ PLATFORM_API_KEYS: 'ann:12345678,12345679,bob:with:colons:too' }), []);
  });

  it('refuses one key under two names, whose owner would depend on their order', () => {
    const [fault = ''] = faultsOf({ PLATFORM_API_KEYS: 'ann:same-key-1,bob:other-key-2,eve:same-key-1' });
    assert.match(fault, /API keys 1 and 3 are the same/);
    assert.doesNotMatch(fault, /same-key-1/);
  });

  it('takes several keys under one name, as while keys are rotated', () => {
    assert.deepEqual(faultsOf({ PLATFORM_API_KEYS: 'ann:old-key-1,ann:new-key-2', GUARD_OPERATOR_KEYS: 'ann', GUARD_HOST: '0.0.0.0' }), []);
  });

  it('says what a host must be before it asks for keys', () => {
    for (const host of ['http://example.com', '[::1]', 'localhost:8801', 'not a host', '']) {
      const faults = faultsOf({ GUARD_HOST: host }, ['platform', 'guard']);
      assert.deepEqual(
        faults,
        host === ''
          ? []
          : [`GUARD_HOST=${host}: must be an IP address or a host name, such as 127.0.0.1 or ::1, without scheme, brackets and port`],
      );
    }
    for (const host of ['::1', '127.0.0.1', 'localhost', 'fe80::1%eth0', 'host_1.local']) {
      assert.deepEqual(faultsOf({ GUARD_HOST: host, PLATFORM_ALLOW_OPEN: 'true' }, ['platform', 'guard']), []);
    }
  });
});
