import { named, type NamedSecret } from './named-form.ts';

/** Words for a question that lets in whoever knows its answer, as starts of keywords and as patterns, and for the answer. */
const QUESTIONS = [
  'security question',
  'security q:',
  'security_question',
  'securityquestion',
  'secret question',
  'sicherheitsfrage',
  'question de s',
  'question secr',
  'pregunta de seguridad',
  'pregunta secreta',
  'pergunta de seguran',
  'pergunta secreta',
  'domanda di sicurezza',
  'domanda segreta',
  'beveiligingsvraag',
];
const QUESTION = String.raw`(?:(?:security|secret)[ _]?q(?:uestions?|(?=:))|sicherheitsfrage|question (?:de sécurité|secrète)|(?:pregunta|pergunta) (?:de (?:seguridad|segurança)|secreta)|domanda (?:di sicurezza|segreta)|beveiligingsvraag)`;
const ANSWER = '(?:answer|antwort|réponse|respuesta|resposta|risposta|antwoord)';
const OWN_ANSWERS = [
  'security answer',
  'security_answer',
  'securityanswer',
  'security-answer',
  'secret answer',
  'secret_answer',
  'secretanswer',
  'recovery answer',
  'sicherheitsantwort',
  'respuesta secreta',
  'respuesta de seguridad',
];
const OWN_ANSWER = '(?:(?:security|secret|recovery)[ _-]?answer(?:[_ -]?\\d)?|sicherheitsantwort|respuesta (?:secreta|de seguridad))';
/** What a settings file or a label has between a name and its value, and what a sentence has. */
const LABELS = String.raw`["']?\s?(?:[:=]|->|→)[ \t]{0,2}`;
const STATES = String.raw`\s(?:is|was|ist|war|est|es|era|é|è|lautet)\s(?:still\s|always\s)?`;
/** End of a clause; a call or a member of something is none. */
const END = String.raw`(?:[ ]{0,3}(?:["'\x60),;\r\n]|$|\.(?:\s|$))|[ ]\()`;
/** One to four words up to the end of their line or clause; what names the answer itself is a label. */
const WORDS = String.raw`(?!\w{0,24}(?:answer|antwort|respuesta|réponse|resposta|risposta|frage|question))(?=[^\s"'\x60(),;.]{1,24}(?:[ ][^\s"'\x60(),;.]{1,24}){0,3}${END})`;

/** An answer behind a label, which may be any word, and one in a sentence, which is a name. */
function answers(keywords: readonly string[], name: string, reach: number, before?: RegExp): NamedSecret[] {
  const forms: readonly (readonly [string, NamedSecret['kind']])[] = [
    [LABELS, 'phrase'],
    [STATES, 'proper'],
  ];
  return forms.map(([link, kind]) =>
    named(
      'password',
      keywords,
      {
        prefix: `${name}${link}["'\\x60]?`,
        lookahead: WORDS,
        characters: String.raw`[^"'\x60(),;.\r\n]`,
        minLength: 3,
        maxLength: 80,
        suffix: String.raw`(?<=\S)(?=${END})`,
        gate: { reach },
      },
      { entropy: 1, kind, ...(before === undefined ? {} : { before }) },
    ),
  );
}

/** Answers to the questions that let somebody in who forgot a password: a pet, a school, the mother's maiden name. */
export const SECURITY_ANSWERS: readonly NamedSecret[] = [
  ...answers(OWN_ANSWERS, String.raw`${OWN_ANSWER}(?:\s\([^()\n]{1,40}\))?`, 90),
  ...answers(
    QUESTIONS,
    String.raw`${QUESTION}(?:[^\n]{0,110}(?:[?:;,.)]\s|\r?\n[ \t>*-]{0,6})|\s)(?:[\w]{1,12}[_ ])?(?:${ANSWER}|(?<=\?\s{1,3})a(?=:))`,
    220,
  ),
  ...answers(QUESTIONS, QUESTION, 48, /(?:answer|antwort|respuesta|réponse|risposta|resposta) \p{L}{1,4} (?:\p{L}{1,6} )?$/iu),
  ...answers(QUESTIONS, String.raw`${QUESTION}\)`, 48, /\($/),
  ...answers(
    ['maiden name', 'maiden_name', 'maidenname', 'dchenname der mutter', 'geburtsname der mutter'],
    String.raw`(?:(?<=m(?:other|um|om)(?:['’]?s)?[ _-]?)maiden[ _]?name|(?:mä)?dchenname der mutter|geburtsname der mutter)(?:\s\([^()\n]{1,60}\))?(?:\?\s{1,2}(?:a|answer)(?=:))?`,
    110,
  ).map((form) => ({ ...form, kind: 'proper' as const })),
  ...answers(
    ['memorable word', 'memorable phrase', 'memorable name', 'memorable place', 'memorable information'],
    String.raw`memorable (?:word|phrase|name|place|information)(?:\?\s{0,2}\r?\n\s{0,4}\p{L}{1,16})?`,
    60,
  ),
  ...answers(['codewort', 'code word', 'codeword', 'safe word'], String.raw`(?:codewort|code ?word|safe word)(?: \p{L}{2,16})?`, 40).map(
    (form) => ({
      ...form,
      kind: 'proper' as const,
    }),
  ),
  ...answers(
    [
      'first pet',
      'first school',
      'first car',
      'first job',
      'first teacher',
      'favorite ',
      'favourite ',
      'grew up',
      'city of birth',
      'were born',
      'best friend',
    ],
    String.raw`(?:first (?:pet|school|car|job|teacher)|favou?rite \w{3,12}|grew up(?: on| in)?|city of birth|were born(?: in)?|best friend)(?:['’]s name)?`,
    60,
    /(?:security|secret)[ _]q[^]{0,240}$/i,
  ).map((form) => ({ ...form, kind: 'proper' as const, reachBack: 270 })),
];
