import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { allowSlowHooks } from '../slow.ts';
import { speak } from './espeak.ts';
import { startParley, type ParleyProcess } from './parley-process.ts';
import { wordErrors } from './word-error-rate.ts';

await allowSlowHooks();

const SENTENCES = new URL('../fixtures/spoken-sentences.txt', import.meta.url);

describe('the built-in recogniser over HTTP', () => {
  let parley: ParleyProcess;
  before(
    async () => {
      parley = await startParley();
    },
    { timeout: 120_000 },
  );
  after(() => parley[Symbol.asyncDispose]());

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
