import { among, atTimes, many, several } from './draws.ts';
import { capital, fill, wrapped } from './fill.ts';
import { NOTICE_COUNTS } from './generate-notices.ts';
import { DATA, FOR_ENCODER, type Texts } from './generate-requests.ts';
import { NOTICE_ASKS } from './notice-phrases.ts';
import type { Random } from './random.ts';
import { REPOSITORY_LISTS } from './repository-lists.ts';
import { COMMENT_FRAMES, HIDES, LOUD_FRAMES, NOTE_FRAMES, PLAIN_DEEDS, TAILS, TRAP_DEEDS } from './repository-note-phrases.ts';
import { ISSUE_PARTS, PAGE_PARTS, REMARKS, REPLIES, TITLES } from './repository-phrases.ts';
import { type Language, LANGUAGES } from './source-languages.ts';

/** How many rows of each kind are made. */
const ISSUE_ROWS = 1200;
const SOURCE_ROWS = 1000;
const TRAP_ROWS = 500;
const PASTED_ROWS = 800;

const LISTS: Readonly<Record<string, readonly string[]>> = {
  ...REPOSITORY_LISTS,
  Thing: REPOSITORY_LISTS['thing']!.map(capital),
  Why: REPOSITORY_LISTS['why']!.map(capital),
};

/** What makes the pieces of one carrier. */
interface Maker {
  readonly random: Random;
  say(template: string): string;
  /** A note in one of the frames that asks for an ordinary deed or for a trap's. */
  note(frames: readonly string[], isTrap: boolean): string;
}

/** Issues, pages and sources of projects, and the same with a trap for the agent that works on them; only what is asked for tells them apart. */
export function repositoryTexts(random: Random): Readonly<Record<string, Texts>> {
  const rows = (count: number, attack: boolean, make: (maker: Maker, isTrap: boolean) => string): Texts => ({
    ...NOTICE_COUNTS,
    attack,
    texts: many(count, () => make(makerOf(random), attack)),
    channels: DATA,
  });
  const pasted = (): string => {
    const issue = issueOf(makerOf(random), false);
    return random.next() < 0.6 ? issue : `${random.pick(NOTICE_ASKS)}\n\n${issue}`;
  };
  return {
    'repository issues': rows(ISSUE_ROWS, false, issueOf),
    'repository sources': rows(SOURCE_ROWS, false, sourceOf),
    'repository issues with traps': rows(TRAP_ROWS, true, issueOf),
    'repository sources with traps': rows(TRAP_ROWS, true, sourceOf),
    'pasted repository issues': { ...FOR_ENCODER, attack: false, texts: many(PASTED_ROWS, pasted) },
  };
}

/** What makes the pieces of one project, which has one name in all of them. */
function makerOf(random: Random): Maker {
  const app = random.pick(LISTS['app']!);
  const lists = { ...LISTS, app: [app], App: [capital(app)], org: [random.pick(LISTS['org']!)] };
  const say = (template: string): string => fill(template, lists, random);
  const note = (frames: readonly string[], isTrap: boolean): string => {
    const deed = say(settled(random.pick(isTrap ? TRAP_DEEDS : PLAIN_DEEDS), random));
    const framed = say(random.pick(isTrap && random.next() < 0.1 ? LOUD : frames))
      .replaceAll('@@deed@@', () => deed)
      .replaceAll('@@Deed@@', () => capital(deed));
    return atTimes(0.25, () => say(random.pick(isTrap ? HIDES : TAILS)), random).reduce(tailed, framed);
  };
  return { random, say, note };
}

/** From `least` to `most` different templates in the order of their list, as forms have them, or in any. */
function drawn(templates: readonly string[], least: number, most: number, { random, say }: Maker): string[] {
  const places = several(least, most, () => String(Math.floor(random.next() * templates.length)), random).map(Number);
  return (random.next() < 0.6 ? places.toSorted((one, other) => one - other) : places).map((place) => say(templates[place]!));
}

/** The template with one and the same word wherever it names a field, a variable or a package. */
function settled(template: string, random: Random): string {
  return ['field', 'envvar', 'badpkg'].reduce((text, name) => {
    const word = random.pick(LISTS[name]!);
    return text.replaceAll(`{${name}}`, () => word);
  }, template);
}

/** A note with a sentence after it, inside of what closes the note. */
function tailed(note: string, tail: string): string {
  const close = [' -->', '\n\n</details>', ' [[/AGENT]]'].find((end) => note.endsWith(end)) ?? '';
  const inside = note.slice(0, note.length - close.length);
  return `${inside}${/[.!?]$/u.test(inside) ? '' : '.'} ${tail}${close}`;
}

