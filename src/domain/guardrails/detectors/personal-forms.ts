import { ACCOUNT_FORMS } from './account-numbers.ts';
import { bankAccountIn } from './bank-account.ts';
import { luhn, verhoeff, weighted } from './checksums.ts';
import { COMPANY_FORMS } from './company-forms.ts';
import { BIRTH_FORMS } from './date-of-birth.ts';
import { HEALTH_FORMS } from './health-forms.ts';
import { CARD_FORMS } from './identity-cards.ts';
import { BECH32_LEDGERS, isLedgerAddress } from './ledger-address.ts';
import { NATIONAL_FORMS } from './national-forms.ts';
import { isBrazilian, isBritish, isDutch, isFrench, isPolish, isSpanish } from './national-numbers.ts';
import { isNetworkAddress } from './network-address.ts';
import { CAPITALS, COLONED, HARDWARE, holdsRun, holdsRunWith, POINTED, WORDS, groupOf, type NumberWindow } from './number-windows.ts';
import { AMOUNT, anotherNumber, COUNTED, mayEndInWord, OF_ANOTHER, VERSION } from './other-numbers.ts';
import { RESIDENT_FORMS } from './resident-forms.ts';
import {
  EIGHT,
  form,
  FOUR,
  GAP,
  grouped,
  hasAll,
  hasOne,
  NEVER,
  NINE,
  NO_PLUS,
  ONE,
  SEVEN,
  SIX,
  THREE,
  TWO,
  type PersonalForm,
} from './value-forms.ts';
import { isBitcoinAddress, isOtherWallet } from './wallet-address.ts';
import { NO_NAME_BEFORE, NO_NAME_BEHIND, NO_PART_BEHIND, PART_OF_WORD } from './word-boundary.ts';

/** Four dotted pairs of digits: an IP address, or a telephone number in Norwegian notation. */
const PAIRS = String.raw`[2-9]\d(?:\.\d\d){3}(?!\d)`;
/** Four small dotted numbers, as the numbers of sections are; addresses of well-known resolvers and of private networks are none. */
const SECTION = String.raw`(?!10\.|1\.(?:1\.1\.1|0\.0\.1)(?!\d)|8\.8\.(?:8\.8|4\.4)(?!\d)|9\.9\.9\.9(?!\d))(?:[12]?\d\.){3}[12]?\d(?!\d)`;
/** Words of networks, near four small dotted numbers that are an address. */
const NETWORKED = String.raw`(?<!\p{L})(?:ips?|ipv4|inet|hosts?|hostname|servers?|addr(?:ess(?:es)?)?|dns|name ?servers?|resolvers?|ping(?:s|ed)?|gateway|router|subnet|netmask|peers?|clients?|log ?in|logged in|ssh|scp|sftp|ftp|telnet|curl|wget|nmap|traceroute|https?|ports?|listen(?:s|ing)?|bind|bound|src|dst|remote|firewall|proxy|lan|wan|vpn|connect(?:s|ed|ing|ion)?|unreachable|block(?:s|ed|list)?|allowlist|endpoint|nodes?|network|backend|upstream|forwarded|adresse|dirección|direccion|endereço|indirizzo|адрес)(?!\p{L})|地址|アドレス|주소`;
/** A port, or the length of a prefix, right behind an address. */
const PORT_BEHIND = String.raw`^(?::\d{2,5}(?!\d)|/[123]?\d(?!\d))`;
/** Labels of addresses, followed by a colon without a space. */
const ADDRESSED = String.raw`(?<![\p{L}\p{N}])(?:\w{0,12}_)?(?:(?:ip|IP)(?:[Vv]6)?|inet6?|[Aa]ddr(?:ess)?|[Hh]ost|[Ss]erver|[Cc]lient|peer|src|dst|from|remote|gateway|dns|mac|hw(?:addr)?|lladdr|ether|device|bssid|station):`;
/** Marks an address as that of a network: it ends in 0 and a prefix length follows. */
const NETWORK = String.raw`(?<=\.0)\/[12]?\d(?!\d)`;
/** Suffixes that make a dotted number a version. */
const VERSION_BEHIND = String.raw`-(?:rc|alpha|beta|pre|snapshot|build|final|release|debug|stable|dev)|\s(?:is )?(?:installed|released|of the (?:app|game|plugin)|builds?(?![=:]))(?!\p{L})|\s(?:and|or) (?:newer|later|higher|above|up)(?!\p{L})`;
/** Words for telephones, right before a number. */
const TELEPHONE_BEFORE =
  /(?<!\p{L})(?:tlf|tel|tele(?:f|ph)on\p{L}{0,8}|(?<!ip )phone|fon|mob(?:il\p{L}{0,6})?|fax|sms|ring|kontakt)[^\p{L}\p{N}]{0,4}(?:(?:nr|nummer|no|number)[^\p{L}\p{N}]{0,4})?$/iu;
