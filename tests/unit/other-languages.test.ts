import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkLanguage, checkRecogniser } from '../../src/core/recogniser-input.ts';
import { withOtherLanguages, type LanguageFinder } from '../../src/domain/speech/other-languages.ts';
import type { Pcm, SpeechToText, TranscribeOptions, Transcript } from '../../src/ports/speech.ts';

const audio: Pcm = { samples: new Float32Array(16_000), sampleRate: 16_000 };
const said = (text: string, language: string): Transcript => ({ text, language, durationInSeconds: 1 });
const isDoubtful = true;

interface Scene {
  /** Whether the recogniser of English doubts what it hears. */
  readonly isDoubtful?: boolean;
  /** What the other one makes of speech whose language nobody names. */
  readonly found?: (options: TranscribeOptions) => Promise<Transcript | undefined>;
}

function recogniserIn({ isDoubtful: doubts = false, found = async () => undefined }: Scene) {
  const calls: string[] = [];
  const faults: unknown[] = [];
  const english: SpeechToText = {
    model: 'stt-en',
    check: ({ model, language }) => {
      checkRecogniser(model, 'stt-en');
      if (language !== undefined) checkLanguage(language, ['en']);
    },
    async transcribe(_, { onDoubt, onText }: TranscribeOptions = {}) {
      calls.push('english');
      if (doubts && (await onDoubt?.()) === true) return said('', 'en');
      onText?.('Hello.');
      return said('Hello.', 'en');
    },
  };
  const others: LanguageFinder = {
    check: ({ language, possibleLanguages = [] }) =>
      [language ?? 'en', ...possibleLanguages].forEach((one) => void checkLanguage(one, ['en', 'de', 'fr'])),
    async transcribe(_, { language = '', possibleLanguages = [], translate = false }) {
      calls.push(`${translate ? 'translate' : 'transcribe'} ${[language, ...possibleLanguages].join(' ').trim()}`);
      return said('Hallo.', language);
    },
    async transcribeUnless(unless, _, options) {
      calls.push(`unless ${unless}`);
      return await found(options);
    },
  };
  const recogniser = withOtherLanguages({ recogniser: english, own: 'en', others, onFault: (error) => void faults.push(error) });
  return { recogniser, calls, faults };
}

describe('withOtherLanguages()', () => {
  it('has English read by the first alone, where it is named or nothing is doubtful', async () => {
    const named = recogniserIn({ isDoubtful });
    assert.equal((await named.recogniser.transcribe(audio, { language: 'en-GB' })).text, 'Hello.');
    assert.deepEqual(named.calls, ['english']);
    const sure = recogniserIn({});
    assert.equal((await sure.recogniser.transcribe(audio)).text, 'Hello.');
    assert.deepEqual(sure.calls, ['english']);
  });

  it('has a language that is named read by the other one', async () => {
    const { recogniser, calls } = recogniserIn({});
    assert.deepEqual(await recogniser.transcribe(audio, { language: 'de-AT', model: 'whisper-1' }), said('Hallo.', 'de-AT'));
    await recogniser.transcribe(audio, { language: 'de', translate: true });
    assert.deepEqual(calls, ['transcribe de-AT', 'translate de']);
  });

  it('asks the other one at once where speech is in none of its own languages, and not at all where it can be in no other', async () => {
    const { recogniser, calls } = recogniserIn({ isDoubtful });
    await recogniser.transcribe(audio, { possibleLanguages: ['de', 'fr'] });
    await recogniser.transcribe(audio, { possibleLanguages: ['en-GB', 'en-US'] });
    await recogniser.transcribe(audio, { possibleLanguages: ['en', 'de'] });
    assert.deepEqual(calls, ['transcribe de fr', 'english', 'english', 'unless en']);
    await assert.rejects(recogniser.transcribe(audio, { possibleLanguages: ['en', 'xx'] }), { kind: 'invalid_input' });
  });

  it('asks the other one about doubtful speech, and takes its text, also in pieces, if it is in another language', async () => {
    const heard: string[] = [];
    const { recogniser, calls } = recogniserIn({
      isDoubtful,
      found: async ({ onText }) => {
        onText?.('Hallo.');
        return said('Hallo.', 'de');
      },
    });
    assert.deepEqual(await recogniser.transcribe(audio, { onText: (text) => void heard.push(text) }), said('Hallo.', 'de'));
    assert.deepEqual([calls, heard], [['english', 'unless en'], ['Hallo.']]);
  });

  it('asks the other one first where another language was spoken before', async () => {
    const earlier: (string | undefined)[] = [];
    const german = recogniserIn({
      found: async ({ spokenBefore }) => {
        earlier.push(spokenBefore);
        return said('Hallo.', 'de');
      },
    });
    assert.equal((await german.recogniser.transcribe(audio, { spokenBefore: 'de' })).language, 'de');
    assert.deepEqual([german.calls, earlier], [['unless en'], ['de']]);
    const again = recogniserIn({ isDoubtful });
    assert.equal((await again.recogniser.transcribe(audio, { spokenBefore: 'de' })).language, 'en');
    assert.deepEqual(again.calls, ['unless en', 'english']);
    const english = recogniserIn({});
    await english.recogniser.transcribe(audio, { spokenBefore: 'en' });
    assert.deepEqual(english.calls, ['english']);
  });

  it('keeps what was heard in English where the other one finds no other language', async () => {
    const { recogniser, calls, faults } = recogniserIn({ isDoubtful });
    assert.deepEqual(await recogniser.transcribe(audio), said('Hello.', 'en'));
    assert.deepEqual([calls, faults], [['english', 'unless en'], []]);
  });

  it('keeps what was heard in English where the other one fails, and says so, unless it has told a part or the client has left', async () => {
    const broken = new Error('no room for the model');
    const { recogniser, faults } = recogniserIn({ isDoubtful, found: () => Promise.reject(broken) });
    assert.deepEqual(await recogniser.transcribe(audio), said('Hello.', 'en'));
    assert.deepEqual(faults, [broken]);
    const late = recogniserIn({
      isDoubtful,
      found: ({ onText }) => {
        onText?.('Hallo.');
        return Promise.reject(broken);
      },
    });
    await assert.rejects(late.recogniser.transcribe(audio), broken);
    const left = recogniserIn({ isDoubtful, found: () => Promise.reject(broken) });
    await assert.rejects(left.recogniser.transcribe(audio, { signal: AbortSignal.abort() }), broken);
    assert.deepEqual([late.faults, left.faults], [[], []]);
  });

  it('refuses before it listens what neither of them knows, and names the field', async () => {
    const { recogniser, calls } = recogniserIn({});
    for (const language of ['xx', 'not a tag']) {
      assert.throws(() => recogniser.check?.({ language }), { kind: 'invalid_input', param: 'language' });
      await assert.rejects(recogniser.transcribe(audio, { language }), { kind: 'invalid_input', param: 'language' });
    }
    for (const language of ['en', 'de']) {
      assert.throws(() => recogniser.check?.({ language, model: 'nobody' }), { kind: 'invalid_input', param: 'model' });
      recogniser.check?.({ language, model: 'whisper-1' });
    }
    assert.deepEqual(calls, []);
  });
});
