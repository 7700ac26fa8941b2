import { cardinalWords, ordinalWords } from './number-words.ts';
import type { ReadingRule } from './reading-rule.ts';

const BOOKS =
  'genesis exodus leviticus numbers deuteronomy joshua judges ruth samuel kings chronicles ezra nehemiah esther job psalm psalms proverbs ecclesiastes isaiah jeremiah lamentations ezekiel daniel hosea joel amos obadiah jonah micah nahum habakkuk zephaniah haggai zechariah malachi matthew mark luke john acts romans corinthians galatians ephesians philippians colossians thessalonians timothy titus philemon hebrews james peter jude revelation surah quran'.split(
    ' ',
  );
/** Books that there are several of. */
const NUMBERED = new Set('samuel kings chronicles corinthians thessalonians timothy peter john'.split(' '));
/** Abbreviations that are not the beginning of the name, or that of another book as well. */
const SHORT: Readonly<Record<string, string>> = {
  ex: 'exodus',
  ps: 'psalm',
  pss: 'psalms',
  kgs: 'kings',
  mt: 'matthew',
  mk: 'mark',
  lk: 'luke',
  jn: 'john',
  jas: 'james',
  phil: 'philippians',
  phlm: 'philemon',
  jud: 'judges',
};
/** Abbreviations that are nothing else even without a full stop before chapter and verse. */
const SURE = /^(?:pss?|gen|exod|lev|deut|kgs|prov|eccl|isa|ezek|hos|zech|mk|lk|jn|rom|cor|gal|eph|thess|heb|jas|rev)$/;
/** Abbreviations that are also of other words, or end a sentence, where a number without a verse follows. */
const OTHERS = /^(?:gen|col|rev|num|mt|mk|dan|sam|tim|phil|pet|hag|mic|job|ex|est|act|jon|mar|jam|isa|rut|tit|the|her|mal|hos)$/;

function bookNamed(written: string, stop: string): string | undefined {
  const key = written.toLowerCase();
  if (BOOKS.includes(key)) return key;
  if (stop === '' && !SURE.test(key)) return undefined;
  if (Object.hasOwn(SHORT, key)) return SHORT[key];
  return key.length > 2 ? BOOKS.find((book) => book.startsWith(key)) : undefined;
}

/** Places in books of the Bible and the Quran: «Ps. 23», «1 Cor. 13:4-7». */
export const SCRIPTURE_RULES: readonly ReadingRule[] = [
  {
    pattern: /(?:([1-3]) )?([A-Z][a-z]{1,13})(\.?) (\d{1,3})(?::(\d{1,3})(?:[-–](\d{1,3}))?)?(?![\d:]|[.,]\d)/y,
    say: ([, number, written = '', stop = '', chapter = '', verse, last]) => {
      const book = bookNamed(written, stop);
      if (book === undefined || (number !== undefined && !NUMBERED.has(book))) return undefined;
      if (verse === undefined && (stop === '' || OTHERS.test(written.toLowerCase()))) return undefined;
      const place = [chapter, verse].filter((part) => part !== undefined).map((part) => cardinalWords(part));
      const end = last === undefined ? '' : ` to ${cardinalWords(last)}`;
      return `${number === undefined ? '' : `${ordinalWords(number)} `}${book} ${place.join(' ')}${end}`;
    },
  },
];
