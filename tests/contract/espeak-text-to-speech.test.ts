import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createEspeakTextToSpeech, type EspeakOptions } from '../../src/adapters/espeak/text-to-speech.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { decodeWav } from '../../src/domain/speech/decode-wav.ts';
import { splitSentences } from '../../src/domain/speech/sentences.ts';
import { allowSlowHooks } from '../slow.ts';
import { until } from '../system/until.ts';
import { textToSpeechContract } from './text-to-speech-contract.ts';

await allowSlowHooks();

function create(options: Partial<EspeakOptions> = {}) {
  return createEspeakTextToSpeech({
    executable: 'espeak-ng',
    processes: 2,
    queueLimit: 32,
    timeoutMs: 10_000,
    splitSentences: (text) => splitSentences(text),
    decodeWav: (bytes) => decodeWav(bytes, { maxSeconds: 600 }),
    ...options,
  });
}

const spoken = (text: string, options: Partial<EspeakOptions> = {}) => Array.fromAsync(create(options).synthesize(text));

const length = async (text: string) => (await spoken(text)).reduce((sum, { samples }) => sum + samples.length, 0);

textToSpeechContract('createEspeakTextToSpeech()', { create, anotherVoice: 'en-gb' });

describe('createEspeakTextToSpeech()', () => {
  let folder: string;
  before(
    async () => {
      folder = await mkdtemp(join(tmpdir(), 'parley-espeak-'));
    },
    { timeout: 120_000 },
  );
  after(() => rm(folder, { recursive: true }));

  /** An executable that lists one voice and otherwise does what the shell lines say. */
  async function stub(name: string, lines: string): Promise<string> {
    const path = join(folder, name);
    const head = `#!/bin/sh\ncase "$1" in --voices*) echo 'Pty Language Age/Gender VoiceName File'; echo ' 2  en-us  --/M  English  gmw/en-US'; exit 0;; esac\n`;
    await writeFile(path, head + lines, { mode: 0o755 });
    return path;
  }

  it('gives 22 050 Hz', async () => {
    assert.deepEqual(
      (await spoken('hello')).map(({ sampleRate }) => sampleRate),
      [22_050],
    );
  });

  it('gives no audio for Chinese characters in Japanese, whose kana it reads', async () => {
    const speaker = create();
    const say = async (text: string, voice: string): Promise<number> => (await Array.fromAsync(speaker.synthesize(text, { voice }))).length;
    assert.deepEqual([await say('東京です。', 'ja'), await say('こんにちは', 'JA'), await say('東京', 'cmn')], [0, 1, 1]);
  });

  it('takes a variant of a voice, in any case', async () => {
    const speaker = create();
    const [plain, variant] = await Promise.all([
      Array.fromAsync(speaker.synthesize('hello', { voice: 'en-us' })),
      Array.fromAsync(speaker.synthesize('hello', { voice: 'EN-US+F3' })),
    ]);
    assert.notDeepEqual(plain[0]?.samples, variant[0]?.samples);
  });

  it('reads text as text: phoneme input, embedded commands and markup are not obeyed', async () => {
    // Obeyed, the first would be a short word, the second a pace of 450 words a minute and the third nine seconds of silence.
    assert.ok((await length('[[h@l]]')) > (await length('hello')));
    const count = 'one two three four five six seven eight nine ten';
    assert.ok((await length(`\u0001450S ${count}`)) > (await length(count)));
    assert.ok((await length('a <break time="9s"/> b')) < 22_050 * 9);
  });

  it('never lets text become an option', async () => {
    const path = join(folder, 'written.wav');
    assert.ok((await spoken(`-w ${path}\n--help`)).length > 0);
    await assert.rejects(readFile(path), { code: 'ENOENT' });
  });

  it('names a missing executable, how to install it and the setting, as provider_unavailable', async () => {
    const missing = join(folder, 'no-espeak-here');
    await assert.rejects(spoken('hello', { executable: missing }), (error) => {
      assert.ok(error instanceof ServiceError && error.kind === 'provider_unavailable');
      for (const word of [missing, 'apt-get install espeak-ng', 'VOICE_TTS_EXECUTABLE']) assert.ok(error.message.includes(word), word);
      return true;
    });
  });

  it('is found again once it is installed', async () => {
    const path = join(folder, 'late');
    const speaker = create({ executable: path });
    await assert.rejects(Array.fromAsync(speaker.synthesize('hello')), { kind: 'provider_unavailable' });
    await writeFile(path, '#!/bin/sh\nexec espeak-ng "$@"\n', { mode: 0o755 });
    assert.equal((await Array.fromAsync(speaker.synthesize('hello'))).length, 1);
  });

  it('answers provider_unavailable when the process fails, and when it writes nothing', async () => {
    for (const lines of ['exit 3\n', 'exit 0\n']) {
      const executable = await stub('fails', lines);
      await assert.rejects(spoken('hello', { executable }), { kind: 'provider_unavailable' });
    }
  });

  it('answers provider_unavailable when the process writes what is not audio', async () => {
    const executable = await stub('garbage', 'echo this is not a wav file\n');
    await assert.rejects(spoken('hello', { executable }), { kind: 'provider_unavailable' });
  });

  for (const [what, timeoutMs, kind] of [
    ['takes too long', 300, { kind: 'timeout' }],
    ['is no longer wanted', 60_000, { name: 'AbortError' }],
  ] as const) {
    it(`kills a process that ${what}`, async () => {
      const note = join(folder, `pid-${timeoutMs}`);
      const executable = await stub(`slow-${timeoutMs}`, `echo $$ > ${note}.part && mv ${note}.part ${note}\nexec sleep 60\n`);
      const leaving = new AbortController();
      const failing = assert.rejects(
        Array.fromAsync(create({ executable, timeoutMs }).synthesize('hello', { signal: leaving.signal })),
        kind,
      );
      await until('the process runs', async () => (await readFile(note, 'utf8').catch(() => '')) !== '');
      if (timeoutMs === 60_000) leaving.abort();
      await failing;
      const status = `/proc/${(await readFile(note, 'utf8')).trim()}/stat`;
      await until('the process is gone', async () => !/\) [^Z]/.test(await readFile(status, 'utf8').catch(() => '')));
    });
  }

  it('refuses one text more than may run and wait with too_many_requests and Retry-After, and runs the others', async () => {
    const gate = join(folder, 'gate');
    const executable = await stub('gated', `while [ ! -e ${gate} ]; do sleep 0.02; done\nexec espeak-ng "$@"\n`);
    const speaker = create({ executable, processes: 1, queueLimit: 1 });
    const first = Array.fromAsync(speaker.synthesize('hello'));
    const second = Array.fromAsync(speaker.synthesize('hello'));
    await assert.rejects(Array.fromAsync(speaker.synthesize('hello')), { kind: 'too_many_requests', retryAfterInSeconds: 1 });
    await writeFile(gate, '');
    assert.deepEqual(
      (await Promise.all([first, second])).map((chunks) => chunks.length),
      [1, 1],
    );
    assert.equal((await Array.fromAsync(speaker.synthesize('hello'))).length, 1);
  });

  it('gives a process to those who ask in turn, and when the queue is full refuses whoever has most in it', async () => {
    const [gate, log] = [join(folder, 'gate-3'), join(folder, 'log-3')];
    const executable = await stub('gated-3', `while [ ! -e ${gate} ]; do sleep 0.02; done\ntee -a ${log} | espeak-ng "$@"\n`);
    const speaker = create({ executable, processes: 1, queueLimit: 3 });
    const say = (text: string, key: string) => Array.fromAsync(speaker.synthesize(text, { key }));
    const spokenOf = ['a one.', 'a two.', 'a three.', 'a four.'].map((text) => say(text, 'alice'));
    const refused = assert.rejects(spokenOf[3] ?? Promise.resolve(), { kind: 'too_many_requests', retryAfterInSeconds: 1 });
    const last = say('b one. b two.', 'bob');
    await refused;
    await writeFile(gate, '');
    await Promise.all([...spokenOf.slice(0, 3), last]);
    const order = (await readFile(log, 'utf8')).match(/[ab] \w+/g);
    assert.deepEqual(order?.slice(0, 3), ['a one', 'a two', 'b one']);
    assert.deepEqual(order.toSorted(), ['a one', 'a three', 'a two', 'b one', 'b two']);
  });

  it('forgets a text that is cancelled while it waits', async () => {
    const gate = join(folder, 'gate-2');
    const executable = await stub('gated-2', `while [ ! -e ${gate} ]; do sleep 0.02; done\nexec espeak-ng "$@"\n`);
    const speaker = create({ executable, processes: 1, queueLimit: 1 });
    const first = Array.fromAsync(speaker.synthesize('hello'));
    const leaving = new AbortController();
    const second = assert.rejects(Array.fromAsync(speaker.synthesize('hello', { signal: leaving.signal })), { name: 'AbortError' });
    leaving.abort();
    await second;
    const third = Array.fromAsync(speaker.synthesize('hello'));
    await writeFile(gate, '');
    assert.deepEqual(
      (await Promise.all([first, third])).map((chunks) => chunks.length),
      [1, 1],
    );
  });
});
