const WORDS =
  'NASA NATO UNESCO UNICEF OPEC FIFA UEFA NAFTA LASER RADAR SCUBA AIDS COVID SIM PIN RAM ROM GIF LAN WAN BIOS JSON YAML TOML REST CRUD AJAX SCSS SASS DOM SAAS PAAS CAPTCHA WASM CUDA SWAT POTUS SCOTUS FEMA NASDAQ HIPAA OSHA ASCII UNIX LINUX BASIC COBOL FORTRAN LISP BASH VIM EMACS MIDI LIDAR SONAR IKEA LEGO FOMO YOLO RAID IMAX ICANN IEEE MERS SARS EBITDA ZIP CAD GUID MOBA NIMBY HUD BERT LORA RAG GAN KPI LLAMA CLIP NOAA CERN ESA DARE LIBOR VAT VISA ETA ASAP MIT NOT AND THE ALL NO YES IS ARE OR IF BUT DO SO ON IN AT TO BY AS AN BE GO UP WE HE SHE ME MY YOU YOUR CAN NOW NEW OLD ONE TWO SIX TEN OFF OUT ANY BIG BAD DAY END FOR FROM GET GOT HAD HAS HER HIM HIS HOW ITS LET MAN MAY NEVER ONLY OUR OWN PUT RED RUN SAY SEE SET THAN THAT THEM THEN THEY THIS TOO TOP TRY USE VERY WAS WAY WHAT WHEN WHO WHY WILL WITH WOW OH OK HELP STOP WARNING NOTE MUST SHOULD READ OPEN OF MR MRS FREE SALE HOT WAR TAX AGE ACT ADD ASK BIT BOX CAR CAT CUT DOG EAT FUN GAS HIT JOB KEY LAW LOW MAP MIX OWL PAY POP RAW SAD SON SUN TIP TOY WET WIN';
const SAID = new Set(WORDS.split(' ').filter((word) => !['IEEE', 'KPI', 'MIT', 'ETA', 'ASAP', 'VAT', 'ESA'].includes(word)));
const SPELLED = new Set(
  'IEEE IOS AAA USA UAE AOL IMO IOU AKA ISO UEFI ETA EOD EULA OECD EPA EOF ASAP AWOL IUPAC NYSE UCLA USSR HDMI'
    .split(' ')
    .filter((word) => word !== 'AWOL' && word !== 'EULA'),
);
/** Terms not pronounced as written, in speech notation. */
const READINGS: Readonly<Record<string, string>> = {
  sql: 'sequel',
  mysql: 'my sequel',
  postgresql: 'postgres',
  sqlite: 'sequel lite',
  nosql: 'no sequel',
  jpeg: 'jpeg',
  jpg: 'J peg',
  gui: 'gui',
  iphone: 'eye phone',
  ipad: 'eye pad',
  ipod: 'eye pod',
  imac: 'eye mac',
  imessage: 'eye message',
  ios: 'eye O S',
  macos: 'mac O S',
  ebay: 'E bay',
  ebook: 'E book',
  wifi: 'wi fi',
  'wi-fi': 'wi fi',
  ieee: 'eye triple E',
  ok: 'O K',
  tv: 'T V',
  url: 'U R L',
  api: 'A P I',
  html: 'H T M L',
  http: 'H T T P',
  https: 'H T T P S',
  css: 'C S S',
  pdf: 'P D F',
  cpu: 'C P U',
  gpu: 'G P U',
  usb: 'U S B',
  dvd: 'D V D',
  id: 'I D',
  npm: 'N P M',
  phd: 'P H D',
  llm: 'L L M',
  mr: 'mister',
  mrs: 'missus',
  ms: 'miz',
  dr: 'doctor',
  vs: 'versus',
  oauth: 'O auth',
  nginx: 'engine X',
  kubectl: 'cube control',
  youtube: 'you tube',
  github: 'git hub',
  gitlab: 'git lab',
  linkedin: 'linked in',
  openai: 'open A I',
  chatgpt: 'chat G P T',
  javascript: 'java script',
  typescript: 'type script',
  latex: 'lay tek',
  sudo: 'sue doo',
  regex: 'redge ex',
  char: 'car',
  async: 'ay sink',
  asap: 'A S A P',
  mcdonald: 'mc donald',
  src: 'source',
  config: 'config',
  tmp: 'temp',
  usr: 'user',
  csv: 'C S V',
  nan: 'nan',
  ctrl: 'control',
  cmd: 'command',
  pct: 'percent',
  pcie: 'P C I E',
  pls: 'please',
  plz: 'please',
  thx: 'thanks',
  tmrw: 'tomorrow',
  mtg: 'meeting',
  msg: 'message',
  xml: 'X M L',
  xls: 'X L S',
  dns: 'D N S',
  ssh: 'S S H',
  ip: 'I P',
  ui: 'U I',
  ux: 'U X',
  db: 'D B',
  ai: 'A I',
  pc: 'P C',
  hr: 'H R',
  etc: 'et cetera',
  saas: 'sass',
  iot: 'I O T',
  ipv: 'I P V',
  phds: "P H D's",
  "phd's": "P H D's",
  yoy: 'year over year',
  qoq: 'quarter over quarter',
  mmhg: 'millimeters of mercury',
  km: 'kilometers',
  kg: 'kilograms',
  mph: 'miles per hour',
};
/** Short terms that are ordinary words in lower case, and so are spelled out only in capitals. */
const CAPITALS_ONLY = new Set(['id', 'mr', 'ms', 'char', 'ip', 'hr', 'ai', 'ui', 'db', 'pc', 'km', 'kg']);
const BAD_START =
  /^(?:[bcdfghjklmnpqrstvwxz]{4}|b[^aeiouylr]|c[^aeiouyhlrz]|d[^aeiouyrw]|f[^aeiouylr]|g[^aeiouyhlrn]|h[^aeiouy]|j[^aeiouy]|k[^aeiouynlr]|l[^aeiouyl]|m[^aeiouy]|n[^aeiouy]|p[^aeiouyhlrs]|q[^u]|r[^aeiouyh]|s[jrvxzbdfg]|t[^aeiouyhrw]|v[^aeiouy]|w[^aeiouyhr]|x|y[^aeiou]|z[^aeiouy])/;

