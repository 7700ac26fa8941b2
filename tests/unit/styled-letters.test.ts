import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainLetters } from '../../src/domain/speech/styled-letters.ts';

describe('plainLetters()', () => {
  const shapes: readonly (readonly [string, string])[] = [
    ['ﬀ ﬁ ﬂ ﬃ ﬄ ﬅ ﬆ', 'ff fi fl ffi ffl st st'],
    ['Ａｂ，１！～', 'Ab,1!~'],
    ['𝐀𝑏𝒞𝔡𝕖𝖋𝗀𝘩𝙞𝚓𝟘𝟭', 'AbCdefghij01'],
    ['ⒶⓑⓏ 🄰🅉', 'AbZ AZ'],
    ['ℂℎℓℝ', 'ChlR'],
    ['Ⅷ ⅻ', 'VIII xii'],
    ['ĳ ſ ǆ', 'ij s dž'],
    ['3ʳᵈ', '3rd'],
    ['ᴀʙᴄ ꜰɪɴᴇ', 'abc fine'],
    ['㎞ ㎡ ㎧', 'km m2 m/s'],
  ];
  for (const [written, plain] of shapes) it(`writes ${written} as ${plain}`, () => assert.equal(plainLetters(written), plain));

  it('keeps what is read in its own way, and other scripts', () => {
    const kept = 'Plain text, café. ½ m² 10⁻³ H₂O xⁿ № ™ ℃ Ω µ … ª º ① Привет 你好，世界。 α';
    assert.equal(plainLetters(kept), kept.replace('，', ','));
  });
});
