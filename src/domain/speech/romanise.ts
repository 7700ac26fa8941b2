/** Cyrillic letters as they are commonly written in Latin ones. */
const CYRILLIC =
  'аa бb вv гg дd еe ёyo жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ъ ыy ь эe юyu яya іi їyi єye ґg ўw јy љly њny ћch ђj џj ѓg ќk ѕdz қk ғgh ңng өo ұu үu һh әa ҳh ҷj ӣi ӯu';
/** Greek letters as they are said today, and pairs of them. */
const GREEK =
  'ουou αιe ειi οιi αυav ευev ηυiv μπb ντd γκg γγng τζtz αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υi φf χh ψps ωo';

function table(entries: string, length: (entry: string) => number): ReadonlyMap<string, string> {
  return new Map(entries.split(' ').map((entry) => [entry.slice(0, length(entry)), entry.slice(length(entry))]));
}

const LETTERS: ReadonlyMap<string, string> = new Map([...table(CYRILLIC, () => 1), ...table(GREEK, (entry) => entry.search(/[a-z]/))]);
const PIECE = new RegExp([...LETTERS.keys()].toSorted((left, right) => right.length - left.length).join('|'), 'gu');
/** Words that are a vowel, which alone would be said as the letter's name. */
const ALONE: Readonly<Record<string, string>> = { и: 'ee', і: 'ee', у: 'oo', о: 'oh', а: 'ah', ο: 'o', η: 'ee' };

const CYRILLIC_WORD = /[\p{Script=Cyrillic}][\p{Script=Cyrillic}\p{M}]{0,200}/gu;
/** A Greek word rather than letters as those of mathematics: with an accent, or of four letters and more. */
const GREEK_WORD =
  /(?<!\p{L})(?=\p{Script=Greek}{0,40}[\u0370-\u0373\u0386-\u038F\u0390\u03AA-\u03B0\u03CA-\u03CE\u1F00-\u1FFF]|\p{Script=Greek}{4})\p{Script=Greek}{2,40}/u;
const AMONG_GREEK_WORDS = /\p{Script=Greek}[\p{Script=Greek}\p{M}]{1,200}|(?<!\p{L})[οηΟΗ](?= \p{Script=Greek}{2})/gu;

/**
 * A text with the words of scripts that an English voice can at least say in Latin letters, Cyrillic and Greek ones, in these: «privet» for
 * «привет». Greek letters of mathematics stay as they are.
 */
export function romanised(text: string): string {
  const latin = text.replace(CYRILLIC_WORD, romanisedWord);
  return GREEK_WORD.test(latin) ? latin.replace(AMONG_GREEK_WORDS, romanisedWord) : latin;
}

function romanisedWord(written: string): string {
  const lower = written.toLowerCase();
  const plain = lower
    .normalize('NFC')
    // An accented first letter parts a pair of vowels.
    .replace(/[άέόύ](?=[ιυ])/gu, (letter) => `${letter}\u0301`)
    .replace(/(?<=^|[аеёиоуыэюяъьіїє])е/gu, 'йe')
    .replace(/(?:ий|ый)$/u, 'й')
    .replace(/\p{Script=Greek}/gu, (letter) => letter.normalize('NFD'))
    .replace(/([αεο])([ιυ])\u0308/gu, '$1\u0301$2')
    .replace(/([αεοη])\u0313?([ιυ])[\u0300-\u0345]+/gu, '$1$2')
    .replace(PIECE, (piece) => LETTERS.get(piece) ?? piece)
    .replace(/\p{M}/gu, '');
  const said = ALONE[lower] ?? plain;
  return written === lower ? said : said.charAt(0).toUpperCase() + said.slice(1);
}