/** Words for a US social security number. */
export const SOCIAL_SECURITY =
  /ssn|social[ _-]?security|(?<![a-z])soc(?:ial|\.)?[ _]sec(?![a-z])|(?<![a-z])ss[ _]?(?:#|no\b|num)|\bsocial\b(?! insurance| media| network)|tax[ _-]?id|itin/i;
const SOCIAL_KEYWORDS = 'ssn|soc|ss#|ss #|ss no|ss num|ss_n|tax|itin'.split('|');
const PASSPORT =
  /passport(?!s\b)|reispas|جواز (?:ال)?سفر|hộ chiếu|דרכון|\bppt\b|(?<!boarding )\bpass[ -]?(?:nummer|number|nr|no\b)|\btravel document|passeport|pasaporte|reisepass|passaporto|paspoort|passaporte|pasaport|paszport|паспорт|护照|護照|旅券|パスポート|여권/i;
/** Around a passport number; a word behind it does not count if it names another one. */
const PASSPORT_BESIDE = {
  before: PASSPORT,
  behind: new RegExp(String.raw`(?:${PASSPORT.source})(?![^\p{L}\p{N}\n]{1,3}[A-Z]{0,3}\d)`, 'iu'),
};
const PASSPORT_KEYWORDS = 'ppt|reispas|passp|passn|pass n|pass-n|travel doc|passe|pasap|reisep|passap|paspo|paszp'.split('|');

const AADHAAR_KEYWORDS = 'adha|uid|unique id'.split('|');

/** What the forms of IPv4 addresses have in common. */
const DOTTED = {
  category: 'ip_address',
  digits: 1,
  sign: '.',
  needs: ({ points }, text) => points >= 3 && holdsRun(text, POINTED, 7),
  mayFollow: mayEndInWord,
} satisfies Partial<PersonalForm>;

/** How addresses of TON begin, in which a hyphen or an underscore may be anywhere. */
const TON_MARKS = ['EQ', 'UQ', 'kQ', '0Q'];

/** What makes a value a secret instead. */
const OF_KEY = /(?:key|secret|seed|token)["']?\s?[:=]?\s?["']?$/i;

const WALLET_KEYWORDS = ['sol', 'phantom', 'btc', 'bitcoin', 'ltc', 'litecoin', 'sui', 'aptos', 'starknet'];

/** An address of a wallet without a valid check, of at least so many characters, where a word names its coin. */
function namedWallet(category: string, least: number, shape: string, context: RegExp): PersonalForm {
  return {
    category,
    needs: ({ longestRun }, text) => longestRun >= least && holdsRun(text, WORDS, least),
    pattern: form(shape),
    context,
    keywords: WALLET_KEYWORDS,
    not: OF_KEY,
  };
}

/** Identity, tax, health and bank numbers by their issuers' rules; network and wallet addresses. */
export const PERSONAL_FORMS: readonly PersonalForm[] = [
  {
    category: 'iban',
    digits: 2,
    needs: ({ hasCountryNumber }) => hasCountryNumber,
    pattern: form(String.raw`[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z0-9]){11,30}`, 'i', String.raw`[A-Z]{2}\d\d`),
    valueIn: bankAccountIn,
  },
  {
    category: 'us_ssn',
    digits: 9,
    needs: hasAll(THREE | TWO | FOUR),
    pattern: form(String.raw`(?!000|666|9)\d{3}([- \u00a0])(?!00)\d{2}\1(?!0000)\d{4}${NO_PART_BEHIND}`),
    not: COUNTED,
    mayFollow: mayEndInWord,
  },
  {
    category: 'us_ssn',
    digits: 9,
    needs: hasOne(NINE),
    pattern: form(String.raw`(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}`),
    context: SOCIAL_SECURITY,
    keywords: SOCIAL_KEYWORDS,
    not: anotherNumber('us_ssn'),
  },
  {
    category: 'us_ssn',
    digits: 9,
    sign: '.',
    needs: hasAll(THREE | TWO | FOUR),
    pattern: form(String.raw`(?!000|666|9)\d{3}\.(?!00)\d{2}\.(?!0000)\d{4}`),
    context: SOCIAL_SECURITY,
    keywords: SOCIAL_KEYWORDS,
  },
  {
    category: 'in_aadhaar',
    digits: 12,
    needs: ({ once, thrice }) => (once & (EIGHT | groupOf(12))) !== 0 || (thrice & FOUR) !== 0,
    pattern: form(String.raw`${NO_PLUS}[2-9]\d{3}${GAP}\d{4}${GAP}\d{4}`),
    isValid: verhoeff,
    context: /a+dha+r|uidai|\bunique identification|आधार|ஆதார்|ఆధార్|আধার/i,
    keywords: AADHAAR_KEYWORDS,
  },
  {
    category: 'in_aadhaar',
    digits: 12,
    needs: ({ thrice }) => (thrice & FOUR) !== 0,
    // Any number is called a UID; in groups of four it is written on the card.
    pattern: form(String.raw`${NO_PLUS}[2-9]\d{3}([ -])\d{4}\1\d{4}(?![ -]\d)`),
    isValid: verhoeff,
    context: /(?<![a-z\d])uid(?![a-z\d])/i,
    keywords: AADHAAR_KEYWORDS,
  },
  {
    category: 'br_cpf',
    digits: 11,
    needs: ({ once, thrice }) => (once & TWO) !== 0 && (thrice & THREE) !== 0,
    pattern: form(String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}`),
    isValid: isBrazilian,
  },
  {
    category: 'br_cpf',
    digits: 11,
    needs: hasOne(THREE | SIX | NINE | groupOf(11)),
    pattern: form(String.raw`${NO_PLUS}\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}`),
    isValid: isBrazilian,
    context: /cpf|cadastro|contribuinte/i,
    keywords: 'cpf|cadastro|contribuinte'.split('|'),
  },
  {
    category: 'uk_nhs',
    digits: 10,
    needs: hasOne(THREE | SIX | groupOf(10)),
    pattern: grouped(3, 3, 4),
    isValid: isBritish,
    context: /nhs|n\.h\.s\b|national[ _-]?health|patient|medical[ _-]?record|health (?:no|number|id)\b|\bgp\b|\bchi\b/i,
    keywords: 'nhs|n.h.s|national|patient|medical|health|gp|chi'.split('|'),
    not: OF_ANOTHER,
    mayFollow: mayEndInWord,
  },
  {
    category: 'uk_nino',
    digits: 6,
    needs: ({ hasInitials, once, thrice }) =>
      hasInitials && ((once & SIX) !== 0 || (once & (TWO | FOUR)) === (TWO | FOUR) || (thrice & TWO) !== 0),
    pattern: form(
      String.raw`(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]${GAP}\d{2}${GAP}\d{2}${GAP}\d{2}${GAP}[A-D]`,
      'i',
      `[A-Z]{2}${GAP}[0-9]`,
    ),
    not: COUNTED,
    mayFollow: mayEndInWord,
  },
  {
    category: 'es_dni',
    digits: 7,
    needs: ({ once, twice }) => (once & (SEVEN | EIGHT)) !== 0 || ((once & TWO) !== 0 && (twice & THREE) !== 0),
    pattern: form(String.raw`(?:\d{8}|\d{2}\.\d{3}\.\d{3}|[XYZ][- ]?\d{7})[- ]?[A-HJ-NP-TV-Z]`, 'i', String.raw`\d\d|[XYZ][- ]?\d`),
    isValid: isSpanish,
    not: COUNTED,
    mayFollow: mayEndInWord,
  },
  {
    category: 'ca_sin',
    digits: 9,
    needs: hasOne(THREE | NINE),
    pattern: grouped(3, 3, 3),
    isValid: luhn,
    // What is read behind a number may end within the word.
    context:
      /(?<![a-z0-9])(?:sin|nas)(?![a-z0-9])|\bs\.i\.n\b|social[ _-]?(?:insurance|in(?:s(?:u(?:r(?:a(?:nc?)?)?)?)?)?$)|assurance[ _-]?sociale/i,
    keywords: 'sin|s.i.n|social|nas|assurance'.split('|'),
    not: anotherNumber('ca_sin'),
  },
  {
    category: 'pl_pesel',
    digits: 11,
    needs: hasOne(groupOf(11)),
    pattern: form(String.raw`${NO_PLUS}\d{11}`),
    isValid: isPolish,
    context: /pesel|ewidencyjny/i,
    keywords: 'pesel|ewiden'.split('|'),
  },
  {
    category: 'nl_bsn',
    digits: 9,
    needs: hasOne(THREE | NINE),
    pattern: form(String.raw`\d{9}|\d{4}[. ]\d{2}[. ]\d{3}|\d{3}[. -]\d{3}[. -]\d{3}`),
    isValid: isDutch,
    context: /bsn|burger[ _-]?service|sofi/i,
    keywords: 'bsn|burger|sofi'.split('|'),
    not: anotherNumber('nl_bsn'),
  },
  {
    category: 'au_tfn',
    digits: 9,
    needs: hasOne(THREE | NINE),
    pattern: grouped(3, 3, 3),
    isValid: (digits) => weighted(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
    context: /t\.f\.n\b|tfn|tax[ _-]?file/i,
    keywords: 'tfn|t.f|tax'.split('|'),
    not: anotherNumber('au_tfn'),
  },
  {
    category: 'fr_nir',
    digits: 14,
    needs: ({ once }) => once >>> 0 >= TWO,
    // Of fractions with fourteen digits one in a hundred has the check.
    pattern: form(
      String.raw`(?!\d\.\d{14})[1-478]${GAP}\d{2}${GAP}\d{2}${GAP}(?:\d{2}|2[AB])${GAP}\d{3}${GAP}\d{3}${GAP}\d{2}`,
      'i',
      '[1-478]',
    ),
    isValid: isFrench,
  },
  {
    category: 'us_routing',
    digits: 9,
    needs: ({ once, twice }) => (once & NINE) !== 0 || ((once & ONE) !== 0 && (twice & FOUR) !== 0),
    pattern: form(String.raw`(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{2}(?:\d{5}|-\d{4}-\d|[ ]\d{4}[ ]\d)`),
    isValid: (digits) => weighted(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
    context: /routing|\broute=|^route$|\b[or]dfi\b|(?<![a-z\d])(?:aba|rtn|ach)(?![a-z\d])|transit|fedwire|\br\/?t ?#/i,
    keywords: 'routing|route|dfi|aba|rtn|transit|ach|fedwire|rt#|rt #|r/t'.split('|'),
    not: anotherNumber('us_routing'),
  },
  {
    category: 'passport',
    digits: 9,
    needs: hasOne(SIX | SEVEN),
    // Russian passport: series and number.
    pattern: form(String.raw`\d{2} ?\d{2} (?:№ ?)?\d{6}|\d{2} (?:№ ?)?\d{7}`),
    context: /паспорт|серия|russian passport|\bpassport/i,
    beside: {
      before: /паспорт|серия|russian passport|\bpassport (?:no\.?|number|nr\.?|#)?[ :]{0,2}$/i,
      behind: /паспорт|russian passport/i,
    },
    keywords: 'russian|passport'.split('|'),
    not: AMOUNT,
  },
  {
    category: 'passport',
    digits: 6,
    needs: hasOne(SIX | SEVEN | EIGHT),
    // With a space behind the letters, right behind the word.
    pattern: form(String.raw`[A-Z]{1,2} \d{6,8}`),
    context: PASSPORT,
    beside: {
      before: new RegExp(
        String.raw`(?:${PASSPORT.source})["']?(?: ?(?:no|nr|num(?:ber|mer|ero|éro)?|n[°ºr])\.?)?["']?(?: is)?[\s:#=]{1,3}["']?$`,
        'iu',
      ),
      behind: NEVER,
    },
    keywords: PASSPORT_KEYWORDS,
  },
  {
    category: 'passport',
    digits: 5,
    needs: ({ once }) => once >>> 0 >= groupOf(5),
    pattern: form(String.raw`(?=[A-Z0-9]{0,3}\d{5})[A-Z0-9]{7,10}`, 'i'),
    context: PASSPORT,
    beside: PASSPORT_BESIDE,
    keywords: PASSPORT_KEYWORDS,
    isValid: (code) => /^[A-Z]{0,3}\d{6,9}[A-Z]{0,2}$/.test(code) && !/^(\d)\1+$/.test(code),
    not: AMOUNT,
  },
  {
    category: 'passport',
    digits: 1,
    needs: (_, text) => holdsRunWith(text, { runOf: CAPITALS, least: 8, of: 'digits', count: 1 }),
    // Germany, the Netherlands, Italy, France and others also use letters.
    pattern: form(
      String.raw`(?=[A-Z0-9]{0,8}[A-Z])(?=(?:[A-Z]{0,8}\d){3})[A-Z0-9]{8,9}|(?=[A-Z]{1,8}\d)[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ0-9]{8}`,
    ),
    context: PASSPORT,
    beside: PASSPORT_BESIDE,
    keywords: PASSPORT_KEYWORDS,
    not: OF_ANOTHER,
    mayFollow: mayEndInWord,
  },
  {
    category: 'btc_address',
    needs: ({ longestRun }, text) =>
      longestRun >= 14 && (holdsRun(text, WORDS, 26) || ((text.includes('bc1') || text.includes('BC1')) && holdsRun(text, WORDS, 14))),
    pattern: form(String.raw`(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[ac-hj-np-z02-9]{11,71}|BC1[AC-HJ-NP-Z02-9]{11,71})`),
    isValid: isBitcoinAddress,
  },
  {
    category: 'wallet_address',
    needs: ({ longestRun }, text) => longestRun >= 25 && holdsRun(text, WORDS, 25),
    pattern: form('(?:[DLMTXr][1-9A-HJ-NP-Za-km-z]{24,34}|(?:ltc|addr)1[ac-hj-np-z02-9]{11,103})'),
    isValid: isOtherWallet,
  },
  {
    category: 'wallet_address',
    needs: ({ longestRun }, text) =>
      longestRun >= 33 && ((longestRun >= 48 && TON_MARKS.some((mark) => text.includes(mark))) || holdsRun(text, WORDS, 33)),
    pattern: form(
      `(?:${BECH32_LEDGERS})1[ac-hj-np-z02-9]{38,75}|(?:bitcoincash:)?[qp][ac-hj-np-z02-9]{41}|G[A-Z2-7]{55}|(?:t[13]|tz[1234]|KT1)[1-9A-HJ-NP-Za-km-z]{32,33}|[EUk0]Q[A-Za-z0-9_-]{46}|(?:nano|xrb)_[13][13-9a-km-uw-z]{59}`,
    ),
    isValid: isLedgerAddress,
  },
  {
    category: 'wallet_address',
    needs: ({ longestRun }, text) => longestRun >= 43 && holdsRun(text, WORDS, 43),
    // Monero's.
    pattern: form('[48][1-9A-HJ-NP-Za-km-z]{94}'),
  },
  // Solana's have no checksum.
  namedWallet('wallet_address', 43, '(?=[1-9a-z]{0,20}[A-Z])[1-9A-HJ-NP-Za-km-z]{43,44}', /\b(?:solana|sol|phantom)\b/i),
  // Those of Bitcoin and Litecoin with a slip in them.
  namedWallet(
    'btc_address',
    26,
    '(?=[A-Za-z]{0,3}[0-9])(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[ac-hj-np-z02-9]{25,71})',
    /(?<![a-z])(?:btc|bitcoins?)(?![a-z])/i,
  ),
  namedWallet('wallet_address', 26, '(?=[A-Za-z]{1,20}[0-9])[LM][1-9A-HJ-NP-Za-km-z]{26,33}', /(?<![a-z])(?:ltc|litecoins?)(?![a-z])/i),
  // Sui, Aptos, Starknet: as long as the hash of a transaction.
  namedWallet('wallet_address', 60, '0x[0-9a-f]{62,64}', /(?<![a-z])(?:sui|aptos|starknet)(?![a-z])/i),
  {
    category: 'eth_address',
    sign: '0x',
    needs: ({ longestRun }, text) => longestRun >= 42 && holdsRun(text, WORDS, 42),
    pattern: form('0x[0-9a-fA-F]{40}'),
  },
  {
    category: 'mac_address',
    needs: ({ longestRun }, text) => longestRun >= 14 && holdsRunWith(text, { runOf: HARDWARE, least: 14, of: 'hex', count: 12 }),
    pattern: form(
      String.raw`(?:(?<![0-9a-f]:)|(?<=${ADDRESSED}))(?:[0-9a-f]{2}:){5}[0-9a-f]{2}(?!:[0-9a-f])|(?:[0-9a-f]{2}-){5}[0-9a-f]{2}|(?<!\[[.*])(?=[0-9.]{0,13}[a-f])(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}`,
      'i',
    ),
    isValid: isHardware,
  },
  {
    category: 'mac_address',
    needs: ({ longestRun }, text) => longestRun >= 12 && holdsRunWith(text, { runOf: HARDWARE, least: 12, of: 'hex', count: 12 }),
    // Without separators, right after the word for it.
    pattern: form(
      String.raw`(?<=(?:mac|hwaddr|bssid)(?: ?addr(?:ess)?)?["']?\s?[:=#]?\s{0,2}["']?)(?=[a-f]{0,11}\d)(?=\d{0,11}[a-f])[0-9a-f]{12}`,
      'i',
    ),
  },
  {
    category: 'ip_address',
    sign: ':',
    needs: mayHoldIpv6,
    pattern: new RegExp(
      String.raw`(?:(?<![${PART_OF_WORD}:.])${NO_NAME_BEFORE}|(?<=${ADDRESSED}))(?:[0-9a-fA-F:]{2,36}(?<=:\d{1,3})(?:\.\d{1,3}){3}(?![${PART_OF_WORD}]|\.\d)|[0-9a-fA-F:]{2,39}(?![${PART_OF_WORD}:]|\.\d))${NO_NAME_BEHIND}`,
      'gu',
    ),
    isValid: isNetworkAddress,
  },
  {
    ...DOTTED,
    pattern: new RegExp(
      String.raw`(?<![${PART_OF_WORD}])${NO_NAME_BEFORE}(?<!\d\.|\d(?<!(?:\d{1,3}\.){3}\d{1,3})-)(?!${PAIRS}|${SECTION})(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![${PART_OF_WORD}@])${NO_NAME_BEHIND}(?!\.\d|-\d(?!\d{0,2}(?:\.\d{1,3}){3}(?![.\d]))|${NETWORK}|${VERSION_BEHIND})`,
      'gu',
    ),
    isValid: isHostAddress,
    not: VERSION,
  },
  {
    ...DOTTED,
    pattern: form(String.raw`${PAIRS}(?!\.\d|${NETWORK}|${VERSION_BEHIND})`),
    not: new RegExp(`${VERSION.source}|${TELEPHONE_BEFORE.source}`, 'iu'),
  },
  {
    ...DOTTED,
    pattern: form(String.raw`${SECTION}(?!\.\d|${NETWORK}|${VERSION_BEHIND})`),
    context: new RegExp(String.raw`${NETWORKED}|[@/]|from\s|\d:\d`, 'iu'),
    beside: {
      before: new RegExp(String.raw`${NETWORKED}|(?<!\p{L})from\s$|[\w-]@$|://$`, 'iu'),
      behind: new RegExp(`${NETWORKED}|${PORT_BEHIND}`, 'iu'),
    },
    isValid: isHostAddress,
    not: VERSION,
  },
  ...BIRTH_FORMS,
  ...NATIONAL_FORMS,
  ...CARD_FORMS,
  ...ACCOUNT_FORMS,
  ...COMPANY_FORMS,
  ...HEALTH_FORMS,
  ...RESIDENT_FORMS,
];

/** Whether an IPv4 address identifies a host: not loopback, unspecified, broadcast or a netmask. */
function isHostAddress(text: string): boolean {
  return !/^(?:0|127|255)\./.test(text);
}

/** Whether a hardware address is neither broadcast nor zero. */
function isHardware(code: string): boolean {
  return !/^(.)\1+$/.test(code);
}

/** Prefilter: whether there is a double colon, or a run long enough for all eight groups. */
function mayHoldIpv6({ longestRun }: NumberWindow, text: string): boolean {
  return text.includes('::') || (longestRun >= 15 && holdsRun(text, COLONED, 15));
}
