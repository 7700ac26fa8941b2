import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languagesByScript, scriptRuns } from '../../src/domain/speech/script-languages.ts';

describe('languagesByScript()', () => {
  const written: readonly (readonly [string, string | undefined])[] = [
    ['Привет, мир', 'ru'],
    ['你好，世界。', 'zh'],
    ['こんにちは', 'ja'],
    ['東京は大きい都市です。', 'ja'],
    ['안녕하세요', 'ko'],
    ['مرحبا بالعالم', 'ar'],
    ['שלום עולם', 'he'],
    ['Γειά σου Κόσμε', 'el'],
    ['नमस्ते दुनिया', 'hi'],
    ['สวัสดีชาวโลก', 'th'],
    ['გამარჯობა', 'ka'],
    ['Привет, мир! It is noon now.', undefined],
    ['Привет, мир, и доброе утро! OK.', 'ru'],
    ['I met Владимир Путин in Москва on 5 May.', undefined],
    ['我喜欢 JavaScript 和 TypeScript', 'zh'],
    ['The sign 東京 means Tokyo.', undefined],
    ['Пишите на support@example.com или www.example.com/help.', 'ru'],
    ['Write to info@пример.рф, please', undefined],
    ['Crème brûlée, Ångström, ﬁne', undefined],
    ['α + β = γ', undefined],
    ['12 % of 𝐇𝐞𝐥𝐥𝐨 😀', undefined],
    ['', undefined],
  ];
  for (const [text, language] of written) {
    it(`takes "${text}" for ${language ?? 'a text whose script says nothing'}`, () => assert.equal(languagesByScript(text)[0], language));
  }
});

describe('scriptRuns()', () => {
  it('parts a text where its script changes, with what is between words as the end of a part', () => {
    const text = '“Hi”, 東京は、大きい。 Да, нет — α β, 5 km';
    const runs = scriptRuns(text);
    assert.equal(runs.map((run) => run.text).join(''), text);
    assert.deepEqual(
      runs.map((run) => [run.text, run.languages[0]]),
      [
        ['“Hi”, ', undefined],
        ['東京は、大きい。 ', 'ja'],
        ['Да, нет — ', 'ru'],
        ['α β, 5 km', undefined],
      ],
    );
  });
});
