import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identifyLanguage } from '../../src/adapters/language/identify-language.ts';
import { createLanguageDetector } from '../../src/domain/guardrails/detectors/text-language.ts';
import { createSizeDetector } from '../../src/domain/guardrails/detectors/text-size.ts';
import type { GuardPart } from '../../src/ports/guard.ts';

const signal = new AbortController().signal;
const part = (text: string, id = 'messages[0].content'): GuardPart => ({ id, role: 'user', channel: 'user', text });

describe('the size check', () => {
  const detector = createSizeDetector({ messageCharacters: 10, requestCharacters: 18, messages: 3 });

  function found(parts: readonly GuardPart[]): readonly (readonly [string, string, number, number])[] {
    const bound =
      detector.bind?.({ direction: 'input', parts, conversation: { definitions: new Map(), steps: [], reply: [] } }) ?? detector;
    return parts.flatMap((one) => bound.inspect(one).map(({ category, part: id, start, end }) => [category, id, start, end] as const));
  }

  it('passes what is within every limit', () => {
    assert.deepEqual(found([part('1234567890'), part('12345678', 'messages[1].content')]), []);
  });

  it('finds what is beyond the limit of a message, its content parts together', () => {
    assert.deepEqual(found([part('12345', 'messages[0].content[0].text'), part('123456', 'messages[0].content[1].text')]), [
      ['message_length', 'messages[0].content[1].text', 5, 6],
    ]);
  });

  it('finds the text in which a request passes its limit', () => {
    assert.deepEqual(found([part('1234567890'), part('1234567890', 'messages[1].content')]), [
      ['request_length', 'messages[1].content', 8, 10],
    ]);
  });

  it('finds the first message too many', () => {
    const parts = Array.from({ length: 5 }, (_, index) => part('x', `messages[${index}].content`));
    assert.deepEqual(found(parts), [['message_count', 'messages[3].content', 0, 1]]);
  });

  it('holds a text by itself against both lengths', () => {
    assert.deepEqual(detector.inspect(part('12345678901', 'text')).length, 1);
  });
});

describe('the language check', () => {
  const detector = createLanguageDetector({ allowed: ['en', 'de'] }, identifyLanguage);
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['English', 'The weather in London will be mild tomorrow, with a little rain in the evening.', []],
    ['German', 'Das Wetter in London wird morgen mild, am Abend mit ein wenig Regen und Wind.', []],
    ['French', 'Le temps à Londres sera doux demain, avec un peu de pluie dans la soirée et du vent.', ['language_fr']],
    ['Russian', 'Погода в Лондоне завтра будет мягкой, вечером возможен небольшой дождь.', ['language_ru']],
    ['Chinese', '伦敦明天天气温和,晚上有小雨,请带好雨伞再出门。', ['language_zh']],
    ['Japanese', 'ロンドンの明日の天気は穏やかで、夕方には少し雨が降るでしょう。', ['language_ja']],
    ['Arabic', 'سيكون الطقس في لندن معتدلا غدا مع قليل من المطر في المساء', ['language_ar']],
    [
      'a program with English around it',
      'Run this:\n```ts\nconst valeur = donnees.filter((x) => x.estValide);\n```\nand tell me what the output is, please.',
      [],
    ],
    ['numbers and signs', '123 456 789 -- 42 % of 1,000,000.00 = 420,000.00; 7 x 6; a, b, c; 3.14159; x = y + z; 0xdeadbeef; q, r, s', []],
  ];
  for (const [what, text, expected] of rows) {
    it(`reads ${what}`, async () => {
      assert.deepEqual(
        (await detector.infer(part(text), { signal })).map(({ category }) => category),
        expected,
      );
    });
  }

  it('reads texts of forty letters, and of ten where each says as much as a word', () => {
    for (const text of ['Le temps à Londres sera doux demain, avec un peu de pluie', '伦敦明天天气温和,晚上有小雨']) {
      assert.equal(detector.unread?.(part(text)), undefined, text);
    }
  });

  it('lets languages of one script be told apart by their words', async () => {
    const ukrainian = createLanguageDetector({ allowed: ['uk'] }, identifyLanguage);
    const text = 'Завтра в Лондоні буде тепла погода, ввечері можливий невеликий дощ і вітер.';
    assert.deepEqual(await ukrainian.infer(part(text), { signal }), []);
    const russian = 'Погода в Лондоне завтра будет мягкой, вечером возможен небольшой дождь и ветер.';
    assert.deepEqual((await ukrainian.infer(part(russian), { signal }))[0]?.category, 'language_ru');
  });

  it('does not read what is too short and says so', () => {
    for (const text of ['Bonjour', 'Oui, merci beaucoup !', '```\nun long programme sans aucune phrase, vraiment\n```', '你好吗']) {
      assert.equal(detector.unread?.(part(text)), 'too short', text);
    }
  });

  it('reads a sentence of 40 characters, spaces and signs included', () => {
    for (const text of ['Come posso cuocere il pane con poco tempo?', 'Necesito ayuda con mi factura, por favor.']) {
      assert.ok(text.length < 43);
      assert.equal(detector.unread?.(part(text)), undefined, text);
    }
  });

  it('finds nothing where nobody is sure', async () => {
    const unsure = createLanguageDetector({ allowed: ['en'] }, async () => undefined);
    assert.deepEqual(await unsure.infer(part('Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do'), { signal }), []);
  });
});
