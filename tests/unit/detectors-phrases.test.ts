import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPhraseDetector } from '../../src/domain/guardrails/detectors/phrases.ts';
import type { PhraseList } from '../../src/domain/guardrails/policy/check-settings.ts';
import type { Detector } from '../../src/ports/guard.ts';
import { startCpuTime } from '../cpu-time.ts';

const LISTS: readonly PhraseList[] = [
  { name: 'rivals', phrases: ['Initech', 'Café Noir', 'Globex Corporation', "O'Brien", '競合他社'] },
  { name: 'medicine', threshold: 3, phrases: ['dose', 'pill', { text: 'side effects', weight: 2 }] },
];
const detector = createPhraseDetector(LISTS);
const part = (text: string) => ({ id: 'p', role: 'user', channel: 'user', text }) as const;

function found(text: string, by: Detector = detector): readonly (readonly [string, string, number])[] {
  return by.inspect(part(text)).map(({ category, start, end, score }) => [category, text.slice(start, end), Math.round(score * 100) / 100]);
}

describe('phrase lists find', () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['a word whatever its case', 'We like INITECH.', ['INITECH']],
    ['a word at both ends of a text', 'Initech or initech', ['Initech', 'initech']],
    [
      'accents that are not there, and those that are',
      'cafe noir, CAFÉ NOIR, Cafe\u0301 noir',
      ['cafe noir', 'CAFÉ NOIR', 'Cafe\u0301 noir'],
    ],
    ['words that other signs stand between', 'Globex \u2013 \n Corporation', ['Globex \u2013 \n Corporation']],
    ['wide letters and invisible characters', 'Ｉｎｉｔｅｃｈ and Ini\u200btech', ['Ｉｎｉｔｅｃｈ', 'Ini\u200btech']],
    ['an apostrophe of either kind, or none', "O'Brien, O\u2019Brien, OBrien", ["O'Brien", 'O\u2019Brien', 'OBrien']],
    [
      'a name that something is said of',
      "Initech's and Initech\u2019s, l'Initech, d\u2019Initech",
      ['Initech', 'Initech', 'Initech', 'Initech'],
    ],
    ['both readings of an apostrophe once', "O'Brien's and O'Brien", ["O'Brien", "O'Brien"]],
    ['a name with a sign behind it', 'Initech\u2122 and Initech\u00ae', ['Initech', 'Initech']],
    [
      'a name among words without spaces',
      '我用Initech的产品, Initechの製品, Initech는, ใช้Initechดี',
      ['Initech', 'Initech', 'Initech', 'Initech'],
    ],
    ['words of scripts without spaces', '弊社は競合他社とは違います', ['競合他社']],
    ['nothing inside other words', 'Initechnology, Reinitech, Initech2, café noire', []],
    ['nothing of half a phrase', 'Globex and Corporation', []],
  ];
  for (const [what, text, expected] of rows) {
    it(what, () =>
      assert.deepEqual(
        found(text).map(([, words]) => words),
        expected,
      ),
    );
  }

  it('letters of other scripts that look like those of a word', () =>
    assert.deepEqual(
      found('In\u0456tech, \u0456nitech, Gl\u043ebex C\u03bfrporation').map(([, words]) => words),
      ['In\u0456tech', '\u0456nitech', 'Gl\u043ebex C\u03bfrporation'],
    ));

  it('a phrase with letters of several small forms, or of one that is two when large', () => {
    const own = createPhraseDetector([{ name: 'a', phrases: ['Straße', 'οδός', 'iPhone手机'] }]);
    assert.deepEqual(
      found('STRASSE, straße, strasse; ΟΔΌΣ, οδός; iPhone手机, IPHONE 手机', own).map(([, words]) => words),
      ['STRASSE', 'straße', 'strasse', 'ΟΔΌΣ', 'οδός', 'iPhone手机', 'IPHONE 手机'],
    );
  });

  it('phrases that overlap or lie inside each other', () => {
    const own = createPhraseDetector([{ name: 'a', phrases: ['new york', 'york times', 'new york times', 'times'] }]);
    assert.deepEqual(
      found('the New York Times', own).map(([, words]) => words),
      ['New York', 'New York Times', 'York Times', 'Times'],
    );
  });

  it('a phrase of two lists under both names', () => {
    const own = createPhraseDetector([
      { name: 'a', phrases: ['same'] },
      { name: 'b', phrases: ['Same'] },
    ]);
    assert.deepEqual(
      found('the same', own).map(([list]) => list),
      ['a', 'b'],
    );
  });
});

