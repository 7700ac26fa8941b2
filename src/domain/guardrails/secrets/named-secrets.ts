import { OTHER_NAMES, type NamedLead } from './named-gate.ts';
import { valueClass } from './value-class.ts';

/** Secrets that what stands before them gives away: a name they are given, a scheme, a URL around them. */
export interface NamedSecret {
  readonly category: string;
  /** Every secret of this form stands behind one of these, in lower case: quick to look for. */
  readonly marks: readonly string[];
  /** From a mark to the end of the secret, which is its only group. Sticky; every repetition is bounded. */
  readonly pattern: RegExp;
  /** From a mark to the end of the text, with as much of the secret as has come in its only group. Sticky. */
  readonly open: RegExp;
  /** What must stand right before the mark. */
  readonly before?: RegExp;
  /** Least Shannon entropy in bits a character. */
  readonly entropy: number;
  /** How it came to be: people choose passwords, some of which look like nothing else; programs make keys, some of which look like nothing else either, and expressions stand in their place. */
  readonly kind: 'chosen' | 'telling' | 'made' | 'scrambled' | 'random';
  /** What tells quickly where it cannot be. */
  readonly gate: NamedLead;
}

const ASSIGNED = String.raw`(?:["'\x60\]]{0,2}\s{0,3}(?:===?|=>|:=|->|[:=])|["'\x60]\s{0,3},)\s{0,3}(?:[fbru](?=["']))?\\?["'\x60]{0,3}`;
/** Where name and value are two fields: of a list in JSON, YAML or XML, of a table, of an element. */
const CARRIED = String.raw`["'\x60]?,?\s{1,12}(?:-\s)?["']?value["']?\s{0,3}[:=]\s{0,3}["']?|["'],\s{0,12}["']value["']\s{0,3}:\s{0,3}["']|["'\x60]?\s{0,3}\|\s{0,3}\x60?|>(?<=<[\w:.-]{0,40}>)(?![@:/\s])`;
const SAID = [
  String.raw`(?:["'\x60\]]{0,2}|\*\*)\s{0,3}(?:===?|=>|:=|->|:\*\*|[:=：→])\s{0,3}(?:[fbru](?=["']))?(?:\\?["'\x60]{1,3}|\*\*)?`,
  String.raw`\s{1,2}(?:was|is|has been|wurde)\s(?:now\s|just\s)?(?:changed|set|reset|updated|geändert)\s(?:to|auf|zu)\s{1,2}["'\x60]?`,
  String.raw`["']?\s{1,3}(?:is now|will be|is|was|ist|es|est|è|é|är|er|jest|este|adalah|là|(?:back )?to|lautet|as|[-–—])(?:\s{1,3}:?|:)\s{0,2}(?:["'\x60]{1,3}|\*\*)?`,
  String.raw`\s?(?:は|是|为|為|는|은)[\s「『"']{0,2}`,
].join('|');
const PASSWORD_MARKS: readonly string[] = [
  'pass',
  'pwd',
  'pw',
  'psw',
  'psk',
  'mdp',
  'kennwort',
  'contrase',
  'jelsz',
  'heslo',
  'salasana',
  'senord',
  'adgangskode',
  'ifre',
  'parool',
  'lozinka',
  'geslo',
  'slapta',
  'kata sandi',
  't kh',
  'senha',
  'mot de passe',
  'wachtwoord',
  'hasło',
  'haslo',
  'parola',
  'clave',
  'пароль',
  'пасс',
  '密码',
  'パスワード',
  '비밀번호',
  'κωδικ',
  'كلمة',
  'סיסמ',
  'รหัส',
];
/** The rest of a name that is not a secret's own: `secret_name`, `tokenUrl`, `password_hash`. */
const NOT_OF_KEY = String.raw`(?!(?=[\w-])[\w-]{0,24}?(?:${OTHER_NAMES})(?![a-z]))`;
const PASSWORD_WORD = String.raw`(?:password|passwort|passwd|passphrase|passcode|passwrd|kennwort|contraseña|contrasena|clave|senha|wachtwoord|hasło|haslo|parola|пароль|(?:密码|パスワード|비밀번호)(?=[^!-~]{0,6}[!-~])|pwd(?<![a-z0-9+/]{10}pwd)|mot de passe|jelsz[óo]|heslo|salasana|senord(?<=l[öo]senord)|adgangskode|passord|ifre(?<=[şs]ifre)(?=\P{L})|parool|lozinka|geslo|slapta[žz]odis|kata sandi|t kh[ẩa]u(?<=m[ậa]t kh[ẩa]u)|κωδικ[όο]\p{L}{0,2}|كلمة (?:المرور|السر)|סיסמ[אה]|รหัสผ่าน)${NOT_OF_KEY}[\w-]{0,24}`;
const PASSWORD = String.raw`(?:${PASSWORD_WORD}|(?<![a-z0-9+/])(?:pass|pw|psw|mdp|psk|пасс)[_-]?\d{0,3}(?!\p{L}))`;
/** What kind of password it is, in languages that say so behind the word. */
const KIND = String.raw`(?:contraseña|contrasena|clave|senha|parola|mot de passe|hasło|haslo|пароль)\s\p{L}{3,14}(?:\s\p{L}{2,12})?\s?:\s{1,2}["'\x60]?`;
/** Whose password it is, between the word and the value. */
const OWNER = String.raw`\s(?:for|to|of|on|für|von|zu|de|del|para|pour|du|do|da|van|voor|till|til|для|от)\s[\p{L}\w.@/-]{1,30}(?:\s[\p{L}\w.@/-]{1,30}){0,3}?(?:\s?[:=]|\s(?:is|ist|lautet|es|est|é|è|är|er|to|jest))\s{1,2}["'\x60]?|\s{1,2}["'\x60]`;
/** A password that a function is called with, or behind the kind of its coding in the settings of a router. */
const CALLED = String.raw`\(\s?["'\x60]|\s[05-9]\s|["']\s{1,3}\{[^{}"]{0,80}default\s{0,8}=\s{0,2}"|(?<=define\(\s?["']\w{0,40})["']\s?,\s{0,2}["']`;
/** Words that are given secrets; a key alone is any key. */
const NOT_TOKEN = String.raw`(?:page|next|continuation|public[ _-]?key|csrf|xsrf|sync|pagination|cursor|resume|skip|scroll|max|num|total|eos|bos|pad|prompt|completion|input|output)[ _-]?`;
const NOT_KEY = String.raw`(?:cache|partition|sort|primary|foreign|routing|idempotency|row|object|model|public|hash|range|group|shard|dedup\w{0,8}|lookup|translation|image|file|s3|map|item|query|search|index|unique|document|resource|message|event|state|config|feature|flag)[ _.-]?`;
const KEY = String.raw`(?:secret(?!ar)|token(?!i[sz])(?<!${NOT_TOKEN}token)|credentials?|auth(?!o|enti)|key(?<=(?:(?:api|access|secret|private|account|master|storage|encryption|signing|license|webhook|service|publish|subscription)[_. -]?|_)key)(?<!${NOT_KEY}key))${NOT_OF_KEY}[\w-]{0,24}`;
/** Names of nothing but secrets, whose digits and letters may look like anything. */
const OWN_KEY = String.raw`(?:api|app|auth|access|bot|client|secret|private|admin|master|deploy|licen[cs]e|signing|webhook|encryption|subscription|bearer|refresh|personal|runner|session|account)[ _.-]?(?:(?:api|secret)[ _.-]?)?`;
/** Services whose keys look like identifiers or digests that everybody may know. */
const VENDOR = String.raw`(?:heroku|datadog|dd[_-]?(?:api|app)|new[_-]?relic|algolia|cloudflare|fastly|okta|auth0|zendesk|mailjet|messagebird|vonage|nexmo|plaid|travis|codecov|coveralls|bitrise|sumologic|splunk|logz|loggly|rollbar|bugsnag|mixpanel|amplitude|segment|snyk|sonar|jira|confluence|trello|dropbox|box|zoom|twitch|spotify|twitter|facebook|linkedin|google|firebase|azure|aws|gcp|ibm|oracle|alibaba|linode|vultr|hetzner|ovh|scaleway|pagerduty|opsgenie|statuspage|launchdarkly|optimizely|intercom|freshdesk|hubspot|mapbox|here|tomtom|weather|coinbase|binance|kraken|bittrex|kucoin|etherscan|infura|alchemy|moralis|finnhub|polygon|alphavantage|openai|anthropic|cohere|mistral|stability|assembly|deepgram|pinecone|weaviate|qdrant|elastic|mongo|redis|rabbit|kafka|confluent|snowflake|airtable|lob|shippo|easypost|circle(?:ci)?|wandb|telegram|docker(?:hub)?|nuget|npm|vercel|netlify|render|railway|discord|slack|github|gitlab|bitbucket|deepgram|assemblyai|replicate|together|groq|perplexity|exa|serp(?:api)?|tavily|postmark|mailgun|sendgrid|twilio|supabase|upstash|sentry|grafana|honeycomb|posthog|notion|figma|rapid(?:api)?)`;
const AWS_WORDS = String.raw`(?:[ _.-]?(?:aws|secret|access|key|id|s3|iam|user|account|my|prod|dev|test|default|\d{1,4})){0,6}`;
const VALUE = String.raw`[^\s"'\x60,<>;&|\\]`;
/** The same where quotes may stand around it: what ends it without them is cut off later. */
const ARGUMENT = String.raw`[^\s"'\x60\\]`;
const LOOKS_CHOSEN = String.raw`(?=[^\s\d]{0,127}\d)`;
/** Of a password in a sentence, which may be of a script that sets no spaces. */
const SPOKEN = String.raw`[^\s"'\x60,<>\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]`;
/** Commands up to the password that they are given. */
const COMMANDS = [
  String.raw`curl\b[^\n]{0,120}?\s(?:-u|--user)\s{0,2}["']?[\w.@+-]{1,64}:`,
  String.raw`sshpass\s+-p\s{0,2}["']?`,
  String.raw`mysql(?:dump|admin|import|check)?\b[^\n]{0,80}?\s-p["']?`,
  String.raw`(?:docker|podman)\s+login\b[^\n]{0,80}?\s-p\s{1,2}["']?`,
  String.raw`redis-cli\b[^\n]{0,80}?\s-a\s{1,2}["']?`,
  String.raw`htpasswd\s{1,2}-[a-zA-Z]{0,8}b[a-zA-Z]{0,8}\s{1,2}[\w./-]{1,80}\s{1,2}[\w.@-]{1,64}\s{1,2}["']?`,
  String.raw`net use\b[^\n]{0,120}?\s/user:[\w.\\@-]{1,80}\s{1,2}["']?`,
  String.raw`smbclient\b[^\n]{0,120}?\s-U\s{0,2}["']?[\w.\\@-]{1,64}%`,
  String.raw`rabbitmqctl\s{1,2}(?:add_user|change_password)\s{1,2}[\w.@-]{1,64}\s{1,2}["']?`,
  String.raw`ldap(?:search|modify|add|delete|whoami|passwd)\b[^\n]{0,160}?\s-w\s{1,2}["']?`,
  String.raw`mongo(?:sh|dump|restore|export|import)?\b[^\n]{0,120}?\s-p\s{1,2}["']?`,
].join('|');
const WORD_BEGINS = /(?:^|[^A-Za-z0-9_])$/;

