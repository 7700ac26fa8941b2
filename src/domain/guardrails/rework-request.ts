/** Longest request to rework the talk, in UTF-16 code units. */
const LONGEST = 120;

/** Words that point at what was said before in the talk. */
const POINTING = wordsOf(
  'above so-far conversation chat discussion thread ' +
    'oben obige obigen obiges gespräch unterhaltung chat bisher bisherige bisherigen ' +
    'dessus précède conversation discussion échange ' +
    'arriba anterior conversación charla acima anterior conversa sopra conversazione ' +
    'выше разговор разговора переписку переписка беседу',
);
/** Words of which one says what becomes of it. A mere copy, a repetition or a block of code is what attackers ask for. */
const REWORKING = wordsOf(
  'translate summarise summarize summary recap convert turn rewrite rephrase paraphrase shorten condense simplify reformat polish proofread ' +
    'table bullet bullets bullet-points email e-mail mail letter memo paragraph tweet post outline timeline checklist csv spreadsheet essay ' +
    'markdown slides shorter formal ' +
    'übersetze übersetz fasse zusammen zusammenfassung kürze umformuliere formuliere tabelle stichpunkte stichpunkten email e-mail brief ' +
    'traduis traduisez résume résumez résumé reformule raccourcis tableau courriel liste mail ' +
    'traduce traducir resume resumir resumen reescribe reformula acorta tabla correo carta ' +
    'traduza resuma resumo reescreva reformule encurte tabela tópicos email carta ' +
    'traduci riassumi riassunto riscrivi riformula accorcia tabella lettera email ' +
    'переведи переведите перескажи кратко сократи перепиши таблицу таблицей письмо списком',
);
/** Words that may stand beside these. */
const AROUND = wordsOf(
  'a an the this that these those it all of everything whole entire text content message messages answer answers reply replies list lists notes ' +
    'points point we you i i’ve we’ve you’ve have has said wrote written discussed covered got our my your me us ' +
    'into in to as one single please can could would now then also just and or for from with without by between at on so far ' +
    'copy put give make write format clean nice simple short brief concise three four five two few steps sentence sentences ' +
    'version tone friendly casual professional plain numbered ordered sorted sort date name names column columns row rows heading headings title ' +
    'english german french spanish italian portuguese dutch polish russian chinese japanese korean turkish arabic hindi ' +
    'alles alle das den die der dem was ich wir du hast haben habe geschriebene geschrieben gesagt text inhalt in eine einen ein einem als auf ins ' +
    'bitte kurz und mir uns deutsch deutsche englisch englische französische spanische um formell formelle ' +
    'tout toute ce qui le la les texte de du des ci en un une sous forme s’il te vous plaît bref et moi nous anglais français espagnol allemand ton formel ' +
    'todo toda lo el la los las de texto que hemos dicho en una un como por favor breve y me nos inglés español francés alemán tono formal ' +
    'tudo o a os as texto que foi dito em uma um como por favor breve e inglês português tom formal ' +
    'tutto quanto il lo la testo di che in una un come per favore breve e mi ci inglese italiano francese tono modo formale ' +
    'всё все что написано это текст весь наш в на одно один одной как пожалуйста и мне нам английский русский',
);
const WORD = /[\p{L}\p{M}’-]+/gu;
const OTHER_SIGN = /[^\p{L}\p{M}\d\s.,;:!?¿¡'’-]/u;

/** In Chinese, Japanese and Korean: what stands above, then what becomes of it, and nothing else. */
const EAST =
  /^(?:请|請)?(?:把|将|將)?(?:上面|以上|上述)的?(?:所有|全部)?(?:内容|內容|文字|对话|對話|回答)(?:全部|都)?(?:翻译成|翻譯成|总结成|總結成|整理成|改写成|改寫成|做成)[\p{Script=Han}]{1,6}[。！]?$|^(?:请|請)?(?:总结|總結|翻译|翻譯|概括)(?:一下)?(?:上面|以上|上述)的?(?:所有|全部)?(?:内容|內容|文字|对话|對話|回答)[。！]?$|^(?:上の|上記の|以上の)(?:文章|内容|会話|回答)を(?:全部|すべて)?(?:[\p{Script=Han}]{1,3}語に(?:訳して|翻訳して)|(?:表|箇条書き|メール)に(?:まとめて|して)|要約して|まとめて)(?:ください)?[。！]?$|^위(?:의)? ?(?:내용|글|대화|답변)(?:을|를)? ?(?:전부|모두)? ?(?:(?:표|목록|이메일)(?:로|으로) ?(?:정리해|만들어|바꿔)|요약해|(?:영어|한국어|일본어|중국어)로 번역해) ?(?:줘|주세요)[.!]?$/u;

/**
 * Whether a text asks for nothing but to rework what was said before: «Put everything above into one email». Behind an answer of the
 * assistant this is about the talk; as a first message the same words ask for what is hidden above it. False with even one unknown word.
 */
export function isReworkRequest(text: string): boolean {
  if (text.length > LONGEST) return false;
  const said = text.trim().toLowerCase();
  if (EAST.test(said)) return true;
  if (OTHER_SIGN.test(said)) return false;
  const words = said.replaceAll("'", '’').replaceAll('so far', 'so-far').replaceAll('ci-dessus', 'dessus').match(WORD) ?? [];
  return (
    words.some((word) => POINTING.has(word)) &&
    words.some((word) => REWORKING.has(word)) &&
    words.every((word) => POINTING.has(word) || REWORKING.has(word) || AROUND.has(word))
  );
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
