/** Secrets that what stands before them gives away: a name they are given, a scheme, a URL around them. */
export interface NamedSecret {
  readonly category: string;
  /** Every secret of this form stands behind one of these, in lower case: quick to look for. */
  readonly marks: readonly string[];
  /** From a mark to the end of the secret, which is the group `secret`. Sticky; every repetition is bounded. */
  readonly pattern: RegExp;
  /** From a mark to the end of the text, with as much of the secret as has come in the group `secret`. Sticky. */
  readonly open: RegExp;
  /** What must stand right before the mark. */
  readonly before?: RegExp;
  /** Least Shannon entropy in bits a character. */
  readonly entropy: number;
  /** How it came to be: people choose passwords; programs make keys, and expressions stand in their place. */
  readonly kind: 'chosen' | 'made' | 'random';
}

const ASSIGNED = String.raw`(?:["'\x60\]]{0,2}\s{0,3}(?:===?|=>|:=|->|[:=])|["'\x60]\s{0,3},)\s{0,3}(?:[fbru](?=["']))?\\?["'\x60]{0,3}`;
const SAID = String.raw`["'\x60\]]{0,2}\s{0,3}(?:===?|=>|:=|->|[:=：])\s{0,3}(?:[fbru](?=["']))?\\?["'\x60]{0,3}|["']?\s{1,3}(?:is now|will be|is|was|ist|es|est|è|é|to|lautet|as)\s{1,3}:?\s{0,2}["'\x60]{0,3}`;
const PASSWORD_MARKS: readonly string[] = [
  'pass',
  'pwd',
  'pw',
  'kennwort',
  'contrase',
  'senha',
  'mot de passe',
  'wachtwoord',
  'hasło',
  'haslo',
  'parola',
  'clave',
  'пароль',
  '密码',
  'パスワード',
  '비밀번호',
];
const PASSWORD_WORD = String.raw`(?:password|passwort|passwd|passphrase|passcode|passwrd|kennwort|contraseña|contrasena|clave|senha|wachtwoord|hasło|haslo|parola|пароль|密码|パスワード|비밀번호|pwd|mot de passe)[\w-]{0,24}`;
const PASSWORD = String.raw`(?:${PASSWORD_WORD}|(?<![a-z])(?:pass|pw)[_-]?\d{0,3}(?![a-z]))`;
/** Whose password it is, between the word and the value. */
const OWNER = String.raw`\s(?:for|to|of|on|für|von|zu|de|del|para|pour|du)\s[\p{L}\w.@/-]{1,30}(?:\s[\p{L}\w.@/-]{1,30}){0,3}?(?:\s?[:=]|\s(?:is|ist|es|est|é))\s{1,2}["'\x60]?|\s{1,2}["'\x60]`;
/** Words that are given secrets; a key alone is any key. */
const KEY = String.raw`(?:secret|token|credentials?|auth|(?<=(?:api|access|secret|private|account|master|storage|encryption|signing|license|webhook|service|publish)[_. -]?|_)key)[\w-]{0,24}`;
/** Services whose keys look like identifiers or digests that everybody may know. */
const VENDOR = String.raw`(?:heroku|datadog|dd[_-]?(?:api|app)|new[_-]?relic|algolia|cloudflare|fastly|okta|auth0|zendesk|mailjet|messagebird|vonage|nexmo|plaid|travis|codecov|coveralls|bitrise|sumologic|splunk|logz|loggly|rollbar|bugsnag|mixpanel|amplitude|segment|snyk|sonar|jira|confluence|trello|dropbox|box|zoom|twitch|spotify|twitter|facebook|linkedin|google|firebase|azure|aws|gcp|ibm|oracle|alibaba|linode|vultr|hetzner|ovh|scaleway|pagerduty|opsgenie|statuspage|launchdarkly|optimizely|intercom|freshdesk|hubspot|mapbox|here|tomtom|weather|coinbase|binance|kraken|bittrex|kucoin|etherscan|infura|alchemy|moralis|finnhub|polygon|alphavantage|openai|anthropic|cohere|mistral|stability|assembly|deepgram|pinecone|weaviate|qdrant|elastic|mongo|redis|rabbit|kafka|confluent|snowflake|airtable|lob|shippo|easypost)`;
const AWS_WORDS = String.raw`(?:[ _.-]?(?:aws|secret|access|key|id|s3|iam|user|account|my|prod|dev|test|default|\d{1,4})){0,6}`;
const VALUE = String.raw`[^\s"'\x60,<>;&|\\]`;
const WORD_BEGINS = /(?:^|[^A-Za-z0-9_])$/;

interface NamedShape {
  /** From the mark to the secret. */
  readonly lead: string;
  /** What the secret is made of, in a row that must end where it ends. */
  readonly of: string;
  readonly least: number;
  readonly most: number;
  /** It may end on the padding of base64. */
  readonly isPadded?: boolean;
  /** What must follow it, and the beginning of that. */
  readonly behind?: string;
  readonly openBehind?: string;
}