interface NamedShape {
  /** From the mark to the secret. */
  readonly lead: string;
  /** What the secret is made of, in a row that must end where it ends. */
  readonly of: string;
  readonly least: number;
  readonly most: number;
  /** What must follow where the secret begins: quick to tell of a whole secret, and not looked for while it comes. */
  readonly looks?: string;
  /** It may end on the padding of base64. */
  readonly isPadded?: boolean;
  /** What must follow it, and the beginning of that. */
  readonly behind?: string;
  readonly openBehind?: string;
  /** What tells quickly where it cannot be, beside the value: a value may begin `REACH` behind its mark unless given. */
  readonly gate?: Partial<Omit<NamedLead, 'units' | 'row' | 'least'>>;
}

/** More than stands between any mark and its value, but for the lines of a command. */
const REACH = 420;
/** The classes of values, and the rows of them that are looked for, by their least length. */
const CLASSES = new Map<string, ReturnType<typeof valueClass>>();
const ROWS = new Map<string, number>();

function classOf(of: string): ReturnType<typeof valueClass> {
  const known = CLASSES.get(of) ?? valueClass(of);
  CLASSES.set(of, known);
  return known;
}

function rowOf(of: string, least: number): number {
  const place = ROWS.get(`${least} ${of}`) ?? ROWS.size;
  ROWS.set(`${least} ${of}`, place);
  return place;
}

