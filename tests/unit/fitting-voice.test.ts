import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withFittingVoice } from '../../src/domain/speech/fitting-voice.ts';
import type { SynthesizeOptions, TextToSpeech } from '../../src/ports/speech.ts';

const ENGLISH = { id: 'default', language: 'en-US' };
const RUSSIAN = [
  { id: 'ru-lv', language: 'ru-LV' },
  { id: 'ru', language: 'ru' },
];
const CHINESE = { id: 'cmn', language: 'cmn' };
const UKRAINIAN = { id: 'uk', language: 'uk' };

/** The parts of a text, each with the voice that speaks it. */
async function partsOf(text: string, voices: TextToSpeech['voices'], options: SynthesizeOptions = {}) {
  const parts: (readonly [text: string, voice: string | undefined])[] = [];
  const speaker: TextToSpeech = {
    model: 'recorded',
    voices,
    async *synthesize(part, given = {}) {
      parts.push([part, given.voice]);
      yield { samples: Float32Array.of(0), sampleRate: 8000 };
    },
  };
  await Array.fromAsync(withFittingVoice(speaker, async () => undefined).synthesize(text, options));
  return parts;
}

/** Speaks with these voices, and says which was asked for. */
async function spokenBy(text: string, voices: TextToSpeech['voices'], options: SynthesizeOptions = {}, identified?: string) {
  const asked: SynthesizeOptions[] = [];
  const identifying: string[] = [];
  const speaker: TextToSpeech = {
    model: 'recorded',
    voices,
    async *synthesize(_text, given = {}) {
      asked.push(given);
      yield { samples: Float32Array.of(0), sampleRate: 8000 };
    },
  };
  const fitting = withFittingVoice(speaker, async (unclear) => {
    identifying.push(unclear);
    return identified;
  });
  const chunks = await Array.fromAsync(fitting.synthesize(text, options));
  assert.equal(chunks.length, 1);
  assert.deepEqual([fitting.model, fitting.voices], ['recorded', voices]);
  return { options: asked[0], identifying: identifying.length };
}

describe('withFittingVoice()', () => {
  it('leaves a text in the script of the default voice to it', async () => {
    assert.deepEqual(await spokenBy('Hello.', [ENGLISH, ...RUSSIAN], { speed: 2 }), { options: { speed: 2 }, identifying: 0 });
  });

  it('gives a text in another script to a voice of its language, the plain one first', async () => {
    const { options } = await spokenBy('Привет', [ENGLISH, ...RUSSIAN], { speed: 2 });
    assert.deepEqual(options, { speed: 2, voice: 'ru' });
    assert.equal((await spokenBy('Привет', [ENGLISH, ...RUSSIAN], { voice: 'Default' })).options?.voice, 'ru');
  });

  it('identifies the language only where several languages with a voice share the script', async () => {
    const voices = [ENGLISH, ...RUSSIAN, UKRAINIAN];
    assert.deepEqual(await spokenBy('Добрий день', voices, {}, 'uk'), { options: { voice: 'uk' }, identifying: 1 });
    assert.equal((await spokenBy('Добър ден', voices, {}, 'bg')).options?.voice, 'ru');
    assert.equal((await spokenBy('Да', voices)).options?.voice, 'ru');
    assert.equal((await spokenBy('Привет', [ENGLISH, ...RUSSIAN])).identifying, 0);
  });

  it('keeps the default voice where no voice speaks the language, or the default voice does', async () => {
    assert.deepEqual((await spokenBy('你好', [ENGLISH, ...RUSSIAN])).options, {});
    assert.deepEqual((await spokenBy('Привет', [{ id: 'default', language: 'ru' }, ...RUSSIAN])).options, {});
    assert.deepEqual((await spokenBy('Привет', [])).options, {});
  });

  it('keeps a voice that is named', async () => {
    assert.equal((await spokenBy('Привет', [ENGLISH, ...RUSSIAN], { voice: 'ada' })).options?.voice, 'ada');
  });

  it('takes the script of the words, not of addresses', async () => {
    const text = 'Пишите на support@example.com или https://www.example.com/help, зайдите на example.com.';
    assert.deepEqual(await partsOf(text, [ENGLISH, ...RUSSIAN]), [[text, 'ru']]);
  });

  it('lets the words of other scripts within a text be spoken by voices of their languages, without markup', async () => {
    assert.deepEqual(await partsOf('The word **你好** means hello.', [ENGLISH, CHINESE]), [
      ['The word ', undefined],
      ['你好 ', 'cmn'],
      ['means hello.', undefined],
    ]);
    assert.deepEqual(await partsOf('He said: Привет, как у вас дела? And left the town.', [ENGLISH, ...RUSSIAN]), [
      ['He said: ', undefined],
      ['Привет, как у вас дела? ', 'ru'],
      ['And left the town.', undefined],
    ]);
  });

  it('leaves words to the default voice that it can read in Latin letters, and those that no voice speaks', async () => {
    for (const text of ['I met Владимир Путин in Москва on 5 May.', 'The **word** 你好 means hello.', 'α + β = γ']) {
      assert.deepEqual(await partsOf(text, [ENGLISH, ...RUSSIAN]), [[text, undefined]]);
    }
    assert.deepEqual(await partsOf('It is 你好.', [ENGLISH, CHINESE], { voice: 'ada' }), [['It is 你好.', 'ada']]);
  });
});
