import { sentencesOf } from './text-sentences.ts';

const ASKED = `(?:(?:can|could|would|will) you |i(?:['’]d| would)? (?:want|need|like) you to |help me (?:to )?|let['’]s |let us )?`;
const LEAD = `^(?:(?:and|so|but|well|ok|okay|now|hey|hi|hello|please|also|then)[\\s,!.]+)*`;
const STORY = `(?:story|stories|tale|poem|novel|fiction|song|lyrics|rap|dialogue|dialog|scene|monologue|script|screenplay|sketch|joke|riddle|limerick|haiku|sonnet|diary entry|bio|essay|speech|tweet|slogan)`;
const WORK = `(?:novel|story|tale|dream|nightmare|screenplay|script|scene|poem|book|film|movie|role-?play|fantasy|scenario|example)`;
const TEXT = `(?:(?:this|these)(?=\\s*(?::|\\.?$))|following|text|sentences?|paragraph|grammar|spelling|punctuation|e-?mail|letter|message|phrase|words?|wording|quote)`;

/** What follows these, until the end of the text, is imagined, or is a text to work on. */
const IMAGINED: readonly RegExp[] = [
  new RegExp(`${LEAD}${ASKED}(?:write|compose|make up|invent|create|generate|draft|tell|continue|begin|start)\\b.*\\b${STORY}\\b`, 'i'),
  new RegExp(
    `^(?:here(?:['’]s| is| are)|this is|below is|(?:a|the) (?:joke|story|poem)\\b|let me tell you)\\b.*\\b(?:${STORY}|${TEXT}|lines?|verses?)\\b[^:]{0,200}:`,
    'i',
  ),
  /^(?:scenario|example|joke|story|poem|once upon a time)\b/i,
  new RegExp(`${LEAD}${ASKED}(?:translate|proof-?read|rewrite|rephrase|reword|paraphrase|spell-?check)\\b`, 'i'),
  new RegExp(
    `${LEAD}${ASKED}(?:correct|check|fix|improve|edit|polish|shorten|summari[sz]e|simplify|analy[sz]e|classify|read|repeat|say|convert|explain|complete|finish|fill)\\b.*\\b${TEXT}\\b`,
    'i',
  ),
  new RegExp(
    `${LEAD}${ASKED}(?:suppose|imagine|pretend|assume|role-?play|consider (?:that|this|the following)\\b|picture (?:this|me|that)|say (?=(?:i|my|that|we|our)\\b))`,
    'i',
  ),
  new RegExp(`${LEAD}(?:supposing|assuming|hypothetically|theoretically)\\b`, 'i'),
  new RegExp(`${LEAD}in (?:my|a|the|this|that|our) (?:\\p{L}+ )?${WORK},? (?:i|my|we|our)\\b`, 'iu'),
];
/** What follows these was said by somebody else. */
const REPORTED =
  /\b(?:said|says|told (?:me|us)|asked(?: me| us)?|answered|replied|wrote|writes|reads|shouted|whispered|texted|posted|goes)\b[^:?!.]{0,60}:(?:\s|$)/i;
