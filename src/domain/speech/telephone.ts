import { cardinalWords, digitWords, labelWords } from './number-words.ts';
import { closing, type ReadingRule } from './reading-rule.ts';

/** Groups of digits, one by one, with a short pause between the groups. */
function groups(written: string, zero: 'oh' | 'zero' = 'oh'): string {
  return written
    .split(/[^\d]+/)
    .filter((group) => group !== '')
    .map((group) => (/^\d00$/.test(group) ? cardinalWords(group) : digitWords(group, zero)))
    .join(' , ');
}

const STREET =
  '(Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Boulevard|Blvd|Lane|Ln|Court|Ct|Place|Pl|Square|Sq|Parkway|Pkwy|Highway|Hwy|Way|Terrace|Ter|Circle|Cir|Route|Rte)';
/** Abbreviated street words, and their spoken forms after a name. */
const STREET_WORDS: Readonly<Record<string, string>> = {
  st: 'street',
  ave: 'avenue',
  rd: 'road',
  dr: 'drive',
  blvd: 'boulevard',
  ln: 'lane',
  ct: 'court',
  pl: 'place',
  sq: 'square',
  pkwy: 'parkway',
  hwy: 'highway',
  ter: 'terrace',
  cir: 'circle',
  rte: 'route',
};
const STATES = 'A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]';
const STATE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  'AL alabama,AK alaska,AZ arizona,AR arkansas,CA california,CO colorado,CT connecticut,DC D C,DE delaware,FL florida,GA georgia,HI hawaii,IA iowa,ID idaho,IL illinois,IN indiana,KS kansas,KY kentucky,LA louisiana,MA massachusetts,MD maryland,ME maine,MI michigan,MN minnesota,MO missouri,MS mississippi,MT montana,NC north carolina,ND north dakota,NE nebraska,NH new hampshire,NJ new jersey,NM new mexico,NV nevada,NY new york,OH ohio,OK oklahoma,OR oregon,PA pennsylvania,RI rhode island,SC south carolina,SD south dakota,TN tennessee,TX texas,UT utah,VA virginia,VT vermont,WA washington,WI wisconsin,WV west virginia,WY wyoming'
    .split(',')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);
const SIDES: Readonly<Record<string, string>> = {
  N: 'north',
  S: 'south',
  E: 'east',
  W: 'west',
  NE: 'northeast',
  NW: 'northwest',
  SE: 'southeast',
  SW: 'southwest',
};

/** Before a key of the telephone, or after other keys. */
const DIALLED = /\b(?:dial|press|text|call|enter|then|or|key|and|hit) $/i;