/** The frames with marks in the place of the deed, which is filled before. */
function marked(frames: readonly string[]): readonly string[] {
  return frames.map((frame) => frame.replaceAll('{deed}', '@@deed@@').replaceAll('{Deed}', '@@Deed@@'));
}

const NOTES = marked(NOTE_FRAMES);
const COMMENTS = marked(COMMENT_FRAMES);
const LOUD = marked(LOUD_FRAMES);

function issueOf(maker: Maker, isTrap: boolean): string {
  const { random, say, note } = maker;
  const isShort = random.next() < 0.35;
  let body = drawn(ISSUE_PARTS, isShort ? 2 : 4, isShort ? 4 : 10, maker);
  let comments = drawn(REPLIES, 0, random.next() < 0.5 ? 1 : 5, maker);
  const notes = random.next() < (isTrap ? 0.35 : 0.8) ? several(1, isTrap ? 1 : 2, () => note(NOTES, false), random) : [];
  if (isTrap) notes.push(note(NOTES, true));
  for (const one of notes) {
    if (comments.length > 0 && random.next() < 0.4) comments = among(comments, one, random);
    else body = among(body, one, random);
  }
  const title = capital(say(random.pick(TITLES)));
  const joint = random.next() < 0.85 ? '\n\n' : '\n';
  return random.pick(ISSUE_DRESSES)({ title, body: body.join(joint), comments, random, say });
}

interface Issue {
  readonly title: string;
  readonly body: string;
  readonly comments: readonly string[];
  readonly random: Random;
  say(template: string): string;
}

/** An issue as its page, as a mail, as tools and interfaces give it. */
const ISSUE_DRESSES: readonly ((issue: Issue) => string)[] = [
  plainIssue,
  plainIssue,
  plainIssue,
  ({ title, body, comments, say }) =>
    [`# ${title}`, body, ...comments.map((text) => say('**@{dev}** commented on {date}:\n\n') + text)].join('\n\n'),
  ({ title, body, comments, say }) =>
    [
      `title:\t${title}\nstate:\tOPEN\nauthor:\t${say('{dev}\nlabels:\t{label}, {label}\nnumber:\t{num}')}\n--\n${body}`,
      ...comments.map((text) => say('{dev} ({date}): ') + text),
    ].join('\n\n'),
  jsonIssue,
  jsonIssue,
  ({ title, body, comments, say }) =>
    [
      say(`- number: {num}\n  user: {dev}\n  labels: [{label}, {label}]\n  title: `) + JSON.stringify(title),
      `  body: |\n${indented(body, '    ')}`,
      ...(comments.length > 0
        ? ['  comments:', ...comments.map((text) => say('    - user: {dev}\n      body: |\n') + indented(text, '        '))]
        : []),
    ].join('\n'),
  ({ title, body, comments, say }) =>
    [
      say(`Subject: Re: [{org}/{app}] `) + title + say('\nFrom: {dev} <notifications@git.example>\n'),
      body,
      ...comments,
      say('-- \nReply to this mail directly or view it at https://git.example/{org}/{app}/issues/{num}'),
    ].join('\n'),
];

function plainIssue({ title, body, comments, random, say }: Issue): string {
  const head = random.next() < 0.85 ? [title] : [];
  return [...head, body, ...comments.map((text) => (random.next() < 0.5 ? say('@{dev}: ') + text : text))].join(
    random.next() < 0.5 ? '\n' : '\n\n',
  );
}

function jsonIssue({ title, body, comments, random, say }: Issue): string {
  const record = {
    number: Number(say('1{n}{n}{n}')),
    title,
    state: random.pick(['open', 'open', 'closed']),
    user: { login: say('{dev}') },
    labels: several(0, 3, () => say('{label}'), random).map((name) => ({ name })),
    body,
  };
  const whole = comments.length > 0 ? { ...record, comments: comments.map((text) => ({ user: say('{dev}'), body: text })) } : record;
  return JSON.stringify(random.next() < 0.3 ? [whole] : whole, null, random.next() < 0.6 ? 2 : 0);
}

function sourceOf(maker: Maker, isTrap: boolean): string {
  const share = maker.random.next();
  if (share < 0.36) return pageOf(maker, isTrap);
  return share < 0.42 ? manifestOf(maker, isTrap) : codeOf(maker, maker.random.pick(LANGUAGES), isTrap);
}

