import { ADMIN, ANY_KEY, KEY, OPENING, PASSWORD, WHO, type ContextWord } from './context-words.ts';
import { NOT_KEY } from './secret-names.ts';
import { isShortKey } from './secret-value.ts';
import { isIdentifier } from './stand-ins.ts';
import { SIGN, type ValueShape } from './value-shape.ts';

/** Maximum distance of a context word of certain kinds before and after a value, by the value's shape; widest reach first. */
const REACH: Readonly<Record<ValueShape, readonly (readonly [kinds: number, before: number, behind: number])[]>> = {
  odd: [
    [PASSWORD | KEY, 200, 80],
    [ADMIN | OPENING | WHO, 160, 64],
  ],
  styled: [
    [PASSWORD, 96, 64],
    [ADMIN | OPENING | WHO, 48, 24],
    [KEY, 4, 0],
  ],
  plain: [
    [PASSWORD, 80, 64],
    [ADMIN | OPENING, 48, 32],
  ],
  drawn: [
    [PASSWORD | KEY, 88, 48],
    [ADMIN, 6, 0],
    [ANY_KEY, 88, 0],
  ],
  digest: [
    [KEY, 48, 32],
    [PASSWORD, 4, 0],
    [ANY_KEY, 40, 0],
  ],
};
/** Words that make a key-like value a fingerprint, a name or a public key. */
const OTHER_VALUE =
  /finger|hash|digest|checksum|\bsha-?\d|md5|base-?64(?! -{1,2}d)|commit|public|ssh-|certif|nonce|e-?tag|integrity|signature|uuid|guid|trace|request|revision|\brev\b|\bimage|serial|version|contract|address|\btx|\bblock|verification=|challenge|csrf|xsrf|\bids?\b|[_ ]id\b|\bkid\b|publishable|\bmember|order|invoice|ticket|tracking|booking|cursor|\bpage\b|page[ _-]?token|issuer|thumbprint|\blayer|\bblob|\bobject|video|watch|document|folder|cache|package|resolved|\bmodel|\bbuild|release|branch|patch|\bfile(?!vault)|metadata|\bcid\b|ipfs|arn:|\bh1:|\bapp_?id\b|\bENC\[|,(?:iv|tag):$|valid hex|policy|(?:next|continuation|pagination|resume|skip|scroll|sync|push|device)[ _-]?token/i;
const OTHER_BEHIND = /finger|hash|digest|checksum|metadata|commit|public|contract|address|certif|signature/i;
const MAX_OTHER = 44;
/** Text right before a value that says it is the thing just mentioned. */
const GIVEN =
  /(?:(?:^|[^\p{L}])(?:is|was|are|be|to|as|use|using|used|try|tried|take|type|typed|enter|entered|with|w\/|than|one|from|put|set|now|still|it['’]?s|that['’]?s|literally|currently|aktuell|derzeit|actuellement|actualmente|so|i\.e\.|called|ist|war|lautet|jetzt|auf|mit|als|nimm|gebe|immer|dann|est|était|c['’]est|mets|mis|avec|maintenant|tape|puse en|metí|es|era|fue|con|par|pon|pongo|usa|uso|é|è|com|ho messo|ficou|ficó|devient|wird|sono|met|wordt|är|er|var|on|ole|je|jest|to|este|là|adalah|это|теперь|nämlich|namely|введи|ввожу|значит|olarak)\s|[:=>→/|,(~?–—-]\s{0,3}|['’]s\s)["'`“„«*_[]{0,3}$/iu;
/** A word right before a value that names something else or somebody. */
const OTHER_NAME =
  /(?:user(?:name)?|login|names?|e?mail|nutzer|benutzer|konto|usuario|utente|utilisateur|identifiant|account|ssid|host|server|bucket|project|profile|model|version|algorithm|function|class|method|file|variable|field|column|table|key|type|module|branch|[_ -]id|-nr\.?|in|of|by|on|at|than)["'`]?\s?[:=]?\s?["'`]?$/i;

/** Number of context words considered before and after a value. */
const MOST_BEFORE = 4;
const MOST_BEHIND = 3;

/** A value that may be a secret, in its text. */
export interface PlacedValue {
  readonly text: string;
  /** Start of the user name before the value, or of the value. */
  readonly begin: number;
  readonly start: number;
  readonly end: number;
  readonly shape: ValueShape;
  readonly isWhole: boolean;
}

/** Whether a nearby context word identifies a value. `next` is the index of the first word after it. */
export function isIdentified(value: PlacedValue, words: readonly ContextWord[], next: number): boolean {
  const { text, start, end, shape, isWhole } = value;
  if (
    isWhole &&
    shape === 'styled' &&
    isShortKey(text.slice(start, end)) &&
    PAIRED.test(text.slice(Math.max(0, start - MAX_PAIRED), start))
  )
    return true;
  if (isInArn(text, start) || isInQuery(text, start, end)) return false;
  let near: ContextWord | undefined;
  for (let place = next - 1; place >= 0 && place >= next - MOST_BEFORE && near === undefined; place -= 1)
    if (identifies(words[place], value, true)) near = words[place];
  if (isWhole)
    for (let place = next; place < next + MOST_BEHIND && near === undefined; place += 1)
      if (identifies(words[place], value, false)) near = words[place];
  if (near === undefined || (shape !== 'drawn' && shape !== 'digest')) return near !== undefined;
  if (isAmongLines(value)) return false;
  // What is said before the label of a value is about another one.
  const isLabelled = near.end <= start && ASSIGNED.test(text.slice(near.end, start));
  const from = Math.max(0, start - MAX_OTHER, isLabelled ? near.start - MAX_OF_LABEL : 0);
  return !OTHER_VALUE.test(text.slice(from, start)) && !(isWhole && OTHER_BEHIND.test(text.slice(end, end + MAX_OTHER / 2)));
}

/** The name of a resource in a cloud. */
const ARN = /(?<![\w.-])arn:[\w-]{2,12}:[^\s"']*$/;
const MAX_ARN = 120;

/** Whether a place is in the name of a resource in a cloud. */
export function isInArn(text: string, place: number): boolean {
  return ARN.test(text.slice(Math.max(0, place - MAX_ARN), place));
}

/** Whether a value ends in the name of a parameter in the query of an address. */
function isInQuery(text: string, start: number, end: number): boolean {
  return (text.startsWith('=', end) || text.startsWith('=', end - 1)) && IN_QUERY.test(text.slice(start, end));
}

const IN_QUERY = /[?&][A-Za-z][\w-]{0,40}=?$/;
/** A user name, a slash between blanks, and what opens the value. */
const PAIRED = /(?:^|[\s(:,;"'`])[\w.@+-]{2,32} \/ ["'`]?$/;
const MAX_PAIRED = 40;
const ASSIGNED = /^["'`]?\s?[:=]\s?["'`]?$/;
/** How much before a label can belong to it. */
const MAX_OF_LABEL = 12;

function identifies(word: ContextWord | undefined, value: PlacedValue, isBefore: boolean): boolean {
  if (word === undefined || (!isBefore && word.start < value.end)) return false;
  const distance = isBefore ? value.begin - word.end : word.start - value.end;
  for (const [kinds, before, behind] of REACH[value.shape])
    if ((word.kinds & kinds) !== 0) return distance <= (isBefore ? before : behind) && isConnected(value, word, isBefore);
  return false;
}

/** Whether the text between a word and a value connects the two. */
function isConnected(value: PlacedValue, { start: from, end: to, kinds }: ContextWord, isBefore: boolean): boolean {
  const { text, begin, start, end, shape, isWhole } = value;
  const between = isBefore ? text.slice(to, begin) : text.slice(end, from);
  const lines = between.split('\n').length - 1;
  if (!isBefore && DENIED.test(between)) return false;
  if (shape === 'odd' && begin === start) return lines <= 4;
  if (shape === 'drawn' || shape === 'digest') {
    const isPublic = shape === 'digest' && isIdentifier(text.slice(start, end));
    // An identifier or public digest is a key only if it is called one.
    if (
      isPublic &&
      ((kinds & KEY) === 0 || !/key|cl[ée]|chave|chiave|ключ/iu.test(text.slice(from, to))) &&
      (isBefore || !IS_THE.test(between) || !/^(?:token|secret)$/i.test(text.slice(from, to)))
    )
      return false;
    // On a line of its own, it is what its own name says.
    if (isPublic && lines > 0 && OWN_LABEL.test(between)) return false;
    if ((kinds & (PASSWORD | KEY | ADMIN)) === 0 && !isKeyOf(value, from, between)) return false;
    if (lines > 1 || /\n\s*\n/.test(between))
      return isBefore && (kinds & (PASSWORD | KEY)) !== 0 && isAloneBelow(between, text.slice(end, end + 2));
    return isBefore ? !/[.!]\s/.test(between) || GIVEN.test(between) : !/[\]{};=]/.test(between);
  }
  const isTyped =
    lines < 2 &&
    ((kinds & PASSWORD) !== 0 || LOGS_IN.test(text.slice(from, to))) &&
    !isYearly(text.slice(start, end)) &&
    TYPES.test(text.slice(Math.max(0, start - MAX_TYPES), start));
  if (!isBefore) {
    if (isTyped) return true;
    if (lines > 0 || shape === 'plain') return false;
    if ((kinds & PASSWORD) !== 0) return SAID_BEHIND.test(between) || (INTO.test(between) && isUsed(text, start));
    // A user name and a password are a login, a value alone is used to log in.
    return begin < start ? SAID_BEHIND.test(between) && ENDS.test(text.slice(to, to + 8)) : between === ' to ' && isUsed(text, start);
  }
  if (IN_CODE.test(text.slice(end, end + (isWhole ? 2 : 1))) || OTHER_NAME.test(between)) return false;
  // Alone on its line, below the line that mentions it.
  if (lines > 0)
    return (
      (shape === 'styled' || SIGN.test(text.slice(start, end)) || ANNOUNCED.test(between)) &&
      lines <= 2 &&
      ALONE.test(between) &&
      (isWhole ? /^[ \t]*(?:\n|$)/ : /^(?:\n|$)/).test(text.slice(end, end + 8))
    );
  if (/\p{L}{2}/u.test(between) && CODE.test(between.replace(/^[\])"'`*]+/, ''))) return false;
  if (OTHER_THING.test(text.slice(to, to + MOST_OF_THING))) return false;
  if (isTyped) return true;
  if (kinds === KEY)
    return (GIVEN.test(between) || (between === ' ' && GROUPS.test(text.slice(start, end)))) && !/[?&]/.test(text.charAt(from - 1));
  if ((kinds & PASSWORD) === 0) return letsIn(text.slice(from, to), begin < start ? ADMIN : kinds, between, value);
  if (/^\s(?:to|on|through|it|them|in|by)(?![\p{L}:])/u.test(between) && /ss$/i.test(text.slice(from, to))) return false;
  return (
    GIVEN.test(between) ||
    (shape === 'styled' && /\s(?:para|naar)\s["'`]?$/.test(between)) ||
    (start - to < 5 &&
      (shape === 'styled' ||
        SIGN.test(text.slice(start, end)) ||
        (/\d{3}$/.test(text.slice(start, end)) && !isYearly(text.slice(start, end))) ||
        INSIDE_WORD.test(text.slice(start, end)) ||
        (between === ' ' && WITH_BEFORE.test(text.slice(Math.max(0, from - MAX_USES), from))) ||
        GOES_ON.test(text.slice(end, end + MOST_GOING_ON))))
  );
}

/** What calls the value before it by the word after it, or by a name that ends with the word: "… is the acl token". */
const IS_THE = /^["'`]?\s(?:is|was)\s(?:the|our|my|your|an?)\s(?:[\w-]{1,16}[\s_]){0,2}$/i;
/** End of a clause, or what a password does or is no more. */
const GOES_ON =
  /^(?:[.!?]?(?:\n|$)|[,;)]|\s(?:does|did|doesn|didn|no longer|still|works|worked|stopped|expired|funktioniert|geht|ging|ne marche|no funciona|não funciona|nie działa|не)(?!\p{L}))/u;
const MOST_GOING_ON = 16;
/** A name that the value is assigned to, at the start of its line. */
const OWN_LABEL = /\n[ \t]{0,8}(?:export )?[\w.-]{2,40}\s?[:=]\s?["']?$/;
/** Digits between two words, and what comes before the word for a password that a value follows: `with password Rhubarb99`. */
const INSIDE_WORD = /\p{Ll}{3}\d{1,4}\p{Ll}{3}/u;
const WITH_BEFORE = /(?<!\p{L})(?:with|mit|avec|con|com|met)\s(?:the\s|le\s|la\s)?$/iu;
/** Groups of capitals and digits, as of licences. */
const GROUPS = /^[A-Z\d]+(?:-[A-Z\d]+)+$/;
/** Somebody types what follows. */
const TYPES =
  /(?<!\p{L})(?:(?<=(?:just|please|then|to|i|you|we|and|can|only)\s)type|typ(?:ed|es|ing)|enter(?:ed|s|ing)?|tr(?:y|ied|ies|ying)|tippe|tippte|eingetippt|gebe|gab|versuche|versucht|saisis?|tape|tapé|essayé|escribo|escribí|probé|pongo|digito|digitei|digitato|provato|typ|getypt|wpisuję|wpisałem|ввожу|ввёл|ввел|пробую)\s["'`“„«]?$/iu;
const MAX_TYPES = 16;
/** Words for being let in, as opposed to those for what is opened. */
const LOGS_IN = /^(?:log|sign|lock|unlock|einlogg|anmeld|connexion|acce|entrar)/i;

/** Whether a value ends in a year, as names of products and events do. */
function isYearly(value: string): boolean {
  return /(?:19|20)\d\d$/.test(value);
}

/** Whether a sentence tells somebody to use a value, for what the words after it say. */
function isUsed(text: string, start: number): boolean {
  return USES.test(text.slice(Math.max(0, start - MAX_USES), start));
}

/** Where a password is typed. */
const INTO = /^["'`]?\s(?:in|into|as|at)\s(?:the\s|your\s)?$/;
const USES = /(?<!\p{L})(?:us(?:e|ed|ing)|enter|type|try|with|put|paste)\s["'`]?$/iu;
const MAX_USES = 12;

/** Whether a value is alone on its line, after a heading, or after an empty line and the colon of what announces it. */
function isAloneBelow(between: string, behind: string): boolean {
  return (
    /(?::[ \t]*\n\s*|^[ \t]*\n(?:[-=~]{3,}[ \t]*)?)\n[ \t]*$/.test(between) &&
    between.length < MOST_ANNOUNCED &&
    /^(?:[\r\n]|$)/.test(behind)
  );
}

const MOST_ANNOUNCED = 60;

/** Whether a word for what is opened, or for who is let in, identifies a human-chosen value. */
function letsIn(word: string, kinds: number, between: string, { text, start, end, shape }: PlacedValue): boolean {
  if (WITH.test(between) && isShortKey(text.slice(start, end))) return true;
  if (shape === 'plain')
    return (
      /^\s?[:/]\s?["'`]?$/.test(between) &&
      /^["'`]?(?:[,;)]|\s(?:gets|works|should|will|lets|worked)\s|[ \t]*(?:[\r\n]|$))/.test(text.slice(end, end + 8))
    );
  // In a sentence, such words can connect to anything.
  if (IN_SENTENCE.test(between) && (!SET_ANEW.test(word) || CALLED.test(between))) return false;
  if (between.startsWith('(') || LABELLED.test(between)) return false;
  if (HAS_NAME.test(word) && !/[\p{L}\d]{2}/u.test(between)) return false;
  // Right after a word for who is let in comes the user name.
  if ((kinds & (ADMIN | OPENING)) === 0 && !NAME_BETWEEN.test(between)) return false;
  return GIVEN.test(between) || ((kinds & ADMIN) !== 0 && /^[\s:/;,|]{1,3}["'`]?$/.test(between));
}

/** Whether a word for keys of any kind refers to a secret one, and the value is long enough. */
function isKeyOf({ text, start, end, shape }: PlacedValue, from: number, between: string): boolean {
  const isNamed = shape === 'digest' ? LABEL.test(between) || KEY_OF.test(between) : !/[\n"{}=](?!$)/.test(between);
  return (
    isNamed &&
    end - start >= (/^ is ["'`]?$/.test(between) ? LEAST_SAID : LEAST_OF_ANY) &&
    !OTHER_KEY.test(text.slice(Math.max(0, from - MAX_OTHER / 2), from))
  );
}

/** Minimum length of a key right after a word for keys of any kind and a verb, and elsewhere near it. */
const LEAST_SAID = 16;
const LEAST_OF_ANY = 24;
const OTHER_KEY = new RegExp(`${NOT_KEY}$`, 'i');

/** What may stand between the name of a key and a value that could also be a digest. */
const LABEL = /^["'`]?\s?[:=]{0,2}\s?["'`]?$/;
const KEY_OF = /^(?:\s(?:for|to|of)\s[\p{L}\d .-]{2,24}\sis\s|[^.!?\n]{0,36}(?<!\p{L})(?:it|this|that)(?:\s(?:is|was)|['’]s)\s)["'`]?$/iu;
/** A colon at the end of the line above, or a speaker. */
const ANNOUNCED = /:\)?\s*\n|\n[^\n]*:/;
/** The start of a line, optionally with the name of a speaker, which is no name of a field. */
const ALONE =
  /\n[ \t>*-]{0,4}(?:\*{0,2}(?!(?:ref|reference|tracking|order|booking|confirmation|serial|sku|invoice|ticket|case|id|version|build|commit|part|item|model|quantity)(?!\p{L}))\p{L}[\p{L}\d _.-]{0,16}:\*{0,2}\s)?$/iu;
/** Syntax of program code, between a word and a value and after the value. */
const CODE = /[{}[\];]|\w\(\w|\)\.|=>|==|::|&&|\|\|/;
const IN_CODE = /^[([]|^ [=({]/;
/** A word right before a value, and words for what is opened that a value follows. */
const IN_SENTENCE = /\p{L}\s["'`“„«]?$/u;
const CALLED = /(?<!\p{L})(?:called|named|heißt|s['’]appelle|llama|chiama|chama|heet|nazywa się|heter|называется)\s["'`“„«]?$/iu;
/** Compounds in which a word for a password names something else. */
const OTHER_THING =
  /^[ -](?:manager|dialog|field|form|page|screen|policy|protected|protection|rules?|strength|meter|generator|hash|box|store|class|input|component|cause)(?!\p{L})/iu;
const MOST_OF_THING = 16;
/** Another label right before the value. */
const LABELLED = /[\p{L}\d_-]{2,}["']?[:=]\s["'`]?$/u;
/** Things that are opened and have names of their own, which follow the word. */
const HAS_NAME = /^(?:server|database|db|portal|access|vpn|mailbox|webmail|router|ssh|s?ftp|redis|mysql|postgres|ldap)$/i;
const SET_ANEW = /^(?:reset|master is|wi-?fi|wlan|wpa2?)$/i;
/** What says that somebody is let in, or something opened, by the value. */
const WITH = /^[^.!?\n]{0,24}\s(?:with|using|mit|avec|con|com|met)\s["'`]?$/iu;
/** A user name between a word for who is let in and the password. */
const NAME_BETWEEN = /[\p{L}\d]{2}[^\n]*(?:[/|,;]|\s(?:with|and|mit|und|avec|et|con|y|e|com|met|en|z|с|и)\s)/iu;
/** A negation before a word after a value. */
const DENIED =
  /(?<!\p{L})(?:no|not|never|without|kein(?:e[nrms]?)?|ohne|pas de|sans|sin|senza|sem|geen|zonder|bez|utan|без|нет)\s(?:\p{L}{1,12}\s)?$/iu;
const SAID_BEHIND =
  /^["'`]?,?\s(?:\((?:the\s)?|(?:[\p{L}'’]{1,14}\s){0,4}(?:as|is|are|for|was|password|als|ist|für|comme|est|como|es|come|de|è|é|jako|to|olarak|som)\s)/iu;

/** End of the clause, or what is logged in to. */
const ENDS = /^s?(?:\s(?:for|to|of|on|now|für|pour|para)\s|["'.,;:!?)]|\s*$|\s*\n)/;

/** Whether a key is among other lines of base64, as in certificates and signatures. */
function isAmongLines({ text, start, end, isWhole }: PlacedValue): boolean {
  if (end - start < LEAST_LINE) return false;
  return (
    BASE64_BEFORE.test(text.slice(Math.max(0, start - MOST_LINE), start)) ||
    (isWhole && BASE64_BEHIND.test(text.slice(end, end + MOST_LINE)))
  );
}

const LEAST_LINE = 20;
const MOST_LINE = 60;
const BASE64_BEHIND = /^\s*\n\s*[A-Za-z\d+/=]{40}/;
const BASE64_BEFORE = /[A-Za-z\d+/]{40}\s*\n\s*$/;
