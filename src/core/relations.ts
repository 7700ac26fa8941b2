/** Words for people and animals in somebody's life, as a group of a pattern. */
export const RELATION =
  '((?:step|grand|half[- ]|foster )?(?:mother|father|son|daughter|sister|brother|child|parent)(?:-in-law)?|wife|husband|partner|girlfriend|boyfriend|spouse|fianc[eé]e?|kid|baby|twin|mom|mum|mommy|dad|daddy|grandma|grandpa|granny|aunt|uncle|cousin|niece|nephew|best friend|friend|flatmate|roommate|housemate|neighbou?r|colleague|coworker|co-worker|boss|manager|supervisor|assistant|teacher|tutor|coach|doctor|dentist|therapist|landlord|landlady|dog|cat|puppy|kitten|horse|rabbit|parrot|hamster|pet)';

/** Of these people somebody has one. */
export const ONLY_ONE =
  '(wife|husband|partner|girlfriend|boyfriend|spouse|fianc[eé]e?|mother|father|mom|mum|dad|boss|manager|supervisor|best friend|doctor|dentist|therapist|landlord|landlady)';

const NAME = String.raw`(\p{Lu}[\p{L}'’-]+)`;
/** "my brother Jonas", "my dog is called Rex", "a cat named Momo". */
const INTRODUCED: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:[Mm]y|[Oo]ur|[Aa]n?) (?:\p{Ll}+ )?${RELATION},? ${NAME}`, 'gu'),
  new RegExp(String.raw`\b(?:[Mm]y|[Oo]ur|[Aa]n?) (?:\p{Ll}+ )?${RELATION}(?:['’]s name is|(?: is|,)? (?:called|named)) ${NAME}`, 'gu'),
];

/** Names that are no names: they begin a sentence or are written with a capital anyway. */
const NO_NAME = /^(?:I['’]|I$|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|German|French|Spanish|Italian)/;

/** The people and animals that texts introduce by name: the name in lower case, and what they are to the speaker. */
export function namedRelations(texts: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const text of texts) {
    for (const pattern of INTRODUCED) {
      for (const [, relation = '', name = ''] of text.matchAll(pattern)) {
        if (!NO_NAME.test(name)) found.set(name.toLowerCase(), relation.toLowerCase());
      }
    }
  }
  return found;
}

/** Other words for the same people, and the wider words that include them. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  mom: ['mother', 'parent'],
  mum: ['mother', 'parent'],
  mommy: ['mother', 'parent'],
  mother: ['parent'],
  dad: ['father', 'parent'],
  daddy: ['father', 'parent'],
  father: ['parent'],
  kid: ['child'],
  child: ['child'],
  baby: ['child'],
  son: ['child'],
  daughter: ['child'],
  twin: ['sister', 'brother', 'sibling'],
  sister: ['sibling'],
  brother: ['sibling'],
  grandma: ['grandmother', 'grandparent'],
  granny: ['grandmother', 'grandparent'],
  grandpa: ['grandfather', 'grandparent'],
  wife: ['spouse', 'partner'],
  husband: ['spouse', 'partner'],
  girlfriend: ['partner'],
  boyfriend: ['partner'],
  'best friend': ['friend'],
  roommate: ['flatmate', 'housemate'],
  'co-worker': ['colleague', 'coworker'],
  coworker: ['colleague', 'co-worker'],
  puppy: ['dog', 'pet'],
  dog: ['pet'],
  kitten: ['cat', 'pet'],
  cat: ['pet'],
};
const ANY = new RegExp(String.raw`(?<!\p{L})(?:${RELATION}s?|(children)|(sibling|grandparent)s?)(?!\p{L})`, 'giu');

/** The people and animals that a text speaks of, in the singular, and the wider words for them. */
export function relationsIn(text: string): ReadonlySet<string> {
  const found = Array.from(
    text.toLowerCase().matchAll(ANY),
    ([, one, children, wider]) => one ?? wider ?? (children === undefined ? '' : 'child'),
  );
  return new Set(found.flatMap((one) => [one, ...(ALSO[one] ?? [])]));
}

/** The people and animals that a text calls the speaker's own: "my brother", "our two children"; one word for each. */
export function ownRelations(text: string): readonly string[] {
  const own = new RegExp(
    String.raw`(?<!\p{L})(?:my|our) (?:\p{L}+ ){0,2}?(?:${RELATION}s?|(children)|(sibling|grandparent)s?)(?!\p{L})`,
    'giu',
  );
  return Array.from(text.toLowerCase().matchAll(own), ([, one, children, wider]) => {
    const word = one ?? wider ?? (children === undefined ? '' : 'child');
    return SAME[word] ?? word;
  });
}

const SAME: Readonly<Record<string, string>> = {
  mom: 'mother',
  mum: 'mother',
  mommy: 'mother',
  dad: 'father',
  daddy: 'father',
  kid: 'child',
  grandma: 'grandmother',
  granny: 'grandmother',
  grandpa: 'grandfather',
};
