/** Words for people and animals in somebody's life, as a group of a pattern. */
export const RELATION =
  '((?:step|grand|half[- ]|foster )?(?:mother|father|son|daughter|sister|brother|child|parent)(?:-in-law)?|wife|husband|partner|girlfriend|boyfriend|spouse|fianc[eé]e?|kid|baby|twin|mom|mum|mommy|dad|daddy|grandma|grandpa|granny|aunt|uncle|cousin|niece|nephew|best friend|friend|flatmate|roommate|housemate|neighbou?r|colleague|coworker|co-worker|boss|manager|supervisor|assistant|teacher|tutor|coach|doctor|dentist|therapist|landlord|landlady|dog|cat|puppy|kitten|horse|rabbit|parrot|hamster|pet)';

/** Of these people somebody has one. */
export const ONLY_ONE =
  '(wife|husband|partner|girlfriend|boyfriend|spouse|fianc[eé]e?|mother|father|mom|mum|dad|boss|manager|supervisor|best friend|doctor|dentist|therapist|landlord|landlady)';

/** A word with a capital; before a number it is a month. */
const NAME = String.raw`(\p{Lu}[\p{L}'’-]+)(?![\p{L}'’-]| \d)`;
/** "my brother Jonas", "my dog is called Rex", "a cat named Momo". */
const INTRODUCED: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:[Mm]y|[Oo]ur|[Aa]n?) (?:\p{Ll}+ )?${RELATION},? ${NAME}`, 'gu'),
  new RegExp(String.raw`\b(?:[Mm]y|[Oo]ur|[Aa]n?) (?:\p{Ll}+ )?${RELATION}(?:['’]s name is|(?: is|,)? (?:called|named)) ${NAME}`, 'gu'),
];

/** "My husband is Tom": of other words with a capital that stand there, most are titles or tell where somebody is from. */
const EQUATED = new RegExp(
  String.raw`\b(?:[Mm]y|[Oo]ur) (?:\p{Ll}+ )?${RELATION} is (?:now )?(?!(?:Dr|Miss|Mrs?|Ms|Prof|\p{L}*(?:ese|ian|[^d]ean|ish|ist|lim)|\p{Lu}+|Afghan|Arab|Black|Catholic|Czech|Deaf|Dutch|Finn|German|Greek|Hindu|Indian|Mexican|American|African|Moroccan|Muslim|Scot|Sikh|Swiss|Thai|Turk|Welsh)(?!\p{L}))${NAME}(?=[.,!;]|$| and )`,
  'gu',
);

/** Names that are no names: they begin a sentence or are written with a capital anyway. */
const NO_NAME = /^(?:I['’]|I$|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|German|French|Spanish|Italian)/;

/** The people and animals that texts introduce by name: the name in lower case, and what they are to the speaker. */
export function namedRelations(texts: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const text of texts) {
    for (const pattern of [...INTRODUCED, EQUATED]) {
      for (const [, relation = '', name = ''] of text.matchAll(pattern)) {
        if (!NO_NAME.test(name)) found.set(name.toLowerCase(), relation.toLowerCase());
      }
    }
  }
  return found;
}

/** One word for the same people. */
const SAME: Readonly<Record<string, string>> = {
  mom: 'mother',
  mum: 'mother',
  mommy: 'mother',
  dad: 'father',
  daddy: 'father',
  kid: 'child',
  children: 'child',
  grandma: 'grandmother',
  granny: 'grandmother',
  grandpa: 'grandfather',
  roommate: 'flatmate',
  housemate: 'flatmate',
  'co-worker': 'colleague',
  coworker: 'colleague',
};
/** Wider words that include them. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  mother: ['parent'],
  father: ['parent'],
  son: ['child'],
  daughter: ['child'],
  baby: ['child'],
  twin: ['sister', 'brother', 'sibling'],
  sister: ['sibling'],
  brother: ['sibling'],
  grandmother: ['grandparent'],
  grandfather: ['grandparent'],
  wife: ['spouse', 'partner'],
  husband: ['spouse', 'partner'],
  girlfriend: ['partner'],
  boyfriend: ['partner'],
  'best friend': ['friend'],
  puppy: ['dog', 'pet'],
  dog: ['pet'],
  kitten: ['cat', 'pet'],
  cat: ['pet'],
};
const ANY = String.raw`(?:${RELATION}s?|(children)|(sibling|grandparent)s?)(?!\p{L})`;
const SPOKEN_OF = new RegExp(String.raw`(?<!\p{L})${ANY}`, 'giu');
const OWN = new RegExp(String.raw`(?<!\p{L})(?:my|our) (?:\p{L}+ ){0,2}?${ANY}`, 'giu');

/** The people and animals that a text speaks of, in the singular, by one word for the same ones and the wider words for them. */
export function relationsIn(text: string): ReadonlySet<string> {
  return new Set(singular(text, SPOKEN_OF).flatMap((one) => [one, ...(WIDER[one] ?? [])]));
}

/** The people and animals that a text calls the speaker's own: "my brother", "our two children"; one word for each. */
export function ownRelations(text: string): readonly string[] {
  return singular(text, OWN);
}

function singular(text: string, pattern: RegExp): string[] {
  return Array.from(text.toLowerCase().matchAll(pattern), ([, one, children, wider]) => {
    const word = one ?? children ?? wider ?? '';
    return SAME[word] ?? word;
  });
}
