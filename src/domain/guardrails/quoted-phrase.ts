/** Limits on a question about a phrase and on the quoted phrase itself, in UTF-16 code units. */
const LONGEST = 240;
const LONGEST_PHRASE = 80;

const LANGUAGES =
  'english german french spanish italian portuguese dutch polish czech russian ukrainian greek latin turkish arabic hebrew persian hindi chinese ' +
  'mandarin japanese korean thai vietnamese indonesian swedish danish norwegian finnish hungarian romanian welsh irish ' +
  'englische? deutsche? französische? spanische? italienische? portugiesische? polnische? russische? türkische? griechische? lateinische? ' +
  'chinesische? japanische? anglais allemand espagnol italien portugais russe turc grec chinois japonais arabe polonais ' +
  'inglés alemán francés italiano portugués ruso turco griego chino japonés inglese tedesco francese spagnolo portoghese russo ' +
  'inglês alemão francês espanhol английский немецкий французский испанский итальянский';
const LANGUAGE = `(?:${LANGUAGES.replaceAll(' ', '|')})`;
const PHRASE =
  `(?:"[^"]{1,${LONGEST_PHRASE}}"|“[^”]{1,${LONGEST_PHRASE}}”|„[^“”]{1,${LONGEST_PHRASE}}[“”]|« ?[^»]{1,${LONGEST_PHRASE}}»` +
  `|「[^」]{1,${LONGEST_PHRASE}}」|『[^』]{1,${LONGEST_PHRASE}}』` +
  `|\`[^\`]{1,${LONGEST_PHRASE}}\`|(?<![\\p{L}\\d])['‘][^'’]{1,${LONGEST_PHRASE}}['’](?![\\p{L}\\d]))`;

/** Parts of variables' names that set something for a model. */
const SETTINGS = 'system|mode|role|rule|safety|filter|override|polic|persona|guideline|restrict|moderat|instruct';

/** Stands for a quoted phrase: a control character, since text within Latin-1 takes the smallest pattern. */
const MARKED = '\u007f';

/** Questions about a phrase and requests to translate it up to the name of a language, which ends them. */
const TO_LANGUAGE: readonly string[] = [
  `how (?:do|would|can) (?:you|i|we) say ${MARKED} in`,
  `how is ${MARKED} said in`,
  `what(?:'s|’s| is) ${MARKED} in`,
  `(?:bitte )?übersetze (?:bitte )?${MARKED} (?:ins|auf)`,
  `(?:wie|was) (?:lautet|heißt|bedeutet|sagt man) ${MARKED} (?:auf|in)`,
  `tradui(?:s|sez) ${MARKED} en`,
  `comment dit-on ${MARKED} en`,
  `(?:traduce|traduza|traduci) ${MARKED} (?:al|en|in|para o|para)`,
  `¿?(?:cómo|como) (?:se dice|si dice) ${MARKED} (?:en|em|in)`,
  `(?:переведи|переведите|как перевести) ${MARKED} на`,
];
/** The same as a whole, and variables with a phrase. */
const REQUESTS: readonly string[] = [
  `(?:please )?translate (?:the (?:phrase|sentence|words) )?${MARKED} (?:in)?to ${LANGUAGE}(?:,? please)?`,
  `(?:(?:please )?translate (?:in)?to ${LANGUAGE}: ?|как перевести на ${LANGUAGE} )${MARKED}`,
  `(?:${TO_LANGUAGE.join('|')}) ${LANGUAGE}`,
  `what does ${MARKED} mean`,
  `is ${MARKED} (?:grammatical|correct|correct english|grammatically correct)`,
  `(?:wie|was) (?:lautet|heißt|bedeutet|sagt man) ${MARKED}`,
  `que (?:signifie|veut dire) ${MARKED}`,
  `¿?(?:qué significa|o que significa|cosa significa) ${MARKED}`,
  `что значит ${MARKED}`,
  `(?:const |let |var )?(?!\\w{0,30}(?:${SETTINGS}))[a-z_]\\w{0,30} ?:?= ?[rfbu]?${MARKED};?`,
];
/**
 * One of these, as the whole text. An engine compiles a pattern when it is first used, while requests wait: with the phrase itself in
 * each of these, and the languages, that would take tens of milliseconds.
 */
const REQUEST = new RegExp(`^\\s*(?:${REQUESTS.join('|')})\\s*[.?!]?\\s*$`, 'iu');
const QUOTED = new RegExp(PHRASE, 'gu');

