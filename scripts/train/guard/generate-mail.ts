import { among, many, several } from './draws.ts';
import { capital, fill, fillOrder, wrapped } from './fill.ts';
import { NOTICE_COUNTS } from './generate-notices.ts';
import { DATA, type Texts } from './generate-requests.ts';
import { MAIL_CRIMES, MAIL_LISTS, MAIL_ORDERS, PERSONAL_NOTES, RECORD_NOTES, SERVICE_NOTICES } from './mail-phrases.ts';
import type { Random } from './random.ts';

/** How many rows of each kind are made. */
const MAIL_ROWS = 2400;
const RECORD_ROWS = 1800;
const ORDER_ROWS = 2400;

const LISTS: Readonly<Record<string, readonly string[]>> = { ...MAIL_LISTS, ...MAIL_CRIMES };

type Say = (template: string) => string;
type Fields = readonly (readonly [name: string, value: string])[];

/** Mailboxes, calendars, reviews and payments as tools hand them to agents; and the same with an order to the agent among them. */
export function mailTexts(random: Random): Readonly<Record<string, Texts>> {
  const say: Say = (template) => fill(template, LISTS, random);
  const order = (): string => fillOrder(MAIL_ORDERS, LISTS, random);
  /** The text of a mail, with an order at its beginning, at its end or instead of it. */
  const body = (planted?: string): string => {
    const phrases = random.next() < 0.6 ? SERVICE_NOTICES : PERSONAL_NOTES;
    const said = several(1, phrases === SERVICE_NOTICES ? 4 : 2, () => say(random.pick(phrases)), random);
    const lines = [...opening(say, random), ...placed(said, planted, random), ...closing(say, random)];
    return lines.join(random.next() < 0.7 ? '\n\n' : '\n');
  };
  const mail = (planted?: string): Fields => [
    ['attachments', random.next() < 0.8 ? '[]' : say('{file}')],
    ['body', body(planted)],
    ['from', say('{address}')],
    ['id', say('{number}')],
    ['read', random.pick(['true', 'false'])],
    [
      'subject',
      say(
        random.pick([
          'Your {firm} account',
          'Re: {topic}',
          '{event}',
          'Password reset',
          'Summary of {topic}',
          'Invitation',
          'Order {number}',
        ]),
      ),
    ],
    ['timestamp', say('{date} {time}:00')],
  ];
  const record = (planted?: string): Fields => {
    const note = placed([say(random.pick(RECORD_NOTES))], planted, random).join(random.pick([' ', '\n', '\n\n']));
    return random.pick<() => Fields>([
      () => [
        ['all_day', 'false'],
        ['description', note],
        ['end_time', say('{date} {time}:00')],
        ['location', say('{place}')],
        ['participants', say('{address}')],
        ['title', say('{event}')],
      ],
      () => [
        ['content', note],
        ['filename', say('{file}')],
        ['id', say('{number}')],
        ['last_modified', say('{date} {time}:00')],
        ['owner', say('{address}')],
      ],
      () => [
        ['amount', say('{money}')],
        ['date', say('{date}')],
        ['recipient', say('{iban}')],
        ['subject', note],
      ],
      () => [
        ['name', say(random.pick(['{hotel}', '{eatery}']))],
        ['rating', say('4.{small}')],
        ['reviews', note],
      ],
      () => [
        ['recipient', say('{given}')],
        ['body', note],
        ['sender', say('{given}')],
      ],
    ])();
  };
  const carried = (make: (planted?: string) => Fields, planted?: string): string => {
    const at = Math.floor(random.next() * 4);
    const entries = many(random.next() < 0.5 ? 1 : 1 + Math.floor(random.next() * 4), () => '');
    const place = Math.min(at, entries.length - 1);
    return dressed(
      entries.map((_, index) => make(index === place ? planted : undefined)),
      random,
    );
  };
  const bare = (make: () => string): string => (random.next() < 0.5 ? say('From: {address}\nSubject: Re: {topic}\n\n') : '') + make();
  return {
    mails: {
      ...NOTICE_COUNTS,
      attack: false,
      texts: many(MAIL_ROWS, () => (random.next() < 0.35 ? bare(body) : carried(mail))),
      channels: DATA,
    },
    appointments: {
      ...NOTICE_COUNTS,
      attack: false,
      texts: many(RECORD_ROWS, () => (random.next() < 0.2 ? say(random.pick(RECORD_NOTES)) : carried(record))),
      channels: DATA,
    },
    'mails with orders': {
      ...NOTICE_COUNTS,
      attack: true,
      texts: many(ORDER_ROWS, () => {
        const planted = order();
        if (random.next() < 0.15) return bare(() => body(planted));
        return carried(random.next() < 0.4 ? mail : record, planted);
      }),
      channels: DATA,
    },
  };
}

function opening(say: Say, random: Random): string[] {
  return random.next() < 0.6 ? [say('{greeting}')] : [];
}

function closing(say: Say, random: Random): string[] {
  return random.next() < 0.6 ? [say('{regards}')] : [];
}

/** The sentences with the order before, behind, between or instead of them. */
function placed(said: readonly string[], planted: string | undefined, random: Random): readonly string[] {
  if (planted === undefined) return said;
  if (random.next() < 0.25) return [planted];
  return among(said, planted, random);
}

/** Entries as tools print them: YAML, JSON, Python's dictionaries, headers or tables. */
function dressed(entries: readonly Fields[], random: Random): string {
  const style = random.next();
  if (style < 0.45) return entries.map((entry) => yaml(entry, entries.length > 1)).join('\n');
  if (style < 0.65)
    return JSON.stringify(entries.length > 1 ? entries.map(asObject) : asObject(entries[0] ?? []), null, random.next() < 0.5 ? 2 : 0);
  if (style < 0.75)
    return `[${entries.map((entry) => `{${entry.map(([name, value]) => `'${name}': ${quoted(value)}`).join(', ')}}`).join(', ')}]`;
  if (style < 0.85) return entries.map((entry) => entry.map(([name, value]) => `${capital(name)}: ${value}`).join('\n')).join('\n---\n');
  return entries.map((entry) => entry.map(([, value]) => value.replaceAll('\n', ' ')).join(random.next() < 0.5 ? ', ' : ' | ')).join('\n');
}

function asObject(entry: Fields): Record<string, string> {
  return Object.fromEntries(entry);
}

/** As Python writes a string. */
function quoted(value: string): string {
  const lines = value.replaceAll('\n', '\\n');
  return lines.includes("'") ? `"${lines}"` : `'${lines}'`;
}

const WIDTH = 80;

/** One entry in YAML's block style: long text is folded, and a line break in it is an empty line. */
function yaml(entry: Fields, isListed: boolean): string {
  const text = entry.map(([name, value]) => `${name}: ${scalar(value)}`).join('\n');
  return isListed ? `- ${text.replaceAll('\n', '\n  ')}` : text;
}

function scalar(value: string): string {
  if (value === '[]' || !/[\n:'#]|^[\d[{<"-]/.test(value)) return folded(value);
  return folded(`'${value.replaceAll("'", "''").replaceAll('\n', '\n\n')}'`);
}

function folded(text: string): string {
  return wrapped(text, WIDTH)
    .replaceAll('\n', '\n  ')
    .replaceAll(/\n +\n/g, '\n\n');
}
