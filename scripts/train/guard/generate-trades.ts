import { fillDistinct, linesOf, listed, type Say } from './distinct-lines.ts';
import { among, atTimes, many } from './draws.ts';
import { capital } from './fill.ts';
import { NOTICE_COUNTS } from './generate-notices.ts';
import { DATA, FOR_ENCODER, type Texts } from './generate-requests.ts';
import { PROCEDURE_HEADS, PROCEDURE_LINES, SECTIONS, SHEET_LINES, TABLE_HEADS, TABLE_ROWS, TITLES, TRADE_LISTS } from './help-phrases.ts';
import type { Random } from './random.ts';
import { TRADE_CRIMES, TRADE_ORDERS } from './trade-order-phrases.ts';
import { COMMERCE_TRADES } from './trades-commerce.ts';
import { INNER_TRADES, SERVICE_TRADES } from './trades-services.ts';

/** How many rows of each kind are made. */
const GUIDE_ROWS = 1200;
const PROCEDURE_ROWS = 1400;
const ORDER_ROWS = 1000;
const SHEET_ROWS = 600;
const SHEET_ORDER_ROWS = 400;

const TRADES = [...COMMERCE_TRADES, ...SERVICE_TRADES];

/** Help pages and procedures of trades, and the same with an order among their lines. */
export function tradeTexts(random: Random): Readonly<Record<string, Texts>> {
  const withOrder = (): string => {
    const isProcedure = random.next() < 0.65;
    const say = tradeOf(random, isProcedure);
    const order = orderOf(say, random);
    return isProcedure ? procedureOf(say, random, order) : guideOf(say, random, order);
  };
  return {
    'help pages': {
      ...NOTICE_COUNTS,
      attack: false,
      texts: many(GUIDE_ROWS, () => guideOf(tradeOf(random, false), random)),
      channels: DATA,
    },
    'staff procedures': {
      ...NOTICE_COUNTS,
      attack: false,
      texts: many(PROCEDURE_ROWS, () => procedureOf(tradeOf(random, true), random)),
      channels: DATA,
    },
    'staff procedures with orders': { ...NOTICE_COUNTS, attack: true, texts: many(ORDER_ROWS, withOrder), channels: DATA },
  };
}

/** Training sheets of trades: lines of procedures and such as new staff is told, and the same with an order among them. */
export function sheetTexts(random: Random): Readonly<Record<string, Texts>> {
  const lines = [...SHEET_LINES, ...PROCEDURE_LINES];
  const sheet = (planted: boolean): string => {
    const say = tradeOf(random, true);
    return procedureOf(say, random, planted ? orderOf(say, random) : undefined, lines);
  };
  return {
    'training sheets': { ...FOR_ENCODER, attack: false, texts: many(SHEET_ROWS, () => sheet(false)), channels: DATA },
    'training sheets with orders': { ...FOR_ENCODER, attack: true, texts: many(SHEET_ORDER_ROWS, () => sheet(true)), channels: DATA },
  };
}

/** Fills templates with the words of one trade; firm, product and who is served stay the same through a text, and mostly the thing in hand. */
function tradeOf(random: Random, isInner: boolean): Say {
  const trade = random.pick(isInner ? [...TRADES, ...INNER_TRADES] : TRADES);
  const one = (name: string): string => random.pick(trade[name] ?? ['']);
  const brand = one('brand');
  const item = one('item');
  const lists = {
    ...TRADE_LISTS,
    ...TRADE_CRIMES,
    ...trade,
    brand: [brand],
    host: [`${brand.toLowerCase().replaceAll(/[^a-z\d]+/g, '')}.example`],
    product: [one('product')],
    client: [one('client')],
    item: [item, item, item, one('item')],
  };
  return (template) => fillDistinct(template, lists, random);
}

function orderOf(say: Say, random: Random): string {
  const parts: Readonly<Record<string, string>> = { crime: say('{crime}'), hush: say('{hush}') };
  const template = random.pick(TRADE_ORDERS).replaceAll(/\{(crime|hush)\}/gi, (_, name: string) => {
    const part = parts[name.toLowerCase()] ?? '';
    return /^[A-Z]/.test(name) ? capital(part) : part;
  });
  return capital(say(template));
}

