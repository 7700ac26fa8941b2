import { codesOf, named, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import { PASS_WORD } from './secret-names.ts';

/** Non-secret members of a JSON Web Key (RFC 7517, RFC 7518). */
const OTHER_MEMBER = String.raw`"(?:kty|crv|alg|kid|use|key_ops|ext|x5[tcu]|x5t#S256|iat|exp)"`;
const SECRET_MEMBER = '"(?:d|p|q|dp|dq|qi|k)"';
const NUMBER_MEMBER = '"(?:n|e|x|y|d|p|q|dp|dq|qi)"';
const JWK_MARKS: readonly string[] = ['"d"', '"p"', '"q"', '"dp"', '"dq"', '"qi"', '"k"'];
const JWK_VALUE = {
  prefix: String.raw`${SECRET_MEMBER}\s{0,2}:\s{0,2}"`,
  characters: '[A-Za-z0-9_-]',
  minLength: 20,
  maxLength: 1024,
  suffix: '(?=")',
};
/** What else a name may end in that has this word in it: steps of a program, tickets, and other words. */
const OTHER_PASS =
  '(?<!(?:render|shader|shadow|light|depth|geometry|colou?r|post|pre|one|two|three|multi|single|first|second|last|final|each|full|high|low|band|all|by|tres|com|sur|over|under|boarding|season|ski|bus|train|day|week|month|year|hall|guest|media|free)[_-]?)pass';
/** Names of what a program shows: what they are set to is what it says about a password. */
const SHOWN =
  '(?<!(?:^|[^A-Za-z])(?:label|lbl|msg|message|ui|txt|text|hint|title|placeholder|err|error|str|string|i18n|prompt|desc|description|help|tooltip)[A-Z0-9_]{0,40}_)';
/** Several words with a blank between, up to a quote. */
const PHRASE = String.raw`(?=[^\s"']{1,24}(?: [^\s"']{1,24}){1,9}["'])`;

/** Secrets in configuration, network and key files, at positions where nothing but a secret can be. */
export const FILE_SECRETS: readonly NamedSecret[] = [
  named(
    'password_file',
    ['<auth-user-pass>'],
    // The second line, in a profile of OpenVPN.
    {
      prefix: String.raw`<auth-user-pass>\s{0,4}\n[^\s<]{1,64}[ \t]{0,4}\r?\n`,
      characters: String.raw`[^\s<>]`,
      minLength: 4,
      maxLength: 128,
    },
    { entropy: 1.5, kind: 'chosen' },
  ),
  named(
    'encoded_private_key',
    JWK_MARKS,
    { ...JWK_VALUE, gate: { reach: 12, ending: '"', before: codesOf('[\\s,{]') } },
    {
      entropy: 3.5,
      kind: 'random',
      before: new RegExp(
        String.raw`(?:${OTHER_MEMBER}\s{0,2}:\s{0,2}(?:"[^"]{0,1100}"|\[[^\]]{0,160}\]|true|false|\d{1,12})|${NUMBER_MEMBER}\s{0,2}:\s{0,2}"(?:AQAB|[\w-]{20,1024})")\s{0,2},\s{0,24}$`,
      ),
      reachBack: 1200,
    },
  ),
  named(
    'encoded_private_key',
    JWK_MARKS,
    {
      ...JWK_VALUE,
      // The first member, verified by the members after it.
      lookahead: String.raw`(?=[\w-]{20,1024}"\s{0,2},\s{0,24}(?:${OTHER_MEMBER}|${NUMBER_MEMBER}\s{0,2}:\s{0,2}"(?:AQAB|[\w-]{20})))`,
      gate: { reach: 12, ending: '"', before: codesOf('[\\s,{]') },
    },
    { entropy: 3.5, kind: 'random', before: /\{\s{0,24}$/, reachBack: 26 },
  ),
  named(
    'password',
    ['wifi:'],
    {
      // Payload of a Wi-Fi QR code.
      prefix: String.raw`wifi:(?:[TSHREAI]:(?:[^;\\\r\n]|\\.){0,64};){0,4}P:"?`,
      characters: String.raw`(?:[^;\\\r\n"<>]|\\[;,:"\\])`,
      minLength: 4,
      maxLength: 64,
      suffix: '(?="?;)',
      openSuffix: String.raw`\\?`,
    },
    { entropy: 1.5, kind: 'given', before: WORD_BEGINS },
  ),
  named(
    'password',
    ['psk="'],
    {
      prefix: 'psk="',
      characters: String.raw`[^"\r\n]`,
      minLength: 8,
      maxLength: 63,
      suffix: String.raw`(?="[ \t]{0,4}(?:[\r\n}]|$))`,
      gate: { reach: 6 },
    },
    { entropy: 1.5, kind: 'given', before: /(?:^|[\s{])$/ },
  ),
  named(
    'password',
    ['password>'],
    {
      // Windows answer files for unattended setup.
      prefix: String.raw`password>\s{0,40}<value>`,
      characters: String.raw`[^\s<>]`,
      minLength: 4,
      maxLength: 256,
      suffix: String.raw`(?=<\/value>)`,
      gate: { reach: 60, before: codesOf('[<a-z]') },
    },
    { entropy: 1.5, kind: 'given' },
  ),
  named(
    'password',
    ['secret 0 ', 'secret 5 ', 'secret 8 ', 'secret 9 ', 'password 0 ', 'password 5 ', 'password 7 '],
    {
      // User names and passwords of switch administrators.
      prefix: '(?:secret|password) [05789] ',
      characters: String.raw`[^\s"'<>]`,
      minLength: 4,
      maxLength: 128,
      gate: { reach: 12 },
    },
    { entropy: 1.5, kind: 'given', before: /username \S{1,40}(?: privilege \d{1,2})? $/i },
  ),
  named(
    'password',
    ['password '],
    {
      // Passwords for the console and terminal lines of a switch.
      prefix: String.raw`password (?:[07] )?`,
      characters: String.raw`[^\s"'<>]`,
      minLength: 4,
      maxLength: 64,
      suffix: String.raw`(?=[ \t]{0,4}(?:[\r\n]|$))`,
      gate: { reach: 12, before: codesOf('\\s') },
    },
    { entropy: 1.5, kind: 'given', before: /(?:^|\n)line (?:vty|con|aux|console)[^\n]{0,20}\n(?: [^\n]{0,60}\n){0,4} $/i, reachBack: 280 },
  ),
  named(
    'password',
    ['loginmodule '],
    {
      // Credentials that Kafka clients present to their brokers.
      prefix: String.raw`loginmodule\s{1,4}(?:required|sufficient)\b[^;]{0,200}?\spassword=\\?"`,
      characters: String.raw`[^"\\\r\n]`,
      minLength: 3,
      maxLength: 128,
      suffix: String.raw`(?=\\?")`,
      gate: { reach: 260 },
    },
    { entropy: 1.5, kind: 'given' },
  ),
  named(
    'connection_password',
    ['password={', 'pwd={'],
    {
      // In braces it may contain characters that otherwise end it.
      prefix: String.raw`(?:password|pwd)=\{`,
      lookahead: String.raw`(?=[^}\s\d]{0,80}\d)`,
      characters: String.raw`[^\s}"'<>]`,
      minLength: 3,
      maxLength: 128,
      suffix: String.raw`(?=\})`,
      gate: { reach: 11, ending: '}', before: codesOf('[;\\s]') },
    },
    { entropy: 1.5, kind: 'given', before: /;\s{0,2}$/, reachBack: 3 },
  ),
  named(
    'url_password',
    ['://'],
    {
      // A password containing slashes.
      prefix: String.raw`:\/\/[^\s/:"'<>@]{0,64}:(?!\d{1,5}(?:[/?#]|$))`,
      lookahead: String.raw`(?=[^\s@"'<>/]{0,80}\/[^\s@"'<>]{0,80}@[\w.-]{1,100}(?::\d{2,5})?(?:[/?"'\s]|$))`,
      characters: String.raw`[^\s@"'<>]`,
      minLength: 6,
      maxLength: 128,
      suffix: String.raw`@[\w.[]`,
      openSuffix: '@?',
      gate: { reach: 70, before: codesOf('[a-z0-9+]') },
    },
    {
      entropy: 1.5,
      kind: 'chosen',
      before:
        /(?:^|[^a-z])(?:postgres(?:ql)?|mysql|mariadb|mssql|mongodb(?:\+srv)?|rediss?|amqps?|smtps?|s?ftps?|ldaps?|clickhouse|couchdb|imaps?)(?:\+\w+)?$/i,
    },
  ),
  named(
    'password',
    ['pass', 'secret_key'],
    {
      // Several words, which the environment of a program or an option of a command is set to.
      prefix: String.raw`(?:${SHOWN}(?:${PASS_WORD}|${OTHER_PASS}|secret_key)=|(?<=--?)(?:password|passphrase|passwd|pass)(?:=|\s{1,2})|(?<=app\.)secret_key\s?=\s?)["']`,
      lookahead: PHRASE,
      characters: String.raw`[^"'\r\n]`,
      minLength: 5,
      maxLength: 128,
      suffix: `(?=["'])`,
      gate: { name: 'one', isOwn: true, reach: Infinity, soon: ['quote'] },
    },
    {
      entropy: 2,
      kind: 'phrase',
      before: /(?:(?:^|\s)app\.|(?:^|\s)[A-Z][A-Z0-9_]{0,40}_|(?:^|[\s])(?:[A-Z]{2,8})?|\s--?(?:[a-z]{1,12}-)?)$/,
    },
  ),
  named(
    'password',
    ["-p '", '-p "', "-p'", '-p"', "password '", 'password "'],
    {
      prefix: String.raw`(?:-p\s?|password\s)["']`,
      lookahead: PHRASE,
      characters: String.raw`[^"'\r\n]`,
      minLength: 5,
      maxLength: 128,
      suffix: `(?=["'])`,
      gate: { reach: Infinity, before: codesOf('\\s') },
    },
    {
      entropy: 2,
      kind: 'phrase',
      before:
        /(?:^|[\s$#|;&(>`"'])(?:sshpass|evil-winrm|mysql\w*|mongo\w*|(?:docker|podman|az|oc) login|nmcli|crackmapexec|nxc|netexec)\b[^\n]{0,100}\s$/i,
      reachBack: 130,
    },
  ),
  named(
    'password',
    ['pass', 'pwd'],
    {
      // One word, or several with hyphens between, in the environment of a program or behind an option.
      prefix: String.raw`(?:${PASS_WORD}|${OTHER_PASS}|pwd)=(?:["'](?=[A-Za-z_-]{0,48}(?:["']|$))|(?!["']))`,
      characters: '[A-Za-z_-]',
      minLength: 5,
      maxLength: 48,
      suffix: String.raw`(?=["']?(?:;?\s|;?$))`,
      gate: { name: 'one', follows: codesOf('='), isOwn: true, reach: 60, before: codesOf('[_GH-]') },
    },
    {
      entropy: 1.8,
      kind: 'given',
      before: /(?:(?:^|[\s"'])[A-Z][A-Z0-9_]{0,40}_|(?:^|[\r\n]|[\r\n]export |\$ )(?:PG|SSH)|\s--(?:[a-z]{1,12}-)?)$/,
    },
  ),
  named(
    'password',
    ["identified by '", 'identified by "'],
    {
      prefix: String.raw`identified by\s["']`,
      characters: String.raw`[^"'\s]`,
      minLength: 4,
      maxLength: 128,
      suffix: `(?=["'])`,
      gate: { reach: 16 },
    },
    // In prose anything is identified by its name.
    { entropy: 1.8, kind: 'given', before: /(?:^|[^a-z])(?:user|role|grant)\s[^;]{1,90}\s$/i, reachBack: 112 },
  ),
  named(
    'password',
    ["password '", 'password "', 'password `', "password n'"],
    {
      // Password of the user named before it: "create user kim with password '…'", "log in as `pi` with password `…`".
      prefix: String.raw`password\sn?["'\x60]`,
      characters: String.raw`[^"'\x60\s]`,
      minLength: 4,
      maxLength: 128,
      suffix: String.raw`(?=["'\x60])`,
      gate: { reach: 12, before: codesOf('\\s') },
    },
    {
      entropy: 1.8,
      kind: 'given',
      before:
        /(?:^|\s)(?:(?:login|user|role)\s["'`]?[\w.@-]{1,40}["'`]?\s(?:with\s)?(?:encrypted\s)?|(?:as|user)\s["'`]?[\w.@-]{1,40}["'`]?,?\s(?:with|and|using)\s(?:the\s)?)$/i,
    },
  ),
  named(
    'password',
    ['admin/', 'admin / ', 'root/', 'root / ', 'pi/', 'ubnt/', 'cisco/', 'cisco / '],
    {
      // Factory defaults of devices.
      prefix: String.raw`(?:admin|root|pi|ubnt|cisco)\s?\/\s?`,
      // A word alone is most often a part of a path or another role.
      lookahead: String.raw`(?!(?:editor|viewer|user|guest|moderator|owner|operator|super\w*|root|admin|member|staff|developer|manager)(?![\w!@#$-]))(?:(?=[a-z-]{0,39}[^\sa-z"'\x60<>/,;.)-])|(?<=(?:creds|credentials|password|log ?in with|log ?in as|log ?in:|log on with|factory|default is)[^\n.]{0,48}))`,
      characters: String.raw`[^\s"'\x60<>/,;)]`,
      minLength: 4,
      maxLength: 40,
      suffix: String.raw`(?=[.;,)]?(?:\s|$))`,
      gate: { reach: 14 },
    },
    {
      entropy: 1.8,
      kind: 'given',
      before: /(?:default|factory|ships?|comes|(?:log ?in|log on|creds|credentials)(?:\swith|\sas|:)?)[^\n.]{0,40}[\s`"'(](?:sys|super)?$/i,
    },
  ),
];
