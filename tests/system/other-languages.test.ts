import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { denoProgram } from '../runtime/deno-program.ts';
import { allowSlowHooks } from '../slow.ts';
import { FROM_SOURCE, startParley, type Command, type ParleyProcess } from './parley-process.ts';
import { wordErrors } from './word-error-rate.ts';

await allowSlowHooks();

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RUNTIMES: Readonly<Record<string, Command>> = {
  Bun: FROM_SOURCE,
  Deno: [denoProgram(), 'run', '--no-check', '--allow-all', join(ROOT, 'src/main/deno.ts')],
};

/** A recording of somebody, and what is said in it. */
const RUSSIAN = { path: 'languages/ru.wav', words: 'бедняга ребят на его месте должен был быть я' };
const CHINESE = { path: 'languages/zhcn_short.wav' };
const ENGLISH = { path: 'english/jfk.wav', words: 'And so my fellow Americans ask not' };

interface Answer {
  readonly text: string;
  readonly language: string;
  readonly duration: number;
  readonly segments?: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  readonly words?: readonly { readonly start: number; readonly end: number; readonly word: string }[];
}

async function send(
  voice: string,
  path: string,
  fields: Readonly<Record<string, string>> = {},
  route = 'transcriptions',
): Promise<Response> {
  const form = new FormData();
  const bytes = await readFile(new URL(`../../../shared/audio/${path}`, import.meta.url));
  form.set('file', new File([bytes], 'speech.wav', { type: 'audio/wav' }));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return await fetch(`${voice}/v1/audio/${route}`, { method: 'POST', body: form });
}

async function heard(...sent: Parameters<typeof send>): Promise<Answer> {
  const response = await send(...sent);
  assert.equal(response.status, 200);
  return (await response.json()) as Answer;
}

/** How many of the words of the Russian recording a transcript has lost. */
const lost = (text: string): number => wordErrors(RUSSIAN.words, text.toLowerCase().replaceAll(/[^\p{L} ]/gu, '')).errors;

for (const [runtime, command] of Object.entries(RUNTIMES)) {
  describe(`speech in other languages than English, under ${runtime}`, () => {
    let parley: ParleyProcess | undefined;
    const voice = (): string => parley?.voice ?? '';
    before(async () => {
      parley = await startParley({ command });
    });
    after(async () => {
      await parley?.[Symbol.asyncDispose]();
    });

    it('is written in its language, which is found out', async () => {
      const russian = await heard(voice(), RUSSIAN.path);
      assert.equal(russian.language, 'ru');
      assert.ok(lost(russian.text) <= 3, russian.text);
      const chinese = await heard(voice(), CHINESE.path);
      assert.equal(chinese.language, 'zh');
      assert.match(chinese.text, /^\p{Script=Han}{4,}/u);
    });

    it('leaves English as it is', async () => {
      const { text, language } = await heard(voice(), ENGLISH.path);
      assert.equal(language, 'en');
      assert.ok(text.startsWith(ENGLISH.words));
    });

    it('is read in the language that is named, with the times of words within the recording', async () => {
      const fields = { language: 'ru-RU', response_format: 'verbose_json', 'timestamp_granularities[]': 'word' };
      const { language, words = [], duration } = await heard(voice(), RUSSIAN.path, fields);
      assert.equal(language, 'ru-RU');
      assert.ok(words.length >= 7);
      for (const [index, { start, end }] of words.entries()) {
        assert.ok(start >= (words[index - 1]?.end ?? 0) && end >= start && end <= duration);
      }
    });

    it('is translated into English', async () => {
      for (const language of [{}, { language: 'ru' }]) {
        const { text } = await heard(voice(), RUSSIAN.path, language, 'translations');
        assert.match(text, /\b(?:place|poor)\b/i);
      }
    });

    it('is refused in a language that nobody knows, with the name of the field', async () => {
      const response = await send(voice(), RUSSIAN.path, { language: 'xx' });
      assert.equal(response.status, 400);
      const { error } = (await response.json()) as { error: { param: string } };
      assert.equal(error.param, 'language');
    });
  });
}

describe('VOICE_STT_OTHER_LANGUAGES=false', () => {
  it('leaves English alone, as before', async () => {
    await using parley = await startParley({ env: { VOICE_STT_OTHER_LANGUAGES: 'false' } });
    assert.equal((await heard(parley.voice, RUSSIAN.path)).language, 'en');
    const response = await send(parley.voice, RUSSIAN.path, { language: 'ru' });
    assert.equal(response.status, 400);
    assert.match(await response.text(), /does not support the language ru; it supports en\./);
  });
});
