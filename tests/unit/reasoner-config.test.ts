import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError, describeSettings, readSettings } from '../../src/core/config.ts';
import { checkReasonerSettings, reasonerSettings } from '../../src/reasoner/config.ts';

const check = (environment: Record<string, string>): void => checkReasonerSettings(readSettings(reasonerSettings, environment));

describe('the reasoner settings', () => {
  it('"The default published port is 8802"', () => assert.equal(readSettings(reasonerSettings, {}).port, 8802));

  it('start with the defaults', () => check({}));

  it('"RAG is switched on by the setting REASONER_RAG_ENABLED=true", and an S3 object store wants its server and keys', () => {
    check({ REASONER_RAG_ENABLED: 'true' });
    assert.throws(
      () => check({ REASONER_RAG_ENABLED: 'true', REASONER_OBJECT_STORE: 's3' }),
      (error) => error instanceof ConfigError && error.faults.length === 3,
    );
  });

  it('want a base URL and a model for an OpenAI-compatible server, and name both when both are missing', () => {
    assert.throws(
      () => check({ REASONER_MODEL: 'openai' }),
      (error) => error instanceof ConfigError && error.faults.length === 2,
    );
    check({ REASONER_MODEL: 'openai', REASONER_OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', REASONER_OPENAI_MODEL: 'm' });
  });

  it('never show the API key', () => {
    const rows = describeSettings(reasonerSettings, { REASONER_OPENAI_API_KEY: 'sk-very-secret' });
    assert.doesNotMatch(JSON.stringify(rows), /very-secret/);
    assert.equal(rows.find((row) => row.name === 'REASONER_OPENAI_API_KEY')?.value, '(set)');
  });

  it('all have a name that begins with REASONER_ and a description that is a sentence', () => {
    for (const setting of Object.values(reasonerSettings)) {
      assert.match(setting.name, /^REASONER_[A-Z0-9_]+$/);
      assert.match(setting.description, /\.$/);
    }
  });
});