/** Words of which one says that the phrase is spoken about. */
const DISCUSSING = wordsOf(
  'explain explains explained explanation describe mean means meant meaning define definition why ' +
    'attack attacks attacker attackers injection injections jailbreak jailbreaks malicious dangerous risky suspicious harmful harmless ' +
    'detect detects detected detecting detection detector recognise recognize flag flags flagged filter filters filtered block blocks blocked ' +
    'blocking classify classified classifier label regex regexp grep considered grammatical grammar idiom idiomatic spelling dataset ' +
    'story stories novel novels poem comic character characters film movie scene story’s says said typed wrote shouts whispers ' +
    'erkläre erklär bedeutet bedeutung heißt gefährlich angriff erkennen erkennt blockiert filter geschichte roman figur sagt ' +
    'explique expliquer signifie attaque dangereux détecter bloque histoire roman personnage dit ' +
    'explica significa ataque peligroso peligrosa detectar bloquea cuento novela personaje dice ' +
    'gefährliche beispiel dangereuse объясни объясните означает значит опасна опасно опасен атака атакой атаке атаки атакует распознаёт ' +
    'распознает распознать обнаружить обнаруживает блокирует фильтр фильтры инъекция инъекции',
);
/** Words that may stand beside these. None tells anybody to do what a phrase says. */
const AROUND = wordsOf(
  'a an the this that these those it its it’s is are was were be been do does did can could would should will may might i we you my our your ' +
    'me us he she they who what which how when where if whether in on of to for from with as at by about between into than or but not no and ' +
    'there here like such please hi hello thanks only exactly also often so common typical classic known called first try tries trying use ' +
    'used uses using someone somebody people user users customer customers phrase phrases sentence sentences string strings text texts message ' +
    'messages line lines word words prompt prompts command commands term terms example examples payload payloads sample samples log logs logged ' +
    'input inputs query queries article paper book title song lyrics sign shirt poster joke quote quotes quoted rule pattern patterns match ' +
    'matches matching search find write give add make list test tests testing unit case cases false positive positives alarm alarms true ' +
    'negative work works working llm llms ai model models chatbot chatbots assistant assistants bot bots guard guards guardrail ' +
    'guardrails security safety team safe unsafe legit threat vulnerability risk english german french spanish begin begins start starts end ' +
    'ends short funny correct wrong right teacher hacker computer terminal hears reads ' +
    'bitte was warum wie ist ein eine einen der die das den dem als im in auf und oder für mir uns satz text nachricht wort englisch deutsch ' +
    'que quoi pourquoi comment est un une le la les en dans phrase message texte mot moi nous anglais français ' +
    'qué por cómo es un una el la los las en frase mensaje texto palabra me nos inglés español ' +
    'zusammenhang kontext mit bei von sind einem man beispiele chatbots est-elle elle sont-elles dans pour ' +
    'что такое это в на из и для как почему ли за фраза фразу фразы предложение слово слова пример примером текст сообщение чат-бота ' +
    'чат-ботов бота ботов модель модели мне пожалуйста считается такая часто',
);
/** The same in Chinese and Japanese, which part no words; longer pieces first, so that each is read whole. */
const EAST_DISCUSSING =
  '意味 攻撃 危険 なぜ 検出 説明 とは 意思 攻击 攻擊 危险 危險 解释 解釋 拦截 攔截 检测 檢測 注入 为什么 為什麼 インジェクション'.split(
    ' ',
  );
const EAST_AROUND =
  'どういう という として ください なのですか でしょうか のですか ですか しますか されますか しますか 使われる 説明して 教えて なぜ どう 何 例 文 言葉 ' +
  'フレーズ プロンプト フィルター ブロック は が を の に で も な です か 、 。 ？ ， ' +
  '提示词 提示詞 什么 什麼 这句话 這句話 这 這 句话 句話 请 請 一下 是 的 会 會 被 如何 怎么 怎麼 吗 嗎 呢 在 中 里 裡 例子 一个 一個 一种 一種 算 ？ ？ prompt injection';
const EAST_PIECE = new RegExp(
  [...EAST_DISCUSSING, ...EAST_AROUND.split(' ')].toSorted((a, b) => b.length - a.length).join('|') + String.raw`|\s`,
  'giu',
);
const EAST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Behind a phrase: do it. */
const DONE = new RegExp(`${MARKED}[しせす]`, 'u');
/** A run too long for a word, so probably encoded text. */
const CODE = /[^\s"“”„«»\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー「」『』]{25}/u;

/**
 * Blanks out quoted phrases that are only discussed: `Translate "go away" into German.` is not an order to leave, and neither is `Why is
 * "go away" rude?`. Undefined for any other text, even with one unknown word more, and if a phrase looks encoded. Linear in the length of
 * the text.
 */
export function withoutQuotedPhrase(text: string): string | undefined {
  if (text.length > LONGEST || !MARK.test(text) || CODE.test(text)) return undefined;
  const rest = text.replaceAll(QUOTED, (phrase) => ' '.repeat(phrase.length));
  if (rest === text) return undefined;
  return isRequest(text, rest) || isDiscussion(rest) || isEastDiscussion(text, rest) ? rest : undefined;
}

function isEastDiscussion(text: string, rest: string): boolean {
  if (!EAST.test(rest) || rest.includes(MARKED) || DONE.test(text.replaceAll(QUOTED, MARKED))) return false;
  return EAST_DISCUSSING.some((word) => rest.includes(word)) && rest.replaceAll(EAST_PIECE, '') === '';
}

/** Whether a text is a request about its only phrase; `rest` is the text without phrases. */
function isRequest(text: string, rest: string): boolean {
  return !rest.includes(MARKED) && REQUEST.test(text.replaceAll(QUOTED, MARKED));
}

function isDiscussion(rest: string): boolean {
  const words = rest.toLowerCase().replaceAll("'", '’').match(WORD) ?? [];
  return (
    words.some((word) => DISCUSSING.has(word)) && words.every((word) => DISCUSSING.has(word) || AROUND.has(word)) && !OTHER_SIGN.test(rest)
  );
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

const MARK = /["“„«`'‘「『]/;
const WORD = /[\p{L}\p{M}\d’_-]+/gu;
/** What no sentence about a phrase has: signs of programs and lists, and somebody told to do what the phrase says. */
const OTHER_SIGN =
  /[<>{}[\]|#*=\n]|(?<!\p{L})(?:do|use|try|make|give|find|add|write|work) (?:it|this|that|these|those|so|as|what|like)(?!\p{L})/iu;
