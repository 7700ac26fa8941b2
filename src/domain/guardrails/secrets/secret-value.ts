import type { NamedSecret } from './named-form.ts';

/** Placeholders that documentation uses instead of a secret. */
const PLACEHOLDER =
  /example|placeholder|change[_-]?me|(?:^|[^a-z])your[_-]?|dummy|redacted|insert[_-]|<[^>]*>|\$\{|\{\{|%\(|x{5}|X{5}|\*{4}|\.{3}|0{8}|(?:0123456789|1234567890)|123456789|abcdefgh|deadbeef|lorem|foobar|sample|replace[_-]?me|(?:^|[_-])enter[_-]|[_-]here$|^my[_-](?:secret|api|token|password|key)|test[_-]?(?:key|token|secret)$/i;
/** Placeholders of four letters, which long random values may contain by chance; they count only at the edge of a word. */
const SHORT_PLACEHOLDER = /todo|fake/i;
const SHORT_PLACEHOLDER_APART = /(?<![a-z0-9+/=])(?:todo|fake)|(?:todo|fake)(?![a-z0-9+/=])/i;
const LONG = 40;
/** Expressions and identifiers in place of a secret. */
const EXPRESSION =
  /^(?:os\.|process\.|env\.|env\[|self\.|this\.|config\.|settings\.|secrets?\.|vault\.|var\.|local\.|data\.|module\.|import\.|null$|none$|nil$|true$|false$|undefined$|string$|\[|\(|\{|\*+$|[a-z_$@][\w.$:]{0,64}\(|[a-z_][\w.:]{0,64}\[(?:$|(?:\d{1,2}|[a-z_"']\w*)(?:[\]"']|$))|--[a-z]+-|(?:~|\.{1,2})?(?:\/[\w.@+-]+){2,}\/?$|\/\/[\w.-]+\/|https?:|(?:arn|vault|op|ssm|kms|file|env|secretsmanager|azurekeyvault|ref\+\w+):)/i;
/** Words joined like those of identifiers. */
const NAME_IN_PROGRAM = /^[a-z]+(?:[._-][a-z]+)+$/i;
/** Shell and template variables, required variables, YAML tags, decorators, colours. */
const VARIABLE =
  /^(?:\?[A-Za-z][\w-]*$|!(?:vault|secret|ref|sub|env|env_var|getatt|importvalue|include|join|base64|file|reference|encrypted|var|lookup)$|\$(?:[A-Za-z_]+\d?$|[A-Z_][A-Z0-9_]*$|[{([]|\w+(?:->|-$|\[|\{\w|\.\w|::))|%(?:\w+%$|\w{0,16}[({]|[sd]$)|@(?:[A-Za-z_.]+$|[{(])|#(?:[0-9a-f]{3,8}$|#*$|\{))/;
/** Names for passwords in documentation, and notoriously common passwords. */
const NAME_OF_PASSWORD =
  /^(?:[a-z]*(?:pass(?:wor[dt]|wd|phrase)?|pwd|secret|token|clave|senha|contrasena|mot[_-]?de[_-]?passe)|postgres|mysql|mariadb|root|admin|guest|user(?:name)?|anonymous|toor|rabbitmq|mongo(?:db)?|redis|test(?:ing)?)$/i;
/** Public digests, identifiers and versions. */
const PUBLIC =
  /^(?:v?\d+(?:\.\d+){1,3}(?:[-+][a-z][a-z\d.-]*)?|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|sha\d{3}-.*|(?:0x)?[0-9a-f]{40}|sha256:.*|pk[_-](?:live|test|lf)[_-].*)$/i;
/** Words of sentences about passwords. */
const TALK =
  /^(?:required|incorrect|invalid|expired|changed|important|correct|protected|encrypted|hashed|stored|optional|missing|wrong)(?![\w-])/i;

/** Whether a value is a single word, which no key is, and hardly a password. */
export function isWord(value: string): boolean {
  return /^[A-Za-z_:.,-]*$/.test(value);
}

/** Minimum share of the letters of an identifier that belong to words. */
const IN_WORDS = 0.55;

/** Whether letters of both cases alternate unlike in the words of an identifier. */
export function isScrambled(value: string): boolean {
  if (value.length < 8 || !/^[A-Za-z]+$/.test(value))
    return /^[A-Za-z]+(?:[_-][A-Za-z]+){1,4}$/.test(value) && isScrambled(value.replaceAll(/[_-]/g, ''));
  if (/[a-z][A-Z]/.test(value) && hasOddPair(value)) return true;
  if (value.length < 12) return /[a-z][A-Z]/.test(value) && lettersInWords(value) < value.length / 2;
  if (value.length < 2.3 * (value.match(/[A-Z]?[a-z]+|[A-Z]+/g)?.length ?? 1)) return true;
  return /[a-z][A-Z]/.test(value) && lettersInWords(value) < IN_WORDS * value.length;
}

/** By letter, those that follow it in hardly any word, of whatever language identifiers are written in. */
const ODD_AFTER =
  ',gkqvwx,bjwx,kq,,bhkmqvwxz,fjkqvwxz,cfgjkpqvxz,wy,bcfghjmpqrtvwxyz,bcjmqvxz,hjqwxz,gqvwxz,,q,jqvx,abcdefghijkmnopqrstvwxyz,jqx,j,jq,jqvwz,bfghmpqtvwxyz,bfgjkmpqtuvwxyz,gjknqvwxz,jkquvxy,fhjlpqxy'.split(
    ',',
  );

/** Whether two neighbouring letters, of which the second is small, are in hardly any word. */
export function hasOddPair(value: string): boolean {
  for (let index = 1; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code >= SMALL_A && (ODD_AFTER[(value.charCodeAt(index - 1) | 32) - SMALL_A] ?? '').includes(value.charAt(index))) return true;
  }
  return false;
}

const SMALL_A = 97;

/** Number of letters in possible words of an identifier: three or more with a vowel, optionally capitalised. */
export function lettersInWords(value: string): number {
  let letters = 0;
  for (const [word] of value.matchAll(/[A-Z]?[a-z]{2,}/g))
    if (/[aeiouy]/i.test(word) && !/[b-df-hj-np-tv-xz]{5}/i.test(word) && !hasOddPair(word)) letters += word.length;
  return letters;
}

/** Whether a value is a placeholder of documentation. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || (value.length < LONG ? SHORT_PLACEHOLDER : SHORT_PLACEHOLDER_APART).test(value);
}

/** Whether a value is an expression, a variable or an identifier. */
export function isExpression(value: string): boolean {
  return EXPRESSION.test(value) || NAME_IN_PROGRAM.test(value) || VARIABLE.test(value);
}

/** Whether a value is a digest or a public identifier. */
export function isIdentifier(value: string): boolean {
  return PUBLIC.test(value);
}

/** Whether a value is a name for a password, or a notoriously common password. */
export function isNameOfPassword(value: string): boolean {
  return NAME_OF_PASSWORD.test(value);
}

/** Whether a value is distinctively a password, in whatever context. */
export function isTelling(value: string): boolean {
  if (value.length < 8) return value.length >= 6 && isUnmistakable(value);
  if (!/\d/.test(value) || !/\p{L}/u.test(value) || value.includes('/')) return false;
  const digits = value.match(/\d/g)?.length ?? 0;
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && (digits > 1 || (value.match(/[a-z\d][A-Z]/g)?.length ?? 0) > 2);
  return /[!@#$%^&*+=~]|\?\w/.test(value) || (isMixed && !/^[A-Za-z]+[\d.]+$/.test(value)) || isWithDigitsForLetters(value);
}

/** Names of programs, formats and numbered things, which contain digits. */
export const NAME_WITH_DIGIT =
  /oauth|base\d|argon|log4|utf|sha\d|md5|x509|pkcs|win(?:32|64|dows)|x86|int\d|float\d|python|node\d|level\d|e2e|chapter|section|version|http|ubuntu|debian|centos|fedora|unicode|llama\d|claude|gemini|mistral|chatgpt|(?<![a-z\d])(?:[vrg]\d(?![a-z])|p\d{2}|ipv|web3|s3|ec2|k8s|h2|p2p|b2b|b2c|i18n|l10n|a11y|mp[34]|arm\d|py\d|o365|m365|es\d|rfc|iso|ios|php|go\d|gpt|qwen|seq\d|step\d|page\d|week\d|table|figure|room|line\d)|\d(?:d|bit|gb|mb|kb|ghz|px|ms)$/i;

/** Whether a word of both cases has a digit for a letter, as hardly anything but a password does. */
function isWithDigitsForLetters(value: string): boolean {
  return /[A-Z]/.test(value) && /[a-z]{2}/.test(value) && /[A-Za-z][013457][a-z]/.test(value) && !NAME_WITH_DIGIT.test(value);
}

/** Words that show that hyphens join a name, or a phrase about passwords. */
const WORD_OF_NAME =
  /(?:^|-)(?:my|your|our|the|this|that|secret\w*|pass\w*|key\w*|cred\w*|name|file|path|config|env|prod\w*|dev|test\w*|stag\w*|user\w*|admin\w*|vault|store|value|token\w*|here|new|old|from|and|for|not|with|must|min|max|length|required|optional|one|only|read|base|auto|strong|policy|protected|less|free|based|manager|change\w*|goes|use|any|some\w*|well|self|non|never|reset|login|auth\w*|account|service|server|client|database|cluster|default|example|placeholder|string)(?=-|$)/i;

/** Function words of sentences, which generated passphrases do not contain. */
const WORD_OF_SENTENCE =
  /(?:^| )(?:are|was|were|has|had|have|can|could|should|would|will|shall|may|might|but|you|she|they|them|his|her|its|out|off|per|via|get|got|let|see|who|whom|whose|which|what|when|where|why|how|all|each|both|few|more|most|other|such|nor|same|than|then|too|very|just|also|into|onto|over|under|about|above|below|between|through|during|before|after|again|once|there|been|being|does|did|please|click|forgot|sign|enter|type|choose|select|confirm|verify|update|match\w*|leave|keep|send|sent|ask|save|make|sure|hidden|words?|letters?|numbers?|phrase|seed|recovery)(?= |$)/i;

/** Words for things that are numbered or counted. */
const NUMBERED_THING =
  /(?:^| )(?:see|page|chapter|section|step|version|line|level|part|figure|table|room|number|no|is|in|at|by|of|for|the|until|since|year|than|least|minimum|min|max|length|must|after|user|field|type|day|week|rule|policy|option|server|windows) /i;

/** Properties of a password that are counted or stated, in several languages. */
const COUNTED_OF_PASSWORD =
  /\d (?:\+ )?(?:char|zeich|buchst|ziffer|caract|carác|carat|letter|digit|symbol|znak|знак|симв|cif|chiff|teken|tecken|tegn|word|min|hour|day|year|attempt|times|more|or)|[{}<>]/iu;

/** Lengths of wallet seeds in words, and words that are in no seed word list. */
export const SEED_LENGTHS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24]);
const NO_SEED_WORD = /(?:^| )(?:the|and|are|was|were|for|with|from|not|but|has|had|his|her|our|its|your|they|when|which|words?)(?= |$)/i;

/** Whether the words include none that only occur in sentences. */
export function isSeed(words: readonly string[]): boolean {
  const phrase = words.join(' ');
  return !NO_SEED_WORD.test(phrase) && !WORD_OF_MESSAGE.test(phrase) && new Set(words).size > words.length / 2;
}

/** Whether a value is a passphrase, as opposed to a name or part of a sentence. */
export function isPassphrase(value: string): boolean {
  if (/ \d+$/.test(value)) return !NUMBERED_THING.test(value) && !WORD_OF_SENTENCE.test(value);
  if (/\d/.test(value)) {
    const words = value.replaceAll(/[^\p{L}\d ]/gu, '');
    return (
      ![NUMBERED_THING, WORD_OF_SENTENCE, COUNTED_OF_PASSWORD].some((other) => other.test(words)) &&
      !WORD_OF_NAME.test(words.replaceAll(' ', '-'))
    );
  }
  if (!/^\p{L}{3,12}(?:[ -]\p{L}{3,12}){2,23}$/u.test(value)) return false;
  if (SEED_LENGTHS.has(value.split(' ').length) && !NO_SEED_WORD.test(value)) return true;
  return !WORD_OF_NAME.test(value.replaceAll(' ', '-')) && !(value.includes(' ') && WORD_OF_SENTENCE.test(value));
}

/** Adjectives, places and participles that follow "the password is" without being one. */
const ENDING_OF_SAID =
  /(?:ed|ing|(?<!f)ly|[ai]ble|ive|ous|ful|less|ary|ory|[ae]nt|ic|al|ish|word|code|phrase|name|self|one|where|thing|ward|case|ate|ough|ways)$/;
const SAID_OF_PASSWORD =
  /^(?:weak\w*|strong\w*|short\w*|long\w*|empty|blank|unknown|wrong|safe|secure|simple|complex|random|unique|hard|easier|easy|here|there|below|above|yours|known|shown|given|hidden|written|stolen|taken|forgotten|broken|gone|lost|fine|okay|ready|good|null|none|true|false|plain|text|plaintext|clear|public|needed|never|always|about|after|again|also|still|maybe|really|mandatory|obsolete|admin|sensible|enough|unsafe|insecure|wrongly|stale|dead|kept|sent|made|left|found|held|meant|built|changeme|case|under|their|these|those|which|whatever|white|black|being|because|between|valid|invalid|steep|narrow|snowy|scenic|cheap\w*|rotten|vault|generated|managed|inherited|external|expired|stored|authentication|tomorrow|later|today|workspace|parameter|argument|variable|falsch|richtig|geheim|sicher|unsicher|leer|noch|nicht|immer|jetzt|hier|incorrecta|correcta|segura|requerida|obligatoria|incorrect[oe]?|erron[eé]a|errada|correta|onjuist|juist|ongeldig|nodig|abgelaufen|esquecid[ao]|oublié|zapomniane|wymagane|erforderlich|gesperrt|gespeichert|vergessen|ungültig|caducad[ao]|expirad[ao]|scadut[ao]|verlopen|disabled|enabled|string|value|requis|fausse?|faux|obligatoire|secret[ao]?|password|unset|reset|set|put|cut|split|moot|yes|zero)$/;

function isSaidOfPassword(word: string): boolean {
  return ENDING_OF_SAID.test(word) || SAID_OF_PASSWORD.test(word);
}

/** Whether a single word can be a stated password, rather than a statement about it. */
export function isWordForPassword(value: string): boolean {
  return /^[a-z]+$/.test(value) && !isSaidOfPassword(value) && !TALK.test(value) && !isNameOfPassword(value) && !isPlaceholder(value);
}

/** Words joined by hyphens or underscores, possibly capitalised, unlike those of identifiers. */
const JOINED = /^(?:[A-Z]?[a-z]{2,12}[_-]){1,4}[A-Z]?[a-z]{2,12}$/;

/** Lower-case words of a generated passphrase. */
const HYPHENATED = /^[a-z]{3,12}(?:-[a-z]{3,12}){2,11}$/;

/** Whether a value is such words, none of them about passwords. */
export function isJoinedWords(value: string): boolean {
  if (!/[A-Z]/.test(value)) return HYPHENATED.test(value) && isPassphrase(value);
  if (!JOINED.test(value)) return false;
  const words = value.toLowerCase().split(/[_-]/);
  return !WORD_OF_NAME.test(words.join('-')) && words.every((word) => !isSaidOfPassword(word) && !TALK.test(word));
}

/** The name of a file that a value is read from. */
const FILE_NAME = /\.(?:pem|key|crt|cer|p12|pfx|jks|txt|json|ya?ml|env|bin|enc|asc|gpg|conf|cfg|ini|properties|sh|py|zip|gz|7z)$/i;
/** Names of arguments, and of ways to pass them. */
const NAME_OF_ARGUMENT =
  /^(?:api[_-]?key|apikey|string|value|text|prompt|stdin|file|env|plain|none|null|auto|generate|random|default|interactive|foo|bar|baz|x+|username)$/i;

/** Words that show that hyphens join the name of a setting. */
const WORD_OF_SETTING =
  /(?:^|-)(?:my|your|the|secret\w*|pass\w*|key\w*|cred\w*|name|file|path|config|env|token\w*|here|value|string|vault|default)(?=-|$)/i;

/** Whether a value can be a secret where nothing else is expected. Any word can, but no name, variable or file. */
export function isGiven(value: string): boolean {
  if (EXPRESSION.test(value) || VARIABLE.test(value) || FILE_NAME.test(value) || /^[a-z]+(?:\.[a-z]+)+$/i.test(value)) return false;
  if (isNameOfPassword(value) || NAME_OF_ARGUMENT.test(value)) return false;
  if (/^\p{L}+$/u.test(value)) return !TALK.test(value) && (isScrambled(value) || !SAID_OF_PASSWORD.test(value.toLowerCase()));
  if (value.includes(' ')) return isGivenPhrase(value);
  return !NAME_IN_PROGRAM.test(value) || !WORD_OF_SETTING.test(value.replaceAll('_', '-'));
}

/** Words of messages about passwords, in addition to those of other sentences. */
const WORD_OF_MESSAGE =
  /(?<!\p{L})(?:your?|enter|please|password|passwort|kennwort|contraseña|senha|mot de passe|wachtwoord|hasło|has[łl]a|wrong|invalid|incorrect|must|should|cannot|forgot(?:ten)?|required|at least|characters?|confirm|click|see|here|is|are|was|has|set|new|old|current|login|log|sign|e-?mail|username|user)(?!\p{L})/iu;

/** Whether a value of several words, assigned to a secret, is not a message about one. */
export function isGivenPhrase(value: string): boolean {
  return !WORD_OF_MESSAGE.test(value) && !COUNTED_OF_PASSWORD.test(value) && !/^[$%@{(<]|[$]\{|[?:]$|^\p{L}{1,3}$/u.test(value);
}

/** Whether a value in an answer looks like a password, and not like an address or a setting. */
export function isAnswer(value: string): boolean {
  return isUnmistakable(value) || (isTelling(value) && !/[@=:&+~]/.test(value));
}

/** Whether a value has letters of both cases, digits and a sign, as no word of a sentence has. */
export function isUnmistakable(value: string): boolean {
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
  return isMixed && /[!#$%^&*]|\?\w/.test(value) && !/^[#&%]|^\p{L}+\d{0,4}[!?]*$|[#&]\d+$|^[A-Z]{1,3}\$/u.test(value);
}

/** Whether letters of both cases and digits are mixed unlike in words or numbers. */
export function isMixedUp(value: string): boolean {
  if (isTextInBase64(value) || lettersInWords(value) > MOST_IN_WORDS * value.length) return false;
  if (isOfOneCase(value)) return true;
  if ((value.match(/[a-z\d][A-Z]|[A-Z][a-z\d]/g)?.length ?? 0) * FEWEST <= value.length) return false;
  return (value.match(/\d/g)?.length ?? 0) > 2 || isScrambled(value.replaceAll(/\d/g, ''));
}

/** Maximum number of characters of a key per change of case or to digits. */
const FEWEST = 8;
/** Maximum share of a key's characters that belong to words, and of a short one's. */
const MOST_IN_WORDS = 0.75;
const MOST_IN_SHORT = 0.5;

/** Whether letters of both cases and digits alternate as in a short key, with up to two underscores or hyphens. */
export function isShortKey(whole: string): boolean {
  const value = whole.replace(/[_-]/, '').replace(/[_-]/, '');
  if (!/^[A-Za-z\d]+$/.test(value) || NAME_WITH_DIGIT.test(value) || bits(value) < Math.log2(value.length) - MOST_BELOW) return false;
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value)) return (value.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0) >= LEAST_CHANGES;
  const isMixed = /[A-Za-z]\d\w*[A-Za-z]|^\d/.test(value) && lettersInWords(value) <= MOST_IN_SHORT * value.length;
  return isMixed || isScrambled(value) || isScrambled(value.replaceAll(/\d/g, ''));
}

/** How far the entropy of a short key may be below the maximum for its length, and how often letters must change to digits and back. */
const MOST_BELOW = 0.6;
const LEAST_CHANGES = 4;

/** Whether a value is base64 of plain words, which hides nothing. */
export function isTextInBase64(value: string): boolean {
  const bare = value.replace(/={1,2}$/, '');
  if (!/^[A-Za-z\d+/]{16,}$/.test(bare) || bare.length % 4 === 1) return false;
  const text = atob(bare);
  return text.includes(' ') && /^[\x20-\x7e\s]+$/.test(text);
}

/** Whether a value is base64 of a user name and a name for a password, as in documentation. */
export function isNameInBase64(value: string): boolean {
  const bare = value.replace(/={1,2}$/, '');
  if (bare.length % 4 === 1) return false;
  const [, password] = /^[^:]*:([\x20-\x7e]*)$/.exec(atob(bare)) ?? [];
  return password !== undefined && (isNameOfPassword(password) || isPlaceholder(password));
}

/** For keys with letters of one case: minimum length, and minimum share of places where a letter adjoins a digit. */
const LEAST_OF_ONE_CASE = 24;
const BESIDE_DIGITS = 0.18;

/** The same for letters of one case: digits throughout, and not a hexadecimal number. */
function isOfOneCase(value: string): boolean {
  if (value.length < LEAST_OF_ONE_CASE || !/^(?:[a-z\d]+|[A-Z\d]+)$/.test(value) || /^[\da-f]+$/i.test(value)) return false;
  let beside = 0;
  for (let index = 1; index < value.length; index += 1) if (isDigitAt(value, index) !== isDigitAt(value, index - 1)) beside += 1;
  return beside > BESIDE_DIGITS * value.length;
}

function isDigitAt(value: string, index: number): boolean {
  const code = value.charCodeAt(index);
  return code >= 48 && code <= 57;
}

/** Whether a value is a path: words between slashes. */
export function isPath(value: string): boolean {
  return (value.match(/(?<![^/])[a-z]{3,}(?=\/|$)/g)?.length ?? 0) > 1;
}

/**
 * Whether a value looks like a human-chosen password. After a `word` in a sentence it must not look like an ordinary word; in a
 * `field` it may.
 */
export function isChosen(value: string, place: 'word' | 'field'): boolean {
  if (TALK.test(value) || /^[\p{L}_.-]+\/[\p{L}_./-]+$/u.test(value)) return false;
  const isMixed = /\d/.test(value) && /\p{L}/u.test(value);
  if (place === 'field') return value.length >= 5 || isMixed;
  if (/^v?\d+(?:\.\d+)+$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:T\S*)?$/.test(value)) return false;
  return isMixed || isScrambled(value) || isJoinedWords(value) || (/[^\p{L}\p{N}_.'’-]/u.test(value) && /\p{L}/u.test(value));
}

/**
 * How the end of a value is delimited: by quotes or tags, by the end of a line with nothing else but its name, by white space, as
 * one command argument, or possibly by the end of a sentence.
 */
export type ValueEnd = 'enclosed' | 'line' | 'assigned' | 'argument' | 'spoken';

/** Drops a full stop or bracket that ends the sentence or call around a value, and parameters that follow it in a query. */
export function withoutSentenceEnd(value: string, kind: NamedSecret['kind'], end: ValueEnd = 'spoken'): string {
  if (kind === 'random') return value;
  if (/\\{1,3}$/.test(value)) return withoutSentenceEnd(value.replace(/\\{1,3}$/, ''), kind, 'enclosed');
  if (end === 'enclosed') return value;
  if (kind === 'made' || kind === 'drawn' || kind === 'scrambled') return value.replace(/[.;:?!)\]}]+$/, '');
  if (end === 'argument') return value.replace(/[<>;&|].*$/, '').replace(/[.,:)\]}]+$/, '');
  // Exclamation marks are kept: people end passwords with them.
  const own = value.replace(end === 'line' ? /&[\w.-]{1,30}=.*$/ : /(?:&[\w.-]{1,30}|;[A-Za-z][A-Za-z ]{1,24})=.*$/, '');
  // After another sign, it ends the sentence.
  const said = end === 'spoken' ? own.replace(/(?<=[?#$%^&*])!$/, '') : own;
  return said.replace(end === 'assigned' || end === 'line' ? /[.;:)\]}]+$/ : /[.;:?)\]}]+$/, '');
}

/** Shannon entropy in bits per character. */
export function bits(value: string): number {
  const { length } = value;
  const counts = new Uint16Array(ASCII);
  for (let index = 0; index < length; index += 1) {
    const code = value.charCodeAt(index);
    if (code >= ASCII || length >= MOST_COUNTED) return bitsOfAny(value);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  let sum = 0;
  for (let index = 0; index < length; index += 1) {
    const code = value.charCodeAt(index);
    const count = counts[code] ?? 0;
    if (count > 0) sum -= (count / length) * Math.log2(count / length);
    counts[code] = 0;
  }
  return sum;
}

const ASCII = 128;
const MOST_COUNTED = 0x10000;

function bitsOfAny(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) sum -= (count / value.length) * Math.log2(count / value.length);
  return sum;
}
