import type { FactKind } from '../../ports/memory.ts';
import { contentWords } from './words.ts';

/** What a sentence about its speaker is about. */
export interface Classified {
  readonly kind: FactKind;
  readonly slot?: string;
  /** From 0 to 1. */
  readonly importance: number;
}

const RELATION =
  '(wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|child|kid|baby|sister|brother|mother|mom|mum|father|dad|grandmother|grandma|grandfather|grandpa|aunt|uncle|cousin|niece|nephew|roommate|neighbou?r|boss|manager|best friend|dog|cat|pet)';
const OWN_ONE =
  '(address|age|blood type|car|company|e-?mail(?: address)?|employer|height|hometown|job|language|major|nationality|nickname|occupation|password hint|phone(?: number)?|postcode|profession|pronouns|religion|salary|school|shoe size|team|time ?zone|title|university|weight|zip code)';
const APPOINTMENT =
  "(appointment|class|conference|deadline|dentist appointment|doctor's appointment|exam|flight|graduation|holiday|interview|meeting|party|performance|presentation|recital|reservation|surgery|trip|vacation|wedding)";
const OFTEN = '(?:really |absolutely |just |still |also |always |usually |now |currently |recently |actually |only |quite |kind of |so )*';
const LIKING = `(?:like|love|enjoy|adore|prefer|hate|dislike|detest|can['’]?t stand|cannot stand|(?:do not|don['’]?t|no longer)(?: really)? (?:like|love|enjoy)|am (?:into|fond of)|['’]m (?:into|fond of))`;

type Reading = (match: RegExpMatchArray) => Classified | undefined;