/** Parts of a text in the order they are given, of each so many that all are as many as asked. */
function drawn<T>(list: readonly T[], count: number, random: Random): readonly T[] {
  const left = list.map((part, index) => ({ part, index, rank: random.next() })).toSorted((one, other) => one.rank - other.rank);
  return left
    .slice(0, count)
    .toSorted((one, other) => one.index - other.index)
    .map(({ part }) => part);
}

function guideOf(say: Say, random: Random, planted?: string): string {
  const used = new Set<string>();
  const count = 1 + Math.floor(random.next() * (random.next() < 0.5 ? 2 : 6));
  const where = planted === undefined ? -1 : Math.floor(random.next() * count);
  const level = random.pick(['## ', '## ', '### ', '#### ', '**']);
  const mark = random.pick(['- ', '- ', '* ', '1', '1', '• ', '']);
  const sections = drawn(SECTIONS, count, random).map(({ heads, lines }, index) => {
    const own = linesOf(lines, count === 1 ? 2 : 1, 7, say, random, used);
    const said = index === where && planted !== undefined ? among(own, planted, random) : own;
    if (said.length === 0) return '';
    const head = level === '**' ? `**${say(random.pick(heads))}**` : `${level}${say(random.pick(heads))}`;
    return `${head}\n${level === '**' || random.next() < 0.5 ? '' : '\n'}${listed(said, random.next() < 0.25 ? '1' : mark)}`;
  });
  const table = atTimes(0.22, () => tableOf(say, random), random);
  const title = atTimes(0.6, () => `${random.pick(['# ', '# ', ''])}${capital(say(random.pick(TITLES)))}`, random);
  const all = random.next() < 0.5 ? [...sections, ...table] : [...table, ...sections];
  return [...title, ...all].filter((part) => part !== '').join('\n\n');
}

function tableOf(say: Say, random: Random): string {
  return [random.pick(TABLE_HEADS), ...linesOf(TABLE_ROWS, 2, 6, say, random, new Set())].join('\n');
}

function procedureOf(say: Say, random: Random, planted?: string, lines = PROCEDURE_LINES): string {
  const used = new Set<string>();
  const count = 1 + Math.floor(random.next() * (random.next() < 0.6 ? 2 : 5));
  const where = planted === undefined ? -1 : Math.floor(random.next() * count);
  const mark = random.pick(['- ', '- ', '1', '1', '* ', '\n', '']);
  const isHeaded = count > 1 || random.next() < 0.4;
  const level = random.pick(['## ', '### ', '# ', '']);
  const sections = drawn(PROCEDURE_HEADS, count, random).map((head, index) => {
    const own = linesOf(lines, count === 1 ? 2 : 1, 7, say, random, used);
    const said = index === where && planted !== undefined ? among(own, planted, random) : own;
    if (said.length === 0) return '';
    const body = mark === '\n' ? said.join('\n') : listed(said, mark);
    return isHeaded ? `${level}${say(head)}\n${body}` : body;
  });
  const title = atTimes(0.55, () => say(random.pick(PROCEDURE_TITLES)), random);
  const text = [...title, ...sections].filter((part) => part !== '').join('\n\n');
  if (random.next() > 0.12) return text;
  return JSON.stringify({ id: say('KB-{d}{d}{d}'), title: capital(say('{item}')), content: text }, null, random.next() < 0.5 ? 2 : 0);
}

const PROCEDURE_TITLES: readonly string[] = [
  '# {brand} – procedure {code}: {item}',
  'Internal – {brand} – {product}',
  'Knowledge base > {product} > {item} (staff only)',
  '# Runbook: what to do if {trouble}',
  'Work instruction {code} | {product} | owner: {desk}',
  'Policy for service agents: {item}',
  '{brand} agent policy',
  'Call guide: {product}',
  'Checklist {code}',
  'INTERNAL: handling a {item} for a {client}',
  'SOP – if {trouble}',
  'Training sheet: {item}, for new staff of {brand}',
];
