import type { SpokenToken } from '../../ports/spoken-text.ts';

/** A word with two pronunciations: `usual` is said unless the words before or after it fit `when`. */
interface Homograph {
  readonly usual: string;
  readonly other: string;
  readonly before?: RegExp;
  readonly after?: RegExp;
  /** Whether `other` is the verb, which is also said at the beginning of an order: «Record the song». */
  readonly isVerb?: boolean;
  /** Whether the verb needs no object: «Prices increase.» */
  readonly alone?: boolean;
}

const HAVE = "(?:have|has|had|having|was|were|been|be|i've|you've|we've|they've|he'd|she'd|i'd|is|are|never)";
const TO =
  "(?:to|will|would|can|could|should|must|may|might|shall|don't|doesn't|didn't|won't|can't|not|i'll|we'll|you'll|they'll|please|let's|cannot|i|you|we|they|who)";
const verb = (noun: string, verbal: string): Homograph => ({
  usual: noun,
  other: verbal,
  before: new RegExp(`\\b${TO}(?: (?:also|always|never|only|then|now|[a-z]{1,20}ly))?$`),
  isVerb: true,
});
/** A noun or adjective, and a verb that sounds as if it ended in «ate». */
const ate = (stem: string): Homograph => verb(`${stem} AH0 T`, `${stem} EY2 T`);
/** What an order is about. */
const DETERMINED = /^(?:the|a|an|this|that|these|those|my|your|his|her|its|our|their|it|them|him|all|each|every|both)\b/;

