import { isNameOfPassword, isPlaceholder } from './stand-ins.ts';

/** Words of sentences about passwords, and rules for their length. */
const TALK =
  /^(?:required|incorrect|invalid|expired|changed|important|correct|protected|encrypted|hashed|stored|optional|missing|wrong)(?![\w-])|^(?:min|max|size|length|between):\d/i;

/** Whether a value begins like a statement about a password. */
export function isTalk(value: string): boolean {
  return TALK.test(value);
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
  /^(?:weak\w*|strong\w*|short\w*|long\w*|empty|blank|unknown|wrong|safe|secure|simple|complex|random|unique|hard|easier|easy|here|there|below|above|yours|known|shown|given|hidden|written|stolen|taken|forgotten|broken|gone|lost|fine|okay|ready|good|null|none|true|false|plain|text|plaintext|clear|public|needed|never|always|about|after|again|also|still|maybe|really|mandatory|obsolete|admin|sensible|enough|unsafe|insecure|wrongly|stale|dead|kept|sent|made|left|found|held|meant|built|changeme|case|under|their|these|those|which|whatever|white|black|being|because|between|valid|invalid|steep|narrow|snowy|scenic|cheap\w*|rotten|vault|generated|managed|inherited|external|expired|stored|authentication|tomorrow|later|today|workspace|parameter|argument|variable|falsch|richtig|geheim|sicher|unsicher|leer|noch|nicht|immer|jetzt|hier|incorrecta|correcta|segura|requerida|obligatoria|incorrect[oe]?|erron[eé]a|errada|correta|onjuist|juist|ongeldig|nodig|abgelaufen|esquecid[ao]|oublié|zapomniane|wymagane|erforderlich|pflichtfeld|pflichtangabe|obligatorisch|benutzername|verplicht|obligatorio|obligatoria|obbligatori[ao]|hidden|unchanged|default|gesperrt|gespeichert|vergessen|ungültig|caducad[ao]|expirad[ao]|scadut[ao]|verlopen|disabled|enabled|string|value|requis|fausse?|faux|obligatoire|secret[ao]?|password|unset|reset|set|put|cut|split|moot|yes|zero)$/;

/** Whether a lower-case word states how a password is, or where. */
export function isStatement(word: string): boolean {
  return SAID_OF_PASSWORD.test(word);
}

function isSaidOfPassword(word: string): boolean {
  return ENDING_OF_SAID.test(word) || isStatement(word);
}

/** Whether a single word can be a stated password, rather than a statement about it. */
export function isWordForPassword(value: string): boolean {
  return (
    /^(?!(.)\1*$)[A-Z]?[a-z]+$/.test(value) &&
    !isSaidOfPassword(value.toLowerCase()) &&
    !isTalk(value) &&
    !isNameOfPassword(value) &&
    !isPlaceholder(value)
  );
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
  return !WORD_OF_NAME.test(words.join('-')) && words.every((word) => !isSaidOfPassword(word) && !isTalk(word));
}

/** Two words or more, which may have a short one between them. */
const HYPHENATED_WORDS = /^[a-z]{3,12}(?:-(?:and|n|und|et|y))?(?:-[a-z]{3,12}){1,4}$/i;
/** What such words name elsewhere: parts of programs, icons, styles. */
const WORD_OF_PROGRAM =
  /(?:^|-)(?:form|input|field|control|group|text|type|icon|eye|toggle|button|btn|label|show|hide|visible|hash\w*|plain|sign|log|current|confirm\w*|repeat|verify|forgot|master|slave|redis|mysql|postgres|mongo|rabbit\w*|app|api|web|data|ref|arg|param|host|internal|external|local|remote|public|private|security|settings?|basic|digest|bearer|bcrypt|argon|scram|md)(?=-|$)/i;

/** Whether a value is words joined by hyphens, none of them of programs or about passwords. */
export function isHyphenated(value: string): boolean {
  if (!HYPHENATED_WORDS.test(value)) return false;
  const words = value.toLowerCase().replace(/-(?:and|n)-/, '-');
  return !WORD_OF_NAME.test(words) && !WORD_OF_PROGRAM.test(words) && words.split('-').every((word) => !isStatement(word) && !isTalk(word));
}

/** Words of messages about passwords, in addition to those of other sentences. */
const WORD_OF_MESSAGE =
  /(?<!\p{L})(?:your?|enter|please|password|passwort|kennwort|contraseña|senha|mot de passe|wachtwoord|hasło|has[łl]a|wrong|invalid|incorrect|must|should|cannot|forgot(?:ten)?|required|at least|characters?|confirm|click|see|here|is|are|was|has|set|new|old|current|login|log|sign|e-?mail|username|user)(?!\p{L})/iu;

/** Whether a value of several words, assigned to a secret, is not a message about one. */
export function isGivenPhrase(value: string): boolean {
  return !WORD_OF_MESSAGE.test(value) && !COUNTED_OF_PASSWORD.test(value) && !/^[$%@{(<]|[$]\{|[?:]$|^\p{L}{1,3}$/u.test(value);
}

/** Words of sentences about passwords that join, place, time or weigh something, besides those of other sentences. */
const WORD_BETWEEN =
  /^(?:way|incorrect|important|invalid|wrong|missing|better|best|worse|worst|good|bad|big|old|new|like|because|since|until|while|whether|though|although|behind|inside|outside|within|without|across|around|among|against|along|near|next|toward|towards|every|everyone|everybody|everything|anyone|anything|someone|somebody|something|somewhere|nobody|nothing|none|people|person|today|tomorrow|yesterday|now|soon|ago|yet|even|ever|kinda|pretty|quite|rather|almost|already|first|last|second|third|two|three|four|five|six|seven|eight|nine|ten|twelve|only|own|same|case|english|german|common|upper|lower|times?|days?|weeks?|months?|years?|minutes?|hours?|contain|contains|include|includes|require|requires|needs?|expire|expires|meet|meets|work|works|seems?|looks?|uses?|goes|gets|does|doesn|isn|wasn|won|don|can|cannot|could|would|allow|allows|accept|accepts|apply|applies|remain|remains|begin|begins|start|starts|end|ends|follow|follows|share|shares|given|company|team|office|staff|support|help|desk|admins?|rules?|requirements?|policy|policies|security|guidelines?|standards?|login|page|screen|field|box|form|prompt|dialog|file|folder|drawer|note|notes|paper|email|inbox|spam|kein|keine|nicht|noch|nur|sehr|auch|und|oder|aber|mit|ohne|bei|von|vom|zum|zur|für|auf|aus|der|die|das|den|dem|ein|eine|einen|einem|sich|mehr|schon|wieder|leider|immer|bitte|dort|hier|unter|über|zwischen|mindestens|zeichen)$/;

/** Whether a value is several words in one case of which none belongs in a sentence about a password. */
export function isUnsaid(value: string): boolean {
  const words = value.split(' ');
  const isOneCase = words.every((word) => /^\p{Ll}+$/u.test(word)) || words.every((word) => /^\p{Lu}\p{Ll}+$/u.test(word));
  if (!isOneCase || new Set(words).size < words.length || !isPassphrase(value.toLowerCase())) return false;
  return words.every((each) => {
    const word = each.toLowerCase();
    return ![WORD_BETWEEN, WORD_OF_PROGRAM, WORD_OF_MESSAGE].some((other) => other.test(word)) && !isSaidOfPassword(word);
  });
}
