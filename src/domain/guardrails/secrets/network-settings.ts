import { codesOf, named, WORD_BEGINS, type NamedSecret } from './named-form.ts';

/** A line that ends behind the value. */
const LINE_END = String.raw`(?=[ \t]{0,4}(?:[\r\n]|$))`;

/** Keys of routers, wireless networks and tunnels, and passwords in the settings of servers, where only these stand. */
export const NETWORK_SETTINGS: readonly NamedSecret[] = [
  named(
    'password_file',
    ["option key '", "option psk '", "option sae_password '"],
    // OpenWrt.
    {
      prefix: String.raw`option (?:key|psk|sae_password) '`,
      characters: String.raw`[^'\r\n]`,
      minLength: 8,
      maxLength: 63,
      suffix: `(?=')`,
      gate: { reach: 24 },
    },
    { entropy: 1.8, kind: 'random', before: /(?:^|\n)\s{1,8}$/ },
  ),
  named(
    'password',
    ['pre-shared-key='],
    // MikroTik.
    { prefix: 'pre-shared-key="?', characters: String.raw`[^\s"']`, minLength: 8, maxLength: 63, gate: { reach: 18 } },
    { entropy: 1.8, kind: 'given', before: /wpa[23]?-$/i },
  ),
  named(
    'password',
    ['isakmp key '],
    // Cisco IKE.
    {
      prefix: 'isakmp key (?:[06] )?',
      characters: String.raw`[^\s"']`,
      minLength: 4,
      maxLength: 128,
      suffix: '(?= (?:address|hostname))',
      openSuffix: '(?: [a-z]{0,8})?',
      gate: { reach: 16 },
    },
    { entropy: 1.8, kind: 'given' },
  ),
  named(
    'password',
    ['key 7 ', 'key 0 '],
    // Keys of Cisco devices for the servers that let people in.
    { prefix: 'key [07] ', characters: String.raw`[^\s"']`, minLength: 4, maxLength: 128, suffix: LINE_END, gate: { reach: 8 } },
    { entropy: 1.8, kind: 'given', before: /(?:tacacs|radius)[^]{0,160}\s$/i, reachBack: 180 },
  ),
  named(
    'password',
    ['psk "', 'eap "', 'xauth "'],
    // The secrets of IPsec.
    { prefix: '(?:psk|eap|xauth) "', characters: String.raw`[^"\r\n]`, minLength: 4, maxLength: 128, suffix: '(?=")', gate: { reach: 8 } },
    { entropy: 1.8, kind: 'given', before: /:\s$/ },
  ),
  named(
    'connection_password',
    ['password='],
    // A connection of libpq, as keywords and values.
    {
      prefix: `password='?`,
      characters: String.raw`[^\s"';$]`,
      minLength: 3,
      maxLength: 128,
      suffix: String.raw`(?=['"\s]|$)`,
      gate: { reach: 12 },
    },
    { entropy: 1.5, kind: 'given', before: /(?:^|[\s"'])(?:host|hostaddr|dbname)=\S{1,80}\s(?:[^\n]{0,120}\s)?$/i, reachBack: 220 },
  ),
  named(
    'password',
    ['.password=', '.password =', '.passwd=', '.passphrase='],
    {
      // A property of a program, joined from words; what is said about passwords has spaces.
      prefix: String.raw`\.(?:password|passwd|passphrase)\s?=\s?`,
      lookahead: '(?=[a-z]{2,24}(?:-[a-z]{1,24}){1,6}(?:\\s|$)|[a-z]{2,24}(?-i:[A-Z])[a-z]{2,24}(?:\\s|$))',
      characters: '[A-Za-z-]',
      minLength: 8,
      maxLength: 64,
      suffix: LINE_END,
      gate: { reach: 18 },
    },
    { entropy: 1.8, kind: 'given', before: /(?:^|[\r\n])[a-z][\w-]{0,30}(?:\.[\w-]{1,30}){0,6}$/i },
  ),
  named(
    'password',
    ['password: '],
    {
      // The environment of a container, joined from words.
      prefix: String.raw`password: ["']?`,
      lookahead: `(?=[a-z]{2,24}(?:-[a-z]{1,24}){1,6}["']?(?:\\s|$))`,
      characters: '[a-z-]',
      minLength: 8,
      maxLength: 64,
      suffix: `(?=["']?[ \\t]{0,4}(?:[\\r\\n]|$))`,
      gate: { reach: 14, before: codesOf('_') },
    },
    { entropy: 1.8, kind: 'given', before: /(?:^|\n)\s{2,16}(?:-\s)?[A-Z][A-Z0-9_]{0,40}_$/ },
  ),
  named(
    'private_key',
    ['accounts'],
    // Keys of accounts of Ethereum in the settings of its tools.
    {
      prefix: String.raw`accounts["']?\s?:\s?\[\s{0,12}["']`,
      characters: '[0-9a-fx]',
      minLength: 64,
      maxLength: 66,
      suffix: `(?=["'])`,
      gate: { reach: 32 },
    },
    { entropy: 3, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'generic_secret',
    ['secret '],
    // The key of one-time passwords, to be typed into an app.
    {
      prefix: String.raw`secret (?:key )?`,
      characters: '[A-Z2-7]',
      minLength: 16,
      maxLength: 64,
      suffix: String.raw`(?![\w-])`,
      gate: { reach: 14 },
    },
    { entropy: 3.2, kind: 'random', before: /(?:authenticator|totp|2fa|mfa|otp)[^]{0,160}$/i, reachBack: 180 },
  ),
  named(
    'password_file',
    ['community '],
    // Cisco SNMP, read-only or read-write.
    {
      prefix: 'community ',
      characters: String.raw`[^\s"']`,
      minLength: 4,
      maxLength: 64,
      suffix: '(?= (?:ro|rw)(?![\\w-]))',
      openSuffix: '(?: [a-z]?)?',
      gate: { reach: 11 },
    },
    { entropy: 1.8, kind: 'random', before: /snmp-server $/i },
  ),
  named(
    'password_file',
    ['password='],
    // A user of MikroTik.
    { prefix: 'password="?', characters: String.raw`[^\s"']`, minLength: 4, maxLength: 64, gate: { reach: 11 } },
    { entropy: 1.8, kind: 'random', before: /\/?user add [^\n]{0,80}\s$/i, reachBack: 100 },
  ),
  named(
    'password_file',
    ['storepassword ', 'keypassword '],
    // The keys that a build of Gradle signs with.
    {
      prefix: String.raw`(?:store|key)password\s=?\s?["']`,
      characters: String.raw`[^"'\r\n$]`,
      minLength: 4,
      maxLength: 64,
      suffix: `(?=["'])`,
      gate: { reach: 18 },
    },
    { entropy: 1.8, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'password_file',
    ['pass = "', 'password = "', 'pass="', 'password="'],
    // The key of a wireless network that is a number, in a program.
    {
      prefix: String.raw`pass(?:word)?\s?=\s?"`,
      characters: String.raw`\d`,
      minLength: 8,
      maxLength: 63,
      suffix: '(?=")',
      gate: { reach: 14 },
    },
    { entropy: 1.5, kind: 'random', before: /ssid[^]{0,120}$/i, reachBack: 130 },
  ),
  named(
    'generic_secret',
    ['/live2/'],
    // The key of a stream.
    { prefix: '/live2/', characters: '[a-z0-9-]', minLength: 19, maxLength: 24, gate: { reach: 8 } },
    { entropy: 2.8, kind: 'random', before: /rtmps?:\/\/\S{1,60}$/i, reachBack: 80 },
  ),
  named(
    'generic_secret',
    ['key: ', 'key is ', 'secret: '],
    {
      // The same in groups, as the pages that set it up show it.
      prefix: String.raw`(?:key|secret)(?: is|:)\s`,
      lookahead: String.raw`(?=[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,12}(?![\w-]))`,
      characters: { one: '(?-i:[A-Z2-7 ])', all: '[A-Z2-7 ]' },
      minLength: 19,
      maxLength: 79,
      suffix: String.raw`(?<=\S)(?! ?[A-Z2-7]{4}(?![\w-]))`,
      gate: { reach: 9 },
    },
    { entropy: 3, kind: 'random', before: /(?:authenticator|totp|2fa|mfa|otp|scan)[^]{0,160}$/i, reachBack: 180 },
  ),
];
