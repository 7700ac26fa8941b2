import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { allowSlowHooks } from '../slow.ts';
import { speak } from './espeak.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';
import { wordErrors } from './word-error-rate.ts';

await allowSlowHooks();

const SENTENCES = new URL('../fixtures/spoken-sentences.txt', import.meta.url);

const PEOPLE = new URL('../fixtures/audio/people/', import.meta.url);

interface Heard {
  readonly text: string;
  readonly duration: number;
  readonly words: readonly { readonly word: string; readonly start: number; readonly end: number }[];
}

/** Files of recordings and what is said in them, as their README lists them. */
async function peoplesSentences(): Promise<[string, string][]> {
  const readme = await readFile(new URL('README.md', PEOPLE), 'utf8');
  return Array.from(readme.matchAll(/^\| (\S+\.opus) \| (.+) \|$/gm), ([, file = '', said = '']) => [file, said]);
}

describe('the built-in recogniser over HTTP', () => {
  let parley: ParleyProcess;
  before(
    async () => {
      parley = await startParley();
    },
    { timeout: 120_000 },
  );
  after(() => parley[Symbol.asyncDispose]());

  async function transcribe(voice: string, audio: Uint8Array<ArrayBuffer>, name: string, type: string): Promise<Response> {
    const form = new FormData();
    form.set('file', new File([audio], name, { type }));
    form.set('response_format', 'verbose_json');
    form.set('timestamp_granularities[]', 'word');
    return fetch(`${voice}/v1/audio/transcriptions`, { method: 'POST', body: form });
  }

  it('hears people, writes what they say with capitals and punctuation, and places each word', async () => {
    let [errors, words] = [0, 0];
    for (const [file, said] of await peoplesSentences()) {
      const response = await transcribe(parley.voice, new Uint8Array(await readFile(new URL(file, PEOPLE))), file, 'audio/ogg');
      assert.equal(response.status, 200);
      const heard = (await response.json()) as Heard;
      const counted = wordErrors(said, heard.text);
      errors += counted.errors;
      words += counted.words;
      assert.match(heard.text, /^[A-Z].*[.!?]$/);
      assert.equal(heard.words.map(({ word }) => word).join(' '), heard.text);
      for (const [index, { start, end }] of heard.words.entries()) {
        assert.ok(start < end && end <= heard.duration, `${file}: ${start} to ${end}`);
        assert.ok(start >= (heard.words[index - 1]?.start ?? 0), `${file}: ${start} after a later word`);
      }
    }
    assert.ok(words > 60 && errors / words <= 0.15, `${errors} of ${words} words are wrong`);
  });

  it('leaves all to the small recogniser where VOICE_STT_SECOND_READING is false', async () => {
    await using alone = await startParley({ env: { VOICE_STT_SECOND_READING: 'false' } });
    const file = (await peoplesSentences())[0]?.[0] ?? '';
    const response = await transcribe(alone.voice, new Uint8Array(await readFile(new URL(file, PEOPLE))), file, 'audio/ogg');
    assert.match(((await response.json()) as Heard).text, /^[a-z' ]+$/);
  });

  it('gives a hundred sentences of espeak-ng the word error rate its README states for that voice, within 3 points', async () => {
    const sentences = (await readFile(SENTENCES, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    assert.equal(sentences.length, 100);
    let errors = 0;
    let words = 0;
    for (const sentence of sentences) {
      const form = new FormData();
      form.set('file', new File([await speak(sentence)], 'sentence.wav', { type: 'audio/wav' }));
      const response = await fetch(`${parley.voice}/v1/audio/transcriptions`, { method: 'POST', body: form });
      assert.equal(response.status, 200);
      const { text } = (await response.json()) as { text: string };
      const counted = wordErrors(sentence, text);
      errors += counted.errors;
      words += counted.words;
    }
    const rate = (100 * errors) / words;
    const stated = Number(
      /espeak-ng en-us, default[^|]*\| *\d+ *\| *([\d.]+) %/.exec(
        await readFile(new URL('../../models/stt-en/README.md', import.meta.url), 'utf8'),
      )?.[1],
    );
    assert.ok(Math.abs(rate - stated) <= 3, `${rate.toFixed(1)} % of the words are wrong, the README states ${stated} %`);
  });
});
