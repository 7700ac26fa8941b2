import { ARGUMENT } from './command-passwords.ts';
import { BEHIND_WORD, codesOf, named, SPOKEN, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import { LOOKS_CHOSEN } from './named-passwords.ts';
import { SAID } from './secret-names.ts';

/** A value that ends at its closing quotation mark. */
const QUOTED = { characters: String.raw`[^\s"'\x60<>]`, minLength: 6, maxLength: 128, suffix: String.raw`(?=["'])` };

/** Passwords identified by what they open (networks, doors, databases, servers), by the calls that take them, and by prompts for them. */
export const ACCESS_PASSWORDS: readonly NamedSecret[] = [
  named(
    'password',
    ['wifi', 'wi-fi', 'wpa', 'wlan', 'hotspot', 'network key', 'security key', 'ssid'],
    {
      prefix: String.raw`(?:(?:wi-?fi|wpa[23]?|wlan|hotspot)[\s_-](?:key|code|pass(?:code)?|pwd?|psk|pin|access)(?:${SAID}|\s{1,2})|(?:network key|security key(?<=network[^\n]{0,40}security key))(?:${SAID}|\s{1,2})|(?:wi-?fi|wlan):\s[\w.-]{2,32}\s\/\s|ssid[^\n]{0,48}?[\s,;](?:key|code|psk|pass\w{0,6})(?:${SAID}|\s)|(?:wi-?fi|wlan)(?<=(?:code|clé|clave|codice|chiave|kod)\s(?:(?:du|de|del|do|for)\s)?(?:wi-?fi|wlan))(?:${SAID}))`,
      lookahead: LOOKS_CHOSEN,
      characters: SPOKEN,
      minLength: 8,
      maxLength: 64,
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['key content', 'sselinhalt', 'oracle:thin:', 'oracle:oci'],
    {
      // Output of Windows tools for a wireless network, and database driver URLs.
      prefix: String.raw`(?:(?:key content|sselinhalt)\s{0,16}:\s|oracle:(?:thin|oci8?):[\w.-]{1,64}\/(?=[^\s@]{3,64}@))["']?`,
      characters: String.raw`[^\s"'\x60<>@]`,
      minLength: 4,
      maxLength: 64,
    },
    { entropy: 1.5, kind: 'chosen' },
  ),
  named(
    'password',
    ['identified by', 'identified with', 'requirepass', 'masterauth', 'enable secret', 'snmp-server', 'snmp community', 'community string'],
    {
      prefix: String.raw`(?:identified\s{1,2}(?:with\s{1,2}\w{1,40}\s{1,2})?by\s{1,2}["']|(?:requirepass|masterauth)\s{1,4}["']?|enable\ssecret\s(?:[05-9]\s)?|(?:snmp-server\scommunity|community string)\s(?:is\s)?["']?|snmp\scommunity(?:\sis\s|\s?[:=]\s?)["']?)`,
      characters: String.raw`[^\s"'\x60<>]`,
      minLength: 6,
      maxLength: 128,
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['pdo(', 'mysqli(', 'mysqli_connect(', 'r.getconnection(', 'pymysql.connect(', 'mysqldb.connect(', 'dbi->connect(', 'ftp('],
    {
      prefix: String.raw`(?:pdo|mysqli(?:_connect)?|r\.getconnection|(?:pymysql|mysqldb)\.connect|dbi->connect|ftp)\(\s{0,12}(?:["'][^"'\n]{0,160}["']|[\w.$>-]{1,60})\s{0,2},\s{0,12}["'][^"'\n]{1,80}["']\s{0,2},\s{0,12}["']`,
      ...QUOTED,
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['#define ', 'wifi.begin(', 'cwjap'],
    {
      prefix: String.raw`(?:#define\s{1,4}\w{0,40}?(?:pass|pwd|psk)(?:word|wd|phrase)?(?:_?\d)?\s{1,8}|wifi\.begin\(\s?["'][^"'\n]{1,40}["'],\s?|cwjap(?:_def|_cur)?=["'][^"'\n]{0,40}["'],)["']`,
      ...QUOTED,
      lookahead: LOOKS_CHOSEN,
    },
    { entropy: 1.5, kind: 'given', before: WORD_BEGINS },
  ),
  named(
    'password',
    [
      'login(',
      'auth(',
      'bcrypt.',
      'argon2.',
      'auth=(',
      'auth = (',
      'basicauth(',
      'authenticate(',
      'authentication(',
      'credentials(',
      'credential(',
      '.bind(',
      '.basic(',
    ],
    {
      prefix: String.raw`(?:(?:bcrypt|argon2)\.(?:hash|compare|verify)\w{0,6}\(\s?b?["']|(?:login|auth(?:\s?=\s?)?|authenticat(?:e|ion)|credentials?|\.bind|\.basic)\(\s{0,12}(?:["']["']\s?,\s{0,4})?(?:["'][^"'\n]{1,80}["']|[\w.$]{1,40})\s{0,2},\s{0,12}(?:some\()?["'])`,
      ...QUOTED,
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'connection_password',
    ['sql.open(', 'sqlx.', 'dsn', 'mysql', 'root:'],
    {
      prefix: String.raw`(?:sqlx?\.(?:open|(?:must)?connect)\(\s{0,4}["'][\w-]{1,20}["'],\s{0,12}["'\x60]|dsn\w{0,8}["']?\s{0,3}[:=]{1,2}\s{0,3}["'\x60]?|mysql(?:\.open\(|\w{0,8}["']?(?:\s{0,3}[:=]{1,2}|,))\s{0,3}["'\x60]|(?=root:))[\w.-]{1,64}:`,
      characters: String.raw`[^\s"'\x60@<>]`,
      minLength: 3,
      maxLength: 128,
      suffix: String.raw`(?=@(?:tcp6?|unix)?\()`,
      openSuffix: '(?:@[a-z0-9]{0,4})?',
    },
    { entropy: 1.5, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['admin/', 'admin /', 'admin:', 'admin :', 'administrator/', 'administrator /', 'administrator:', 'root/', 'root /', 'root:'],
    {
      prefix: String.raw`(?:admin(?:istrator)?|root)(?:\s?\/\s?|:(?=\S)|\s?:\s(?=\S{0,64}[ \t]{0,2}(?:[\r\n]|$)))`,
      lookahead: LOOKS_CHOSEN,
      characters: SPOKEN,
      minLength: 8,
      maxLength: 64,
      gate: { hasDigit: true },
    },
    { entropy: 2, kind: 'telling', before: /(?:^|[^\w/.@$-])$/ },
  ),
  named(
    'password',
    ['admin:', 'root:'],
    {
      // A word and a number.
      prefix: '(?:admin|root):',
      lookahead: String.raw`(?=[A-Za-z@]{4,16}\d{2,6}[!*#]?(?:[\s,;.)"'\x60]|$))`,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 24,
      gate: { reach: 7, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen', before: /(?:^|(?<!ch(?:own|grp)(?:\s-{1,2}[\w-]{1,16}){0,2})[\s"'(`])$/, reachBack: 48 },
  ),
  named(
    'password',
    ['&p=', '?p=', '&pw=', '&pass='],
    {
      // A form that was sent in an address, beside the name.
      // By a letter alone pages and posts are told, too.
      prefix: String.raw`[?&](?:p(?:w|ass)=|p=(?=[^\s&\d]{0,63}\d)(?=[\d-]{0,63}[^\s&\d-])(?!page))`,
      characters: String.raw`[^\s"'\x60<>&]`,
      minLength: 4,
      maxLength: 64,
      gate: { reach: 7 },
    },
    { entropy: 2, kind: 'given', before: /(?:^|[?&\s])(?:u|user(?:name)?|login|e?mail)=[^&\s]{1,64}$/i, reachBack: 80 },
  ),
  named(
    'password',
    ['storepass ', 'keypass '],
    {
      prefix: '(?:store|key)pass ["\']?',
      characters: ARGUMENT,
      minLength: 6,
      maxLength: 64,
      gate: { reach: 14, before: codesOf('[a-z-]') },
    },
    { entropy: 2, kind: 'given', before: /\s-(?:src|dest)?$/ },
  ),
  named(
    'password',
    ['secret `', "secret '", 'secret "', 'pw `', 'pass `', 'credential `'],
    {
      prefix: String.raw`(?:secret|pw|pass|credential)\s["'\x60]`,
      lookahead: String.raw`(?=[^\s\d]{0,31}\d)`,
      characters: String.raw`[^\s"'\x60<>]`,
      minLength: 8,
      maxLength: 64,
      suffix: String.raw`(?=["'\x60])`,
      gate: { reach: 13, hasDigit: true, before: BEHIND_WORD },
    },
    { entropy: 2.5, kind: 'telling', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['temporary password', 'generated password', 'generated root'],
    {
      // Passwords generated by a database or server may contain any character.
      prefix: String.raw`(?:(?:temporary|generated)(?: root)? password)(?:\s(?:is|was)\s(?:generated|set)|\sgenerated)?(?:\sfor\s\S{1,40})?:\s`,
      lookahead: String.raw`(?=[^\s\d]{0,31}\d)(?=\S{0,31}[<>,;"'])(?=\S{10,32}[ \t]{0,3}(?:[\r\n]|$))`,
      characters: String.raw`\S`,
      minLength: 10,
      maxLength: 32,
      gate: { reach: 90, hasDigit: true },
    },
    { entropy: 3, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['tacacs-server', 'radius-server', 'isakmp key', 'pre-shared-key', 'key-string', 'neighbor ', 'message-digest-key', 'iwconfig'],
    {
      // Keys shared between routers, switches and network cards.
      prefix: String.raw`(?:(?:tacacs|radius)-server\s[^\n]{0,60}?key\s(?:[0567]\s)?|isakmp\skey\s(?:[06]\s)?|pre-shared-key\s(?:(?:ascii-text|hexadecimal|local|remote|address\s\S{1,40}\skey)\s)?|key-string\s(?:[07]\s)?|neighbor\s\S{3,40}\spassword\s(?:[07]\s)?|message-digest-key\s\d{1,3}\smd5\s(?:[07]\s)?|iwconfig\s\S{2,16}\skey\s(?:s:)?)["']?`,
      characters: String.raw`[^\s"'\x60<>]`,
      minLength: 6,
      maxLength: 128,
      gate: { reach: 110 },
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['admin / ', 'root / ', 'administrator / ', 'ubuntu / ', 'creds -> ', 'login -> ', 'login: ', 'creds: '],
    {
      // User name and password side by side, ending the line or its clause.
      prefix: String.raw`(?:admin|root|administrator|ubuntu|(?:creds|login)(?: ->|:) [\w.@-]{2,40}) / `,
      lookahead: String.raw`(?!\p{L}{2,16}[-_.]\d{1,2}(?![\w!#$%&*?-]))(?=[^\s\d]{0,31}\d)(?=[^\s_.!#$%&*?-]{0,31}[_.!#$%&*?-])(?=[^\s"'\x60,<>]{7,40}(?:[,;)]|[ \t]{0,4}(?:[\r\n]|$)))`,
      characters: SPOKEN,
      minLength: 7,
      maxLength: 40,
      gate: { reach: 60, hasDigit: true },
    },
    { entropy: 2, kind: 'chosen', before: /(?:^|[^\w/.@$-])$/ },
  ),
  named(
    'password',
    ['login '],
    {
      // "Netflix login kim@… …"
      prefix: String.raw`login\s[\w.+-]{1,40}@[\w-]{1,40}(?:\.[\w-]{2,20}){1,3}\s(?:/\s)?`,
      lookahead: String.raw`(?!\p{L}{2,16}[-_.]\p{L}{0,16}\d{0,2}(?![\w!#$%&*?-]))(?=[^\s\d]{0,31}\d)(?=[^\s"'\x60,<>]{7,40}[ \t]{0,4}(?:[\r\n]|$))`,
      characters: SPOKEN,
      minLength: 7,
      maxLength: 40,
      gate: { reach: 110, hasDigit: true, soon: ['at'] },
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'password',
    [' psk "', ': eap "', ': xauth "', '" * "', '{plain}', '{cleartext}', 'rpwd'],
    {
      // Configuration files of networks and mail servers, with nothing but secrets at these positions.
      prefix: String.raw`(?:\spsk\s"|:\s(?:eap|xauth)\s"|"\s\*\s"|\{(?:plain|cleartext)\}|rpwd\s?,\s?["'][^"':\n]{0,40}:)`,
      characters: String.raw`[^\s"'\x60<>:]`,
      minLength: 6,
      maxLength: 128,
      gate: { reach: 60 },
    },
    { entropy: 2, kind: 'chosen' },
  ),
  named(
    'password',
    ['sqlplus', 'connect ', 'conn '],
    {
      prefix: String.raw`(?:sqlplus\s{1,2}(?:-\w\s{1,2}){0,3}|(?<=(?:^|[\n;>]\s{0,4}))conn(?:ect)?\s{1,2})["']?[\w.-]{1,64}\/["']?`,
      characters: ARGUMENT,
      minLength: 6,
      maxLength: 128,
      suffix: String.raw`(?=["']?@(?:[\w.:/-]{1,80})?(?:[\s"']|$))`,
      openSuffix: '["\']?@?',
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
];
