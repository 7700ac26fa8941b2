import { capital, fill } from './fill.ts';
import { FACTS, ORDINARY_ORDERS, SPEAKERS, TALK } from './ordinary-phrases.ts';
import { PAGE_LISTS } from './page-phrases.ts';
import { ANSWER_ORDERS, FRAMES, OTHER_TASKS, PLANTED_LISTS, TAILS, TOOL_ORDERS } from './planted-phrases.ts';
import type { Random } from './random.ts';
import type { Row } from './rows.ts';

/** How many rows of each kind are made. */
const ATTACK_ROWS = 2600;
const ORDINARY_ROWS = 2600;

/** More of a carrier is not taken, so that the encoder reads all of it. */
const LONGEST = 380;

const LISTS = { ...PLANTED_LISTS, ...PAGE_LISTS };

/** An order as one trade gives it to another: nothing is wrong with it but its place. */
const TRADE_ORDER = '{duty} {matter} {purpose}';

type Data = 'tool' | 'document';
type Made = Pick<Row, 'text' | 'channel' | 'fold'>;

/**
 * Orders to an assistant planted in tool results and documents, and as many rows of the same make whose orders are for
 * people or only talk about assistants. A third stand in harmless texts of the data, and belong to their fold.
 */
export function plantedRows(rows: readonly Row[], random: Random, noFold: number): { readonly attacks: Made[]; readonly ordinary: Made[] } {
  const carriers = rows.filter((row) => row.label === 'benign' && row.channel !== 'user' && row.text.length > 80);
  const say = (template: string): string => fill(template, LISTS, random);

  function made(sentence: string): Made {
    const channel: Data = random.next() < 0.45 ? 'tool' : 'document';
    if (random.next() < 0.55) {
      const carrier = random.pick(carriers);
      return { text: planted(stretch(carrier.text, random), sentence, random), channel: carrier.channel, fold: carrier.fold };
    }
    const shape = random.next();
    if (shape < 0.12) return { text: sentence, channel, fold: noFold };
    return { text: scene(sentence, shape, say, random), channel, fold: noFold };
  }

  const attacks = Array.from({ length: ATTACK_ROWS }, () => {
    const kind = random.next();
    const order = say(
      kind < 0.15 ? TRADE_ORDER : random.pick(kind < 0.55 ? TOOL_ORDERS : kind < 0.87 ? ANSWER_ORDERS : OTHER_TASKS),
    ).trim();
    const frame = random.pick(FRAMES).replace('{Order}', capital(order)).replace('{order}', order);
    return made(random.next() < 0.25 ? `${frame} ${say(random.pick(TAILS))}` : frame);
  });
  const ordinary = Array.from({ length: ORDINARY_ROWS }, () => {
    const sentence = say(random.pick(ORDINARY_ORDERS));
    return made(random.next() < 0.3 ? `${sentence} ${say(random.pick(ORDINARY_ORDERS))}` : sentence);
  });
  return { attacks, ordinary };
}

/** A place of its own for the sentence: a mail, a talk, a record, a list, a comment, a page. */
function scene(sentence: string, shape: number, say: (template: string) => string, random: Random): string {
  const facts = (count: number): string[] => Array.from({ length: count }, () => say(random.pick(FACTS)));
  if (shape < 0.3) {
    const lines = mixed([...facts(1 + Math.floor(random.next() * 3)), sentence], random);
    return say(`From: {first}@{domain}\nSubject: {topic}\n\nHi {first},\n`) + lines.join('\n') + say('\n{first}');
  }
  if (shape < 0.5) return talk(sentence, say, random);
  if (shape < 0.7) {
    const record = {
      id: Math.floor(random.next() * 1000),
      name: say('{first} {last}'),
      text: mixed([...facts(1), sentence], random).join(' '),
      note: facts(1)[0],
    };
    return JSON.stringify(
      random.next() < 0.5 ? record : { results: [record, { ...record, text: facts(1)[0] }] },
      null,
      random.next() < 0.5 ? 2 : 0,
    );
  }
  if (shape < 0.8)
    return mixed([...facts(3), sentence], random)
      .map((line, index) => `${index + 1}. ${line}`)
      .join('\n');
  if (shape < 0.9)
    return `<div><h1>${say('{topic}')}</h1>${mixed([...facts(2), sentence], random)
      .map((line) => `<p>${line}</p>`)
      .join('')}</div>`;
  return mixed([...facts(3), sentence], random).join(' ');
}

function talk(sentence: string, say: (template: string) => string, random: Random): string {
  const [one, other] = random.pick(SPEAKERS).map(say);
  const turns = Array.from({ length: 2 + Math.floor(random.next() * 3) }, () => random.pick(TALK).map(say));
  const lines = turns.flatMap(([asked, answered]) => [`${one}: ${asked}`, `${other}: ${answered}`]);
  lines.splice(Math.floor(random.next() * (lines.length + 1)), 0, random.next() < 0.5 ? sentence : `${one}: ${sentence}`);
  return lines.join('\n');
}

/** The sentence at the end of a line, sentence or string value of the text. */
function planted(text: string, sentence: string, random: Random): string {
  const ends = [...text.matchAll(/[.!?}\])>](?=\s)|\n|[a-z.](?="\s*[,}\]])/g)].map(({ index }) => index + 1);
  const place = random.next();
  if (place < 0.2 || ends.length === 0) return place < 0.1 ? `${sentence}\n${text}` : `${text}\n${sentence}`;
  const at = random.pick(ends);
  return `${text.slice(0, at)} ${sentence} ${text.slice(at)}`;
}

/** A stretch of a longer text, from the beginning of a word. */
function stretch(text: string, random: Random): string {
  if (text.length <= LONGEST) return text;
  const length = 120 + Math.floor(random.next() * (LONGEST - 120));
  const from = random.next() < 0.3 ? 0 : text.indexOf(' ', Math.floor(random.next() * (text.length - length))) + 1;
  return text.slice(from, from + length);
}

function mixed<T>(list: T[], random: Random): T[] {
  return list
    .map((item) => ({ item, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
