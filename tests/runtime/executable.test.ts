import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import OpenAI from 'openai';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { allowSlowHooks } from '../slow.ts';
import { speak } from '../system/espeak.ts';
import { runParley, startParley, type Command, type ParleyProcess } from '../system/parley-process.ts';
import { converse } from '../system/realtime.ts';
import { wordErrors } from '../system/word-error-rate.ts';
import { answerByMcp } from './mcp-answer.ts';

await allowSlowHooks();

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('dist/parley, moved alone to an empty folder', () => {
  let directory = '';
  let command: Command = [''];
  let env: Readonly<Record<string, string>> = {};

  before(
    async () => {
      const build = spawn(process.execPath, ['scripts/build.ts'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
      let errors = '';
      build.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      const [code] = (await once(build, 'close')) as [number];
      assert.equal(code, 0, errors);
      directory = await mkdtemp(join(tmpdir(), 'parley-alone-'));
      await cp(join(ROOT, 'dist/parley'), join(directory, 'parley'));
      command = [join(directory, 'parley')];
      env = { XDG_CACHE_HOME: join(directory, 'cache') };
    },
    { timeout: 120_000 },
  );
  after(() => rm(directory, { recursive: true, force: true }));

  it('finds every part healthy, with the native engine', async () => {
    const { code, output, errors } = await runParley(['doctor'], { command, env: { ...env, PLATFORM_LOG_LEVEL: 'info' }, directory });
    assert.equal(code, 0, output + errors);
    assert.match(errors, /"message":"model loaded","model":"stt-en","provider":"native"/);
  });

  it('says how it is made where `bun build --compile` made it by itself', async () => {
    const outfile = join(directory, 'bare');
    const build = spawn(process.execPath, ['build', '--compile', 'src/main/bun.ts', '--outfile', outfile], { cwd: ROOT, stdio: 'ignore' });
    assert.deepEqual(await once(build, 'close'), [0, null]);
    const { code, errors } = await runParley(['doctor'], { command: [outfile], env, directory });
    await rm(outfile);
    assert.equal(code, 1);
    assert.match(errors, /^parley: this executable was compiled without .*; make it with: bun run build\n$/);
  });

  it('needs no folder for temporary files', async () => {
    const { code, output, errors } = await runParley(['doctor'], { command, env: { ...env, TMPDIR: join(directory, 'none') }, directory });
    assert.equal(code, 0, output + errors);
  });

  it('passes the requests of a fresh user and asks aloud', async () => {
    const parley: ParleyProcess = await startParley({ command, env, directory });
    try {
      const said = 'what does it say on the clock';
      const speech = await fetch(`${parley.voice}/v1/audio/speech`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'default', input: said }),
      });
      assert.equal(speech.status, 200);
      const form = new FormData();
      form.set('file', new File([await speech.arrayBuffer()], 'speech.wav', { type: 'audio/wav' }));
      const transcript = await fetch(`${parley.voice}/v1/audio/transcriptions`, { method: 'POST', body: form });
      assert.equal(transcript.status, 200);
      const { errors, words } = wordErrors(said, ((await transcript.json()) as { text: string }).text);
      assert.ok(errors / words <= 0.5);
      const russian = new FormData();
      const recording = await readFile(new URL('../../../shared/audio/languages/ru.wav', import.meta.url));
      russian.set('file', new File([recording], 'speech.wav', { type: 'audio/wav' }));
      const other = await fetch(`${parley.voice}/v1/audio/transcriptions`, { method: 'POST', body: russian });
      assert.equal(((await other.json()) as { language: string }).language, 'ru', 'the recogniser of other languages is unpacked');

      await writeFile(join(directory, 'q.wav'), await speak('what can you do'));
      const ask = await runParley(['ask', 'q.wav', '--out', 'a.wav', '--voice-url', parley.voice], { command, env, directory });
      assert.equal(ask.code, 0, ask.errors);
      assert.equal((await readFile(join(directory, 'a.wav'))).subarray(0, 4).toString(), 'RIFF');
      assert.equal((await fetch(`${parley.guard}/dashboard`)).status, 200);
      const question = await decodeWav(await speak('what can you do'), { maxSeconds: 60 });
      const { spoken } = await converse(new OpenAI({ apiKey: 'none', baseURL: `${parley.voice}/v1` }), question);
      assert.ok(spoken.length > 24_000, 'more than a second is spoken in a live conversation');
    } finally {
      await parley[Symbol.asyncDispose]();
    }
    assert.ok(!(await readdir(directory)).includes('node_modules'));
  });

  it('calls the tools of an MCP server', async () => {
    const { types, said } = await answerByMcp({ command, env, directory });
    assert.deepEqual(types, ['mcp_list_tools', 'mcp_call', 'message']);
    assert.equal(said, 'The tool says: The page news is empty.');
  });

  it('runs the WASM engine when told to, with the same transcript', async () => {
    await writeFile(join(directory, 'q.wav'), await speak('what can you do'));
    const heard = async (provider: string): Promise<string | undefined> => {
      const { output } = await runParley(['ask', 'q.wav'], { command, env: { ...env, VOICE_STT_PROVIDER: provider }, directory });
      return /^transcript +(.*)$/m.exec(output)?.[1];
    };
    const native = await heard('native');
    assert.ok(native);
    assert.equal(await heard('wasm'), native);
  });
});