/** The codes of ASCII that a class of a regular expression takes. */
function codesOf(of: string): Uint8Array {
  const pattern = new RegExp(of, 'i');
  return Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}

/** What may stand before a mark that begins a word. */
const BEHIND_WORD = codesOf('[^A-Za-z0-9_]');

function named(
  category: string,
  marks: readonly string[],
  { lead, looks = '', of, least, most, isPadded = false, behind, openBehind = '', gate = {} }: NamedShape,
  more: Pick<NamedSecret, 'entropy' | 'kind' | 'before'>,
): NamedSecret {
  const [padding, none] = isPadded ? ['={0,2}', '|='] : ['', ''];
  // A call is an expression.
  const end = behind ?? String.raw`(?!${of}${none}|\()`;
  return {
    category,
    marks,
    pattern: new RegExp(`${lead}${looks}(${of}{${least},${most}}${padding})${end}`, 'iuy'),
    open: new RegExp(`${lead}(${of}{0,${most}}${padding}${openBehind})$`, 'iuy'),
    ...more,
    gate: {
      units: classOf(of),
      row: rowOf(of, least),
      least,
      most,
      reach: REACH,
      ending: undefined,
      name: undefined,
      isOwn: false,
      isBare: false,
      hasDigit: false,
      before: undefined,
      ...gate,
    },
  };
}

