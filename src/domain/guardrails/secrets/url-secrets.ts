import { codesOf, named, WORD_BEGINS, type NamedSecret } from './named-form.ts';

/** Words in the names of links that let their holder in. */
const LETS_IN =
  '(?:reset|recover|magic|log-?in|sign-?in|auth|verif|invit|confirm|activat|join|sso|callback|unlock|onboard|set-?password|one-?time)';

/** Characters of a password before a host, and of what may stand between two at signs there, as a host's own part of an address. */
const BEFORE_AT = String.raw`[^\s/@"'<>]`;
const IN_AUTHORITY = String.raw`[^\s/@"'<>?&=,;#]`;
/** Schemes of addresses that have passwords. */
const TAKES_PASSWORD =
  /(?:^|[^a-z])(?:https?|postgres(?:ql)?|mysql2?|mariadb|mongodb(?:\+srv)?|rediss?|valkeys?|amqps?|s?ftps?|smb|cifs|rtsps?|rtmps?|mqtts?|ldaps?|socks[45]?h?|smtps?|imaps?|mssql|sqlserver|clickhouse|nats|davs?|webdavs?|ssh|vnc|rdp)$/i;

/** Secrets in addresses: passwords before the host, and keys in paths and queries. */
export const URL_SECRETS: readonly NamedSecret[] = [
  named(
    'url_password',
    ['://'],
    {
      // It may itself contain the sign before the host.
      prefix: String.raw`:\/\/[^\s/:"'<>]{0,64}:`,
      characters: { one: String.raw`(?:${BEFORE_AT}|@(?=${IN_AUTHORITY}{0,48}@[\w.[\]{$%-]))`, all: BEFORE_AT },
      minLength: 3,
      maxLength: 128,
      suffix: String.raw`@[\w.[\]{$%-]`,
      openSuffix: `(?:@${IN_AUTHORITY}{0,48}){0,4}`,
      gate: { reach: 196, before: codesOf('[a-z0-9+.-]'), soon: ['at'] },
    },
    { entropy: 1.5, kind: 'chosen', before: /[a-z][a-z0-9+.-]{1,20}$/i },
  ),
  named(
    'url_password',
    ['://'],
    {
      // With a slash, which begins no path here: a host has a number behind its colon.
      prefix: String.raw`:\/\/[\w.%+-]{0,32}:`,
      lookahead: String.raw`(?![/{$]|[\d.]{1,6}\/)(?=[^\s\d@]{0,63}\d)(?=[^\s@/]{1,40}\/)(?-i:(?=[^\s@A-Z+=!$%^*]{0,63}[A-Z+=!$%^*]))`,
      characters: String.raw`[^\s@"'<>?#]`,
      minLength: 6,
      maxLength: 64,
      suffix: String.raw`@[\w.-]{1,64}(?=[:/\s"'\x60]|$)(?!:?[\w/.-]{0,64}@)`,
      openSuffix: String.raw`(?:@[\w.-]{0,64}){0,2}`,
      gate: { reach: 70, before: codesOf('[a-z0-9]'), hasDigit: true, soon: ['at'] },
    },
    { entropy: 2, kind: 'random', before: TAKES_PASSWORD },
  ),
  named(
    'url_token',
    ['?key=', '&key=', '?appid=', '&appid='],
    { prefix: '[?&](?:key|appid)=', characters: '[A-Za-z0-9_-]', minLength: 24, maxLength: 128, gate: { reach: 6, hasDigit: true } },
    { entropy: 3.5, kind: 'scrambled' },
  ),
  named(
    'url_token',
    ['?appid=', '&appid=', '?auth=', '&auth=', 'send?key='],
    { prefix: String.raw`(?:[?&](?:appid|auth)|send\?key)=`, characters: '[0-9a-f-]', minLength: 32, maxLength: 64, gate: { reach: 10 } },
    { entropy: 3, kind: 'random' },
  ),
  named(
    'url_signature',
    ['-signature=', '?signature=', '&signature='],
    { prefix: '[?&-]signature=', characters: '[A-Za-z0-9%_~+/-]', minLength: 40, maxLength: 1024, isPadded: true, gate: { reach: 11 } },
    { entropy: 3.2, kind: 'random' },
  ),
  named(
    'url_token',
    ['?code=', '&code=', '?t=', '&t=', '?k=', '?hash=', '&hash=', '?ticket=', '?auth=', '&auth=', '?otp=', '?magic=', '?invite=', '&sid='],
    {
      // Links that let in whoever follows them.
      prefix: '[?&](?:code|t|k|hash|ticket|auth|otp|magic|invite|sid)=',
      characters: '[A-Za-z0-9_-]',
      minLength: 24,
      maxLength: 256,
      gate: { reach: 8, hasDigit: true },
    },
    {
      entropy: 3.5,
      kind: 'scrambled',
      before: new RegExp(String.raw`:\/\/[^\s"'<>]{0,120}${LETS_IN}[^\s"'<>]{0,60}$`, 'i'),
      reachBack: 200,
    },
  ),
  named(
    'url_token',
    '/reset/,/reset-password/,/password/,/set-password/,/magic/,/magic-link/,/magic-login/,/verify/,/auth/,/sso/,/invite/,/invitation/,/confirm/,/activate/,/unlock/,/recover/,/join/,/login/'.split(
      ',',
    ),
    {
      prefix: String.raw`\/[a-z-]{3,16}\/(?:[a-z-]{1,16}\/){0,2}`,
      characters: '[A-Za-z0-9_-]',
      minLength: 24,
      maxLength: 256,
      gate: { reach: 60, hasDigit: true },
    },
    { entropy: 3.8, kind: 'scrambled', before: /:\/\/[^\s"'<>]{3,120}$/, reachBack: 130 },
  ),
  named(
    'url_token',
    ['/hooks/'],
    { prefix: '/hooks/', characters: '[a-z0-9]', minLength: 26, maxLength: 26, gate: { reach: 7, hasDigit: true } },
    { entropy: 3.2, kind: 'random' },
  ),
  named(
    'url_token',
    ['://'],
    {
      prefix: String.raw`:\/\/`,
      characters: '[A-Za-z0-9_-]',
      minLength: 20,
      maxLength: 128,
      suffix: String.raw`@[\w.[\]-]`,
      openSuffix: '@?',
      gate: { reach: 3, ending: '@' },
    },
    { entropy: 3.5, kind: 'made', before: /(?:https?|nats|wss?|mqtts?|rediss?)$/i },
  ),
  named(
    'url_token',
    ['://'],
    {
      // A token in place of the user name, as source hosts take it.
      prefix: String.raw`:\/\/`,
      characters: '[A-Za-z0-9_-]',
      minLength: 20,
      maxLength: 128,
      suffix: '(?=:x-oauth-basic@)',
      openSuffix: ':?',
      gate: { reach: 3, ending: ':x-oauth-basic@' },
    },
    { entropy: 3, kind: 'random', before: /https?$/i },
  ),
  named(
    'url_token',
    ['.infura.io/', '.alchemy.com/', '.alchemyapi.io/', '.quiknode.pro/'],
    {
      // The key of a project at a host of nodes, at the end of the path.
      prefix: String.raw`\.(?:infura\.io|alchemy(?:api\.io|\.com)|quiknode\.pro)\/(?:(?:ws\/)?v[23]\/)?`,
      characters: '[A-Za-z0-9_-]',
      minLength: 24,
      maxLength: 64,
      gate: { reach: 24 },
    },
    { entropy: 3, kind: 'random' },
  ),
  named(
    'url_token',
    ['otpauth://'],
    {
      prefix: String.raw`otpauth:\/\/[^\s"'<>]{1,200}?[?&]secret=`,
      characters: '[A-Z2-7]',
      minLength: 16,
      maxLength: 128,
      isPadded: true,
      gate: { reach: 220 },
    },
    { entropy: 2.5, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'telegram_bot_token',
    ['/bot'],
    {
      prefix: String.raw`\/bot`,
      lookahead: String.raw`(?=\d{8,10}:AA)`,
      characters: '[A-Za-z0-9_:-]',
      minLength: 43,
      maxLength: 47,
      gate: { reach: 4 },
    },
    { entropy: 4, kind: 'random' },
  ),
];
