import { contentWords } from '../../core/content-words.ts';
import { ONLY_ONE, RELATION } from '../../core/relations.ts';
import type { FactKind } from '../../ports/memory.ts';
import { MOVED } from './tense.ts';

/** What a sentence about its speaker is about. */
export interface Classified {
  readonly kind: FactKind;
  readonly slot?: string;
  /** From 0 to 1. */
  readonly importance: number;
}

const OWN_ONE =
  '(address|age|blood type|car|company|e-?mail(?: address)?|employer|height|hometown|job|language|major|nationality|nickname|occupation|password hint|phone(?: number)?|postcode|profession|pronouns|religion|salary|school|shoe size|team|time ?zone|title|university|weight|zip code)';
/** Something that has its day. */
export const APPOINTMENT =
  "((?:\\p{L}+(?:['’]s)? )?(?:appointment|breakfast|call|class|conference|concert|course|date|deadline|dinner|exam|ferry|flight|graduation|holiday|interview|lesson|lunch|meeting|party|performance|presentation|recital|rehearsal|reservation|shift|surgery|train|trip|vacation|wedding)(?: (?:with|at|for|to|in) (?!\\d)(?:\\p{L}+\\.? ){0,2}?\\p{L}+)?)";
const OFTEN =
  '(?:really |absolutely |just |still |also |always |usually |now |currently |recently |actually |only |quite |kind of |so |do |(?:these|most) days |nowadays )*';
const LIKING = `(?:like|love|enjoy|adore|prefer|hate|dislike|detest|can['’]?t stand|cannot stand|(?:do not|don['’]?t|no longer)(?: really)? (?:like|love|enjoy)|am (?:into|fond of)|['’]m (?:into|fond of))`;
const AM = "i(?:['’]m| am)";
const DENIED = "(?:do not |don['’]t |no longer |never )?";
const NUMBER = '(?:\\d+|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';

const MOVED_HOME = '(?:moved|relocated|settled)(?: house| home| down)?(?: from [^.,;]{1,40}?)?(?: back)? (?:in|to|near)';
const HOME =
  '(?:\\d|(?:an?|the|our) (?:\\p{L}+ ){0,2}?(?:apartment|building|city|condo|cottage|country(?:side)?|farm|flat|home|house|suburbs?|town|village)\\b)';

type Reading = (match: RegExpMatchArray) => Classified | undefined;

