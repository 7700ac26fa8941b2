import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languagesByScript } from '../../src/domain/speech/script-languages.ts';

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
    ['The sign 東京 means Tokyo.', undefined],
    ['Crème brûlée, Ångström, ﬁne', undefined],
    ['α + β = γ', undefined],
    ['12 % of 𝐇𝐞𝐥𝐥𝐨 😀', undefined],
    ['', undefined],
  ];
  for (const [text, language] of written) {
    it(`takes "${text}" for ${language ?? 'a text whose script says nothing'}`, () => assert.equal(languagesByScript(text)[0], language));
  }
});
