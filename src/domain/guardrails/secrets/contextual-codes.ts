import { isAsciiLetter } from '../normalisation/ascii.ts';
import { CLASSES, LETTER, MARK, NUMBER } from '../normalisation/character-classes.ts';
import { isAscii } from '../normalisation/character-runs.ts';
import { eachDigitWindow, kindsAt } from '../normalisation/digit-windows.ts';
import type { TextProfile } from '../normalisation/text-profile.ts';
import { isJoint } from './joint.ts';
import { isReportedCode } from './reported-codes.ts';
import { bits } from './secret-value.ts';
import { isCodeInField, isSentCode } from './sent-codes.ts';

/** A numeric code that opens something, identified by the words before it. */
export interface ContextualCode {
  readonly start: number;
  readonly end: number;
}

/**
 * What a word before a number suggests: that it opens something, that it is a code of any kind, that it belongs to something
 * opened or to somebody let in, or that it is something else.
 */
const OPENS = 1;
const CODE = 2;
const OPENED = 4;
const OTHER = 8;
const SAYS = 16;
const OWN = 32;
const LETS_IN = 64;
const WORDS: Readonly<Record<number, string>> = {
  [OPENS]:
    'pin pin1 pin2 puk puk1 puk2 tan mtan sms-tan otp passcode geheimzahl entsperrcode handy-entsperrcode türcode torcode sicherheitscode verifizierungscode freischaltcode einmalcode pincode zugangscode alarmcode tresorcode safecode digicode padlock candado cadeado lucchetto hangslot kenncode portkod portkoden dørkode dørkoden ovikoodi koden kapukód kapukódja tunnusluku tunnuslukuni larmkod larmkoden alarmkode alarmkoden hoofdcode пин пин-код код-пароль şifre şifresi şifrem geheimnummer bestätigungscode pinkod pinkoden pinkode bekræftelseskode bekreftelseskode engangskode engångskod verifieringskod verificatiecode toegangscode inlogcode pincodul vahvistuskoodi',
  [CODE]:
    'code codes código codigo codice codul kod kode koodi kód kódja kódom kodu kodunuz kodun koda код кода кодом senha clave password passwort contraseña hasło wachtwoord salasana heslo lösenord parola пароль combo chiffre cifra passcode combination combinaison combinazione combinación zahlenkombination kombination',
  [OPENED]:
    'garagem mesin edc kartu rekening dørlås dørlåsen låsen lås låset soprummet kluisje multibanco sommerhus sommerhuset sommarstugan hytta hytten nøgleboks nøgleboksen nøkkelboks nyckelskåp hoftor haustor gartentor hallentor larm larmet door doors gate lock locks locker lockbox keybox box padlock safe vault garage alarm keypad shed unlock unlocks disarm arm entrance lobby intercom luggage suitcase voicemail debit credit atm card phone sim ipad iphone tablet laptop car banking bank tür türe haustür tor schloss türschloss vorhängeschloss zahlenschloss schließfach fahrradschloss kofferschloss haustürschloss schlüsseltresor schlüsselkasten schlüsselbox schlüsselsafe tresor alarmanlage unscharf scharf garagentor fahrradschloss handy karte ec-karte portail porte coffre coffre-fort immeuble alarme cadenas carte puerta portal candado caja alarma cancela portão alarme cofre cartão tarjeta porta cancello cassaforte allarme portone bancomat deur voordeur poort kluis furtka furtki bramy drzwi sejfu domofonu karty kartě домофон домофона подъезд подъезда двери дверь калитки калитка сейф сейфа ворот карты карта телефоне kapı kart ovi port dør kapu riasztó interfon pintu carta cellulare móvil celular bike barrier turnstile schranke',
  [LETS_IN]:
    'підтвердження verification maestro maître mestre setup pairing сообщайте никому смс verificación verificação vérification verifica sécurité seguridad segurança sicurezza security access entry entrée accès acceso acesso accesso login log-in sign-in auth authentication 2fa mfa two-factor sms activation one-time einmal confirmation confidentiel secret secreto segreto activation backup recovery emergency rescue master installer user guest building flat cabin gym office подтверждения доступа входа безопасности проверки активации одноразовый onay giriş jednorazowy weryfikacyjny autoryzacyjny dostępu ověřovací přístupový vahvistus doğrulama güvenlik ellenőrző verificatie verificare acces uwierzytelniający',
  [OTHER]:
    'hotline helpline error postal zip area product produit prodotto produktu promo source exit status country postcode postleitzahl pocztowy fehler vorwahl order ticket room zimmer habitación model version year price costs cost weighs почтовый ошибки товара route ref reference invoice flight terminal page line port http serial part item dress bar qr morse colour color discount gift count last4 id coupon voucher length size digits characters error: since until from cvv last ends ending referral member membership employee tax sort branch swift iban booking store currency language department cost',
  [SAYS]:
    "har has tiene tem heeft прийшов пришёл пришел is was are now with by use enter press dial punch wants takes wähle drücke ist war mit lautet est c'est c’est avec es era con é è com em met till til on är er jest je este to это",
  [OWN]:
    'my your our his her their mein meine meiner dein deine mon ma votre mi tu su minha mia il mio la mia moja мой мои ваш твой your bank card phone sim new old',
};
const KIND_OF: ReadonlyMap<string, number> = kindsOf();

