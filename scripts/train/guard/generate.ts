import type { Channel } from '../../../src/ports/guard.ts';
import { fill } from './fill.ts';
import { addressedTexts } from './generate-addressed.ts';
import { agentTaskTexts } from './generate-agent-tasks.ts';
import { assistantTalkTexts } from './generate-assistant-talk.ts';
import { boundaryTalkTexts } from './generate-boundary-talk.ts';
import { codeTexts } from './generate-code.ts';
import { commissionTexts } from './generate-commissions.ts';
import { coverTexts } from './generate-covers.ts';
import { decodingTexts } from './generate-decoding.ts';
import { deedTexts } from './generate-deeds.ts';
import { definitionTexts } from './generate-definitions.ts';
import { disguisedTexts } from './generate-disguised.ts';
import { foreignTexts } from './generate-foreign.ts';
import { fragmentTexts } from './generate-fragments.ts';
import { framedTexts } from './generate-framed.ts';
import { furtherLanguageTexts } from './generate-further-languages.ts';
import { guessingTexts } from './generate-guessing.ts';
import { mailTexts } from './generate-mail.ts';
import { manualTexts } from './generate-manuals.ts';
import { noticeTexts } from './generate-notices.ts';
import { orderTexts } from './generate-orders.ts';
import { plainTexts } from './generate-plain.ts';
import { plantedRows } from './generate-planted.ts';
import { reportedTexts } from './generate-reported.ts';
import { repositoryTexts } from './generate-repositories.ts';
import { requestTexts, type Texts } from './generate-requests.ts';
import { resetTexts } from './generate-resets.ts';
import { roleTexts } from './generate-roles.ts';
import { trackerTexts } from './generate-tracker.ts';
import { sheetTexts, tradeTexts } from './generate-trades.ts';
import { turnTexts } from './generate-turns.ts';
import { userNoteTexts } from './generate-user-notes.ts';
import { writingTexts } from './generate-writing.ts';
import { writtenTexts } from './generate-written.ts';
import { LANGUAGES } from './generated-languages.ts';
import { PASSAGES } from './generated-passages.ts';
import { DEFENCES, FILLERS, LISTS, ORDERS, OVERRIDES } from './generated-phrases.ts';
import { PLANTED_LISTS } from './planted-phrases.ts';
import { createRandom, type Random } from './random.ts';
import type { Row } from './rows.ts';

/** How many rows of each kind are made. */
const DEFENCE_ROWS = 700;
const OVERRIDE_ROWS = 900;
const TWIN_ROWS = 700;
const LANGUAGE_ROWS = 1400;
const PASSAGE_ROWS = 2000;

/**
 * So many rows in a row are of one family. Kinds go through their languages in turn, and a number of languages that four
 * divides would give each language one family, too few for its words to be learned.
 */
const FAMILY_RUN = 60;

/** In no fold: these rows help every model and are never scored. */
const NO_FOLD = -1;
const LONGEST_CARRIER = 300;

const USERS: readonly Channel[] = ['user'];

const WORDS = { ...FILLERS, ...LISTS };

/** What stands between two harmless requests. */
const JOINTS: readonly string[] = [
  'Thanks, that helped.',
  'Very good! Next question:',
  'And another thing:',
  'Moreover,',
  'Danke! Noch eine Frage:',
  'Great. Now something else.',
  'Also,',
  'Muchas gracias.',
  'Merci !',
  'Okay.',
];

/**
 * Rows made from authored phrases, for kinds of text that the data has in too few families: harmless system prompts that
 * guard a secret in the words of attacks, ordinary questions that end in an override, and as many that end in another
 * ordinary question, and requests in a dozen languages for what is hidden and for what is not. A row that stands on a carrier belongs to the carrier's fold and is left out with it.
 */
