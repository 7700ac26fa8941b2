import { labelWords } from './number-words.ts';
import { closing, type ReadingRule } from './reading-rule.ts';

/** Abbreviations written with a full stop, and their spoken forms. */
const SHORT: Readonly<Record<string, string>> = {
  mr: 'mister',
  mrs: 'missus',
  ms: 'miz',
  dr: 'doctor',
  prof: 'professor',
  rev: 'reverend',
  hon: 'honorable',
  gen: 'general',
  col: 'colonel',
  capt: 'captain',
  lt: 'lieutenant',
  sgt: 'sergeant',
  gov: 'governor',
  sen: 'senator',
  rep: 'representative',
  pres: 'president',
  jr: 'junior',
  sr: 'senior',
  messrs: 'messers',
  vs: 'versus',
  etc: 'et cetera',
  approx: 'approximately',
  inc: 'incorporated',
  ltd: 'limited',
  corp: 'corporation',
  co: 'company',
  bros: 'brothers',
  dept: 'department',
  est: 'established',
  mt: 'mount',
  ft: 'fort',
  ave: 'avenue',
  blvd: 'boulevard',
  rd: 'road',
  apt: 'apartment',
  ste: 'suite',
  jan: 'january',
  feb: 'february',
  mar: 'march',
  apr: 'april',
  aug: 'august',
  sep: 'september',
  sept: 'september',
  oct: 'october',
  nov: 'november',
  dec: 'december',
  mon: 'monday',
  tue: 'tuesday',
  tues: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  thurs: 'thursday',
  fri: 'friday',
  fig: 'figure',
  figs: 'figures',
  vol: 'volume',
  vols: 'volumes',
  ch: 'chapter',
  pp: 'pages',
  ed: 'edition',
  eds: 'editors',
  cf: 'compare',
  viz: 'namely',
  misc: 'miscellaneous',
  max: 'maximum',
  min: 'minimum',
  tel: 'telephone',
  ext: 'extension',
  univ: 'university',
  assn: 'association',
  hrs: 'hours',
  hr: 'hour',
  mins: 'minutes',
  sec: 'section',
  lbs: 'pounds',
  lb: 'pound',
  oz: 'ounces',
  esq: 'esquire',
  temp: 'temperature',
  avg: 'average',
  al: 'al',
  ca: 'circa',
  encl: 'enclosed',
  intl: 'international',
  mfg: 'manufacturing',
  natl: 'national',
  nos: 'numbers',
  no: 'no',
  st: 'saint',
  pt: 'point',
  hwy: 'highway',
  rte: 'route',
  rt: 'route',
  eq: 'equation',
  eqs: 'equations',
  art: 'article',
  para: 'paragraph',
  paras: 'paragraphs',
  app: 'appendix',
  ex: 'example',
  fl: 'floor',
  rm: 'room',
  bldg: 'building',
  ver: 'version',
  ibid: 'ibid',
  dep: 'departs',
  arr: 'arrives',
  incl: 'including',
  excl: 'excluding',
  appt: 'appointment',
  op: 'opus',
  ep: 'episode',
  eqn: 'equation',
  alt: 'altitude',
  mme: 'madame',
  qty: 'quantity',
  ref: 'reference',
  attn: 'attention',
  govt: 'government',
  acct: 'account',
  sat: 'saturday',
  sun: 'sunday',
};
/** Abbreviations that are also ordinary words at the end of a sentence, and so count only in the right context. */
const BEFORE_NAME = new Set(['gen', 'gov', 'hon', 'col', 'rep', 'ms', 'mt', 'ft', 'st', 'rev', 'sen', 'pres', 'lt', 'pt', 'mme']);
const BEFORE_NUMBER = new Set([
  'fig',
  'vol',
  'ch',
  'ed',
  'pp',
  'ext',
  'figs',
  'vols',
  'apt',
  'ste',
  'nos',
  'sec',
  'tel',
  'jan',
  'mar',
  'sep',
  'max',
  'min',
  'temp',
  'hwy',
  'rte',
  'rt',
  'eq',
  'eqs',
  'art',
  'para',
  'paras',
  'app',
  'ex',
  'fl',
  'rm',
  'bldg',
  'ver',
  'dep',
  'arr',
  'op',
  'ep',
  'eqn',
  'alt',
  'ref',
]);
/** Academic degrees that are not said letter by letter. */
const DEGREES: Readonly<Record<string, string>> = {
  'B Sc': 'B S C',
  'M Sc': 'M S C',
  'D Sc': 'D S C',
  'B Phil': 'B phil',
  'M Phil': 'M phil',
  'D Phil': 'D phil',
  'B Eng': 'B eng',
  'M Eng': 'M eng',
  'B Ed': 'B ed',
  'M Ed': 'M ed',
  'Ed D': 'E D D',
  'Ed M': 'E D M',
  'LL B': 'L L B',
  'LL M': 'L L M',
  'LL D': 'L L D',
};
/** What is compared with the one before: «up 3% m/m». */
const OVER: Readonly<Record<string, string>> = { w: 'week', m: 'month', q: 'quarter', y: 'year' };
const WEEKEND = new Set(['sat', 'sun']);
const NEVER_ALONE = new Set(['mon', 'wed', 'fri', 'thu', 'tue', 'ed', 'al', 'ca', 'co', 'no', 'mar', 'jan', 'dec', 'oct', 'nov']);