/** What users say to have said themselves is what they say. */
const OWN_WORDS = /^(?:as )?i (?:have |['’]ve )?(?:already |just )?(?:said|told|wrote)\b/i;
/** Words that lead back to what is real. */
const RETURN = /^(?:but )?(?:in reality|in real life|in fact|back to reality|for real|seriously)\b/i;

/** What takes back what was said just before. */
const KIDDING = /\b(?:just|only) (?:kidding|joking)\b|\bi['’]m (?:kidding|joking)\b|^(?:kidding|joking|jk)\b/i;
const TAKEN_BACK = /^\W*(?:just |only |i['’]m )?(?:kidding|joking|jk)\b/i;

/** Sentences of something that is not so: conditions, wishes, what might have been, dreams, doubts, and roles that are given out. */
const UNREAL: readonly RegExp[] = [
  new RegExp(
    `${LEAD}(?:what if|for (?:example|instance)|e\\.g\\.|if (?!you\\b|any(?:one|body)\\b|it helps\\b|that helps\\b|needed\\b)|unless|in case|whether|as if|as though|had (?:i|we|my)|were (?:i|we|my)|even if)\\b`,
    'i',
  ),
  /\bif (?:only\b|(?:i|we|my \p{L}+|our \p{L}+) (?:were|was|had|could|lived|knew)\b)/iu,
  /\b(?:as if|as though) (?:i|we|my|our)\b/i,
  /\b(?:i|we) (?:really |just |so |do |often |sometimes )*wish\b/i,
  /\b(?:i|we)(?:['’]d| would| could| should| might)(?: not|n['’]t)? (?:\w+ )?have (?:been|become|had|gone|\w+ed|\w+en|\w+t)\b/i,
  /\b(?:i|we) (?:dreamt|dreamed|(?:had|have) (?:a|this) (?:\w+ )?(?:dream|nightmare))\b/i,
  /\b(?:wonder|not sure|unsure|don['’]?t know|do not know|can['’]?t (?:tell|decide)|doubt|undecided)\b.{0,30}?\b(?:if|whether)\b/i,
  new RegExp(`${LEAD}(?:you are|you['’]re|your (?:name|job|role|task) is|act as|behave as|be) (?:my|an?|the|our)\\b`, 'i'),
  /(?<!\b(?:i|we) (?:\w+ )?)\b(?:claim(?:s|ed)?|thinks?|thought|believe[sd]?|assume[sd]?|pretend(?:s|ed)?) (?:that )?(?:i|i['’]m|my|we|our)\b/i,
  /\b(?:someone|somebody|people|everyone|everybody|they|he|she) (?:\w+ly )?(?:says?|said|told (?:me|them|everyone)) (?:that )?(?:i|i['’]m|my|we|our)\b/i,
  /\bit(?:['’]s| is| was) (?:not true|untrue|false|a lie|a myth|a rumou?r|wrong) that\b/i,
  KIDDING,
];

/** What somebody said, between marks of quotation: at least two words, of the speaker in the first person. */
const QUOTATION =
  /["“„«][^"“”„«»\n]{3,600}["”“»]|(?<![\p{L}\p{N}])[‘'](?=\p{L})(?:[^'‘’\n]|(?<=\p{L})['’](?=\p{L})){3,600}['’](?![\p{L}\p{N}])/gu;
const SPEECH = /(?:^|[\s"“„«‘'(])(?:I|[Mm]y|[Ww]e|[Oo]ur|[Mm]e)(?:['’]\p{L}+)?\s+(?:\p{L}+ )*?\p{Ll}{2,}/u;
/** Lines that quote a mail, and blocks of code. */
const QUOTED_LINES = /^[ \t]*>.*$/gm;
const FENCED = /^```[\s\S]*?(?:^```|(?![\s\S]))/gm;
/** A character for private use stands for a quotation. */
const MARK = '\u{F8FF}';

/**
 * The sentences of an English text that its author says in earnest of what is so. Left out are what is imagined, wished or
 * doubted, stories, texts to be translated or corrected, and sentences that quote somebody.
 */
export function actualSentences(text: string): string[] {
  const bare = text
    .replaceAll(MARK, '')
    .replaceAll(FENCED, '')
    .replaceAll(QUOTED_LINES, '')
    .replaceAll(QUOTATION, (quotation) => (SPEECH.test(quotation) ? MARK : quotation));
  return inEarnest(sentencesOf(bare), [...IMAGINED, REPORTED]).filter((sentence) => !sentence.includes(MARK));
}

/** An English text without what is imagined, wished or doubted, stories and texts to work on. What quotes somebody stays. */
export function withoutImagined(text: string): string {
  const sentences = sentencesOf(text);
  const left = inEarnest(sentences, IMAGINED);
  return left.length === sentences.length ? text : left.join(' ');
}

function inEarnest(sentences: readonly string[], openers: readonly RegExp[]): string[] {
  let isApart = false;
  return sentences.filter((sentence, place) => {
    if (RETURN.test(sentence)) isApart = false;
    else if (!OWN_WORDS.test(sentence) && openers.some((opener) => opener.test(sentence))) isApart = true;
    if (isApart || TAKEN_BACK.test(sentences[place + 1] ?? '')) return false;
    return !UNREAL.some((pattern) => pattern.test(sentence));
  });
}

/** Whether a sentence by itself supposes, imagines, wishes or doubts what it says, or asks for a text. */
export function isSupposed(sentence: string): boolean {
  return [...IMAGINED, ...UNREAL].some((pattern) => pattern.test(sentence));
}