function kindsOf(): Map<string, number> {
  const kinds = new Map<string, number>();
  for (const [kind, words] of Object.entries(WORDS))
    for (const word of words.split(' ')) kinds.set(word, (kinds.get(word) ?? 0) | Number(kind));
  return kinds;
}

/** The same for languages without spaces or with prefixes, as patterns up to the number. */
const OTHER_SCRIPTS =
  /(?:(?:ال)?رقم (?:ال)?سري(?: \p{L}{2,10})?|暗証番号|密[码碼]|口令|验证码|驗證碼|配对码|配對碼|(?:認証|確認)(?:コード|番号)|ワンタイムパスワード|(?:校验|动态|認證|认证)[码碼]|ओटीपी(?: [\p{L}\p{M}]{1,6})?|(?:비밀번호|비번)(?: \p{L}{1,6})?|인증번호|パスコード|رمز (?:ال)?\p{L}{3,8}(?: \p{L}{1,8}){0,2}|رمز|รหัส[\p{L}\p{M}]{0,24}|ה?קוד(?: \p{L}{1,10}){0,4}|का पिन|पिन|κωδικός(?: \p{L}{3,12}){0,3}|mã pin(?: thẻ)?)\s?(?:は|是|为|為|은|는|을|הוא|هو|है|είναι|là|คือ)?[\s:：「『"[【]{0,3}$/iu;
/** Text after the number where its clause ends. */
const ENDS =
  /^[#*]?(?:["'”“»]\s|(?:["'”“»)\]」』*_]|\*\*)?(?:[.,;:!?](?!\d)|,(?=\d{1,2}[\u3040-\u9fff\uac00-\ud7af])|\s*$|\s*[\r\n]|\s?[)\]–—]|\s[,.](?=\s|$)|\s\(|\s(?:then|if|and|or|und|oder|falls|auf|ab|ein|y|e|et|o|ou|si|puis|dann|when|for|to|but|please|it|now|valid|gültig|expires|in case|at|on|has been|no longer|wurde|funktioniert|a été|ne|è|fue|foi|não|für|zum|da|geht|lautet|puk|pin|och|og|oraz|can|could|has|is|котор\p{L}{2,3}|на|для|и|никому|не|do not|don['’]t|never|από|είναι|है|ist dein)(?!\p{L})|\s(?:누르|이고|입니다)|\sلا(?!\p{L})|(?=[\u0250-\uffff])))/iu;

/** Lookbehind before a number, in characters and in words. */
const REACH = 72;
const MOST_WORDS = 8;
const LEAST = 3;
const MOST = 13;
/** A number, optionally with keypad signs, in groups, or with one or two capitals as on door locks. */
const VALUE =
  /^[#*]?(?:\d{3,8}|\d{9,10}(?=#)|\d{3}-\d{3}|\d{4}-\d{3}-\d{4}|\d{3}-\d{2}-\d{3}|\d{1,2}(?:-\d{1,2}){2,3}|(?=(?:\D?\d){3})(?!\d{4}[A-Z]$)[\dA-ZА-Я]{4,7})[#*]?$/;
const YEAR = /^(?:19|20)\d\d$/;
const IN_CODE = Uint8Array.from({ length: 0x430 }, (_, code) => (/[A-ZА-Я\d#*-]/.test(String.fromCharCode(code)) ? 1 : 0));
/** Characters right before a number that make it part of something longer, and two of them that do. */
const GOES_ON = Uint8Array.from({ length: 0x20b0 }, (_, code) =>
  /[a-z\u00c0-\u04ff\d_.,/$€£%@+&?\\-]/iu.test(String.fromCharCode(code)) ? 1 : 0,
);
const GO_ON = /[\d*•]\s$|==$/;

/**
 * Numeric codes that open something, such as a PIN or a door code, identified by the words before them in their sentence. If the
 * text is not complete, the text after them only shows whether their clause ends.
 */
export function contextualCodes(text: string, known?: Pick<TextProfile, 'digits' | 'places'>, isWhole = true): readonly ContextualCode[] {
  if (known?.digits === 0) return NONE;
  let found: ContextualCode[] | undefined;
  eachDigitWindow(text, IN_CODE, known, (start, end) => {
    if (end - start >= LEAST && end - start <= MOST && isIdentified(text, start, end, isWhole)) (found ??= []).push({ start, end });
  });
  return found ?? NONE;
}

const NONE: readonly ContextualCode[] = [];
/** Minimum entropy: repeated digits are a placeholder. */
const LEAST_BITS = 0.5;

function isIdentified(text: string, start: number, end: number, isWhole: boolean): boolean {
  // Quick rejection: most numbers are followed by a unit or a counted noun, and most short ones are in code.
  if (end - start === SHORTEST && text.charCodeAt(start - 1) !== BLANK) return false;
  const next = text.charCodeAt(end);
  if (isAsciiLetter(next) || (start > 0 && kindsAt(GOES_ON, text, start - 1) !== 0)) return false;
  const value = text.slice(start, end);
  if (!VALUE.test(value) || (start > 0 && GO_ON.test(text.slice(Math.max(0, start - 2), start)))) return false;
  if (NUMERIC.test(value) && bits(value) >= LEAST_BITS && isSent(text, start, end, isWhole)) return true;
  if (!ENDS.test(text.slice(end, end + MOST_END)) || bits(value) < LEAST_BITS) return false;
  const before = text.slice(Math.max(0, start - REACH), start);
  if (value.length === SHORTEST && !LOCK.test(before)) return false;
  if (isNamedInScript(before)) return true;
  return isNamed(before, value, isWhole ? text.slice(end, end + MOST_BEHIND) : '');
}

const NUMERIC = /^\d{3}-?\d{1,5}$/;

/** Whether a number is a code that somebody is sent to log in with. */
function isSent(text: string, start: number, end: number, isWhole: boolean): boolean {
  if (end - start > LEAST && isCodeInField(text, start)) return true;
  const value = text.slice(start, end);
  if (!SENT.test(value) || !NO_UNIT.test(text.slice(end, end + 2))) return false;
  const before = text.slice(Math.max(0, start - REACH), start);
  return isSentCode(text, start, end, { before, isWhole, ends: isJoint(before) || ENDS.test(text.slice(end, end + MOST_END)) });
}

/** What no unit, fraction or further number is. */
const NO_UNIT = /^(?:$|[^\p{L}\d%°/-]|-\s|[.,:](?!\d))/u;

/** Whether a text ends in words of another script that say that the number after it opens something. */
function isNamedInScript(text: string): boolean {
  const end = text.slice(-MOST_SCRIPT);
  return !isAscii(end) && TELLING.test(end) && OTHER_SCRIPTS.test(end);
}

const MOST_SCRIPT = 44;
/** Prefilter: each of the words in these scripts contains one of these characters. */
const TELLING = /[証認密口验驗配校动认證ワओ호번증パرรקपκã]/;
const BLANK = 32;
const MOST_BEHIND = 40;
/** Lookahead that suffices to tell whether a clause ends. */
const MOST_END = 14;

/** Whether the words before a number say that it opens something. */
function isNamed(before: string, value: string, behind: string): boolean {
  // Words of the previous sentence do not count.
  const begin = sentenceStart(before);
  const joint = isJoint(before);
  let kinds = 0;
  let [toOpens, toOpened, toCode, toLetsIn, toOther] = [Infinity, Infinity, Infinity, Infinity, Infinity];
  let says = joint;
  let toSays = Infinity;
  let isPin = false;
  let isNumbered = false;
  let isPlain = false;
  let end = before.length;
  for (let back = 0; back < MOST_WORDS; back += 1) {
    while (end > begin && !isWordAt(before, end - 1)) end -= 1;
    if (end === begin) break;
    let start = end;
    while (start > begin && isWordAt(before, start - 1)) start -= 1;
    const word = before.slice(start, end).toLowerCase();
    end = start;
    const kind = kindOf(word);
    kinds |= kind;
    isPin ||= word === 'pin';
    if (back < 2 && (kind & SAYS) !== 0) [says, toSays] = [true, back];
    if ((kind & OPENS) !== 0) toOpens = Math.min(toOpens, back);
    if ((kind & OPENED) !== 0) toOpened = Math.min(toOpened, back);
    if ((kind & CODE) !== 0) toCode = Math.min(toCode, back);
    if ((kind & OTHER) !== 0) toOther = Math.min(toOther, back);
    if ((kind & LETS_IN) !== 0) toLetsIn = Math.min(toLetsIn, back);
    // An identifier in a program.
    if (back === 0 && kind === 0 && word.includes('_')) return false;
    if (back === 0) [isNumbered, isPlain] = [NUMBERED.has(word), kind === 0];
  }
  const isYear = YEAR.test(value);
  if (isReportedCode(before, behind)) return false;
  // The port in an address.
  if (before.endsWith(':') && IN_ADDRESS.test(before)) return false;
  if (/[#*]/.test(value) && DIALLED.test(before)) return (kinds & OPENED) !== 0 || BEHIND.test(behind);
  if (value.length === SHORTEST && !says && toCode > 0 && toOpens > 0) return false;
  // The word for it is farther away than another word, which claims the number.
  const toWord = Math.min(toOpens, toCode);
  if (
    (toOther < Math.min(toWord, MOST_WORDS) + MOST_BETWEEN && (toOpened >= toOther || toWord === Infinity)) ||
    ((isYear || value.startsWith('#')) && before.endsWith('('))
  )
    return false;
  if (toOpens < MOST_TO_OPENS && (says || (toOpens < 3 && !/[=<>()]/.test(before.slice(-4)))))
    return (
      !PIN_OF_CHIP.test(before) &&
      (value.length !== POSTAL || !isPin || (toSays === 0 && toCode === Infinity) || (kinds & (OPENED | OWN)) !== 0)
    );
  if (toCode < MOST_TO_CODE && (says || toCode === 0 || (toCode === 1 && !isPlain)))
    return (
      (kinds & OPENED) !== 0 ||
      (value.length === POSTAL && (kinds & OWN) !== 0) ||
      Math.abs(toLetsIn - toCode) < MOST_APART ||
      (joint && (kinds & OWN) !== 0) ||
      (!joint && !isYear && value.length > SHORTEST && toSays === 0 && toCode < MOST_ABROAD && ABROAD.test(before)) ||
      BEHIND.test(behind) ||
      (SENT.test(value) && SAID_TO_BE.test(before))
    );
  if (isYear || /\p{L}/u.test(value) || (!joint && value.startsWith('#') && !/[#*]$/.test(value))) return false;
  if (AT_TIME.test(before)) return false;
  if (joint && CALLED.test(before)) return false;
  return (says && toOpened < MOST_TO_OPENED) || (toOpened === 0 && !isNumbered);
}

/**
 * What a word suggests, judged by the last part of a compound; for an identifier in a program by both parts, if the last is a
 * word for a code.
 */
function kindOf(word: string): number {
  const known = KIND_OF.get(word);
  if (known !== undefined || !COMPOUND.test(word)) return known ?? 0;
  if (!word.includes('_')) return KIND_OF.get(word.replace(/['’]s$/, '')) ?? KIND_OF.get(word.replace(/^.*[-'’]/, '')) ?? 0;
  const parts = word.split('_').map((part) => KIND_OF.get(part) ?? 0);
  return ((parts.at(-1) ?? 0) & (OPENS | CODE)) === 0 ? 0 : parts.reduce((kinds, kind) => kinds | kind, 0);
}

/** A word of several parts. */
const COMPOUND = /[_'’-]/;

/** Start of the last sentence or line of a text. */
function sentenceStart(text: string): number {
  let isLater = false;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === RETURN) {
      // The answer of somebody else belongs to the line before it.
      if (isLater || !SPEAKER.test(text.slice(at + 1))) return at + 1;
      isLater = true;
    }
    if (code === BLANK && at > 0 && '.!?;'.includes(text.charAt(at - 1))) return at + 1;
  }
  return 0;
}

/** A name and a colon. */
const SPEAKER =
  /^[ \t>*]{0,4}\p{L}[\p{L}\d_.]{0,16}:\s(?:(?:it['’]?s|it is|is|yes,?|sure,?|yeah,?|ja,?|oui,?|sí,?|sim,?|es|c['’]est|the code is)\s){0,2}$/iu;
/** A pin of a chip, with its number and what follows it. */
const PIN_OF_CHIP = /(?<!\p{L})pins? \d{1,2}(?![\d.])[^.!?\n]*$/iu;
/** Text before a time of day. */
const AT_TIME = /(?<!\p{L})(?:at|until|from|um|bis|à|a las|alle|às|om|kl)\.?\s$/iu;
/** Things that have numbers under which they are reached: `phone: 213373`. */
const CALLED = /(?:phone|port)["']?\s?[:=]\s{0,2}["']?$/i;
/** Things that are opened but are also followed by numbers of other kinds. */
const NUMBERED: ReadonlySet<string> = new Set(['card', 'phone', 'port', 'porta', 'gate', 'alarm', 'box']);

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    ((CLASSES[code] ?? 0) & (LETTER | MARK | NUMBER)) !== 0 ||
    code === UNDERSCORE ||
    code === HYPHEN ||
    code === APOSTROPHE ||
    code === RAISED
  );
}

const UNDERSCORE = 95;
const HYPHEN = 45;
const APOSTROPHE = 39;
const RAISED = 0x2019;
const LINE_FEED = 10;
const RETURN = 13;

const BEHIND =
  /^[#*]?,?\s(?:and\s)?then\s(?:press|push|hit|hash|star|enter|turn)(?!\p{L})|^[#*]?\s(?:at|on|for|opens?|für|an|am|pour|de|para|na|на|to)\s(?:[\p{L}'’]{1,12}\s){0,3}(?:door|gate|garage|alarm|safe|side|keypad|disarm|barrier|shed|open|tür|tor|porte|portail|puerta|двери|подъезда|drzwi)/iu;
/** What is done with a code that has signs of a keypad in it. */
const DIALLED = /(?<!\p{L})(?:dial|press|punch in|enter|wähle|drücke|tippe|compose[rz]?|tape[rz]?|marca|marque)\s["'“`]?$/iu;
/** Codes as they are sent to somebody who logs in, and what says so: the code is this, or is to be entered. */
const SENT = /^(?:\d{6}|\d{3}-\d{3})$/;
const SAID_TO_BE =
  /(?:(?<!\p{L})(?:the|this|that|der|le|el|il|o)\s(?:(?:\d|six|new|last)(?:-digit)?\s)?(?:code|código|codice)\s(?:is|was|ist|lautet|est|es|è|é)(?:\s?:)?|(?<!\p{L})(?:enter|use|type|gib|geben sie|entrez|saisissez|introduce|ingresa|inserisci|digite|введите)\s(?:(?:the|this|den|le|el|il|o)\s)?(?:code|código|codice|код)|(?:^|\n)code:|(?<!\p{L})code(?!\p{L})[^.!?\n]{0,24}[ ](?:typed|entered|tried|put in))\s$/iu;
/** Number of digits of a lock that people carry, and words for one in its sentence. */
const SHORTEST = 3;
const LOCK =
  /(?<!\p{L})(?:lock|padlock|suitcase|luggage|briefcase|candado|cadenas|cadeado|lucchetto|zahlenschloss|vorhängeschloss|fahrradschloss|kofferschloss|koffer|hangslot|kłódki|замка|чемодана)(?!\p{L})[^.!?;=\n]*$/iu;
/** A host and a colon. */
const IN_ADDRESS = /[\p{L}\d]\.[\p{L}\d-]{1,40}:$/u;
const MOST_BETWEEN = 3;
const MOST_TO_OPENS = 8;
const MOST_TO_OPENED = 5;
const MOST_TO_CODE = 7;
/** Words for a code that are seldom for another, and how far before the verb one may be. */
const ABROAD = /(?<!\p{L})(?:koden?|kódja|kódom|kód|koodi|codul|código|codice|κωδικός|код)(?!\p{L})[^.!?\n]{0,48}$/iu;
const MOST_ABROAD = 6;
/** Maximum distance in words between a word for a code and the word for who is let in by it. */
const MOST_APART = 3;
/** A PIN with this many digits is an Indian postal code. */
const POSTAL = 6;

/**
 * Start of a number that the words before it may identify and whose clause may be incomplete in a growing text; the text's length
 * if there is none.
 */
export function openContextualCode(text: string): number {
  const { length } = text;
  const least = Math.max(0, length - MOST - MOST_END);
  let start = length;
  for (let at = length - 1; at >= least; at -= 1) {
    if (kindsAt(IN_CODE, text, at) === 0 || (at > 0 && kindsAt(IN_CODE, text, at - 1) !== 0)) continue;
    const before = text.slice(Math.max(0, at - REACH), at);
    if (
      isNamedInScript(before) ||
      isNamed(before, '4711', '') ||
      isSentCode(text, at, at, { before, isWhole: false, ends: true }) ||
      isCodeInField(text, at)
    )
      start = at;
  }
  return start;
}