export function generateRows(rows: readonly Row[], seed = 7): Row[] {
  const random = createRandom(seed);
  const carriers = rows.filter(
    (row) => row.label === 'benign' && row.channel === 'user' && row.text.length <= LONGEST_CARRIER && row.family !== 'generated',
  );
  const made = (
    kind: string,
    index: number,
    row: Pick<Row, 'text' | 'label' | 'channel' | 'fold' | 'weight' | 'apart' | 'lang' | 'moved'>,
  ): Row => ({
    id: `generated-${kind}-${index}`,
    source: `generated ${kind}`,
    family: `generated-${kind}-${Math.floor(index / FAMILY_RUN) % 4}`,
    generated: true,
    ...row,
  });
  const defences = Array.from({ length: DEFENCE_ROWS }, (_, index) =>
    made('defences', index, {
      text: defence(random),
      label: 'benign-hard',
      channel: index % 5 === 0 ? 'document' : 'user',
      fold: NO_FOLD,
    }),
  );
  const overrides = Array.from({ length: OVERRIDE_ROWS }, (_, index) => {
    const carrier = random.pick(carriers);
    const attack = `${fill(random.pick(OVERRIDES), WORDS, random)} ${fill(random.pick(ORDERS), WORDS, random)}`;
    const alone = random.next() < 0.2;
    return made('overrides', index, {
      text: alone ? attack : `${carrier.text} ${attack}`,
      label: 'injection',
      channel: 'user',
      fold: alone ? NO_FOLD : carrier.fold,
    });
  });
  const twins = Array.from({ length: TWIN_ROWS }, (_, index) => {
    const carrier = random.pick(carriers);
    const other = random.pick(carriers.filter(({ fold }) => fold === carrier.fold));
    return made('twins', index, {
      text: `${carrier.text} ${random.pick(JOINTS)} ${other.text}`,
      label: 'benign',
      channel: 'user',
      fold: carrier.fold,
    });
  });
  const languages = Array.from({ length: LANGUAGE_ROWS }, (_, index) => {
    const language = LANGUAGES[index % LANGUAGES.length]!;
    const attack = random.next() < 0.5;
    const said = [`${random.pick(language.verbs)} ${random.pick(attack ? language.hidden : language.open)}.`];
    if (random.next() < 0.6) said.push(random.pick(attack ? language.pressure : language.manners));
    const carrier = attack && random.next() < 0.3 ? [random.pick(carriers.filter(({ fold }) => fold === index % 9))] : [];
    return made(attack ? 'extractions' : 'requests', index, {
      text: [...carrier.map(({ text }) => text), ...(random.next() < 0.5 ? said : said.toReversed())].join(' '),
      label: attack ? 'injection' : 'benign',
      channel: 'user',
      fold: carrier[0]?.fold ?? NO_FOLD,
    });
  });
  const { attacks, ordinary } = plantedRows(rows, random, NO_FOLD);
  const foreign = foreignTexts(rows, createRandom(seed + 13), NO_FOLD);
  const trades = createRandom(seed + 20);
  return [
    ...defences,
    ...overrides,
    ...twins,
    ...languages,
    ...attacks.map((row, index) => made('planted', index, { ...row, label: 'injection' })),
    ...ordinary.map((row, index) => made('ordinary', index, { ...row, label: 'benign' })),
    ...kindsOf([
      requestTexts(random),
      framedTexts(createRandom(seed + 1)),
      plainTexts(createRandom(seed + 2)),
      roleTexts(createRandom(seed + 3)),
      codeTexts(createRandom(seed + 4)),
      orderTexts(createRandom(seed + 5)),
      disguisedTexts(createRandom(seed + 6)),
      addressedTexts(createRandom(seed + 7)),
      guessingTexts(createRandom(seed + 8)),
      deedTexts(createRandom(seed + 9)),
      resetTexts(createRandom(seed + 10)),
      definitionTexts(createRandom(seed + 11)),
      coverTexts(createRandom(seed + 12)),
      turnTexts(createRandom(seed + 14)),
      noticeTexts(createRandom(seed + 15)),
      mailTexts(createRandom(seed + 16)),
      commissionTexts(createRandom(seed + 17)),
      trackerTexts(createRandom(seed + 18)),
      manualTexts(createRandom(seed + 19)),
      ...[tradeTexts, userNoteTexts, writingTexts].map((textsOf) => textsOf(trades)),
      repositoryTexts(createRandom(seed + 21)),
      fragmentTexts(createRandom(seed + 22)),
      sheetTexts(createRandom(seed + 23)),
      assistantTalkTexts(createRandom(seed + 24)),
      boundaryTalkTexts(createRandom(seed + 25)),
      decodingTexts(createRandom(seed + 26)),
      reportedTexts(createRandom(seed + 27)),
      agentTaskTexts(createRandom(seed + 28)),
      furtherLanguageTexts(createRandom(seed + 29)),
      writtenTexts(),
    ]).flatMap(([kind, { attack, texts, channels = USERS, weight, apart }]) =>
      texts.map((text, index) =>
        made(kind, index, {
          text,
          label: attack ? 'injection' : 'benign',
          channel: channels[index % channels.length] ?? 'user',
          fold: NO_FOLD,
          ...(weight === undefined ? {} : { weight }),
          ...(apart === undefined ? {} : { apart }),
        }),
      ),
    ),
    ...Array.from({ length: PASSAGE_ROWS }, (_, index) => passage(index, made, random)),
    ...foreign.moved.map((row, index) => made('moved', index, { ...row, label: 'benign' })),
    ...foreign.prose.map((row, index) => made('foreign prose', index, { ...row, label: 'benign' })),
  ];
}