/** The first matching pattern decides. */
const PATTERNS: readonly (readonly [RegExp, Reading])[] = [
  [
    /\bmy (?:full |first |real )?name(?:['’]s| is)\b|\b(?:call me|i am called|i['’]m called|i go by) \p{Lu}/iu,
    () => only('identity', 'name', 1),
  ],
  [/^(?:hi|hello|hey)(?: there)?[,!.]* (?:i['’]m|i am|this is) \p{Lu}\p{Ll}+\W*$/iu, () => only('identity', 'name', 1)],
  [/\bmy birthday(?:['’]s| is)\b|\bi was born on\b/i, () => only('identity', 'birthday', 0.95)],
  [/\bi was born in\b|\bi(?:['’]m| am| come) (?:originally )?from\b/i, () => only('place', 'origin', 0.85)],
  [/\bi(?:['’]m| am) \d{1,3}(?: years old)?(?:$|[.,!;]| and)/i, () => only('identity', 'age', 0.85)],
  [
    /\b(?:i(?:['’]m| am)|i have|i['’]ve got|i suffer from) (?:\p{L}+ ){0,2}?(?:allergic|allerg(?:y|ies)|asthma|diabet(?:es|ic)|c(?:o)?eliac|lactose|pregnant|epilep\w+|migraines?|arthritis|adhd|depress\w+|anxiety)\b/iu,
    () => ({ kind: 'health', importance: 0.95 }),
  ],
  [
    /\bi(?:['’]m| am| became|['’]ve become)(?: now| not| no longer)?(?: an?)? (?:vegan|vegetarian|pescatarian)\b|\bi(?: do not|(?: don['’]?t)| never| now)?(?: eat meat| eat meat again)\b/i,
    () => only('health', 'diet', 0.9),
  ],
  [
    new RegExp(`\\bi(?:['’]ve| have)? ${OFTEN}(?:live|reside|moved|relocated)(?: back)? (?:in|to|at|near|on)\\b`, 'i'),
    () => only('place', 'home', 0.9),
  ],
  [/\bi(?:['’]m| am) (?:now |currently )?(?:living|based|staying) (?:in|at|near)\b/i, () => only('place', 'home', 0.9)],
  [
    new RegExp(
      `\\bi ${OFTEN}(?:work (?:at|for|as|in)|started (?:working )?(?:at|for|as)|joined|(?:quit|left|lost|gave up|resigned from) my (?:old )?job)\\b|\\bi(?:['’]m| am) (?:now |currently )?working (?:at|for|as)\\b|\\bi got a (?:new )?job\\b`,
      'i',
    ),
    () => only('work', 'work', 0.85),
  ],
  [
    new RegExp(`\\bmy (?:new )?${RELATION}(?:['’]s name is| is called| is named)\\b`, 'i'),
    ([, who]) => only('relation', `${low(who)}:name`, 0.9),
  ],
  [
    new RegExp(`\\bmy (?:new )?${RELATION} is (?:now|currently) (\\p{L})`, 'iu'),
    ([, who, initial]) => (/\p{Lu}/u.test(initial ?? '') ? only('relation', `${low(who)}:name`, 0.9) : undefined),
  ],
  [
    new RegExp(`\\bmy ${RELATION}(?: \\p{Lu}\\p{L}+)? (?:now )?(?:lives in|moved to|is living in)\\b`, 'iu'),
    ([, who]) => only('relation', `${low(who)}:home`, 0.75),
  ],
  [
    new RegExp(`\\bmy ${RELATION}(?: \\p{Lu}\\p{L}+)? (?:now )?works (?:at|for|as|in)\\b`, 'iu'),
    ([, who]) => only('relation', `${low(who)}:work`, 0.7),
  ],
  [
    /\bmy (?:all[- ]time |absolute )?favou?rite ((?:\p{L}+ ){0,2}\p{L}+) (?:is|are)\b/iu,
    ([, what]) => only('preference', `favourite:${key(what)}`, 0.75),
  ],
  [
    new RegExp(`\\bmy (?:new |current )?${OWN_ONE}(?:['’]s| is)\\b`, 'i'),
    ([, what]) => only('identity', `my:${low(what).replace('-', '')}`, 0.85),
  ],
  [
    new RegExp(
      `\\b(?:my|our|the) (?:\\p{L}+ )?${APPOINTMENT}(?: (?:with|for|at|in) ((?:\\p{L}+ ){0,3}?\\p{L}+))? (?:is|will be|has been moved|was moved|got moved|moved|is now|has been rescheduled|was rescheduled)\\b`,
      'iu',
    ),
    ([, what, who]) => only('plan', who === undefined ? `plan:${low(what)}` : `plan:${low(what)}:${key(who)}`, 0.7),
  ],
  [new RegExp(`\\bi ${OFTEN}${LIKING} (.+)`, 'i'), taste],
  [new RegExp(`\\bi(?:['’]m| am) (?:into|fond of) (.+)`, 'i'), taste],
  [new RegExp(`\\b(?:my|our) ${RELATION}s?\\b`, 'i'), () => ({ kind: 'relation', importance: 0.65 })],
  [
    /\bi(?:['’]m| am)(?: now| currently)? (?:an?|the) (?!bit\b|little\b|lot\b|(?:big |huge )?fan\b)/i,
    () => ({ kind: 'identity', importance: 0.7 }),
  ],
  [
    /\b(?:i|we)(?:['’]ll| will|['’]m going to| am going to|['’]re going to| are going to|['’]m planning| am planning| plan to| plan on| intend to| hope to| want to| need to| have to|['’]d like to| would like to|['’]m looking forward| am looking forward)\b/i,
    () => ({ kind: 'plan', importance: 0.6 }),
  ],
];

/** The topic of a sentence; `date` is the day, month or year that it refers to, `today` the day on which it was said. */
export function classify(sentence: string, date: string | undefined, today: string): Classified {
  for (const [pattern, read] of PATTERNS) {
    const match = pattern.exec(sentence);
    const found = match === null ? undefined : read(match);
    if (found !== undefined) return found;
  }
  if (date !== undefined)
    return date > today.slice(0, date.length) ? { kind: 'plan', importance: 0.6 } : { kind: 'event', importance: 0.55 };
  if (/\b(?:i|we) (?:\w+ly )?(?:was|were|went|did|had|got|saw|met|made|took|came|gave|bought|found|won|lost|began|\w+ed)\b/i.test(sentence))
    return { kind: 'event', importance: 0.45 };
  return { kind: 'other', importance: 0.35 };
}

function only(kind: FactKind, slot: string, importance: number): Classified {
  return { kind, slot, importance };
}

/** Likes and dislikes of one thing share a slot: a change of mind supersedes the earlier fact. */
function taste([whole = '', what = '']: RegExpMatchArray): Classified | undefined {
  const object = what
    .replace(/[.,;!(].*$/s, '')
    .replace(/\b(?:very much|any ?more|any longer|a lot|so much|the most)\b/gi, '')
    .replace(/ (?:over|instead of|rather than) .*$/i, '');
  const name = key(object);
  if (name === '' || /^(?:it|that|this|you|them|to (?:know|ask|hear|see))\b/i.test(object)) return undefined;
  const names = name.split(' ');
  // Of two kinds of one thing one is preferred: "window seats" over "aisle seats".
  if (/\bprefer /i.test(whole) && names.length === 2) return only('preference', `preferred:${names[1]}`, 0.7);
  return names.length > 4 ? { kind: 'preference', importance: 0.65 } : only('preference', `taste:${name}`, 0.7);
}

function low(text = ''): string {
  return text.toLowerCase();
}

function key(text = ''): string {
  return [...contentWords(text)].join(' ');
}
