import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DEFAULT_POLICY } from '../../src/domain/guardrails/policy/policy.ts';
import { policyToBody } from '../../src/guard/policies/policy-schema.ts';
import { allowSlowHooks } from '../slow.ts';
import { speak } from './espeak.ts';
import { runParley } from './parley-process.ts';

await allowSlowHooks();

describe('the parley command', () => {
  let directory = '';
  before(
    async () => {
      directory = await mkdtemp(join(tmpdir(), 'parley-'));
    },
    { timeout: 120_000 },
  );
  after(() => rm(directory, { recursive: true, force: true }));

  it('asks without running services by running them inside', async () => {
    await writeFile(join(directory, 'q.wav'), await speak('what can you do'));
    const { code, output, errors } = await runParley(['ask', 'q.wav', '--out', 'a.wav'], { directory });
    assert.equal(code, 0, errors);
    assert.match(output, /^answer +\w/m);
    assert.equal((await readFile(join(directory, 'a.wav'))).subarray(0, 4).toString(), 'RIFF');
  });

  it('says what is wrong with a question that is not there', async () => {
    const { code, errors } = await runParley(['ask', 'nothing.wav'], { directory });
    assert.equal(code, 1);
    assert.match(errors, /nothing\.wav/);
  });

  it('says which voice service does not answer', async () => {
    await writeFile(join(directory, 'unheard.wav'), '');
    const { code, errors } = await runParley(['ask', 'unheard.wav', '--voice-url', 'http://127.0.0.1:1'], { directory });
    assert.equal(code, 1);
    assert.match(errors, /^parley: no voice service answers at http:\/\/127\.0\.0\.1:1 /m);
  });

  it('reports every bad setting in one error at start', async () => {
    const { code, errors } = await runParley(['all'], {
      directory,
      env: {
        VOICE_PORT: 'eighty',
        GUARD_PORT: '99999',
        REASONER_MODEL: 'magic',
        PLATFORM_NATS_URL: 'http://nowhere',
        GUARD_HOST: '0.0.0.0',
      },
    });
    assert.equal(code, 1);
    for (const name of ['VOICE_PORT', 'GUARD_PORT', 'REASONER_MODEL', 'PLATFORM_NATS_URL', 'GUARD_HOST'])
      assert.match(errors, new RegExp(name));
  });

  it('names the setting of a data folder that cannot be made', async () => {
    await writeFile(join(directory, 'file'), '');
    const { code, errors } = await runParley(['guard'], {
      directory,
      env: { GUARD_PORT: '0', PLATFORM_DATA_DIR: join(directory, 'file') },
    });
    assert.equal(code, 1);
    assert.match(errors, /PLATFORM_DATA_DIR=\S+file: the folder cannot be made \(E\w+\)/);
  });

  it('names the settings of an address that another process listens on, and nothing else', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await runParley(['guard'], { directory, env: { GUARD_PORT: String(port) } });
    other.close();
    assert.equal(code, 1);
    assert.match(errors, new RegExp(`^parley: GUARD_HOST=127\\.0\\.0\\.1, GUARD_PORT=${port}: cannot listen there \\(.*in use`, 'm'));
    assert.doesNotMatch(errors, /does not load/);
  });

  it('names the setting that a start fails on and nothing else, whatever was on its way', async () => {
    const env = { GUARD_PORT: '0', PLATFORM_DATA_DIR: join(directory, 'new'), GUARD_CLASSIFIER_MODEL: 'no-owner' };
    const { code, output, errors } = await runParley(['guard'], { directory, env });
    assert.equal(code, 1);
    assert.match(errors, /GUARD_CLASSIFIER_MODEL=no-owner/);
    assert.doesNotMatch(output + errors, /not known|closed/);
  });

  it('refuses to listen beyond this host without API keys', async () => {
    const { code, errors } = await runParley(['guard'], { directory, env: { GUARD_HOST: '0.0.0.0' } });
    assert.equal(code, 1);
    assert.match(errors, /GUARD_HOST=0\.0\.0\.0 .*PLATFORM_API_KEYS/);
  });

  it('says with "parley config" what would keep the services from starting', async () => {
    const { code, errors } = await runParley(['config'], { directory, env: { PLATFORM_API_KEYS: 'short', GUARD_OPERATOR_KEYS: 'ann' } });
    assert.equal(code, 1);
    assert.match(errors, /PLATFORM_API_KEYS: API key 1 must be/);
  });

  it('prints the effective settings with secrets hidden', async () => {
    const { code, output } = await runParley(['config'], {
      directory,
      env: { VOICE_PORT: '9000', PLATFORM_API_KEYS: 'me:top-secret-key' },
    });
    assert.equal(code, 0);
    assert.match(output, /^VOICE_PORT=9000 {2}\(environment\)$/m);
    assert.match(output, /^PLATFORM_API_KEYS=\(set\)/m);
    assert.doesNotMatch(output, /top-secret/);
  });

  it('explains itself with --help at every command', async () => {
    for (const args of [[], ['all'], ['voice'], ['reasoner'], ['guard'], ['ask'], ['models'], ['doctor'], ['config']]) {
      const { code, output } = await runParley([...args, '--help'], { directory });
      assert.equal(code, 0);
      assert.match(output, /Usage: parley/);
    }
  });

  it('finds every part healthy with "parley doctor"', async () => {
    const { code, output, errors } = await runParley(['doctor'], { directory });
    assert.equal(code, 0, output + errors);
    for (const part of ['speech out', 'speech in', 'speakers', 'chat', 'database', 'message bus'])
      assert.match(output, new RegExp(`^ok +${part}`, 'm'));
    assert.match(output, /^ok +policies +default 1$/m);
    assert.match(output, /^ok +formats +MP3, Opus, AAC and FLAC too, by ffmpeg$/m);
    const without = await runParley(['doctor'], { directory, env: { VOICE_FFMPEG: 'ffmpeg-that-is-not-here' } });
    assert.equal(without.code, 0, without.output + without.errors);
    assert.match(without.output, /^ok +formats +WAV and PCM alone: .*apt-get install ffmpeg/m);
  });

  it('says with "parley doctor" why a policy file was not taken over', async () => {
    const file = join(directory, 'policies.json');
    const doctor = (): ReturnType<typeof runParley> => runParley(['doctor'], { directory, env: { GUARD_POLICY_FILE: file } });
    await writeFile(file, '{"default": {"checks": 5}}');
    const first = await doctor();
    assert.notEqual(first.code, 0);
    assert.match(first.errors, /GUARD_POLICY_FILE=.*default: checks: must be/);

    await writeFile(file, JSON.stringify({ default: policyToBody(DEFAULT_POLICY) }));
    const good = await doctor();
    assert.equal(good.code, 0, good.output + good.errors);
    await writeFile(file, '{"default": {"checks": 5}}');
    const { code, output, errors } = await doctor();
    assert.equal(code, 1, output + errors);
    assert.match(output, /^FAIL +policies +Cannot read policies from the policy file/m);
    assert.match(errors, /default: checks: must be/);
  });
});