/** Whether a speaker of English would try to say a run of capitals as a word. */
function sayable(word: string): boolean {
  const lower = word.toLowerCase();
  // Initials of so many words rarely have syllables; names begin as in any language: «NVIDIA».
  if (lower.length > 5 && /[aeiouy][^aeiouy]{1,3}[aeiouy]/.test(lower) && !/[^aeiouy]{4}/.test(lower)) return true;
  if (lower.length < 4 || BAD_START.test(lower) || !/[aeiouy]/.test(lower)) return false;
  if (/[aeiou]{4}|[bcdfghjklmnpqrtvwxz]{4}|[jqvhw]$|(?:[bcdfgkpt][dgbpfmnv]|[hjqvwz][bcdfgjklmnpqrstvwxz])$/.test(lower)) return false;
  return (
    lower.length > 4 ||
    /[aeiouy][bcdfghjklmnpqrstvwxz]{1,2}[aeiouy]|^[bcdfghjklmnpqrstvwxz]{1,2}[aeiou]{1,2}[bcdfghjklmnpqrstvwxz]{1,2}$/.test(lower)
  );
}

function letters(word: string): string {
  return word.toUpperCase().split('').join(' ');
}

/**
 * The spoken form of a run of letters, in speech notation: known terms, acronyms letter by letter or as words, plurals of acronyms (PDFs,
 * CEO's), and camelCase in parts. With `single`, lone letters are said by name, even «a» and «I».
 */
export function spellWritten(written: string, single = false, shouting = false): string {
  const known = READINGS[written.toLowerCase()];
  if (known !== undefined && Object.hasOwn(READINGS, written.toLowerCase()) && (!CAPITALS_ONLY.has(written) || single)) return known;
  if (written.length === 1)
    return single || !/[aAI]/.test(written) ? (/[A-Za-z]/.test(written) ? written.toUpperCase() : written) : written.toLowerCase();
  const suffix = /^([A-Z]{2,8})(?:s|['’]s)$/.exec(written)?.[1];
  if (suffix !== undefined && !shouting) {
    const base = spellWritten(suffix);
    return /[A-Z]$/.test(base) || /['’]/.test(written) ? `${base}'s` : `${base}s`;
  }
  if (/^[A-Z]{2,40}$/.test(written)) {
    if (SAID.has(written)) return written.toLowerCase();
    if (SPELLED.has(written)) return letters(written);
    if (shouting || sayable(written) || written.length > 8) return written.toLowerCase();
    return letters(written);
  }
  if (/^[A-Za-z]{2,200}$/.test(written) && /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(written) && !/^(?:Mc|Mac|O)[A-Z][a-z]+$/.test(written)) {
    const parts = written.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]/g) ?? [];
    return parts.map((part) => spellWritten(part, true)).join(' ');
  }
  if (/^[bcdfghjklmnpqrstvwxz]{2,5}$/.test(written) && !/^(?:hm+|sh+|ps+t|br+|mm+|tv|nth|pf+t|ts?k|zz+)$/.test(written))
    return letters(written);
  return written.toLowerCase();
}
