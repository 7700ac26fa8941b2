/**
 * Characters that are others in another shape: ligatures, full-width forms, mathematical and circled letters, letter-like symbols, Roman
 * numerals and units in one character. Superscript and subscript figures, fractions and signs such as № and ™ are not among them, since
 * they are read differently from what they decompose to.
 */
const SHAPES =
  /[ĲĳĿŀŉſǄ-ǌǱ-ǳℂℊ-ℓℕℙ-ℝℤℨKÅℬℭℯ-ℱℳℴℹⅅ-ⅉⅠ-ⅿ\u249C-\u24E9\u3371-\u337A\u3380-\u33DF\uFB00-\uFB06\uFF01-\uFF5E\uFFE0-\uFFE6\u{1D400}-\u{1D7FF}\u{1F110}-\u{1F129}\u{1F130}-\u{1F149}]/gu;

/** Raised and lowered letters, as in 1ˢᵗ. A single one is an exponent, an index or a mark of pronunciation. */
const RAISED = /[ʰ-ʸˡ-ˣᴬ-ᵪⁱⁿₐ-ₜ]{2,}/gu;

/** Small capitals, which Unicode does not decompose. */
const SMALL_CAPITALS: Readonly<Record<string, string>> = {
  ᴀ: 'a',
  ʙ: 'b',
  ᴄ: 'c',
  ᴅ: 'd',
  ᴇ: 'e',
  ꜰ: 'f',
  ɢ: 'g',
  ʜ: 'h',
  ɪ: 'i',
  ᴊ: 'j',
  ᴋ: 'k',
  ʟ: 'l',
  ᴍ: 'm',
  ɴ: 'n',
  ᴏ: 'o',
  ᴘ: 'p',
  ʀ: 'r',
  ꜱ: 's',
  ᴛ: 't',
  ᴜ: 'u',
  ᴠ: 'v',
  ᴡ: 'w',
  ʏ: 'y',
  ᴢ: 'z',
};
const SMALL = new RegExp(`[${Object.keys(SMALL_CAPITALS).join('')}]`, 'gu');

/** The text with plain letters, figures and marks in place of their other shapes: «office» for «oﬃce», «Hello» for «𝐇𝐞𝐥𝐥𝐨». */
export function plainLetters(text: string): string {
  return text
    .replace(SHAPES, decomposed)
    .replace(RAISED, decomposed)
    .replace(SMALL, (letter) => SMALL_CAPITALS[letter] ?? letter);
}

function decomposed(characters: string): string {
  return characters.normalize('NFKC').replaceAll('\u2215', '/');
}
