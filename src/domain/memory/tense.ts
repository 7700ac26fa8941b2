const ADVERBS = String.raw`(?:(?:not|all|already|also|currently|finally|just|now|only|soon|still|then|very|\p{L}+ly) )*`;

/** Irregular verbs in the past; those that are written alike in the present are left out. */
export const IRREGULAR_PAST =
  'ate|became|began|bought|broke|brought|built|came|caught|chose|did|drank|drove|fell|felt|flew|forgot|found|gave|got|grew|had|heard|held|kept|knew|left|lent|lost|made|met|paid|quit|ran|rode|said|sang|sat|saw|sent|slept|sold|spent|spoke|stood|swam|taught|thought|threw|told|took|was|went|were|woke|won|wore|wrote';
/** Those that are written alike: past where somebody says when. */
const ALIKE = 'beat|cut|hit|hurt|put|read|shut|split';
/** Words in -ed that are no verbs in the past. */
export const NO_PAST =
  '(?:bed|bleed|breed|exceed|feed|hundred|indeed|naked|need|proceed|red|sacred|seed|shed|sled|speed|succeed|wed|weed|wicked)(?!\\p{L})';
const PAST = `(?:${IRREGULAR_PAST}|(?!${NO_PAST})\\p{Ll}+ed)`;
/** Behind these, a word in -ed belongs to a noun: "the advanced course". */
const DETERMINED = '(?<!\\b(?:an?|the|my|our|your|his|her|their|this|that|these|those|some|any|no|more|most) )';

/** What is planned, held or undertaken by these is still to come, though they are in the past. */
const PLANNED = '(?:(?:re)?(?:booked|reserved|scheduled)|planned|invited)';
const HELD = `(?:bought|found|gave|given|got|made|received|won) (?:(?!and\\b|because\\b|but\\b|so\\b)[\\p{L}\\p{N}’'-]+ ){0,3}?(?:appointments?|bookings?|flights?|invitations?|invited|plans|reservations?|slots?|tickets?)`;
const UNDERTAKEN =
  '(?:agreed|arranged|decided|offered|planned|promised|volunteered)(?: with \\p{L}+)? to|(?:asked|invited)(?: \\p{L}+)? to|(?:was|were|is|are|been|got) (?:now )?(?:set|due to|fixed|slated|scheduled|planned|timed)';
/** These speak of a day to come only with something that has its day: "signed up for a race", "cancelled my exam". */
const ENLISTED = '(?:arranged|called off|cancell?ed|confirmed|enrolled|organi[sz]ed|registered|signed (?:\\p{L}+ )?up|applied)';
/** These speak of a day to come where it is their object: "we picked the 5th for the wedding". */
const CHOSEN = '(?:picked|chose|chosen|opted for|settled on)';
/** What takes another day for the one it had. */
export const MOVED =
  '(?:adjourned|brought forward|changed|deferred|delayed|extended|moved|postponed|pushed(?: back| forward| out)?|put off|rearranged|rescheduled|shifted)';

/** Nouns for what has its day. */
export const DATED_THING =
  'appointment|audition|breakfast|call|camp|ceremony|check-?up|class|competition|concert|conference|course|cruise|date|deadline|dinner|event|exam|festival|flight|game|gig|graduation|hearing|hike|holiday|interview|lesson|lunch|marathon|match|meeting|operation|party|performance|presentation|procedure|race|recital|rehearsal|reservation|retreat|run|scan|seminar|session|shift|show|surgery|talk|test|tour|tournament|triathlon|trip|vacation|viewing|visit|webinar|wedding|workshop';
const HAS_DAY = new RegExp(`(?<!\\p{L})(?:${DATED_THING})(?!\\p{L})`, 'iu');

