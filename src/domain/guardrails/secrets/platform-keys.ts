import { codesOf, named, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import { ASSIGNED, AWS_WORDS, CARRIED, NOT_KEY, NOT_OF_KEY, NOT_TOKEN, OWN_KEY, SAID, VENDOR } from './secret-names.ts';

/** The name of a vendor in front of the word for a key. */
const OF_VENDOR = new RegExp(String.raw`${VENDOR}[\w. -]{0,24}$`, 'i');

/** Keys of clouds, vendors and programs behind their names, where they may look like identifiers or digests. */
export const PLATFORM_KEYS: readonly NamedSecret[] = [
  named(
    'aws_secret_key',
    ['secret', 'aws'],
    {
      prefix: String.raw`(?:aws|secret)${AWS_WORDS}(?:${SAID}|${ASSIGNED}|${CARRIED}|\s\[[\w*]{0,24}\]:\s{0,2}|\s{1,2})`,
      characters: '[A-Za-z0-9+/]',
      minLength: 40,
      maxLength: 40,
      suffix: '(?![A-Za-z0-9+/_-])',
      gate: { name: 'several', isBare: true },
    },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'aws_secret_key',
    ['akia', 'asia'],
    {
      prefix: String.raw`(?:akia|asia)[A-Z0-9]{16}["']?\s{0,3}[,/:;|]?\s{0,3}["']?`,
      characters: '[A-Za-z0-9+/]',
      minLength: 40,
      maxLength: 40,
      suffix: '(?![A-Za-z0-9+/_-])',
    },
    { entropy: 4, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'product_key',
    [
      'windows',
      'vsphere',
      'esxi',
      'product key',
      'license key',
      'licence key',
      'serial',
      'lizenzschl',
      'produktschl',
      'productkey',
      '/ipk ',
    ],
    {
      // Five groups of five, as Windows and others have them.
      prefix: String.raw`(?:windows|vsphere|esxi|product key|licen[cs]e key|serial|lizenzschl|produktschl|productkey>|\/ipk )[^\n]{0,80}?(?<![\w-])(?=(?:[A-Z\d]{5}-){4}[A-Z\d]{5}(?![\w-]))`,
      characters: '[A-Za-z0-9-]',
      minLength: 29,
      maxLength: 29,
      gate: { reach: 120, hasDigit: true },
    },
    { entropy: 3.3, kind: 'random' },
  ),
  named(
    'recovery_key',
    ['bitlocker', 'recovery key', 'wiederherstellungsschl'],
    {
      prefix: String.raw`(?:bitlocker|recovery key|wiederherstellungsschl)[^]{0,120}?(?<![\d-])(?=(?:\d{6}-){7}\d{6}(?![\d-]))`,
      characters: '[0-9-]',
      minLength: 55,
      maxLength: 55,
      gate: { reach: 160, hasDigit: true },
    },
    { entropy: 2, kind: 'random' },
  ),
  named(
    'vendor_key',
    ['ltai', 'rzp_live_', 'rzp_test_'],
    {
      // The secret of Alibaba's or Razorpay's keys right behind their id.
      prefix: String.raw`(?:ltai[A-Za-z0-9]{12,24}|rzp_(?:live|test)_[A-Za-z0-9]{14})["']?\s{0,3}[,/:;|]\s{0,3}["']?`,
      characters: '[A-Za-z0-9]',
      minLength: 20,
      maxLength: 32,
      suffix: '(?![A-Za-z0-9+/_-])',
    },
    { entropy: 3.5, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'vendor_key',
    ['sso-key '],
    {
      prefix: String.raw`sso-key\s{1,2}[A-Za-z0-9_]{8,64}:`,
      characters: '[A-Za-z0-9_]',
      minLength: 16,
      maxLength: 64,
    },
    { entropy: 3.3, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'generic_secret',
    ['samlresponse', 'samlrequest'],
    {
      prefix: String.raw`saml(?:response|request)["']?\s?[:=]\s{0,2}["']?`,
      characters: '[A-Za-z0-9+/%=]',
      minLength: 100,
      maxLength: 16_384,
      gate: { reach: 18 },
    },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'azure_key',
    ['accountkey=', 'sharedaccesskey='],
    {
      prefix: '(?:AccountKey|SharedAccessKey)=',
      characters: '[A-Za-z0-9+/]',
      minLength: 42,
      maxLength: 88,
      isPadded: true,
      gate: { reach: 16 },
    },
    { entropy: 4, kind: 'random' },
  ),
  named(
    'azure_sas',
    ['sig='],
    {
      prefix: 'sig=',
      characters: '[A-Za-z0-9%+/_-]',
      minLength: 40,
      maxLength: 128,
      isPadded: true,
      gate: { reach: 4, before: codesOf('[?&]') },
    },
    { entropy: 4, kind: 'random', before: /[?&]$/ },
  ),
  named(
    'vendor_key',
    ['key', 'token', 'secret'],
    {
      prefix: String.raw`(?:key(?<!${NOT_KEY}key)|token|secret)[\w-]{0,16}(?:${ASSIGNED}|${SAID}|${CARRIED}|\s{1,2}\(?(?=[0-9a-f]{30}|[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f-]{0,29}$))`,
      characters: '[0-9a-f-]',
      minLength: 24,
      maxLength: 64,
      suffix: String.raw`(?![\w-]|\()`,
      gate: { name: 'one', isBare: true, before: codesOf('[\\w. -]') },
    },
    { entropy: 3, kind: 'random', before: OF_VENDOR },
  ),
  named(
    'vendor_key',
    ['key', 'token', 'secret'],
    {
      prefix: String.raw`(?:key(?<!${NOT_KEY}key)|token(?<!${NOT_TOKEN}token)|secret)${NOT_OF_KEY}[\w-]{0,16}(?:${ASSIGNED}|${SAID}|${CARRIED})`,
      characters: '[A-Za-z0-9_.+/~-]',
      minLength: 16,
      maxLength: 256,
      isPadded: true,
      gate: { name: 'one', isOwn: true, before: codesOf('[\\w. -]') },
    },
    { entropy: 3.3, kind: 'scrambled', before: OF_VENDOR },
  ),
  named(
    'vendor_key',
    [' login ', ' auth ', '.login='],
    { prefix: String.raw`(?:\s(?:login|auth)\s{1,2}|\.login=)`, characters: '[0-9a-f-]', minLength: 32, maxLength: 64, gate: { reach: 9 } },
    { entropy: 3, kind: 'random', before: new RegExp(String.raw`${VENDOR}$`, 'i'), reachBack: 20 },
  ),
  named(
    'generic_secret',
    ['key', 'token', 'secret', 'api_hash', '-auth', '_auth', 'secretid', 'secret_id', 'secret id'],
    {
      prefix: String.raw`(?:(?:key|token|secret)(?<=${OWN_KEY}(?:key|token|secret))|[_-]auth(?=["']?\s{0,2}[:=])|secret[_ ]?id(?=["']?\s{0,2}[:=]\s{0,2}["']?[0-9a-f]{8}-)|token(?<!(?:[a-z]|${NOT_TOKEN})token)|secret(?<![a-z/.-]secret)(?=["'\x60\]]{0,2}[\s:=|>(]{1,24}(?:is\s)?["'\x60]?(?:[0-9a-f]{30}|[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f-]{0,29}$))|secret(?<=client\s["'][\w.-]{1,32}["']\ssecret)|api_hash)${NOT_OF_KEY}[\w-]{0,12}(?:\s\(?(?:hex|base64|\d{3,4}[ -]?bits?)\)?)?(?:${ASSIGNED}|${SAID}|${CARRIED}|\s{1,2}\(?|[ \t]{3,24})`,
      characters: '[0-9a-f-]',
      minLength: 30,
      maxLength: 128,
      gate: { name: 'one', isOwn: true, isBare: true },
    },
    { entropy: 2.8, kind: 'random' },
  ),
];
