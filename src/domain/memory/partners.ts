import { ownRelations } from '../../core/relations.ts';
import type { MemoryFact } from '../../ports/memory.ts';

const PARTNER = '(?:boyfriend|fianc[eé]e?|girlfriend|husband|partner|spouse|wife)';
/** "My husband is Tom", "my wife Ada". */
const INTRODUCED = new RegExp(
  `\\b[Mm]y (${PARTNER})(?:,|['’]s name is| is(?: now)?(?: called| named)?| called| named)? (\\p{Lu}[\\p{L}'’-]+)`,
  'u',
);
/** "I'm married to Tom". */
const TOGETHER = '(?:married to|engaged to|dating|going out with|seeing|living with|in a relationship with)';

const RECENTLY = '(?:(?:already|finally|just|now|officially|recently) )*';
/** Two are no couple any more. */
const PARTED = new RegExp(
  `\\b(?:i|we)(?:['’](?:ve|re|m)| have| are| am)? ${RECENTLY}(?:(?:got |been )?divorced|(?:got )?separated(?! (?:the|an?|my|our|from the)\\b)|broke(?:n)? up(?! (?:the|an?|my|our)\\b)|split(?: up(?! (?:the|an?|my|our)\\b)|(?=[.,!;]|$))|(?:broke|called) off (?:my|our|the) (?:engagement|wedding)|(?:no longer|not|aren['’]t) (?:a couple|together))\\b|\\bis (?:now )?my ex\\b|\\b(?:left|dumped|divorced) me(?=[.,!;]|$| (?:after|and|because|for|in|last|on|this|yesterday)\\b)|\\bI left my ${PARTNER}(?=[.,!;]|$)`,
  'iu',
);
/** Two are married, and so no longer only friends or engaged. */
const MARRIED = new RegExp(
  `\\b(?:i|we)(?:['’](?:ve|re|m)| have| are| am)? ${RECENTLY}(?:(?:got |been )?married|eloped|tied the knot)\\b`,
  'iu',
);
const UNMARRIED: ReadonlySet<string> = new Set(['boyfriend', 'fiance', 'fiancee', 'fiancé', 'fiancée', 'girlfriend']);
/** Who it is about: "Tom and I", "divorced Tom", "broke up with Tom". */
const NAMED =
  /(\p{Lu}[\p{L}'’-]+)(?= and I\b)|(?<=\b(?:with|from|divorced|married|to) )(\p{Lu}[\p{L}'’-]+)|^(\p{Lu}[\p{L}'’-]+)(?= (?:has )?(?:left|dumped|divorced) me\b| is (?:now )?my ex\b)/gu;
/** The partner stands first: a sentence about more than that one is about more than being a couple. */
const ABOUT = new RegExp(`^(?:(?:and|so),? )?(?:my|our) (${PARTNER})\\b(?! and (?:i|me)\\b)`, 'iu');

/** Whether a sentence says that the speaker and somebody are no couple any more. */
export function isParting(sentence: string): boolean {
  return PARTED.test(sentence);
}

/** Whether a sentence says that the speaker is married or parted. */
export function isCouplesNews(sentence: string): boolean {
  return PARTED.test(sentence) || MARRIED.test(sentence);
}

/** The known facts about a partner of the speaker who is none any more, or none of that kind, as a sentence says. */
export function endsWithPartner(sentence: string, known: readonly MemoryFact[]): MemoryFact[] {
  if (!isCouplesNews(sentence)) return [];
  const isParted = isParting(sentence);
  const partners = new Map(
    known.flatMap(({ text }) => {
      const [, relation, name] = INTRODUCED.exec(text) ?? [];
      return relation === undefined || name === undefined ? [] : [[name, relation.toLowerCase()] as const];
    }),
  );
  const spokenOf = ownRelations(sentence);
  const names = Array.from(sentence.matchAll(NAMED), ([name]) => name).filter((name) => !/^(?:I|My|We|And|So)$/.test(name));
  const isWhole = names.length === 0 && spokenOf.length === 0;
  return known.filter(({ text }) => {
    const [, name] = new RegExp(`\\b${TOGETHER} (\\p{Lu}[\\p{L}'’-]+)`, 'u').exec(text) ?? [];
    if (isParted && name !== undefined && (isWhole || names.includes(name))) return true;
    const relation = ABOUT.exec(text)?.[1]?.toLowerCase();
    if (relation === undefined || (!isParted && !UNMARRIED.has(relation))) return false;
    const own = INTRODUCED.exec(text)?.[2];
    if (names.length > 0) return own === undefined ? names.some((one) => partners.get(one) === relation) : names.includes(own);
    return isWhole || spokenOf.includes(relation);
  });
}