/** What a sentence is about; the first pattern that reads something decides. */
export const PATTERNS: readonly (readonly [RegExp, Reading])[] = [
  [/\bmy (?:full |first |real )?name(?:['’]s| is)\b/i, () => only('identity', 'name', 1)],
  // A name is told from other words by its capital, so these patterns tell letters of both cases apart.
  [/\b(?:[Cc]all me|I am called|I['’]m called|I go by) \p{Lu}/u, () => only('identity', 'name', 1)],
  [/^(?:[Hh]i|[Hh]ello|[Hh]ey)(?: there)?[,!.]* (?:[Ii]['’]m|[Ii] am|[Tt]his is) \p{Lu}\p{Ll}+\W*$/u, () => only('identity', 'name', 1)],
  [/\bmy birthday(?:['’]s| is)\b|\bi was born on\b/i, () => only('identity', 'birthday', 0.95)],
  [/\bi was born in\b|\bi(?:['’]m| am| come) (?:originally )?from\b/i, () => only('place', 'origin', 0.85)],
  [
    new RegExp(
      `\\b${AM} (?:now |already )?\\d{1,3}(?: years old)?(?: (?:now|years of age))?(?:$|[.,!;]| and)|\\bi(?:['’]ve)? (?:just )?turned \\d{1,3}\\b`,
      'i',
    ),
    () => only('identity', 'age', 0.85),
  ],
  [
    /\b(?:i(?:['’]m| am)|i have|i['’]ve got|i suffer from) (?:\p{L}+ ){0,2}?(?:allergic|allerg(?:y|ies)|asthma|diabet(?:es|ic)|c(?:o)?eliac|lactose|pregnant|epilep\w+|migraines?|arthritis|adhd|depress\w+|anxiety)\b/iu,
    () => ({ kind: 'health', importance: 0.95 }),
  ],
  [
    new RegExp(
      `\\bi(?:['’]m| am| became|['’]ve become)(?: now| not| no longer| strictly)?(?: an?)? (?:vegan|vegetarian|pescatarian)\\b|\\bi ${DENIED}eat (?:red |any )?meat\\b`,
      'i',
    ),
    () => only('health', 'diet', 0.9),
  ],
  [
    new RegExp(
      `\\b${AM} (?:now |not |no longer |happily |newly |already )*(?:single|married|divorced|engaged|widowed|separated)\\b|\\b(?:i|we)(?:['’]ve| have)? (?:just |recently )?(?:(?:got (?:married|divorced|engaged)|married|divorced)\\b|(?:separated|broke up|split up)(?! (?:an?|my|our|the)\\b)(?!\\p{L}))`,
      'iu',
    ),
    () => only('relation', 'marriage', 0.85),
  ],
  [
    new RegExp(
      `\\bi(?:['’]ve| have)? ${OFTEN}${DENIED}${OFTEN}(?:live|reside|(?:moved|relocated)(?: house| home)?(?: from [^.,;]{1,40}?)?|settled(?: down)?)(?: and work| back)? (?:in|to|at|near|on(?! from| with)|there|here)\\b|\\b${AM} (?:now |currently |not |no longer )*(?:living|based|staying) (?:in|at|near)\\b|\\bi(?:['’]ve| have)? moved out\\b`,
      'i',
    ),
    () => only('place', 'home', 0.9),
  ],
  // What "we" live in or move to may be anything but a place with a name or a home.
  [
    new RegExp(
      `\\b[Ww]e(?:['’](?:ve|re)| have| are)? (?:just |now |recently |currently |no longer |\\p{L}+ly )*(?:${MOVED_HOME} (?:${HOME}|(?!(?:an?|another|each|other|our|some|that|the|this|\\p{L}+ing)\\b)\\p{L})|(?:live|living|reside)(?: back)? (?:in|near|at) (?:\\p{Lu}|${HOME}))`,
      'u',
    ),
    () => only('place', 'home', 0.9),
  ],
  [
    new RegExp(
      `\\bi(?:['’]ve| have)? ${OFTEN}${DENIED}(?:work (?:at|for|as|in|there)|started (?:working )?(?:at|for|as))\\b|\\b${AM} (?:now |currently |not |no longer )*working (?:at|for|as)\\b|\\bi(?:['’]ve| have)? (?:just |recently )?(?:got|found|started|took|taken) (?:a|my) (?:new )?(?:job|position|role)\\b`,
      'i',
    ),
    () => only('work', 'work', 0.85),
  ],
  // A company, not a club.
  [
    /\b[Ii](?:['’]ve| have)? (?:just |recently )?joined \p{Lu}(?!.*\b(?:club|group|class|course|forum|program|programme|gym|choir|band|party)\b)/u,
    () => only('work', 'work', 0.85),
  ],
  [
    new RegExp(
      `\\bi(?:['’]ve| have)? (?:just |recently )?(?:quit|left|lost|resigned from|gave up|given up) my (?:\\p{L}+ )?(?:job|work|position)\\b|\\bi(?:['’]ve| have)? (?:just |recently )?(?:got|was|been) (?:just |recently )?(?:fired|laid off|made redundant)\\b|\\b${AM} (?:now |currently )?(?:unemployed|retired|out of work|between jobs)\\b|\\bi(?:['’]ve| have)? (?:just |recently )?retired\\b`,
      'iu',
    ),
    () => only('work', 'work', 0.85),
  ],
  [
    new RegExp(`\\bmy ((?:\\p{L}+ )?)${RELATION}(?:['’]s name is| is called| is named)\\b`, 'iu'),
    ([, which, who]) => only('relation', `${other(which)}${low(who)}:name`, 0.9),
  ],
  [
    new RegExp(
      `\\bmy ((?:\\p{L}+ )?)${RELATION}['’]s (name|surname|birthday|age|job|profession|(?:phone )?number|address|e-?mail|employer|favou?rite \\p{L}+) is\\b`,
      'iu',
    ),
    ([, which, who, what]) => only('relation', `${other(which)}${low(who)}:${low(what)}`, 0.75),
  ],
  [
    new RegExp(`\\b[Mm]y (?:new |current )?${ONLY_ONE} is (?:now |no longer |not |called )*\\p{Lu}`, 'u'),
    ([, who]) => only('relation', `${low(who)}:name`, 0.9),
  ],
  [
    new RegExp(
      `\\bmy ((?:\\p{L}+ )?)${RELATION}((?: \\p{Lu}\\p{L}+)?) (?:now |recently |no longer |has |just )*(?:lives in|moved to|is living in)\\b`,
      'iu',
    ),
    ([, which, who, name]) => only('relation', `${person(which, who, name)}:home`, 0.75),
  ],
  [
    new RegExp(
      `\\bmy ((?:\\p{L}+ )?)${RELATION}((?: \\p{Lu}\\p{L}+)?) (?:now |currently |no longer )*(?:works (?:at|for|as|in)|(?:has )?(?:started|joined) )`,
      'iu',
    ),
    ([, which, who, name]) => only('relation', `${person(which, who, name)}:work`, 0.7),
  ],
  [
    new RegExp(
      `\\bmy ((?:\\p{L}+ )?)${RELATION}((?: \\p{Lu}\\p{L}+)?) (?:is|has (?:just )?turned|turned) (?:now |already )?(?:${NUMBER})(?: years?| and |\\W*$| now)`,
      'iu',
    ),
    ([, which, who, name]) => only('relation', `${person(which, who, name)}:age`, 0.7),
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
      `\\b(?:my|our|the) ${APPOINTMENT} (?:is|will be|moved|(?:has been|have been|was|were|got|is) (?:now )?(?:${MOVED}|cancell?ed|called off))\\b`,
      'iu',
    ),
    ([, what]) => only('plan', `plan:${low(what)}`, 0.7),
  ],
  [
    new RegExp(`\\b(?:my|our|the) ${APPOINTMENT} (leaves|departs|starts|begins)\\b`, 'iu'),
    ([, what, verb]) => only('plan', `plan:${low(what)}:${/^(?:leaves|departs)$/i.test(verb ?? '') ? 'leaves' : 'starts'}`, 0.7),
  ],
  [
    /\bmy ((?:\p{L}+ ){0,2}(?:code|number|pin|plate|rent|password|budget|id|extension|size|income|pension|score|rate))(?: has| was)?(?: changed to| is)(?: now)? /iu,
    ([, what]) => only('identity', `my:${key(what)}`, 0.8),
  ],
  [new RegExp(`\\bi ${OFTEN}(weigh|earn|drive|get up|wake up) (?!to\\b)`, 'i'), ([, what]) => only('other', `i:${low(what)}`, 0.5)],
  [
    new RegExp(`\\bi(?:['’]ve got| (?:now )?have(?: got)?) (?:now )?${NUMBER} ((?:\\p{L}+ )?\\p{L}+)(?: now)?\\W*$`, 'iu'),
    ([, what]) => only('other', `count:${key(what)}`, 0.55),
  ],
  [new RegExp(`\\bi ${OFTEN}${LIKING} (.+)`, 'i'), taste],
  [new RegExp(`\\b${AM} (?:into|fond of) (.+)`, 'i'), taste],
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

function only(kind: FactKind, slot: string, importance: number): Classified {
  return { kind, slot, importance };
}

/** Likes and dislikes of one thing share a slot: a change of mind supersedes the earlier fact. */
function taste([said, what = '']: RegExpMatchArray): Classified | undefined {
  const object = what.replace(/[.,;!(].*$/s, '').replace(/\b(?:very much|any ?more|any longer|a lot|so much|the most)\b/gi, '');
  const name = key(object);
  if (name === '' || /^(?:it|that|this|you|them|to (?:know|ask|hear|see))\b/i.test(object)) return undefined;
  const words = name.split(' ');
  if (/\bprefer\b/i.test(said)) return preference(object, words);
  return words.length > 4 ? { kind: 'preference', importance: 0.65 } : only('preference', `taste:${name}`, 0.7);
}

/** What is preferred to what shares a slot whichever it is, and so do kinds of one thing: aisle seats and window seats. */
function preference(object: string, words: readonly string[]): Classified {
  const [one, than] = object.split(/ (?:to|over|than|rather than) (?!be\b)/i).map(key);
  if (than !== undefined && than !== '')
    return only('preference', `prefer:${[one ?? '', than].toSorted((left, right) => left.localeCompare(right)).join('|')}`, 0.7);
  if (words.length > 4) return { kind: 'preference', importance: 0.65 };
  return only('preference', words.length === 1 ? `taste:${words[0]}` : `prefer:${words.at(-1)}`, 0.7);
}

/** A person by relation and name; "new" and the like are no other person. */
function person(which = '', who = '', name = ''): string {
  return `${other(which)}${low(who)}${/^ \p{Lu}/u.test(name) ? low(name) : ''}`;
}

function other(which = ''): string {
  return /^(?:new|dear|lovely|own|current) ?$/i.test(which) ? '' : low(which);
}

function low(text = ''): string {
  return text.toLowerCase();
}

function key(text = ''): string {
  return [...contentWords(text)].join(' ');
}