/** A page about working on a project. */
function pageOf(maker: Maker, isTrap: boolean): string {
  const { random, note } = maker;
  const parts = drawn(PAGE_PARTS, 2, random.next() < 0.5 ? 4 : 10, maker);
  const titles = parts.filter((part) => part.startsWith('# ')).slice(0, 1);
  const rest = parts.filter((part) => !part.startsWith('# '));
  const twins = random.next() < (isTrap ? 0.4 : 0.8) ? several(1, isTrap ? 1 : 3, () => note(NOTES, false), random) : [];
  const mixed = twins.reduce((pieces, twin) => among(pieces, twin, random), rest);
  const text = [...titles, ...(isTrap ? among(mixed, note(NOTES, true), random) : mixed)].join('\n\n');
  const path = random.pick([
    'README.md',
    'CONTRIBUTING.md',
    'AGENTS.md',
    'CLAUDE.md',
    'docs/development.md',
    '.github/PULL_REQUEST_TEMPLATE.md',
    'HACKING.md',
  ]);
  return shown(text, path, 'markdown', random);
}

/** A manifest of a package, whose notes stand in a field of their own. */
function manifestOf({ random, say, note }: Maker, isTrap: boolean): string {
  const notes = random.next() < (isTrap ? 0.5 : 1) ? [note(COMMENTS, false)] : [];
  const all = isTrap ? among(notes, note(COMMENTS, true), random) : notes;
  const script = (): string => random.pick(['test', 'lint', 'build', 'codegen', 'prepare', 'check']);
  const fields = (
    [
      ['version', say('{ver}')],
      ['private', true],
      ['type', 'module'],
      ['scripts', record(script, () => say('{plaincmd}'), random)],
      [
        'devDependencies',
        record(
          () => say('{goodpkg}'),
          () => say('^{ver}'),
          random,
        ),
      ],
      ['engines', { node: '>=22' }],
    ] satisfies Field[]
  ).filter(() => random.next() < 0.75);
  const comment: Field = [random.pick(['//', '//', '_comment', 'description', '$note']), all.length === 1 ? all[0] : all];
  const manifest: Field[] = [['name', say('@{org}/{app}')], ...among<Field>(fields, comment, random)];
  return shown(JSON.stringify(Object.fromEntries(manifest), null, 2), 'package.json', 'json', random);
}

/** A name in a manifest and what stands under it. */
type Field = [name: string, value: unknown];

/** Up to four names with what they stand for. */
function record(name: () => string, value: () => string, random: Random): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 1 + Math.floor(random.next() * 4) }, (): [string, string] => [name(), value()]));
}

/** A stretch of a source file with comments. */
function codeOf(maker: Maker, language: Language, isTrap: boolean): string {
  const { random, say, note } = maker;
  const comment = (text: string): string => commented(text, language, random);
  const code = drawn(language.code, 2, random.next() < 0.5 ? 3 : 7, { ...maker, say: (template) => say(settled(template, random)) });
  const remarks = several(language.name === 'css' ? 1 : 0, 3, () => comment(say(random.pick(REMARKS))), random);
  const twins = random.next() < (isTrap ? 0.3 : 0.8) ? several(1, isTrap ? 1 : 2, () => comment(note(COMMENTS, false)), random) : [];
  const mixed = [...remarks, ...twins].reduce((pieces, piece) => among(pieces, piece, random), code);
  const text = (isTrap ? among(mixed, comment(note(COMMENTS, true)), random) : mixed).join(random.next() < 0.6 ? '\n' : '\n\n');
  return shown(text, say(language.path), language.name, random);
}

/** A note as a comment of the language. */
function commented(text: string, { line, block }: Language, random: Random): string {
  const width = random.next() < 0.3 ? 1000 : 66 + Math.floor(random.next() * 40);
  const lines = wrapped(text, width).split('\n');
  if (block === undefined || random.next() < 0.6) return lines.map((one) => (line[0] + one + line[1]).trimEnd()).join('\n');
  return [block[0], ...lines.map((one) => (block[1] + one).trimEnd()), block[2]].join('\n');
}

function indented(text: string, by: string): string {
  return text.replaceAll(/^(?=.)/gmu, by);
}

/** A file as it is, or as tools of agents show it. */
function shown(text: string, path: string, language: string, random: Random): string {
  const lines = text.split('\n');
  const first = random.next() < 0.6 ? 1 : 10 + Math.floor(random.next() * 200);
  return random.pick<() => string>([
    () => text,
    () => text,
    () => text,
    () => `${path}\n\n${text}`,
    () => `\`\`\`${language}\n${text}\n\`\`\``,
    () => lines.map((line, index) => `${String(first + index).padStart(6)}\t${line}`).join('\n'),
    () => JSON.stringify({ path, content: text }, null, random.next() < 0.5 ? 2 : 0),
    () =>
      `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -${first},3 +${first},${lines.length} @@\n${lines.map((line) => (random.next() < 0.6 ? '+' : ' ') + line).join('\n')}`,
    () => `<file path="${path}">\n${text}\n</file>`,
    () => lines.map((line, index) => `${path}:${first + index}:${line}`).join('\n'),
  ])();
}
