import { isDigit } from '../normalisation/ascii.ts';
import { isAscii } from '../normalisation/character-runs.ts';
import { createKeywordFilter } from './keyword-filter.ts';

/**
 * Kinds of context words, as bits: for passwords, for keys, for administrators, for what is opened, for users, and for keys of
 * any kind.
 */
export const PASSWORD = 1;
export const KEY = 2;
export const ADMIN = 4;
export const OPENING = 8;
export const WHO = 16;
export const ANY_KEY = 32;
/** The words as stems or whole words; a trailing hyphen allows any letters to follow. */
const WORDS: Readonly<Record<number, string>> = {
  [PASSWORD]:
    'password,passwort-,passwords,passwd,passphrase,passcode,passwor,passw,pass,pa$$word,p@ssword,p@ssw0rd,passwrd,pwd,pw,p/w,psw,psk,mdp,kennwort-,contrase-,senha,mot de passe,kata laluan,palavra-passe,ordine,code wifi,wifi code,wifi key,wachtwoord-,haslo,heslo-,parola-,salasana-,senord-,adgangskode-,clave,jelsz-,geslo,lozinka,parool,ifre-,kata sandi,credential,credentials,creds,cred,codeword,code word,identified by,secret word,zugangsdaten,zugang-,dane logowania,datos de acceso,dados de acesso,inloggegevens,anmeldedaten,login details,unlock code',
  [KEY]:
    'token,tokens,api key,apikey,api-key,api_key,access key,private key,signing key,signed with,auth key,license key,licence key,product key,activation key,activation code,setup key,license,licence,ssws,cd key,steam key,gift card,routing key,recovery key,unlock key,unseal,encryption key,master key,account key,integration key,service key,deploy key,subscription key,access_key,private_key,signing_key,license_key,encryption_key,master_key,account_key,service_key,deploy_key,admin_key,subscription_key,subscription-key,secret,secrets,secretkey,pat,bearer,credential,credentials,password,passwd,pwd,psk,auth token,auth,salt,tok,developer key,appid,chave da api,chave de api,chave api,chave secreta,chiave api,chiave segreta,clave api,clave de api,clave secreta,klucz api,api sleutel,api-sleutel,webhook,hmac,jwt,mdp,passwort,kennwort,senha',
  [ADMIN]: 'admin,root,auth,priv,bind,administrator,minioadmin,sysadmin,superuser',
  [OPENING]:
    'log in,logging in,logged in,log on,logs in,sign in,sign-in,signed in,unlock-,console,auth,access,einlogg-,anmeld-,connexion,acceso,acesso,accesso,entrar,connect-,opens with,open with,decrypt-,encrypt-,unseal-,vnc,rdp,ipmi,idrac,master is,bind,vpn,wifi,wi-fi,wlan,ssh,sftp,ftp,sudo,reset,database,db,snmp-,ldap,mysql,postgres-,redis,webmail,router,typed,typing,lock-,wpa,wpa2,server,portal,mailbox,vault,key,keys,locked out',
  [ANY_KEY]: 'key,keys,chave,chiave,klucz,sleutel,avain',
  [WHO]: 'login,logins,user,username,account,konto,nutzer,benutzer,role,usuario,utente,utilisateur,identifiant-,gebruiker-,inlog-,enter',
};
const OTHER_WORDS: readonly (readonly [number, RegExp])[] = [
  [
    PASSWORD | KEY,
    /schlüssel|парол|пасс(?!аж|ив)|密[码碼]|口令|暗号|パスワード|비밀번호|비번|패스워드|암호|κωδικ|كلمة|باسورد|رمز|סיסמ|รหัส|पासवर्ड|лозинк|hasł|şifre|mật kh|секрет|令牌|密钥|トークン|토큰/giu,
  ],
  [
    KEY,
    /(?<!\p{L})cl[ée]s? (?:(?:d['’])?api|secrète|privée|d['’]accès)|(?<!\p{L})ключ\p{L}{0,2}(?!\p{L})|(?:api|アクセス|シークレット|秘密)\s?(?:キー|鍵)|api\s?키|api[ -]?(?:anahtar|klíč|kulcs|nyckel|nøgle|nøkkel)\p{L}{0,3}/giu,
  ],
  [
    WHO,
    /usuária|логин|пользовател|аккаунт|уч[её]тк|войти|вход|登[录錄]|用户|账号|帳號|ログイン|アカウント|로그인|아이디|계정|دخول|مستخدم|σύνδεσ|כניסה|użytkown|zaloguj/giu,
  ],
];

/** The words as keywords, with their kinds and whether letters may follow. */
const KEYWORDS: readonly { readonly keyword: string; readonly kinds: number; readonly isStem: boolean }[] = keywordsOf();

function keywordsOf(): { keyword: string; kinds: number; isStem: boolean }[] {
  const kinds = new Map<string, number>();
  for (const [kind, words] of Object.entries(WORDS))
    for (const word of words.split(',')) kinds.set(word, (kinds.get(word) ?? 0) | Number(kind));
  return Array.from(kinds, ([word, kind]) => ({ keyword: word.replace(/-$/, ''), kinds: kind, isStem: word.endsWith('-') }));
}

const wordFilter = createKeywordFilter(KEYWORDS.map(({ keyword }) => keyword));

/** A context word, which suggests that values near it are secrets. */
export interface ContextWord {
  readonly start: number;
  readonly end: number;
  /** Its kinds, as bits; a word may have several. */
  readonly kinds: number;
}

/** Adds the context words that begin in a range of a text, sorted by their ends. */
export function contextWords(text: string, from: number, until: number, words: ContextWord[]): void {
  const first = words.length;
  const around = text.slice(from, until + MOST_WORD);
  const add = (at: number, length: number, kinds: number): void => {
    if (at < until - from) words.push({ start: from + at, end: from + at + length, kinds });
  };
  wordFilter.each(around, (place, at) => {
    const { keyword, kinds, isStem } = KEYWORDS[place] ?? NO_KEYWORD;
    if (isWordFrom(text, from + at) && (isStem || !isLetter(text.charCodeAt(from + at + keyword.length)))) add(at, keyword.length, kinds);
  });
  if (!isAscii(around))
    for (const [kinds, pattern] of OTHER_WORDS) for (const { 0: word, index } of around.matchAll(pattern)) add(index, word.length, kinds);
  if (words.length - first > 1) words.push(...words.splice(first).toSorted((one, other) => one.end - other.end));
}

const MOST_WORD = 20;
const NO_KEYWORD = { keyword: '', kinds: 0, isStem: true };

/** Whether a word begins at an index: not after a character of keys, or with a capital after a lower-case letter as in camelCase names. */
function isWordFrom(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (!isLetter(before)) return !isDigit(before) && before !== PLUS && before !== SLASH;
  const code = text.charCodeAt(at);
  return code >= 65 && code <= 90 && before >= 97;
}

const PLUS = 43;
const SLASH = 47;

function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}
