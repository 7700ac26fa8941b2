import { named, SPOKEN, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import { PASSWORD_WORD } from './secret-names.ts';

/** The word contains a digit, and only the end of the sentence follows it on its line. */
const ENDS_LINE = String.raw`(?=[^\s\d]{0,63}\d)(?=[^\s"'\x60]{6,64}["'\x60]?[.,!)]{0,2}[ \t]{0,3}(?:[\r\n]|$))`;
const HAS_DIGIT = String.raw`(?=[^\s\d]{0,63}\d)`;
/** The speaker at the start of a line, optionally with a time, or in brackets. */
const SPEAKER = String.raw`[ \t>*-]{0,6}(?:\[[^\]\n]{1,24}\]\s?)?(?:[*<]{0,2}\p{L}[\p{L}\d _.-]{0,24}(?:\s?[([][^)\]\n]{1,16}[)\]])?\s?(?:[*>]{1,2}:|:[*>]{0,2}|>)[ \t]{0,3}\n?)?`;
/** Start of an answer to the question for it. */
const ANSWERS = String.raw`(?:(?:[\p{L}'’,!-]{1,12}[ \t]){0,4}?(?:is|it['’]?s|that['’]?s|was|try|use|here|to|as|lautet|ist|est|es|è|é|jest)\s?:?[ \t])?`;
/** Other means of access, whose names contain numbers. */
const OTHER_WAYS = String.raw`(?!(?:microsoft|office|google|open|oauth|saml|fido|totp|mfa|u2f|web|ed|sha|rsa|ldap)[a-z.-]{0,10}\d)`;
const ASKED = String.raw`(?:${PASSWORD_WORD}|(?<![a-z0-9+/])(?:pass|pwd?|creds?|credentials))(?![\p{L}\d])[^\n?]{0,60}\?[^\n]{0,40}(?:\r?\n){1,2}`;
/** Words for a password that somebody has. */
const ASKED_FOR: readonly string[] = [
  ...['your', 'the', 'ihr', 'dein', 'das'].flatMap((whose) => [`${whose} passw`, `${whose} kennwort`]),
  'votre mot de passe',
  'le mot de passe',
  'su contrase',
  'tu contrase',
  'la contrase',
  'sua senha',
  'uw wachtwoord',
];
/** Those who are asked, as speakers; not those whose name is also that of a field. */
const CUSTOMER = String.raw`[ \t>*-]{0,6}(?:\[[^\]\n]{1,24}\]\s?)?[*<]{0,2}(?:customer|client|caller|guest|member|visitor|patient|me|kund(?:e|in)|anrufer(?:in)?|cliente|klant)[*>]{0,2}:[*>]{0,2}[ \t]{1,3}`;
/** Start of an answer that says that a value follows. */
const ANSWERING = String.raw`(?:[\p{L}'’,!-]{1,12}[ \t]){0,4}?(?:it['’]?s|it is|that['’]?s|es ist|c['’]est)\s?:?[ \t]`;
/** Who speaks asks for what follows. */
const ASKS =
  /(?<!\p{L})(?:confirm|provide|tell|give|share|send|state|spell|verify|repeat|need|nennen|bestätigen|sagen|dites|donnez|dígame|indique)(?!\p{L})[^\n?:]{0,40}[^\p{L}\d]$/iu;
const MARKS = [
  'cred',
  'pass',
  'pwd',
  'pw',
  'kennwort',
  'contrase',
  'senha',
  'mot de passe',
  'wachtwoord',
  'haslo',
  'clave',
  'ifre',
  'парол',
];
/** The user being let in, and what separates the name from the password. */
const LET_IN = String.raw`(?:log(?:ged|ging)?|sign(?:ed|ing)?)[ -]?(?:in|on)(?:to)?(?:\s[\p{L}\d.-]{1,20}){0,3}?\s(?:with|as|using|by)\s(?:the\s)?(?:user(?:name)?\s)?["'\x60]?[\w.@+-]{2,64}["'\x60]?`;

/** Passwords given as the answer to a question, or next to the name of their user. */
export const PROMPTED_PASSWORDS: readonly NamedSecret[] = [
  named(
    'password',
    MARKS,
    {
      prefix: `${ASKED}${SPEAKER}${ANSWERS}["'\x60]?`,
      lookahead: ENDS_LINE,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 64,
      gate: { reach: 240, hasDigit: true, soon: ['question', 'break'] },
    },
    { entropy: 2, kind: 'chosen', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'password',
    MARKS,
    {
      prefix: String.raw`${ASKED}[^\n]{0,60}?(?:[\s"'\x60(:])`,
      lookahead: HAS_DIGIT,
      characters: SPOKEN,
      minLength: 8,
      maxLength: 64,
      gate: { reach: 240, hasDigit: true, soon: ['question', 'break'] },
    },
    { entropy: 2, kind: 'answer', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'password',
    MARKS,
    {
      // "The password on the pi? Still …"
      prefix: String.raw`(?:${PASSWORD_WORD}|(?<![a-z0-9+/])(?:pass|pwd?))(?![\p{L}\d])[^\n?]{0,40}\?\s(?:still|i think|it['’]?s|that['’]?s|try|use|yes,? it['’]?s)\s(?:still\s)?["'\x60]?`,
      lookahead: ENDS_LINE,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 64,
      gate: { reach: 90, hasDigit: true, soon: ['question'] },
    },
    { entropy: 2, kind: 'chosen', before: /(?:^|[^\p{L}\d])$/u },
  ),
  named(
    'password',
    ASKED_FOR,
    {
      // Asked for without a question mark; the answer must say that it is one, or come from the customer.
      prefix: String.raw`\p{L}{2,5} ${PASSWORD_WORD}(?![\p{L}\d])[^\n?:]{0,40}(?:\r?\n){1,2}(?:${CUSTOMER}${ANSWERS}|${SPEAKER}${ANSWERING})["'\x60]?`,
      lookahead: ENDS_LINE,
      characters: SPOKEN,
      minLength: 6,
      maxLength: 64,
      gate: { reach: 160, hasDigit: true, soon: ['break'] },
    },
    { entropy: 2, kind: 'chosen', before: ASKS, reachBack: 60 },
  ),
  named(
    'pin',
    ['door code', 'gate code', 'alarm code', 'access code', 'entry code', 'garage code', 'code for the', 'code to the'],
    {
      prefix: String.raw`code(?![\p{L}\d])[^\n?]{0,40}\?[^\n]{0,40}(?:\r?\n){1,2}${SPEAKER}${ANSWERS}`.replace(
        /^/,
        String.raw`(?:(?:door|gate|alarm|access|entry|garage) )?`,
      ),
      characters: '[0-9]',
      minLength: 4,
      maxLength: 8,
      suffix: String.raw`(?=#?[.!,]?[ \t]{0,3}(?:[\r\n]|$))`,
      openSuffix: String.raw`#?[.!,]?[ \t]{0,3}`,
      gate: { reach: 240, hasDigit: true, soon: ['question', 'break'] },
    },
    { entropy: 0.5, kind: 'random', before: WORD_BEGINS },
  ),
  named(
    'pin',
    ['pin', 'pass'],
    {
      // "Could you tell me the passcode?" "Sure, it's 7741."
      prefix: String.raw`(?:pin|pass(?:word|code))(?![\p{L}\d])[^\n?]{0,60}\?[^\n]{0,40}(?:\r?\n){1,2}${SPEAKER}${ANSWERS}`,
      characters: '[0-9]',
      minLength: 4,
      maxLength: 10,
      suffix: String.raw`(?=[.!,]?[ \t]{0,3}(?:[\r\n]|$))`,
      openSuffix: String.raw`[.!,]?[ \t]{0,3}`,
      gate: { reach: 240, hasDigit: true, soon: ['question', 'break'] },
    },
    {
      entropy: 0.5,
      kind: 'random',
      before: /(?:what|which|tell|give|confirm|know|have|need|enter)[^\n?]{0,60}[^\p{L}\d]$/iu,
      reachBack: 80,
    },
  ),
  named(
    'password',
    ['pass'],
    {
      // The answer is a single word.
      prefix: String.raw`pass(?:word|code|phrase)(?![\p{L}\d])[^\n?]{0,20}\?[ \t]{0,2}(?:\r?\n){1,2}${SPEAKER}(?<=[:>*]\s{1,3})(?:(?:it['’]?s|it is)\s)?["'\x60]?`,
      lookahead: String.raw`(?!sorry|pleas|thank|noth|hello|nope|okay|dunno|forgot|later|never|absolut|certain|who|what|why|under|agent|hidden)(?=[a-z]{5,24}["'\x60]?[.!]?[ \t]{0,3}(?:[\r\n]|$))`,
      characters: '[a-z]',
      minLength: 5,
      maxLength: 24,
      gate: { reach: 160, soon: ['question', 'break'] },
    },
    { entropy: 2, kind: 'word', before: /(?:what['’]?s|what is|what was|which|tell me|give me)[^\n?]{0,60}[^\p{L}\d]$/iu, reachBack: 80 },
  ),
  named(
    'password',
    ['log in', 'login', 'log-in', 'logged in', 'logging in', 'log on', 'logon', 'sign in', 'sign-in', 'signed in', 'signing in'],
    {
      prefix: String.raw`${LET_IN}(?:\s?[/|]\s?|\s?:\s?(?!\/)|\s(?:with|and|using|pass(?:word)?|pw)\s(?:the\s)?(?:pass(?:word)?\s|pw\s)?)["'\x60]?`,
      lookahead: HAS_DIGIT + OTHER_WAYS,
      characters: SPOKEN,
      minLength: 7,
      maxLength: 64,
      gate: { reach: 200, hasDigit: true },
    },
    { entropy: 2.2, kind: 'chosen', before: WORD_BEGINS },
  ),
];
