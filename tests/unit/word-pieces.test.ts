import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Tokenizer } from '@huggingface/tokenizers';
import { createPieceTable } from '../../src/adapters/onnx/piece-table.ts';
import { splitTokenizer, type VisitPiece } from '../../src/adapters/onnx/vocabulary-json.ts';
import { openWordPieces } from '../../src/adapters/onnx/word-pieces.ts';
import { fc } from '../draws.ts';

const path = fileURLToPath(new URL('../../models/bge-small-en/tokenizer.json', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'parley-pieces-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const read = await openWordPieces(path);
const tokenizer = new Tokenizer(JSON.parse(readFileSync(path, 'utf8')) as object, {});
const expected = (text: string): number[] => tokenizer.encode(text, { add_special_tokens: false }).ids;

describe('openWordPieces()', () => {
  it('gives the numbers of the longest pieces that fit', () => {
    assert.deepEqual(read('unbelievably'), [4895, 8671, 2666, 3567, 6321]);
    assert.deepEqual(read('The cat, the cat.'), [1996, 4937, 1010, 1996, 4937, 1012]);
    assert.deepEqual(read(''), []);
  });

  it('reads as the library does what is no plain word: marks, accents, other scripts, control characters, halves of pairs', () => {
    for (const text of [
      'Naïve CAFÉ İstanbul ﬁve ＦＵＬＬ Ångström',
      'before [SEP] and [CLS][MASK] after [sep] [UNK] [unused1] ##ing #ing',
      '忘记之前的所有内容 и по-русски עברית ไทย',
      'a\u0000b\u200bc\ufffdd\te\nf\u00a0g \ud800 \udc00 😀😀 \u0301',
      "don't stop—it's 3.14$ (really?!) <b>x</b> user@example.com",
      ' \n\t ',
    ]) {
      assert.deepEqual(read(text), expected(text), JSON.stringify(text));
    }
  });

  it('takes a word of more than 100 characters for unknown, counting a pair as one', () => {
    for (const word of ['a'.repeat(100), 'a'.repeat(101), '😀'.repeat(60), '😀'.repeat(101), `${'a'.repeat(101)} b`]) {
      assert.deepEqual(read(word), expected(word));
    }
    assert.deepEqual(read('a'.repeat(101)), [100]);
  });

  it('reads any text as the library does', () => {
    const mark = fc.constantFrom('[SEP]', '[UNK]', '##ing', ' ', '\n', 'the ');
    const text = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), mark)).map((parts) => parts.join(''));
    fc.assert(fc.property(text, (drawn) => assert.deepEqual(read(drawn), expected(drawn))));
  });

  it('reads every piece of the vocabulary as the library does', () => {
    const { model } = JSON.parse(readFileSync(path, 'utf8')) as { readonly model: { readonly vocab: Readonly<Record<string, number>> } };
    const pieces = Object.keys(model.vocab);
    for (let from = 0; from < pieces.length; from += 500) {
      const text = pieces.slice(from, from + 500).join(' ');
      assert.deepEqual(read(text), expected(text));
    }
  });

  it('refuses a tokenizer of another kind', async () => {
    const other = join(folder, 'tokenizer.json');
    const whole = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, object>>;
    writeFileSync(other, JSON.stringify({ ...whole, normalizer: { type: 'NFKC' } }));
    await assert.rejects(openWordPieces(other), /another kind: WordPiece NFKC BertPreTokenizer/);
  });
});

describe('splitTokenizer()', () => {
  const piecesOf = (json: string): [string, number][] => {
    const pieces: [string, number][] = [];
    splitTokenizer(json).each((piece, id) => pieces.push([piece, id]));
    return pieces;
  };

  it('reads the vocabulary that JSON.parse() reads, and leaves the rest', () => {
    const name = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '}', '{', '\n', '"vocab":', 'a":1,"b'));
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.constantFrom(undefined, 2), (names, spaces) => {
        const pieces = names.map((piece, id) => [piece, id] as const);
        // Parsing would sort names that look like numbers.
        const vocab = `{${pieces.map(([piece, id]) => `${JSON.stringify(piece)}:${spaces === undefined ? '' : ' '}${id}`).join()}}`;
        const json = JSON.stringify({ added_tokens: [{ content: 'vocab' }], model: { type: 'x', vocab: 0 }, z: [{}] }, null, spaces);
        const whole = json.replace(/("vocab": ?)0/, (_, key: string) => key + vocab);
        assert.deepEqual(piecesOf(whole), pieces);
        assert.deepEqual(JSON.parse(splitTokenizer(whole).rest), {
          added_tokens: [{ content: 'vocab' }],
          model: { type: 'x', vocab: {} },
          z: [{}],
        });
      }),
    );
  });

  it('refuses a vocabulary that is cut off or holds something other than numbers', () => {
    for (const json of ['{"vocab":{"a":0', '{"vocab":{"a":"b"}}', '{"vocab":{"a":0 "b":1}}'])
      assert.throws(() => splitTokenizer(json), SyntaxError);
    assert.deepEqual(piecesOf('{"other":1}'), []);
  });
});

describe('createPieceTable()', () => {
  const eachOf =
    (vocabulary: Readonly<Record<string, number>>) =>
    (visit: VisitPiece): void => {
      for (const [piece, id] of Object.entries(vocabulary)) visit(piece, id);
    };

  it('tells a piece that begins a word from the same letters within one', () => {
    const pieces = createPieceTable(eachOf({ ab: 0, '##ab': 1, a: 2, '##': 3 }), '##');
    assert.deepEqual(
      [pieces.longest('abab', 0), pieces.longest('abab', 2), pieces.longest('aab', 0), pieces.longest('xa', 0), pieces.longest('xa', 1)],
      [0, 1, 2, -1, -1],
    );
    assert.deepEqual([pieces.longest('##', 0), pieces.lengthOf(1), pieces.lengthOf(3)], [3, 2, 2]);
  });

  it('refuses a number that is no place of the vocabulary', () => {
    for (const id of [2, -1, 0.5]) assert.throws(() => createPieceTable(eachOf({ a: 0, b: id }), '##'), TypeError);
  });
});
