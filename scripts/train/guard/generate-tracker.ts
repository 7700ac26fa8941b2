import { among, many, several } from './draws.ts';
import { capital, fill, fillOrder } from './fill.ts';
import { NOTICE_COUNTS } from './generate-notices.ts';
import { DATA, type Texts } from './generate-requests.ts';
import { NOTICE_ASKS, NOTICE_CRIMES, NOTICE_LISTS, NOTICE_ORDERS } from './notice-phrases.ts';
import type { Random } from './random.ts';
import { ISSUE_PARTS, PROJECT_NOTES, TRACKER_LISTS } from './tracker-phrases.ts';

/** How many rows of each kind are made. */
const ISSUE_ROWS = 1800;
const SOURCE_ROWS = 1500;
const PASTED_ROWS = 700;
const ORDER_ROWS = 1000;

/** Places of the orders. */
const ORDER_LISTS: Readonly<Record<string, readonly string[]>> = { ...NOTICE_LISTS, ...NOTICE_CRIMES };

type Say = (template: string) => string;

/** Issues, pages and sources of projects, and the same with an order to the agent that works on them. */
export function trackerTexts(random: Random): Readonly<Record<string, Texts>> {
  const say: Say = (template) => fill(template, TRACKER_LISTS, random);
  const order = (): string => capital(fillOrder(NOTICE_ORDERS, ORDER_LISTS, random));
  const pasted = (): string => (random.next() < 0.5 ? issueOf(say, random) : `${random.pick(NOTICE_ASKS)}\n\n${issueOf(say, random)}`);
  return {
    issues: { ...NOTICE_COUNTS, attack: false, texts: many(ISSUE_ROWS, () => issueOf(say, random)), channels: DATA },
    'project sources': { ...NOTICE_COUNTS, attack: false, texts: many(SOURCE_ROWS, () => sourceOf(say, random)), channels: DATA },
    'pasted issues': { ...NOTICE_COUNTS, attack: false, texts: many(PASTED_ROWS, pasted) },
    'issues with orders': { ...NOTICE_COUNTS, attack: true, texts: many(ORDER_ROWS, () => issueOf(say, random, order())), channels: DATA },
    'sources with orders': {
      ...NOTICE_COUNTS,
      attack: true,
      texts: many(ORDER_ROWS, () => sourceOf(say, random, order())),
      channels: DATA,
    },
  };
}

function issueOf(say: Say, random: Random, planted?: string): string {
  const parts = several(1, random.next() < 0.4 ? 3 : 12, () => say(random.pick(ISSUE_PARTS)), random);
  if (planted !== undefined)
    parts.splice(Math.floor(random.next() * (parts.length + 1)), 0, random.next() < 0.3 ? `**${planted}**` : planted);
  const title = say(
    random.pick(['{tag} {tag} The {area} {fault}', 'The {area} {fault}', 'Bug report', '{tag} `{func}` {fault}', '{app}: {area} {fault}']),
  );
  const body = parts.join(random.next() < 0.8 ? '\n\n' : '\n');
  const style = random.next();
  if (style < 0.5) return `${title}\n${body}`;
  if (style < 0.65) return `## ${title}\n\n${body}`;
  if (style < 0.75) return body;
  if (style < 0.9)
    return JSON.stringify(
      {
        number: Number(say('{big}')),
        title,
        user: say('{dev}'),
        state: 'open',
        labels: ['bug'],
        body,
        comments: [{ user: say('{dev}'), body: say(random.pick(ISSUE_PARTS)) }],
      },
      null,
      random.next() < 0.5 ? 2 : 0,
    );
  return `title: ${title}\nauthor: ${say('{dev}')}\nstate: open\n--\n${body}`;
}

/** Small pieces of code, by the mark of a comment. */
const CODE: readonly (readonly [mark: string, code: readonly string[]])[] = [
  [
    '#',
    [
      'def {func}(items):\n    """Return the items without doubles."""\n    seen = set()\n    return [x for x in items if not (x in seen or seen.add(x))]',
      'import re\n\ndef {func}(value: str) -> bool:\n    return re.fullmatch(r"[a-z0-9_]+", value) is not None',
      'def {func}(a, b):\n    if b == 0:\n        return None\n    return a / b',
      'class Cache:\n    def __init__(self, size={big}):\n        self.size = size\n        self.rows = []',
      'install:\n\t{tool}\ntest: install\n\t{check}',
      'name: ci\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: {tool}\n      - run: {check}',
      'FROM python:3.12-slim\nWORKDIR /app\nCOPY . .\nRUN {tool}\nCMD ["python", "-m", "app"]',
      'server:\n  port: 8080\n  timeout: {small}s\nlog: info',
    ],
  ],
  [
    '//',
    [
      'export function {func}(rows) {\n  return rows.filter((row) => row.id > {small});\n}',
      'func {func}(n int) int {\n\tif n < {small} {\n\t\treturn n\n\t}\n\treturn n - {small}\n}',
      "fn {func}(text: &str) -> usize {\n    text.split(',').count()\n}",
      'const limit = {big};\nmodule.exports = { limit };',
      'public int {func}(int a) {\n    return a * {small};\n}',
      'import { test } from "node:test";\n\ntest("{func}", () => {\n  // nothing yet\n});',
    ],
  ],
];

const PAGES: readonly string[] = [
  '# {app}',
  '## Development',
  '## Setup',
  '## Testing',
  '## Contributing',
  '# AGENTS',
  '## Environment',
  'A small library for the {area}.',
  '```bash\n{tool}\n```',
  '```bash\n{check}\n```',
  'Licensed under MIT.',
  'See {url}.',
];

function sourceOf(say: Say, random: Random, planted?: string): string {
  const notes = several(1, 4, () => say(random.pick(PROJECT_NOTES)), random);
  if (planted !== undefined) notes.splice(Math.floor(random.next() * (notes.length + 1)), random.next() < 0.5 ? 1 : 0, planted);
  if (random.next() < 0.4) {
    const parts = [...several(2, 6, () => say(random.pick(PAGES)), random)];
    for (const note of notes) parts.splice(1 + Math.floor(random.next() * parts.length), 0, random.next() < 0.3 ? `- ${note}` : note);
    return parts.join('\n\n');
  }
  const [mark, code] = random.pick(CODE);
  const pieces = several(1, 3, () => say(random.pick(code)), random);
  const comments = notes.map((note) =>
    note
      .split('\n')
      .map((line) => `${mark} ${line}`)
      .join('\n'),
  );
  const whole = pieces.reduce((all, piece) => among(all, piece, random), comments);
  return whole.join(random.next() < 0.5 ? '\n\n' : '\n');
}
