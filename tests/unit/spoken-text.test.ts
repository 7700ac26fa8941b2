import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSpokenSentences } from '../../src/domain/speech/spoken-text.ts';
import type { SpokenSentence } from '../../src/ports/spoken-text.ts';
import { startCpuTime } from '../cpu-time.ts';
import { fc } from '../draws.ts';

/** A sentence as one line: words in lower case, letters in capitals, pauses by their marks. */
function spokenWords({ tokens }: SpokenSentence): string {
  return tokens
    .map((token) => (token.kind === 'break' ? token.mark : token.kind === 'letter' ? token.text.toUpperCase() : token.text))
    .join(' ');
}

function spoken(text: string): string {
  return Array.from(toSpokenSentences(text), spokenWords).join(' ');
}

function pronunciation(text: string, word: string): string | undefined {
  for (const { tokens } of toSpokenSentences(text)) {
    for (const token of tokens) if (token.kind === 'word' && token.text === word) return token.pronunciation;
  }
  return undefined;
}

function assertSayable(text: string): void {
  for (const { tokens } of toSpokenSentences(text)) {
    assert.equal(tokens.at(-1)?.kind, 'break');
    assert.notEqual(tokens[0]?.kind, 'break');
    for (const token of tokens) {
      if (token.kind === 'word') assert.match(token.text, /^(?=.*[a-z])[a-z']{1,43}$/);
      else if (token.kind === 'letter') assert.match(token.text, /^[a-z]$/);
    }
    const characters = tokens.reduce((sum, token) => sum + (token.kind === 'break' ? 0 : token.text.length + 1), 0);
    assert.ok(characters <= 300, `${characters} characters in one sentence`);
  }
}

const TABLE: readonly (readonly [written: string, said: string])[] = [
  ['It costs $1,234.56.', 'it costs one thousand two hundred thirty four dollars and fifty six cents .'],
  ['Only £3.50 each.', 'only three pounds and fifty pence each .'],
  ['€20, please.', 'twenty euros , please .'],
  ['Raised $5M.', 'raised five million dollars .'],
  ['A $1.2 billion deal.', 'a one point two billion dollar deal .'],
  ['¥500', 'five hundred yen .'],
  ['99¢', 'ninety nine cents .'],
  ['US$40', 'forty U S dollars .'],
  ['12 USD', 'twelve U S dollars .'],
  ['-$5', 'minus five dollars .'],
  ['$10-20', 'ten to twenty dollars .'],
  ['A $5 bill.', 'a five dollar bill .'],
  ['£1,000 notes', 'one thousand pound notes .'],
  ['$0.99', 'ninety nine cents .'],
  ['$1.01', 'one dollar and one cent .'],
  ['5€', 'five euros .'],
  ['$10-$15 million', 'ten to fifteen million dollars .'],
  ['1st, 2nd, 21st, 100th', 'first , second , twenty first , one hundredth .'],
  ['Henry VIII', 'henry the eighth .'],
  ['chapter XIV', 'chapter fourteen .'],
  ['© MMXXIV', 'copyright twenty twenty four .'],
  ['From MCMXCIV to MMXV.', 'from nineteen ninety four to twenty fifteen .'],
  ['A MIX of MMX, MDC and DCLX.', 'a mix of M M X , M D C and D C L X .'],
  ['page xiv', 'page fourteen .'],
  ['See pp. ix–xii of it.', 'see pages nine to twelve of it .'],
  ['p. iv', 'page four .'],
  ['page x of the mix', 'page ten of the mix .'],
  ['① Open it ② ⑳ ❸ Ⓐ', 'one open it two twenty three A .'],
  ['World War II ended.', 'world war two ended .'],
  ['3.14', 'three point one four .'],
  ['-5 degrees', 'minus five degrees .'],
  ['10-15 people', 'ten to fifteen people .'],
  ['1/2 cup', 'one half cup .'],
  ['½ cup', 'a half cup .'],
  ['2 3/4 miles', 'two and three quarters miles .'],
  ['3/8', 'three eighths .'],
  ['50%', 'fifty percent .'],
  ['5-10%', 'five to ten percent .'],
  ['1,234,567', 'one million two hundred thirty four thousand five hundred sixty seven .'],
  ['1000000', 'one million .'],
  ['6.02×10^23', 'six point zero two times ten to the twenty three .'],
  ['1.5e-10', 'one point five times ten to the minus ten .'],
  ['v2.3.1', 'version two point three point one .'],
  ['Version 4.0', 'version four point zero .'],
  ['In 1984', 'in nineteen eighty four .'],
  ['2005', 'two thousand five .'],
  ['2026', 'twenty twenty six .'],
  ['1905', 'nineteen oh five .'],
  ['the 1800s', 'the eighteen hundreds .'],
  ["the '90s", 'the nineties .'],
  ['44 BC', 'forty four B C .'],
  ['1984-1990', 'nineteen eighty four to nineteen ninety .'],
  ['2026-11-21', 'november twenty first twenty twenty six .'],
  ['11/21/2026', 'november twenty first twenty twenty six .'],
  ['21/11/2026', 'november twenty first twenty twenty six .'],
  ['21 Nov 2026', 'the twenty first of november twenty twenty six .'],
  ['Nov. 3rd', 'november third .'],
  ['March 4th, 2020', 'march fourth , twenty twenty .'],
  ['21.11.2026', 'november twenty first twenty twenty six .'],
  ['the 14th of March', 'the fourteenth of march .'],
  ['2026-11-21T14:30:00Z', 'november twenty first twenty twenty six at fourteen thirty U T C .'],
  ['3:05 pm', 'three oh five P M .'],
  ['14:30', 'fourteen thirty .'],
  ['12:00', "twelve o'clock ."],
  ['7 a.m.', 'seven A M .'],
  ['3:30-4:15', 'three thirty to four fifteen .'],
  ['9-5 pm', 'nine to five P M .'],
  ['18:00', 'eighteen hundred .'],
  ['9 am to 5:30 p.m.', 'nine A M to five thirty P M .'],
  ['Meet at 5 p.m. The door is open.', 'meet at five P M . the door is open .'],
  ['1h 30m', 'one hour thirty minutes .'],
  ['5 min.', 'five minutes .'],
  ['2 hrs', 'two hours .'],
  ['90 mins', 'ninety minutes .'],
  ['+44 20 7946 0958', 'plus four four , two oh , seven nine four six , oh nine five eight .'],
  ['(555) 123-4567', 'five five five , one two three , four five six seven .'],
  ['1-800-555-0199', 'one , eight hundred , five five five , oh one nine nine .'],
  ['1-800-FLOWERS', 'one , eight hundred , flowers .'],
  ['555-1234', 'five five five , one two three four .'],
  ['4111 1111 1111 1111', 'four one one one , one one one one , one one one one , one one one one .'],
  ['123 Main St.', 'one twenty three main street .'],
  ['Apt. 4B', 'apartment four B .'],
  ['St. Paul', 'saint paul .'],
  ['Austin, TX 75001', 'austin , texas seven five zero zero one .'],
  ['Dr. Smith lives on Elm Dr.', 'doctor smith lives on elm drive .'],
  ['N. 5th Ave.', 'north fifth avenue .'],
  ['350 Fifth Avenue, New York, NY 10118', 'three fifty fifth avenue , new york , new york one zero one one eight .'],
  ['1600 Pennsylvania Ave', 'sixteen hundred pennsylvania avenue .'],
  ['St. Mary is on St. John St.', 'saint mary is on saint john street .'],
  ['5 km', 'five kilometers .'],
  ['1 kg', 'one kilogram .'],
  ['60 mph', 'sixty miles per hour .'],
  ['20°C', 'twenty degrees celsius .'],
  ['-40°F', 'minus forty degrees fahrenheit .'],
  ['5\'10"', 'five feet ten .'],
  ['16 GB', 'sixteen gigabytes .'],
  ['2.4 GHz', 'two point four gigahertz .'],
  ['3 m²', 'three square meters .'],
  ['10⁵', 'ten to the five .'],
  ['H₂O', 'H two O .'],
  ['№ 5', 'number five .'],
  ['Parley™', 'parley .'],
  ['20 ℃', 'twenty degrees celsius .'],
  ['5 µm', 'five micrometers .'],
  ['5 kWh', 'five kilowatt hours .'],
  ['100 km/h', 'one hundred kilometers per hour .'],
  ['9.8 m/s²', 'nine point eight meters per second squared .'],
  ['8.5 x 11', 'eight point five by eleven .'],
  ['2 + 2 = 4', 'two plus two equals four .'],
  ['x^2', 'X squared .'],
  ['3 < 5', 'three less than five .'],
  ['3 × 4 ≥ 12', 'three times four is greater than or equal to twelve .'],
  ['8 ÷ 2', 'eight divided by two .'],
  ['±5', 'plus or minus five .'],
  ['√2', 'square root of two .'],
  ['10 - 3 = 7', 'ten minus three equals seven .'],
  ['16:9', 'sixteen to nine .'],
  ['won 3-2', 'won three to two .'],
  ['Mr. and Mrs. Jones', 'mister and missus jones .'],
  ['Prof. Lee, e.g., this', 'professor lee , for example , this .'],
  ['i.e. that', 'that is , that .'],
  ['apples, etc. and No. 5', 'apples , et cetera and number five .'],
  ['Acme Inc. is big.', 'acme incorporated is big .'],
  ['the U.S. economy', 'the U S economy .'],
  ['in the U.S. The end.', 'in the U S . the end .'],
  ['Mt. Everest', 'mount everest .'],
  ['cats vs. dogs', 'cats versus dogs .'],
  ['approx. 5', 'approximately five .'],
  ['NASA', 'nasa .'],
  ['FBI', 'F B I .'],
  ['HTML and SQL', 'H T M L and sequel .'],
  ['JPEG', 'jpeg .'],
  ['PDFs', "P D f's ."],
  ["the CEO's car", "the C E o's car ."],
  ['UNESCO', 'unesco .'],
  ['USA', 'U S A .'],
  ['APIs', "A P i's ."],
  ['B2B', 'B two B .'],
  ['4K', 'four K .'],
  ['H2O', 'H two O .'],
  ['COVID-19', 'covid nineteen .'],
  ['GPT-4', 'G P T four .'],
  ['R2D2', 'R two D two .'],
  ['iPhone', 'eye phone .'],
  ['camelCase', 'camel case .'],
  ['snake_case', 'snake case .'],
  ['MP3', 'M P three .'],
  ['A380', 'A three eighty .'],
  ['Boeing 747', 'boeing seven forty seven .'],
  ['src/domain/foo.ts', 'source slash domain slash foo dot T S .'],
  ['/etc/hosts', 'slash E T C slash hosts .'],
  ['package.json', 'package dot json .'],
  ['https://www.example.com/foo/bar?x=1', 'example dot com slash foo slash bar .'],
  ['user.name@example.com', 'user dot name at example dot com .'],
  ['Visit example.com.', 'visit example dot com .'],
  ['and/or', 'and or .'],
  ['#ThrowbackThursday', 'hashtag throwback thursday .'],
  ['@jack', 'at jack .'],
  ['#5', 'number five .'],
  ['I ❤️ you', 'i heart you .'],
  ['Great! 🎉', 'great !'],
  ['👍', 'thumbs up .'],
  ['**Bold** and *it*', 'bold and it .'],
  ['[a link](http://x.y/z)', 'a link .'],
  ['`code`', 'code .'],
  ['<b>x1</b> &amp; R&D', 'X one and R and D .'],
  ['WAIT... what?!', 'wait … what ?'],
  ['"Stop," he said.', 'stop , he said .'],
  ['Why—because.', 'why — because .'],
  ['STOP DOING THAT NOW', 'stop doing that now .'],
  ['J. K. Rowling', 'J K rowling .'],
  ['café in Zürich', 'cafe in zurich .'],
  ['The oﬃce is ﬁne and the ﬂow is eﬃcient.', 'the office is fine and the flow is efficient .'],
  ['𝐇𝐞𝐥𝐥𝐨 there', 'hello there .'],
  ['Ｈｅｌｌｏ ｗｏｒｌｄ', 'hello world .'],
  ['ⓗⓘ, ʜᴇʟʟᴏ', 'hi , hello .'],
  ['１，２３４．５ ｋｍ', 'one thousand two hundred thirty four point five kilometers .'],
  ['𝟏𝟎 𝑘𝑚', 'ten kilometers .'],
  ['Chapter Ⅳ', 'chapter four .'],
  ['1ˢᵗ and 2ⁿᵈ', 'first and second .'],
  ['5 ㎏', 'five kilograms .'],
  ['π', 'pi .'],
  ['007', 'zero zero seven .'],
  ['1234567890', 'one two three four five six seven eight nine zero .'],
  ['24/7', 'twenty four seven .'],
  ['10x faster', 'ten times faster .'],
  ['C++ and C#', 'C plus plus and C sharp .'],
  ['Привет', 'privet .'],
  ['你好', ''],
  ['192.168.1.1', 'one hundred ninety two dot one hundred sixty eight dot one dot one .'],
  ['$12.50/month', 'twelve dollars and fifty cents per month .'],
  ['on Dec. 31, 2026', 'on december thirty first , twenty twenty six .'],
  ['Sec. 2.1 on pp. 10-12', 'section two point one on pages ten to twelve .'],
  ['the mid-1990s', 'the mid nineteen nineties .'],
  ['a 20-year-old', 'a twenty year old .'],
  ['Mon–Fri 9am–5pm', 'monday to friday nine A M to five P M .'],
  ['use --help', 'use help .'],
  ['Node.js and .NET', 'node dot J S and dot N E T .'],
  ['a 50/50 split', 'a fifty fifty split .'],
  ['UTF-8 and AES-256', 'U T F eight and A E S two fifty six .'],
  ['f(x) = 2x + 1', 'F of X equals two X plus one .'],
  ['Plan B. Then go.', 'plan B . then go .'],
  ['1-2 tbsp', 'one to two tablespoons .'],
  ['Temperatures of 20-25°C', 'temperatures of twenty to twenty five degrees celsius .'],
];

const HOMOGRAPHS: readonly (readonly [text: string, word: string, said: string])[] = [
  ['I have read the book.', 'read', 'R EH1 D'],
  ['I will read the book.', 'read', 'R IY1 D'],
  ['A lead pipe burst.', 'lead', 'L EH1 D'],
  ['Follow my lead.', 'lead', 'L IY1 D'],
  ['We watched live music.', 'live', 'L AY1 V'],
  ['I live in Rome.', 'live', 'L IH1 V'],
  ['The wind was cold.', 'wind', 'W IH1 N D'],
  ['Please wind up the clock.', 'wind', 'W AY1 N D'],
  ['We need to record this.', 'record', 'R IH0 K AO1 R D'],
  ['A new record.', 'record', 'R EH1 K ER0 D'],
  ['Please close the door.', 'close', 'K L OW1 Z'],
  ['It is close to us.', 'close', 'K L OW1 S'],
  ['The use of force.', 'use', 'Y UW1 S'],
  ['You can use it.', 'use', 'Y UW1 Z'],
  ['Wait a minute.', 'minute', 'M IH1 N AH0 T'],
  ['The minute details matter.', 'minute', 'M AY0 N UW1 T'],
  ['They object to it.', 'object', 'AH0 B JH EH1 K T'],
  ['A strange object.', 'object', 'AA1 B JH EH0 K T'],
];

const HOSTILE = [
  'a',
  '1',
  '.',
  '[(',
  '*a',
  '_a',
  '/a',
  'a/',
  'a.',
  'a@',
  'http://',
  '<a ',
  '> ',
  '- ',
  '\n',
  '1,111',
  '`',
  '1-1-',
  '&a',
  '\u{1F389}',
  '|',
  '\\',
  '#',
  '"',
  '((((',
  '<!--',
  '$1',
  'NaCl',
  '1 000',
  "'000",
  'Ω',
  'A ',
];

describe('text as it is spoken', () => {
  for (const [written, said] of TABLE) {
    it(`reads «${written}» as a person would`, () => {
      assert.equal(spoken(written), said);
    });
  }

  for (const [text, word, said] of HOMOGRAPHS) {
    it(`settles «${word}» in «${text}» by the words around it`, () => {
      assert.equal(pronunciation(text, word), said);
    });
  }

  it('reads markdown by its text, with a full pause after each heading, item and table row', () => {
    const text =
      '# Results\n\nIntro text\ngoes on.\n\n- first **item**\n- second\n\n1. one\n2. two\n\n| Name | Age |\n|---|---:|\n| Ann | 31 |\n\n> quoted\n\n---\n```ts\nconst a = 1;\n```\nDone.';
    assert.deepEqual(Array.from(toSpokenSentences(text), spokenWords), [
      'results .',
      'intro text goes on .',
      'first item .',
      'second .',
      'one , one .',
      'two , two .',
      'name , age .',
      'ann , thirty one .',
      'quoted .',
      'code omitted .',
      'done .',
    ]);
  });

  it('separates sentences at their marks, not at the full stops of shortenings', () => {
    assert.deepEqual(
      Array.from(toSpokenSentences('Dr. A. Smith paid $3.50 to Acme Inc. on Jan. 5. Really? Yes! "Go," she said.'), spokenWords),
      ['doctor A smith paid three dollars and fifty cents to acme incorporated on january fifth .', 'really ?', 'yes !', 'go , she said .'],
    );
  });

  it('gives no sentences for a text with nothing to say', () => {
    for (const text of ['', ' \n\t ', '---', '***', '...', '"()[]{}', '\u0000\u{10FFFF}'])
      assert.equal(spoken(text), '', JSON.stringify(text));
  });

  it('gives plurals of acronyms the sound of the letter and its ending', () => {
    assert.equal(pronunciation('PDFs', "f's"), 'EH1 F S');
    assert.equal(pronunciation('GPUs', "u's"), 'Y UW1 Z');
  });

  it('cuts a long sentence at a clause where it can', () => {
    const sentences = Array.from(toSpokenSentences(`${'we went to the very green hill, '.repeat(30)}and home.`), spokenWords);
    assert.ok(sentences.length >= 4);
    for (const sentence of sentences.slice(0, -1)) assert.match(sentence, /hill ,$/);
  });

  it('has the first sentence ready after a bounded look ahead', () => {
    const long = `Hello there. ${'word '.repeat(200_000)}`;
    const started = performance.now();
    const first = toSpokenSentences(long).next();
    assert.equal(first.done === true ? '' : spokenWords(first.value), 'hello there .');
    assert.ok(performance.now() - started < 250);
  });

  it('names every token in letters a voice has sounds for, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), assertSayable), { numRuns: 200 });
    const piece = fc.constantFrom(...TABLE.map(([written]) => written), ...HOSTILE, ' ', '\n', '—', '…', "'", 'ß', 'Ω');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => assertSayable(pieces.join(''))),
      { numRuns: 300 },
    );
  });

  it('takes linear time on hostile text', () => {
    for (const piece of HOSTILE) {
      const taken = startCpuTime();
      let tokens = 0;
      for (const sentence of toSpokenSentences(piece.repeat(8_000 / piece.length))) tokens += sentence.tokens.length;
      assert.ok(taken() < 1_500, `${piece} took ${Math.round(taken())} ms`);
      assert.ok(tokens <= 16_000);
    }
    let sentences = 0;
    for (const sentence of toSpokenSentences('a'.repeat(400_000))) sentences += sentence.tokens.length > 0 ? 1 : 0;
    assert.ok(sentences > 500);
  });
});