describe('phrases with signs of their own', () => {
  const signed = createPhraseDetector([
    { name: 'code', phrases: ['C++', 'C#', '.NET', 'C++ primer', 'rm -rf', '--force', 'A/B test', '(c)', '3.5', '日本C#'] },
    { name: 'names', phrases: ['AT&T', '@acme', '#launch', 'Globex, Inc.', 'Yahoo!', 'Node.js', 'Smith & Sons', 'Umbrella (UK)'] },
  ]);
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    ['are not found without the signs', 'vitamin c, the net, rm rf, by force, at t = 0, acme, launch, a b test, [c], 3, 5', []],
    ['are found with them in any case', 'c++, C#, .Net, AT&T, at&t, A/B Test', ['c++', 'C#', '.Net', 'AT&T', 'at&t', 'A/B Test']],
    [
      'are found where a sentence or markup goes on with other signs',
      'C++, (C++). C++/C#, "C#"; **C++** `C#` (.NET) C#/.NET… C++17; v3.5.',
      ['C++', 'C++', 'C++', 'C#', 'C#', 'C++', 'C#', '.NET', 'C#', '.NET', 'C++'],
    ],
    ['are found with wide, musical and escaped signs', 'Ｃ＃ C\u266f C\\# C\\+\\+', ['Ｃ＃', 'C\u266f', 'C\\#', 'C\\+\\+']],
    ['are found among words without spaces', '用C++和.NET开发, 日本C#', ['C++', '.NET', '日本C#', 'C#']],
    ['are not found inside other words or longer rows of signs', 'example.net, ok...net, C+++, ---force, joe@acme.com, x#launch', []],
    ['keep the spaces and punctuation between their words free', 'C++\n primer, rm  -rf', ['C++', 'C++\n primer', 'rm  -rf']],
    ['that begin with a bracket need it', 'c, (c), (c. 1900)', ['(c)']],
    ['of digits need what stands between them', '3.5, 3,5, 3 5', ['3.5']],
    [
      'do without punctuation as sentences have it, and signs that touch no word',
      'Globex Inc, yahoo, node js, Smith Sons, Umbrella UK',
      ['Globex Inc', 'yahoo', 'node js', 'Smith Sons', 'Umbrella UK'],
    ],
  ];
  for (const [what, text, expected] of rows) {
    it(what, () =>
      assert.deepEqual(
        found(text, signed).map(([, words]) => words),
        expected,
      ),
    );
  }

  it('count towards a topic', () => {
    const own = createPhraseDetector([{ name: 'a', threshold: 2, phrases: ['C++', 'compiler'] }]);
    assert.deepEqual(found('A C compiler, a C++ compiler', own), [
      ['a', 'compiler', 0.5],
      ['a', 'C++', 1],
      ['a', 'compiler', 0.5],
    ]);
  });

  it('are held back in streams until they are complete', () => {
    const tails = ['I use C', 'I use C+', 'I use C++', 'I use C++ in', 'I use .', 'I use .NE', 'I use it.', 'with AT&'];
    assert.deepEqual(
      tails.map((text) => text.slice(signed.tail(text))),
      ['C', 'C+', 'C++', '', '.', '.NE', '', 'AT&'],
    );
  });
});

describe('a topic', () => {
  it('scores the weights of the different phrases so far over its threshold', () => {
    assert.deepEqual(found('A dose, one more dose, side effects, a pill.'), [
      ['medicine', 'dose', 0.33],
      ['medicine', 'dose', 0.33],
      ['medicine', 'side effects', 1],
      ['medicine', 'pill', 1],
    ]);
  });

  it('counts a phrase with an apostrophe once, however it is read', () => {
    const own = createPhraseDetector([{ name: 'a', threshold: 2, phrases: ["O'Brien", 'bar'] }]);
    assert.deepEqual(found("O'Brien, O\u2019Brien's, OBrien", own), [
      ['a', "O'Brien", 0.5],
      ['a', 'O\u2019Brien', 0.5],
      ['a', 'OBrien', 0.5],
    ]);
  });

  it('adds up over the windows of a streamed text, and not over the texts of a reply', () => {
    const bound = detector.bind?.({ direction: 'output', parts: [], conversation: { definitions: new Map(), steps: [], reply: [] } });
    assert.ok(bound !== undefined);
    assert.deepEqual(found('take a dose now', bound), [['medicine', 'dose', 0.33]]);
    assert.deepEqual(found('a pill too', bound), [['medicine', 'pill', 0.67]]);
    assert.deepEqual(found('take a dose now', bound), [['medicine', 'dose', 0.33]]);
    assert.deepEqual(bound.inspect({ ...part('a pill too'), id: 'q' })[0]?.score, 1 / 3);
  });

  it('does not count the beginning of another word', () => {
    const bound = detector.bind?.({ direction: 'output', parts: [], conversation: { definitions: new Map(), steps: [], reply: [] } });
    assert.ok(bound !== undefined);
    found('a pill', bound);
    assert.deepEqual(found('a pillow and a dose.', bound), [['medicine', 'dose', 0.33]]);
  });
});

describe('the tail of phrase lists', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['Nothing here.', ''],
    ['We like Init', 'Init'],
    ['We like Globex ', 'Globex '],
    ['We like Globex Corporation', 'Globex Corporation'],
    ['We like Globex Corporation and', ''],
    ['He said o\u2019', 'o\u2019'],
  ];
  for (const [text, held] of rows) {
    it(`holds ${JSON.stringify(held)} of ${JSON.stringify(text)}`, () => assert.equal(text.slice(detector.tail(text)), held));
  }
});

describe('ten thousand phrases', () => {
  const phrases = Array.from({ length: 10_000 }, (_, index) => `word${index.toString(36)} and ${(index * 7919).toString(36)} thing`);
  const many = createPhraseDetector([{ name: 'many', phrases }]);

  it('are all found', () => {
    for (let index = 0; index < phrases.length; index += 997) {
      assert.deepEqual(
        found(`x ${phrases[index]} y`, many).map(([, words]) => words),
        [phrases[index]],
      );
    }
  });

  it('cost little more than a few', () => {
    const text = 'and word and thing worda and word1 and then some more words that are in no list at all. '.repeat(3000);
    const taken = startCpuTime();
    many.inspect(part(text));
    assert.ok(taken() < 500);
  });
});