const PRESENT = [
  `(?:am|is|are|['’](?:m|re|s)|be|being|gets?|getting|feels?) ${ADVERBS}(?!${NO_PAST})\\p{Ll}+ed`,
  "(?:have|has|['’](?:ve|s)) got|(?<=\\b(?:and|but|so|then) )(?:arrive|begin|come|drive|finish|fly|go|have|leave|meet|move|return|see|start|travel|visit)",
  "am|is|are|['’](?:m|re|ll)|be|will|won['’]t|shall|should|must|can|may|might|has to|have to|(?<!\\bto )(?:needs?|wants?|hopes?|plans? (?:to|on)|intends?)",
  'going|hoping|planning|arrives?|arriving|begins?|coming|comes|departs?|ends|flies|flying|goes|happens|leaves|leaving|meets|returns|starts|starting|takes|visits|visiting',
  `(?:i|we|they) ${ADVERBS}(?!(?:${PAST}|${ALIKE}|have|had|was|were)(?!\\p{L}))\\p{Ll}+`,
].join('|');

const VERBS = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])|(?=['’]))(?:(?<sure>${UNDERTAKEN}|${HELD})|(?<planned>${PLANNED})|(?<enlisted>${ENLISTED})|(?<chosen>${CHOSEN})|(?<moved>${MOVED})|(?<present>${PRESENT})|(?<=\\b(?:i|we|they) )(?<alike>${ALIKE})|${DETERMINED}(?<past>${PAST}))(?![\\p{L}\\p{N}])`,
  'giu',
);
/** A past verb with "for" and a day speaks of that day as to come, but for these: "I went home for the 24th". */
const THERE = /^(?:was|were|had|did|went|came|flew|drove|met|saw|stayed|visited|travell?ed|returned|celebrated|gathered)$/i;
/** Nothing but the day stands behind the verb, which then tells when that was done: "I booked it on Friday". */
const WHEN_DONE = /^(?: (?:it|them|this|that|him|her|us|in|online|again))*(?:,? on(?: the)?)? ?$/i;
const PASSIVE = /(?:\b(?:was|were|is|are|got|been|being|gets)|['’]s) (?:\p{L}+ly |now |just |all )*$/iu;

/**
 * Whether a sentence speaks of a day in it, whose words begin at `index` and end at `end`, as over: the verb before it decides, or else
 * the one behind it. Verbs of planning in the past speak of what is to come: "I booked a room for the 20th".
 */
export function isOver(sentence: string, index: number, end: number): boolean {
  const verbs = [...sentence.matchAll(VERBS)];
  const verb = verbs.findLast((one) => one.index < index);
  if (verb !== undefined) return isDone(verb, sentence.slice(verb.index + verb[0].length, index));
  const behind = verbs.filter((one) => one.index >= end);
  const [next] = behind;
  if (next === undefined || next.groups?.['present'] !== undefined) return false;
  // "The party on Friday was moved" speaks of a day to come.
  return !behind.slice(0, 2).some((one) => isSettled(one) && PASSIVE.test(sentence.slice(0, one.index)));
}

function isSettled({ groups }: RegExpMatchArray): boolean {
  return (groups?.['planned'] ?? groups?.['enlisted'] ?? groups?.['moved']) !== undefined;
}

/** Whether a verb, with what stands between it and a day, speaks of that day as over. */
function isDone(verb: RegExpMatchArray, between: string): boolean {
  const { sure, planned, enlisted, chosen, moved, past, alike } = verb.groups ?? {};
  const isFor = /\bfor(?: the)? ?$/i.test(between);
  if (sure !== undefined) return false;
  if (planned !== undefined) return !isFor && WHEN_DONE.test(between);
  if (enlisted !== undefined) return !isFor && (WHEN_DONE.test(between) || !HAS_DAY.test(between));
  if (chosen !== undefined) return !/^ (?:the )?$/i.test(between);
  if (moved !== undefined) return !isFor && !/\b(?:to|until|till)(?: the)? ?$/i.test(between);
  const done = past ?? alike;
  return done !== undefined && !(isFor && !THERE.test(done));
}