/** The forms of secrets that are named where they stand, the surest first. */
export const NAMED_SECRETS: readonly NamedSecret[] = [
  named(
    'aws_secret_key',
    ['secret', 'aws'],
    {
      lead: String.raw`(?:aws|secret)${AWS_WORDS}(?:${SAID}|${ASSIGNED}|${CARRIED}|\s\[[\w*]{0,24}\]:\s{0,2}|\s{1,2})`,
      of: '[A-Za-z0-9+/]',
      least: 40,
      most: 40,
      behind: '(?![A-Za-z0-9+/_-])',
      gate: { name: 'several', isBare: true },
    },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'aws_secret_key',
    ['akia', 'asia'],
    {
      lead: String.raw`(?:akia|asia)[A-Z0-9]{16}["']?\s{0,3}[,/:;|]?\s{0,3}["']?`,
      of: '[A-Za-z0-9+/]',
      least: 40,
      most: 40,
      behind: '(?![A-Za-z0-9+/_-])',
    },
    { entropy: 4, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'azure_key',
    ['accountkey=', 'sharedaccesskey='],
    { lead: '(?:AccountKey|SharedAccessKey)=', of: '[A-Za-z0-9+/]', least: 42, most: 88, isPadded: true, gate: { reach: 16 } },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'azure_sas',
    ['sig='],
    { lead: 'sig=', of: '[A-Za-z0-9%+/]', least: 40, most: 128, isPadded: true, gate: { reach: 4, before: codesOf('[?&]') } },
    { entropy: 4, kind: 'random', before: /[?&]$/ },
  ),
  named(
    'vendor_key',
    ['key', 'token', 'secret'],
    {
      lead: String.raw`(?:key(?<!${NOT_KEY}key)|token|secret)[\w-]{0,16}(?:${ASSIGNED}|${SAID}|${CARRIED})`,
      of: '[0-9a-f-]',
      least: 32,
      most: 64,
      gate: { name: 'one', before: codesOf('[\\w. -]') },
    },
    { entropy: 3, kind: 'random', before: new RegExp(String.raw`${VENDOR}[\w. -]{0,24}$`, 'i') },
  ),
  named(
    'generic_secret',
    ['key', 'token', 'secret', 'api_hash'],
    {
      lead: String.raw`(?:(?:key|token|secret)(?<=${OWN_KEY}(?:key|token|secret))|token(?<!(?:[a-z]|${NOT_TOKEN})token)|api_hash)${NOT_OF_KEY}[\w-]{0,12}(?:${ASSIGNED}|${SAID}|${CARRIED}|\s{1,2})`,
      of: '[0-9a-f-]',
      least: 32,
      most: 128,
      gate: { name: 'one', isOwn: true, isBare: true },
    },
    { entropy: 2.8, kind: 'random' },
  ),
  named(
    'url_password',
    ['://'],
    {
      lead: String.raw`:\/\/[^\s/:"'<>]{0,64}:`,
      of: String.raw`[^\s/@"'<>]`,
      least: 3,
      most: 128,
      behind: String.raw`@[\w.[\]{$%-]`,
      openBehind: '@?',
      // What stands before the password is in one row with it.
      gate: { reach: 3, most: 200, ending: '@', before: codesOf('[a-z0-9+.-]') },
    },
    { entropy: 1.5, kind: 'chosen', before: /[a-z][a-z0-9+.-]{1,20}$/i },
  ),
  named(
    'url_token',
    ['://'],
    {
      lead: String.raw`:\/\/`,
      of: '[A-Za-z0-9_-]',
      least: 20,
      most: 128,
      behind: String.raw`@[\w.[\]-]`,
      openBehind: '@?',
      gate: { reach: 3, ending: '@' },
    },
    { entropy: 3.5, kind: 'made', before: /https?$/i },
  ),
  named(
    'telegram_bot_token',
    ['/bot'],
    { lead: String.raw`\/bot`, looks: String.raw`(?=\d{8,10}:AA)`, of: '[A-Za-z0-9_:-]', least: 43, most: 47, gate: { reach: 4 } },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'connection_password',
    ['password=', 'pwd='],
    {
      lead: String.raw`(?:password|pwd)=(?:\{(?=[^}\s]{0,80}\d))?`,
      of: String.raw`[^\s;"'<>]`,
      least: 3,
      most: 128,
      gate: { reach: 10, before: codesOf('[;\\s]') },
    },
    { entropy: 1.5, kind: 'chosen', before: /;\s{0,2}$/ },
  ),
  named(
    'bearer_token',
    ['bearer'],
    {
      lead: String.raw`bearer(?:\stoken:?(?:\sis)?)?\s{1,3}`,
      of: '[A-Za-z0-9_.~+/-]',
      least: 16,
      most: 1024,
      isPadded: true,
      gate: { reach: 19, name: 'one', isBare: true, before: BEHIND_WORD },
    },
    { entropy: 3, kind: 'made', before: WORD_BEGINS },
  ),
  named(
    'basic_credentials',
    ['authorization'],
    {
      lead: String.raw`authorization["']?\s{0,2}[:=]\s{0,2}["']?basic\s{1,3}`,
      of: '[A-Za-z0-9+/]',
      least: 12,
      most: 256,
      isPadded: true,
      gate: { name: 'one' },
    },
    { entropy: 3, kind: 'random' },
  ),
  named(
    'token_header',
    ['x-', 'authorization'],
    {
      lead: String.raw`(?:x-[a-z-]{0,24}(?:key|token|secret|auth)|authorization)["']?\s{0,2}[:=]\s{0,2}["']?(?:(?:token|apikey|key)\s{1,2})?`,
      of: '[A-Za-z0-9_.~+/-]',
      least: 16,
      most: 256,
      isPadded: true,
      gate: { name: 'one', before: BEHIND_WORD },
    },
    { entropy: 3.3, kind: 'made', before: WORD_BEGINS },
  ),
  named(
    'curl_password',
    ['curl', 'sshpass', 'mysql', 'docker', 'podman', 'redis-cli', 'htpasswd', 'net use', 'smbclient', 'ldap', 'mongo', 'rabbitmqctl'],
    {
      lead: String.raw`(?:${COMMANDS})`,
      of: ARGUMENT,
      least: 6,
      most: 128,
      gate: { reach: Infinity, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'piped_password',
    ['echo ', 'printf '],
    {
      lead: String.raw`(?:echo|printf)\s{1,2}(?:-n\s{1,2})?["']?(?:[a-z_][\w.-]{0,31}:)?`,
      of: ARGUMENT,
      least: 6,
      most: 128,
      behind: String.raw`(?=["']?\s{0,2}\|\s{0,2}(?:sudo\s{1,2}-S|(?:sudo\s{1,2})?chpasswd|docker\s{1,2}login|passwd\s{1,2}--stdin|kinit))`,
      openBehind: String.raw`["']?\s{0,2}(?:\||\|\s{0,2}[a-z -]{0,24})?`,
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password_file',
    [':5432:', ':5433:', ':6432:'],
    { lead: String.raw`:\d{4}:[\w*.-]{1,64}:[\w*.-]{1,64}:`, of: String.raw`[^\s"'<>]`, least: 4, most: 128 },
    { entropy: 1.5, kind: 'chosen', before: /(?:^|[^\w.-])[\w*.-]{1,60}$/ },
  ),
  named(
    'password_file',
    ['machine '],
    {
      lead: String.raw`machine\s{1,4}[\w.:-]{1,80}\s{1,12}login\s{1,4}[^\s"']{1,64}\s{1,12}password\s{1,4}["']?`,
      of: String.raw`[^\s"'<>]`,
      least: 4,
      most: 256,
    },
    { entropy: 1.5, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'cli_secret',
    ['--'],
    {
      lead: String.raw`--(?!-)[\w-]{0,30}?(?:password|passwd|token|secret|key)(?:=|\s{1,2})["'\x60]?`,
      of: ARGUMENT,
      least: 6,
      most: 256,
      gate: { name: 'one', isBare: true },
    },
    { entropy: 2.5, kind: 'chosen' },
  ),
  named(
    'password',
    PASSWORD_MARKS,
    {
      lead: `(?:${PASSWORD}(?:${SAID}|${CARRIED})|${PASSWORD_WORD}(?:${OWNER}|${CALLED})|${KIND})`,
      of: SPOKEN,
      least: 6,
      most: 128,
      gate: { name: 'one', isOwn: true },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    PASSWORD_MARKS.filter((mark) => !/[密パ비]/.test(mark)),
    {
      lead: String.raw`(?:${PASSWORD_WORD}|(?<![a-z0-9+/])(?:pass|pw))(?: \(|,?[ \t]{1,2}(?!\()|["']\s?,\s{0,3}["'])`,
      looks: LOOKS_CHOSEN,
      of: SPOKEN,
      least: 8,
      most: 128,
      gate: { name: 'one', isOwn: true, isBare: true, hasDigit: true },
    },
    { entropy: 2, kind: 'telling' },
  ),
  named(
    'password',
    ['cred', 'login'],
    {
      lead: String.raw`(?:credentials?|creds?|logins?)(?:\s(?:are|is)\s|\s?[:=]\s{0,2}|\s)[\w.@-]{2,40}\s?[:/]\s?`,
      looks: LOOKS_CHOSEN,
      of: SPOKEN,
      least: 8,
      most: 128,
      gate: { name: 'one', isBare: true, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 2, kind: 'telling', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['wifi', 'wi-fi', 'wpa', 'wlan', 'hotspot'],
    {
      lead: String.raw`(?:wi-?fi|wpa[23]?|wlan|hotspot)[\s_-](?:key|code|pass(?:code)?|pwd?|psk|pin|access)(?:${SAID}|\s{1,2})`,
      looks: LOOKS_CHOSEN,
      of: SPOKEN,
      least: 8,
      most: 64,
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['identified by', 'identified with', 'requirepass', 'masterauth', 'enable secret', 'snmp-server', 'community string'],
    {
      lead: String.raw`(?:identified\s{1,2}(?:with\s{1,2}\w{1,40}\s{1,2})?by\s{1,2}["']|(?:requirepass|masterauth)\s{1,4}["']?|enable\ssecret\s(?:[05-9]\s)?|(?:snmp-server\scommunity|community string)\s(?:is\s)?["']?)`,
      of: String.raw`[^\s"'\x60<>]`,
      least: 6,
      most: 128,
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['login(', 'auth=(', 'auth = (', 'basicauth(', 'authenticate(', 'credentials(', 'credential('],
    {
      lead: String.raw`(?:login|auth(?:\s?=\s?)?|authenticate|credentials?)\(\s{0,12}["'][^"'\n]{1,80}["']\s{0,2},\s{0,12}["']`,
      of: String.raw`[^\s"'\x60<>]`,
      least: 6,
      most: 128,
      behind: String.raw`(?=["'])`,
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['sqlplus'],
    {
      lead: String.raw`sqlplus\s{1,2}(?:-\w\s{1,2}){0,3}["']?[\w.-]{1,64}\/["']?`,
      of: ARGUMENT,
      least: 6,
      most: 128,
      behind: String.raw`(?=["']?@(?:[\w.:/-]{1,80})?(?:[\s"']|$))`,
      openBehind: '["\']?@?',
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'env_secret',
    ['env ', 'setx '],
    {
      lead: String.raw`(?:env|setx)\s{1,2}[a-z0-9_-]{0,40}(?:key|token|secret|password|passwd|pwd|auth)${NOT_OF_KEY}[a-z0-9_-]{0,16}\s{1,2}["']?`,
      of: VALUE,
      least: 12,
      most: 256,
      gate: { name: 'one', isBare: true, before: BEHIND_WORD },
    },
    { entropy: 2.8, kind: 'made', before: WORD_BEGINS },
  ),
  named(
    'generic_secret',
    ['key', 'secret', 'token', 'credential', 'auth'],
    {
      lead: String.raw`${KEY}["'\x60\]]{0,2}\s{0,3}(?:===?|=>|:=|->|[:=])\s{0,3}(?:[fbru](?=["']))?\\?["']`,
      of: String.raw`[^\s"'\x60\\]`,
      least: 24,
      most: 1024,
      behind: String.raw`(?=\\?["'])`,
      gate: { name: 'one', isOwn: true },
    },
    { entropy: 3.8, kind: 'made' },
  ),
  named(
    'generic_secret',
    ['key', 'secret', 'token', 'credential'],
    {
      lead: String.raw`${KEY}\s{1,2}["'\x60]?`,
      of: '[A-Za-z0-9_.+/-]',
      least: 24,
      most: 256,
      isPadded: true,
      gate: { name: 'one', isOwn: true, isBare: true },
    },
    { entropy: 4, kind: 'scrambled' },
  ),
  named(
    'generic_secret',
    ['key', 'secret', 'token', 'credential', 'auth'],
    {
      lead: `${KEY}(?:${ASSIGNED}|${SAID}|${CARRIED})`,
      of: '[A-Za-z0-9_.+/~!#^*-]',
      least: 16,
      most: 1024,
      isPadded: true,
      gate: { name: 'one', isOwn: true },
    },
    { entropy: 3.3, kind: 'made' },
  ),
];