/** Telephone numbers, runs like card numbers, house numbers, states with postal codes. */
export const TELEPHONE_RULES: readonly ReadingRule[] = [
  {
    pattern: /\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,6}(?![\w])/y,
    say: ([whole = '']) => (whole.replace(/\D/g, '').length < 7 ? undefined : `plus ${groups(whole)}`),
  },
  { pattern: /(?:1[ .-])?\(\d{3}\)[ .-]?\d{3}[ .-]\d{4}(?!\w)/y, say: ([whole = '']) => groups(whole) },
  { pattern: /(?:1[ .-])?\d{3}([ .-])\d{3}\1\d{4}(?!\w)/y, say: ([whole = '']) => groups(whole) },
  {
    pattern: /1-(\d{3})-(?:(\d{3})-)?([A-Z]{2,10}(?:-(?:[A-Z]{2,10}|\d)){0,3})(?![\w-])/y,
    say: ([, area = '', middle, words = '']) =>
      `one , ${groups(area)} ,${middle === undefined ? '' : ` ${groups(middle)} ,`} ${words
        .toLowerCase()
        .replaceAll('-', ' ')
        .replace(/\d/g, (digit) => cardinalWords(digit))}`,
  },
  { pattern: /\d{3}([ -])\d{4}\1\d{4}(?!\w)/y, say: ([whole = '']) => groups(whole) },
  {
    pattern: /(?:[•●xX]{2,4}[ -]?){1,4}(\d{4})(?!\w)/y,
    say: ([, last = '']) => `ending in ${digitWords(last)}`,
  },
  { pattern: /\d{3}-\d{4}(?![\w-])/y, say: ([whole = '']) => groups(whole) },
  { pattern: /\d{4}([ -])\d{4}\1\d{4}(?:\1\d{1,7})?(?!\w)/y, say: ([whole = '']) => groups(whole, 'zero') },
  { pattern: /\d{3}-\d{2}-\d{4}(?!\w)/y, say: ([whole = '']) => groups(whole) },
  { pattern: /00[1-9]\d{0,2}(?:[ .-]\d{2,8}){2,5}(?!\w)/y, say: ([whole = '']) => groups(whole) },
  { pattern: /(?:\(0\d{1,4}\) ?\d{3,8}|0\d{2,4} \d{3,8})(?: \d{3,4})?(?!\w)/y, say: ([whole = '']) => groups(whole) },
  { pattern: /0\d{2,4}\/\d{4,8}(?!\w)/y, say: ([whole = '']) => groups(whole) },
  {
    pattern: /\*(?=\d{1,6}#?(?!\w|\.\d))/y,
    say: (_, { before }) => (/[\d)\w]\s?$/.test(before) && !DIALLED.test(before) ? undefined : 'star'),
  },
  { pattern: /\*(?![\w*])/y, say: (_, { before }) => (DIALLED.test(before) ? 'star' : undefined) },
  { pattern: /#(?!\w)/y, say: (_, { before }) => (/\d$/.test(before) || DIALLED.test(before) ? 'pound' : undefined) },
  {
    pattern: new RegExp(
      `(\\d{1,5})([A-Z])? (?:([NSEW]|[NS][EW])\\.? )?(?=(?:(?:[A-Z][a-z]{1,20}|\\d{1,3}(?:st|nd|rd|th)) ){1,3}${STREET}(?![A-Za-z]))`,
      'y',
    ),
    say: ([, number = '', letter, side]) =>
      `${labelWords(number)}${letter === undefined ? '' : ` ${letter}`}${side === undefined ? '' : ` ${SIDES[side] ?? ''}`}`,
  },
  {
    pattern: new RegExp(`(${STATES})(?:,? (\\d{5})(?:-(\\d{4}))?)(?!\\w)`, 'y'),
    say: ([, state = '', code = '', more]) =>
      `${STATE_NAMES[state] ?? ''} ${digitWords(code)}${more === undefined ? '' : ` , ${digitWords(more)}`}`,
  },
  {
    pattern: new RegExp(`(${STATES})(?=[.,;!?)]|\\s*$|\\s[a-z])(?!\\.[A-Z])`, 'y'),
    say: ([, state = ''], { before }) => (/[A-Z][a-z]+, $/.test(before) ? STATE_NAMES[state] : undefined),
  },
  {
    pattern: /([NSEW]|[NS][EW])\. (?=[A-Z][a-z]{2})/y,
    say: ([, side = ''], { before }) => (/\d (?:Avenue )?$/.test(before) ? SIDES[side] : undefined),
  },
  { pattern: /([NSEW])\.? (?=\d{1,3}(?:st|nd|rd|th) )/y, say: ([, side = '']) => SIDES[side] },
  {
    pattern:
      /(Boeing|Airbus|[Ff]light|Route|Highway|Interstate|[Rr]oom|Channel|Area|HTTP|[Ee]rror|[Ss]tatus|RFC|RTX|GTX) (?:([A-Z]{1,2})[ -]?)?(\d{3,4})(?:-(\d{1,4}))?(?!\w|[.,]\d)/y,
    say: ([, noun = '', code = '', digits = '', variant]) =>
      `${/^[A-Z]+$/.test(noun) ? noun.split('').join(' ') : noun.toLowerCase()} ${code.split('').join(' ')} ${labelWords(digits)}${variant === undefined ? '' : ` ${labelWords(variant)}`}`,
  },
  {
    pattern: new RegExp(`${STREET}(\\.)?(?![A-Za-z])`, 'y'),
    say: ([, word = '', stop = ''], { before, after }) => {
      const said = STREET_WORDS[word.toLowerCase()];
      if (
        said === undefined ||
        !/(?:[A-Z][a-z]+(?:['’]s)?|\d(?:st|nd|rd|th)) $/.test(before) ||
        (/^ [A-Z][a-z]/.test(after) && stop === '.' && !opensAddressEnd(after))
      )
        return undefined;
      return `${said}${closing(stop, after)}`;
    },
  },
];

/** Whether an abbreviated street word is not followed by a name of which it could be the title. */
function opensAddressEnd(after: string): boolean {
  return closing('.', after) !== '' || /^ (?:Apt|Suite|Ste|Unit|Floor|Room|North|South|East|West)\b/.test(after);
}