/** Every kind with its texts. Throws a TypeError where two kinds have the same name: their rows would share identifiers. */
function kindsOf(parts: readonly Readonly<Record<string, Texts>>[]): [kind: string, texts: Texts][] {
  const kinds = parts.flatMap((part) => Object.entries(part));
  const twice = kinds.find(([kind], index) => kinds.findIndex(([other]) => other === kind) < index);
  if (twice !== undefined) throw new TypeError(`two kinds of generated rows are called ${twice[0]}`);
  return kinds;
}

function defence(random: Random): string {
  const sentences = Array.from({ length: 2 + Math.floor(random.next() * 6) }, () => fill(random.pick(DEFENCES), WORDS, random));
  const style = random.next();
  if (style < 0.2) return sentences.map((sentence, index) => `${index + 1}. ${sentence}`).join('\n');
  if (style < 0.3) return `[guidelines]\n${sentences.join('\n')}\n[guidelines end]`;
  return sentences.join(' ');
}

/** A few sentences in one of many languages, with or without an order to an assistant; also questions as users ask them. */
function passage(
  index: number,
  made: (kind: string, index: number, row: Pick<Row, 'text' | 'label' | 'channel' | 'fold'>) => Row,
  random: Random,
): Row {
  const { facts, questions, orders } = PASSAGES[index % PASSAGES.length]!;
  const channel = random.pick(['user', 'tool', 'document'] as const);
  // A user may order what a text may not.
  const attack = channel !== 'user' && random.next() < 0.6;
  const sentences = Array.from({ length: 1 + Math.floor(random.next() * 3) }, () => random.pick(facts));
  if (random.next() < 0.4) sentences.push(random.pick(questions));
  if (attack) sentences.splice(Math.floor(random.next() * (sentences.length + 1)), 0, fill(random.pick(orders), PLANTED_LISTS, random));
  const text = channel === 'user' && random.next() < 0.6 ? random.pick(questions) : sentences.join(random.next() < 0.8 ? ' ' : '\n');
  return made(attack ? 'passages with orders' : 'passages', index, {
    text,
    label: attack ? 'injection' : 'benign',
    channel,
    fold: NO_FOLD,
  });
}