/** Abbreviations with full stops, initials, Latin shortenings, time zones. */
export const ABBREVIATION_RULES: readonly ReadingRule[] = [
  { pattern: /e\.\s?g\.,?/iy, say: () => ', for example ,' },
  { pattern: /i\.\s?e\.,?/iy, say: () => ', that is ,' },
  { pattern: /et al\.?(?![A-Za-z])/y, say: ([whole = ''], { after }) => `et al${closing(whole, after)}` },
  { pattern: /Ph\.\s?D\.?(?![A-Za-z])/y, say: ([whole = ''], { after }) => `P H D${closing(whole, after)}` },
  { pattern: /v\. (?=[A-Z])/y, say: (_, { before }) => (/[A-Z][\w.]* $/.test(before) ? 'versus' : undefined) },
  {
    pattern: /(B|M|D|Ed|LL)\.?\s?(Sc|Phil|Eng|Ed|Litt|Mus|[BDM])\.(?![A-Za-z])/y,
    say: ([whole = '', first = '', second = ''], { after }) => {
      const said = DEGREES[`${first} ${second}`];
      return said === undefined ? undefined : `${said}${closing(whole, after)}`;
    },
  },
  {
    pattern: /WW(I{1,2}|[12])(['’]s)?(?!\w)/y,
    say: ([, war = '', possessive]) => `world war ${war === 'II' || war === '2' ? 'two' : 'one'}${possessive === undefined ? '' : "'s"}`,
  },
  { pattern: /M&M(['’]?s)?(?!\w)/y, say: ([, plural]) => (plural === undefined ? 'M and M' : "M and M's") },
  { pattern: /T&Cs?(?!\w)/y, say: () => 'terms and conditions' },
  { pattern: /c\/o(?!\w)/y, say: () => 'care of' },
  { pattern: /a\.k\.a\.?/iy, say: () => 'A K A' },
  {
    pattern: /([NS])\.([EW])\.(?![A-Za-z])/y,
    say: ([, pole = '', side = '']) => `${pole === 'N' ? 'north' : 'south'}${side === 'E' ? 'east' : 'west'}`,
  },
  {
    pattern: /(?:[A-Za-z]\.){2,8}(?:[A-Z](?![A-Za-z]))?/y,
    say: ([whole = ''], { after }) => `${whole.replace(/\./g, '').toUpperCase().split('').join(' ')}${closing(whole, after)}`,
  },
  {
    pattern: /([A-Z])\.(?= ?[A-Z])/y,
    say: ([, letter = ''], { before, after }) =>
      letter === 'I' && /^ [A-Z][a-z]/.test(after) && /\b(?:and|am|than) $/.test(before) ? undefined : letter + closing('.', after),
  },
  // Recommendations of the ITU: «H.264», «X.509».
  { pattern: /([GHTVX])\.(\d{2,4})(?!\w|\.\d)/y, say: ([, series = '', digits = '']) => `${series} ${labelWords(digits)}` },
  { pattern: /[Nn]o\. ?(?=\d)/y, say: () => 'number' },
  { pattern: /p\. ?(?=\d|[ivx]{1,6}\b)/y, say: () => 'page' },
  { pattern: /c\. ?(?=\d{3,4}(?!\d))/y, say: (_, { before }) => (/\d ?$/.test(before) ? undefined : 'circa') },
  {
    pattern: /(w\/w|m\/m|q\/q|y\/y)(?!\w)/y,
    say: ([written = '']) => `${OVER[written.charAt(0)] ?? ''} over ${OVER[written.charAt(0)] ?? ''}`,
  },
  { pattern: /n\/a(?!\w)/y, say: () => 'not applicable' },
  { pattern: /b\/c(?!\w)/y, say: () => 'because' },
  {
    pattern: /y\/o(?!\w)/y,
    say: (_, { before }) => (/\d ?$/.test(before) ? (/\ban? \d{1,3} ?$/i.test(before) ? 'year old' : 'years old') : undefined),
  },
  { pattern: /[Ee]xt(?= \d)/y, say: () => 'extension' },
  { pattern: /Pt\. ?(?=\d|[IVX]{1,4}\b)/y, say: () => 'part' },
  { pattern: /TL;DR(?!\w)/y, say: () => 'T L D R' },
  { pattern: /Apt\.?(?= (?:\d|[A-Z]\b))/y, say: () => 'apartment' },
  {
    pattern: /([A-Za-z]{2,6})\./y,
    say: ([, written = ''], { before, after }) => {
      const key = written.toLowerCase();
      const said = Object.hasOwn(SHORT, key) ? SHORT[key] : undefined;
      if (said === undefined) return undefined;
      if (BEFORE_NAME.has(key) && !(/^[A-Z]/.test(written) && /^ ?[A-Z]/.test(after))) return undefined;
      if (
        WEEKEND.has(key) &&
        !(
          written.startsWith('S') &&
          /^,? (?:\d|&|and|or|to|through|at|from|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*\.? \d)/.test(after)
        )
      )
        return undefined;
      const numbers = key === 'pp' ? /^ ?(?:\d|[IVXLivxl]+\b)/ : /^:? ?(?:[+(]{0,2}\d|[IVX]+\b|[A-Z]\b)/;
      if (BEFORE_NUMBER.has(key) && !numbers.test(after)) return undefined;
      if (NEVER_ALONE.has(key) && !/^(?: ?[\d€£¥$]|,| [a-z&])/.test(after) && key !== 'co') return undefined;
      if (key === 'co' && !/[A-Z&][\w]* $|& $/.test(before)) return undefined;
      if (key === 'no' || (written === 'EST' && !/^ ?\d{4}/.test(after))) return undefined;
      // What it numbers follows, even where that is an I.
      return BEFORE_NUMBER.has(key) ? said : said + closing('.', after);
    },
  },
  { pattern: /(Mr|Mrs|Ms|Dr|Prof|St|Mt|Ft)(?= [A-Z][a-z])/y, say: ([, title = '']) => SHORT[title.toLowerCase()] },
  { pattern: /(w\/o)(?![A-Za-z])/y, say: () => 'without' },
  { pattern: /w\/(?=\s?\w)/y, say: () => 'with' },
  {
    pattern: /(?:I\/O|A\/B|A\/C|AC\/DC|N\/A|CI\/CD|TCP\/IP|R&D|Q&A|B&B|AT&T)(?![A-Za-z])/y,
    say: ([whole = '']) =>
      whole
        .replace('&', '/and/')
        .split(/\//)
        .flatMap((part) => (part === 'and' ? [part] : part.split('')))
        .join(' '),
  },
  { pattern: /C\+\+/y, say: () => 'C plus plus' },
  { pattern: /(C|F)#(?!\w)/y, say: ([, letter = '']) => `${letter} sharp` },
  {
    pattern: /(H|CO|O|N|SO|NO|CH)([₂₃₄]|[2-4](?=[A-Z]?(?![A-Za-z0-9])))(O|SO)?([₄4])?(?![A-Za-z0-9])/y,
    say: ([whole = '']) =>
      whole
        .normalize('NFKC')
        .split('')
        .map((sign) => ({ 2: 'two', 3: 'three', 4: 'four' })[sign] ?? sign)
        .join(' '),
  },
];