/** A subject in the plural, which a verb follows, unless what is behind it is one of its kind: «a sales increase». */
const PLURAL_SUBJECT =
  /^(?!.*\b(?:an?|this|that|each|every|another|one)\b)(?!.*\b(?:as|is|was|has|his|its|gas|does|always|perhaps|news|sports|arms|physics)$).*\b[a-z]{2,}[^siu' ]s$/;
/** Behind a noun rather than a verb. */
const BEHIND_NOUN = /^(?:of|is|was|were|has|had|will|would|that|which)\b/;

const HOMOGRAPHS: Readonly<Record<string, Homograph>> = {
  read: {
    usual: 'R IY1 D',
    other: 'R EH1 D',
    before: new RegExp(`\\b(?:${HAVE}(?: (?:already|just|also|ever|never|not|you|been))?|yesterday i|he|she|it)$`),
    after: /^(?:it |the |that |this |a |his |her )?(?:\w+ )?(?:yesterday|last)\b/,
  },
  lead: {
    usual: 'L IY1 D',
    other: 'L EH1 D',
    before: /\b(?:of|some|molten|liquid|like|with|contain|contains|containing)$/,
    after: /^(?:pipes?|paint|poisoning|pencils?|acid|bullets?|weights?)\b/,
  },
  live: {
    usual: 'L IH1 V',
    other: 'L AY1 V',
    before: /\b(?:a|the|is|are|was|go|goes|went|going|now|broadcast|watch|streamed)$/,
    after:
      /^(?:music|stream|streaming|show|shows|concert|concerts|performance|performances|broadcast|audience|event|events|tv|television|wire|wires|demo|chat|video|updates?|scores?|coverage)\b/,
  },
  lives: {
    usual: 'L IH1 V Z',
    other: 'L AY1 V Z',
    before: /\b(?:their|our|your|my|of|many|save|saved|saves|the|human|people's|nine|two|three|these|those|own)$/,
  },
  wind: {
    usual: 'W IH1 N D',
    other: 'W AY1 N D',
    before: /\b(?:to|will|can|would|roads?|paths?|rivers?)$/,
    after: /^(?:up|down|back|through|around|the clock)\b/,
  },
  winds: { usual: 'W IH1 N D Z', other: 'W AY1 N D Z', after: /^(?:up|down|back|through|around|its)\b/ },
  tear: {
    usual: 'T EH1 R',
    other: 'T IH1 R',
    before: /\b(?:single|shed a|a) ?$/,
    after: /^(?:drop|drops|gas|ducts?|rolled|ran|fell|in (?:her|his|my) eye)\b/,
  },
  tears: { usual: 'T IH1 R Z', other: 'T EH1 R Z', after: /^(?:up|apart|down|the|it|through|at)\b/ },
  bow: {
    usual: 'B OW1',
    other: 'B AW1',
    before: new RegExp(`\\b(?:${TO}|take a|took a|deep|low|ship's)$`),
    after: /^(?:down|to|before|low|of the)\b/,
  },
  close: {
    usual: 'K L OW1 Z',
    other: 'K L OW1 S',
    before: /\b(?:is|are|was|were|be|very|so|too|how|quite|pretty|as|come|came|comes|stay|get|getting|a|that|really|been|up)$/,
    after: /^(?:to|by|friends?|call|enough|relationship|attention|together|look|proximity)\b/,
  },
  use: {
    usual: 'Y UW1 Z',
    other: 'Y UW1 S',
    before: /\b(?:the|of|no|a|any|its|their|your|our|my|in|for|this|make|made|some|first|common|daily|personal|general|every)$/,
    after: /^(?:of|cases?)\b/,
  },
  minute: {
    usual: 'M IH1 N AH0 T',
    other: 'M AY0 N UW1 T',
    before: /\b(?:very|most|extremely|so)$/,
    after: /^(?:details?|amounts?|quantit\w+|particles?|differences?)\b/,
  },
  desert: { usual: 'D EH1 Z ER0 T', other: 'D IH0 Z ER1 T', before: /\b(?:to|will|would|not|never|i'll|i)$/ },
  dove: { usual: 'D AH1 V', other: 'D OW1 V', after: /^(?:into|in|off|under|down|for|right|deep)\b/ },
  wound: {
    usual: 'W UW1 N D',
    other: 'W AW1 N D',
    before: /\b(?:tightly|was|were|i|you|he|she|we|they|who)$/,
    after: /^(?:up|down|around|through|its|round|back)\b/,
  },
  bass: { usual: 'B EY1 S', other: 'B AE1 S', before: /\b(?:sea|largemouth|striped|caught a)$/, after: /^(?:fish|fishing)\b/ },
  record: { ...verb('R EH1 K ER0 D', 'R IH0 K AO1 R D') },
  present: { ...verb('P R EH1 Z AH0 N T', 'P R IY0 Z EH1 N T') },
  object: { ...verb('AA1 B JH EH0 K T', 'AH0 B JH EH1 K T') },
  project: { ...verb('P R AA1 JH EH0 K T', 'P R AH0 JH EH1 K T') },
  contract: { ...verb('K AA1 N T R AE2 K T', 'K AH0 N T R AE1 K T'), alone: true },
  conduct: { ...verb('K AA1 N D AH0 K T', 'K AH0 N D AH1 K T') },
  permit: { ...verb('P ER1 M IH2 T', 'P ER0 M IH1 T') },
  import: { ...verb('IH1 M P AO2 R T', 'IH2 M P AO1 R T') },
  export: { ...verb('EH1 K S P AO0 R T', 'IH0 K S P AO1 R T') },
  increase: { ...verb('IH1 N K R IY2 S', 'IH2 N K R IY1 S'), alone: true },
  decrease: { ...verb('D IY1 K R IY2 S', 'D IH0 K R IY1 S'), alone: true },
  produce: {
    usual: 'P R AH0 D UW1 S',
    other: 'P R OW1 D UW0 S',
    before: /\b(?:fresh|the|local|farm|of|organic|some|any|more|our|their|your|its|produces|sells?|sold|buys?|bought|grows?|eats?)$/,
  },
  refuse: { usual: 'R IH0 F Y UW1 Z', other: 'R EH1 F Y UW2 Z', before: /\b(?:the|of|household|garden)$/ },
  subject: { ...verb('S AH1 B JH IH0 K T', 'S AH0 B JH EH1 K T'), before: /\b(?:to|will|would)$/ },
  content: {
    usual: 'K AA1 N T EH0 N T',
    other: 'K AH0 N T EH1 N T',
    before: /\b(?:am|feel|felt|quite|perfectly|was|were|be|i'm|not) ?$/,
    after: /^(?:to|with|(?:my|your|him|her|it)self|(?:our|your|them)selves)\b/,
  },
  house: { ...verb('HH AW1 S', 'HH AW1 Z'), before: /\b(?:to|will|would|can|could)$/ },
  excuse: {
    usual: 'IH0 K S K Y UW1 Z',
    other: 'IH0 K S K Y UW1 S',
    before: /\b(?:an|no|the|good|bad|any|poor|that|my|his|her|your|lame)$/,
  },
  perfect: { usual: 'P ER1 F IH2 K T', other: 'P ER0 F EH1 K T', before: /\b(?:to|will|would)$/, isVerb: true },
  separate: { ...ate('S EH1 P ER0'), before: new RegExp(`\\b(?:${TO}|and|which)$`) },
  estimate: ate('EH1 S T AH0 M'),
  duplicate: ate('D UW1 P L AH0 K'),
  delegate: ate('D EH1 L AH0 G'),
  graduate: { ...ate('G R AE1 JH UW0'), alone: true },
  moderate: ate('M AA1 D ER0'),
  alternate: { ...ate('AO1 L T ER0 N'), alone: true },
  advocate: ate('AE1 D V AH0 K'),
  associate: ate('AH0 S OW1 S IY0'),
  coordinate: { usual: 'K OW0 AO1 R D AH0 N EY2 T', other: 'K OW0 AO1 R D AH0 N AH0 T', before: /\b(?:the|an?|each|this|that|x|y)$/ },
  elaborate: ate('IH0 L AE1 B ER0'),
  approximate: ate('AH0 P R AA1 K S AH0 M'),
  articulate: ate('AA0 R T IH1 K Y AH0 L'),
  aggregate: ate('AE1 G R AH0 G'),
};

const REACH = 3;

function plainWords(tokens: readonly SpokenToken[]): string {
  return tokens.map((token) => (token.kind === 'break' ? ',' : token.text)).join(' ');
}

/** The tokens with the pronunciations of homographs chosen by the words around them. */
export function settleHomographs(tokens: readonly SpokenToken[]): SpokenToken[] {
  return tokens.map((token, index) => {
    if (token.kind !== 'word' || token.pronunciation !== undefined || !Object.hasOwn(HOMOGRAPHS, token.text)) return token;
    const homograph = HOMOGRAPHS[token.text];
    if (homograph === undefined) return token;
    const before = plainWords(tokens.slice(Math.max(0, index - REACH), index));
    const after = plainWords(tokens.slice(index + 1, index + 1 + REACH));
    const isOrder = homograph.isVerb === true && /(?:^|,|\bthen)$/.test(before) && DETERMINED.test(after);
    const isDone =
      homograph.isVerb === true &&
      PLURAL_SUBJECT.test(before) &&
      (DETERMINED.test(after) || (homograph.alone === true && !BEHIND_NOUN.test(after)));
    const other = isOrder || isDone || homograph.before?.test(before) === true || homograph.after?.test(after) === true;
    return { ...token, pronunciation: other ? homograph.other : homograph.usual };
  });
}