function named(
  category: string,
  marks: readonly string[],
  { lead, of, least, most, isPadded = false, behind, openBehind = '' }: NamedShape,
  more: Pick<NamedSecret, 'entropy' | 'kind' | 'before'>,
): NamedSecret {
  const [padding, none] = isPadded ? ['={0,2}', '|='] : ['', ''];
  // A call is an expression.
  const end = behind ?? String.raw`(?!${of}${none}|\()`;
  return {
    category,
    marks,
    pattern: new RegExp(`${lead}(?<secret>${of}{${least},${most}}${padding})${end}`, 'iuy'),
    open: new RegExp(`${lead}(?<secret>${of}{0,${most}}${padding}${openBehind})$`, 'iuy'),
    ...more,
  };
}

/** The forms of secrets that are named where they stand, the surest first. */
export const NAMED_SECRETS: readonly NamedSecret[] = [
  named(
    'aws_secret_key',
    ['secret', 'aws'],
    { lead: String.raw`(?:aws|secret)${AWS_WORDS}(?:${SAID}|${ASSIGNED})`, of: '[A-Za-z0-9+/]', least: 40, most: 40 },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'azure_key',
    ['accountkey=', 'sharedaccesskey='],
    { lead: '(?:AccountKey|SharedAccessKey)=', of: '[A-Za-z0-9+/]', least: 42, most: 88, isPadded: true },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'azure_sas',
    ['sig='],
    { lead: 'sig=', of: '[A-Za-z0-9%+/]', least: 40, most: 128, isPadded: true },
    { entropy: 4, kind: 'random', before: /[?&]$/ },
  ),
  named(
    'vendor_key',
    ['key', 'token', 'secret'],
    { lead: String.raw`(?:key|token|secret)[\w-]{0,16}${ASSIGNED}`, of: '[0-9a-f-]', least: 32, most: 64 },
    { entropy: 3, kind: 'random', before: new RegExp(String.raw`${VENDOR}[\w. -]{0,24}$`, 'i') },
  ),
  named(
    'url_password',
    ['://'],
    {
      lead: String.raw`:\/\/[^\s/:@"'<>]{0,64}:`,
      of: String.raw`[^\s/@"'<>]`,
      least: 3,
      most: 128,
      behind: String.raw`@[\w.[\]{$%-]`,
      openBehind: '@?',
    },
    { entropy: 1.5, kind: 'chosen', before: /[a-z][a-z0-9+.-]{1,20}$/i },
  ),
  named(
    'url_token',
    ['://'],
    { lead: String.raw`:\/\/`, of: '[A-Za-z0-9_-]', least: 20, most: 128, behind: String.raw`@[\w.[\]-]`, openBehind: '@?' },
    { entropy: 3.5, kind: 'made', before: /https?$/i },
  ),
  named(
    'connection_password',
    ['password=', 'pwd='],
    { lead: '(?:password|pwd)=', of: String.raw`[^\s;"'<>]`, least: 3, most: 128 },
    { entropy: 1.5, kind: 'chosen', before: /;\s{0,2}$/ },
  ),
  named(
    'bearer_token',
    ['bearer'],
    { lead: String.raw`bearer\s{1,3}`, of: '[A-Za-z0-9_.~+/-]', least: 16, most: 1024, isPadded: true },
    { entropy: 3, kind: 'made', before: WORD_BEGINS },
  ),
  named(
    'basic_credentials',
    ['authorization'],
    { lead: String.raw`authorization["']?\s{0,2}[:=]\s{0,2}["']?basic\s{1,3}`, of: '[A-Za-z0-9+/]', least: 12, most: 256, isPadded: true },
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
    },
    { entropy: 3.3, kind: 'made', before: WORD_BEGINS },
  ),
  named(
    'curl_password',
    ['curl', 'sshpass', 'mysql'],
    {
      lead: String.raw`(?:curl\b[^\n]{0,120}?\s(?:-u|--user)\s{0,2}["']?[\w.@-]{1,64}:|sshpass\s+-p\s{0,2}["']?|mysql\b[^\n]{0,80}?\s-p)`,
      of: VALUE,
      least: 6,
      most: 128,
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'cli_secret',
    ['--'],
    { lead: String.raw`--(?!-)[\w-]{0,30}?(?:password|passwd|token|secret|key)(?:=|\s{1,2})["'\x60]?`, of: VALUE, least: 6, most: 256 },
    { entropy: 2.5, kind: 'chosen' },
  ),
  named(
    'password',
    PASSWORD_MARKS,
    { lead: `(?:${PASSWORD}(?:${SAID})|${PASSWORD_WORD}(?:${OWNER}))`, of: String.raw`[^\s"'\x60,<>]`, least: 6, most: 128 },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'generic_secret',
    ['key', 'secret', 'token', 'credential', 'auth'],
    { lead: `${KEY}(?:${ASSIGNED}|${SAID})`, of: '[A-Za-z0-9_.+/~!#^*-]', least: 16, most: 256, isPadded: true },
    { entropy: 3.3, kind: 'made' },
  ),
];
