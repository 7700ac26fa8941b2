/** Codes that a service sends to whoever logs in, in the words of its message, of the field they are typed into, or of who reports it. */

/** Words for a code, in a dozen languages. */
const CODE = String.raw`(?:code|kode?n?|koda|kodu|код\p{L}{0,2}|c[óo]digo|codice|codul|kód\p{L}{0,2}|koodi|mã|ma)`;
/** Words for the kind of such a code, behind the word for it. */
const KIND = String.raw`(?:otp|sms|2fa|mfa|tan|de (?:connexion|vérification|validation|sécurité|confirmation|acceso|verificaci[oó]n|seguridad|confirmaci[oó]n|acesso|verificação|segurança|confirmação)|di (?:accesso|verifica|sicurezza|conferma)|verifikasi|keamanan|masuk|weryfikacyjny|dostępu|autoryzacyjny|jednorazowy|potwierdzający|(?:из|от|в) (?:смс|sms)|подтверждения|доступа|входа|за (?:потвърждение|вход|достъп)|підтвердження|xác (?:thực|nhận|minh)|xac (?:thuc|nhan|minh)|(?:from|in|on) (?:the|my|an?) (?:sms|text|text message|e-?mail|authenticator(?: app)?|app))`;
/** Names of one-time codes that say what they are. */
const NAME = String.raw`(?:[th]?otp|one[- ]time (?:code|pin|password|passcode)|2fa|mfa|(?:sms|push|photo|chip|m)-?tan|einmal(?:code|passwort|tan)|freigabe-?code|freischalt-?code|anmelde-?code|bestätigungs-?code|sicherheits-?code|(?:sms|login|auth|verification|authenticator)-?code|authenticator(?: app)?|clave dinámica|clave de un solo uso|senha de uso único|token (?:do|del|de mi|de su) (?:banco|app)|kod (?:sms|blik)|одноразовый (?:код|пароль))`;
/** What joins either to the code itself, and what opens it. */
const JOIN = String.raw`(?:\s(?:của bạn|anda|ihr|your))?(?:\s?[:：=]\s{0,2}|\s(?:is|was|says?|shows?|showed|reads|lautet|ist|est|es|è|é|to|är|er|je|là|la|adalah|on|это|е|—|–|-)\s(?:now\s)?|\s)["'“«*[【]{0,2}$`;
const NAMED = new RegExp(String.raw`(?:^|[^\p{L}\d_/.-])(?:${NAME}|${CODE} ${KIND})${JOIN}`, 'iu');
/** It belongs to somebody. */
const OWNED = new RegExp(
  String.raw`(?:^|[^\p{L}\d])(?:twój|twoj|mój|moj|din|min|jouw|uw|váš|tvůj|vaš|tvoj|your|my|votre|mon|ton|su|tu|mi|seu|meu|il tuo|il mio|ihr|dein|mein|ваш|твой|мой|вашият|твоят) ${CODE}\s?(?::|=|(?:is|to|är|er|je|est|es|è|é|ist|lautet|—|–|-)(?=\s))\s{0,2}["'“«*[]{0,2}$`,
  'iu',
);
/** Alone at the start of a message. */
const FIRST = new RegExp(String.raw`^(?:[\[【][^\]】\n]{1,20}[\]】]\s?)?${CODE}\s?[:：]\s{0,2}$`, 'iu');
/** What is said where nobody is to be told it. */
const TELLS_NOBODY = /(?<!\p{L})(?:не (?:говорите|сообщайте|называйте)[^.!?\n]{0,24}\sкод|nie podawaj[^.!?\n]{0,24}\skodu?)\s?:?\s$/iu;
/** What a message says or brings. */
const MESSAGE_SAYS = /(?<!\p{L})(?:sms|text message|authenticator(?: app)?) (?:says|said|shows|showed|reads|gave me|gives me)\s["'“]?$/iu;
/** It was received; it is to be typed. */
const RECEIVED =
  /(?<!\p{L})(?:got|received|have) (?:the|a|this) (?:(?:sms|log-?in|verification|security|confirmation|access|6-digit|six-digit) )?code\s["'“]?$/iu;
const SENT_ME = /(?<!\p{L})(?:sent|texted|e-?mailed|gave) (?:me|us)\s["'“]?$/iu;
const TYPE = /(?<!\p{L})(?:enter|use|type(?: in)?|input)\s["'“]?$/iu;
const BY_MESSAGE =
  /^["'”]?\s(?:by|via|per|from|in|on|over) (?:an? |the |my )?(?:sms|text|e-?mail|phone|app|whatsapp|authenticator)(?!\p{L})/iu;
const CALLED_CODE = /^["'”]?(?:[,;.]|\s(?:but|and|as)(?!\p{L}))[^!?\n]{0,40}\scode(?!\p{L})/iu;
const ON_LOGIN =
  /^["'”]?\s(?:on|in|at|into) (?:the |your |our )?(?:\p{L}{1,14} ){0,2}(?:log-?in|sign-?in|verification|authentication|2fa|mfa|confirmation)(?!\p{L})/iu;
/** What says so behind it, anywhere. */
const BEHIND =
  /^["'”]?(?: is (?:the|your|my|an?) (?:[\p{L}\d.&'’-]{1,20} ){0,3}(?:otp|one[- ]time (?:code|pin|password|passcode)|verification code|security code|login code|log-in code|sign-in code|2fa code|mfa code|authentication code)(?!\p{L})|\s?[-–—:]\s?(?:enter|use|type) (?:this|it)(?: code)? (?:to|on|in|for)(?!\p{L})|\s?[（(][\u4e00-\u9fff]{0,4}(?:验证码|驗證碼|校验码|动态码|動態碼|认证码))/iu;
const MOST_BEHIND = 96;
/** What may part a code from the words before it. */
const PARTS = ' :=："\'“«*[【】-';
const LETTER = /[\p{L}\d\]】)]/u;

/** What stands before a number, and whether its clause ends with it; what stands behind it counts if the text is whole. */
interface CodeContext {
  readonly before: string;
  readonly ends: boolean;
  readonly isWhole: boolean;
}

/** Whether six digits are such a code, by the words around them. */
export function isSentCode(text: string, start: number, end: number, { before, ends, isWhole }: CodeContext): boolean {
  const behind = isWhole ? text.slice(end, end + MOST_BEHIND) : '';
  if (isWhole && BEHIND.test(behind)) return true;
  let last = before.length;
  while (last > 0 && PARTS.includes(before.charAt(last - 1))) last -= 1;
  if (last === 0 || last === before.length || !LETTER.test(before.charAt(last - 1))) return false;
  if (ends && (NAMED.test(before) || OWNED.test(before) || TELLS_NOBODY.test(before) || MESSAGE_SAYS.test(before))) return true;
  if (start === before.length && FIRST.test(before)) return true;
  if (!isWhole) return false;
  return (
    (RECEIVED.test(before) && BY_MESSAGE.test(behind)) ||
    (SENT_ME.test(before) && CALLED_CODE.test(behind)) ||
    (TYPE.test(before) && ON_LOGIN.test(behind))
  );
}

/** The ends of the names of fields for such codes, and those names up to the code. */
const FIELD_ENDS: ReadonlySet<string> = new Set(['otp', 'ode', 'pin', 'ken', 'ord', 'tan']);
const FIELD =
  /(?:^|[^\p{L}\d]|[a-z](?=[TO]))(?:[th]?otp(?:[_-]?(?:code|pin|token))?|(?:sms|mfa|2fa|two[_-]?factor|verification|verify|auth(?:entication)?|security|login|confirmation|one[_-]?time|email)[_-]?(?:code|pin|otp|passcode|token)|(?:sms|push|m)tan)["'\\]{0,3}\s?[:=]\s?["'\\]{0,3}$/iu;
const MOST_FIELD = 44;

/** Whether four to eight digits are the value of a field for such a code. */
export function isCodeInField(text: string, start: number): boolean {
  let at = start;
  while (at > 0 && start - at < MOST_PARTS && JOINS.includes(text.charAt(at - 1))) at -= 1;
  if (at === start || !FIELD_ENDS.has(text.slice(at - 3, at).toLowerCase())) return false;
  return FIELD.test(text.slice(Math.max(0, start - MOST_FIELD), start));
}

const JOINS = ' :="\'\\';
const MOST_PARTS = 10;
