import { CODE_ASKS, CODE_LISTS, MANUAL_LINES, MARKUP_TAGS, MARKUP_WORDS, PROGRAMS, RECORD_LINES } from './code-phrases.ts';
import { fill } from './fill.ts';
import type { Texts } from './generate-requests.ts';
import type { Random } from './random.ts';

/** How many rows of each kind are made. */
const PROGRAM_ROWS = 1500;
const MANUAL_ROWS = 700;
const RECORD_ROWS = 900;
const BYTE_ROWS = 500;
const MARKUP_ROWS = 600;

/** Who pastes or hands over code. */
const CHANNELS = ['user', 'tool', 'user', 'document', 'tool'] as const;
const ALPHABET = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');

/** Programs, their manuals, records and bytes, as coding assistants read them all day; none is an attack, though they speak of rules to ignore. */
export function codeTexts(random: Random): Readonly<Record<string, Texts>> {
  const say = (list: readonly string[]): string => fill(random.pick(list), CODE_LISTS, random);
  const lines = (list: readonly string[], least: number, most: number, joint = '\n'): string =>
    Array.from({ length: least + Math.floor(random.next() * (most - least + 1)) }, () => say(list)).join(joint);
  const asked = (index: number, body: string): string => {
    if (CHANNELS[index % CHANNELS.length] !== 'user' || random.next() < 0.3) return body;
    const pasted = random.next() < 0.4 ? `\`\`\`\n${body}\n\`\`\`` : body;
    return random.next() < 0.7 ? `${say(CODE_ASKS)}\n\n${pasted}` : `${pasted}\n\n${say(CODE_ASKS)}`;
  };
  const many = (count: number, make: () => string): Texts => ({
    attack: false,
    texts: Array.from({ length: count }, (_, index) => asked(index, make())),
    channels: CHANNELS,
  });
  /** Records mostly hold lines of one kind. */
  const records = (): string => {
    const kind = [random.pick(RECORD_LINES)];
    return random.next() < 0.75 ? lines(kind, 4, 24) : lines(RECORD_LINES, 4, 12);
  };
  return {
    programs: many(PROGRAM_ROWS, () => lines(random.pick(PROGRAMS), 2, 9, random.next() < 0.5 ? '\n\n' : '\n')),
    manuals: many(MANUAL_ROWS, () => lines(MANUAL_LINES, 3, 12, random.next() < 0.4 ? '\n\n' : '\n')),
    records: many(RECORD_ROWS, records),
    bytes: many(BYTE_ROWS, () => bytes(random)),
    markup: { ...many(MARKUP_ROWS, () => markup(say, random)), weight: 0.4 },
  };
}

/** Test vectors, keys in arrays, images in base64: letters without words. */
function bytes(random: Random): string {
  const hex = (count: number): string => Array.from({ length: count }, () => Math.floor(random.next() * 16).toString(16)).join('');
  const escaped = (): string => (random.next() < 0.6 ? `\\x${hex(2)}` : random.pick(ALPHABET));
  const row = random.pick<(count: number) => string>([
    (count) => `\t"${Array.from({ length: count }, escaped).join('')}",`,
    (count) => `\t\t"${Array.from({ length: count }, () => `\\x${hex(2)}`).join('')}" +`,
    () => `  0x${hex(16)}, 0x${hex(16)},`,
    () => `  0x${hex(2)}, 0x${hex(2)}, 0x${hex(2)}, 0x${hex(2)}, 0x${hex(2)},`,
    (count) => Array.from({ length: count * 2 }, () => random.pick(ALPHABET)).join(''),
    () => `${hex(40)}  ${hex(6)}.tar.gz`,
    () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    () => `"integrity": "sha512-${Array.from({ length: 86 }, () => random.pick(ALPHABET)).join('')}==",`,
  ]);
  return Array.from({ length: 3 + Math.floor(random.next() * 18) }, () => row(10 + Math.floor(random.next() * 30))).join('\n');
}

/** Pages, records and trees, whose marks say nothing by themselves. */
function markup(say: (list: readonly string[]) => string, random: Random): string {
  const word = (): string => random.pick(MARKUP_WORDS);
  const name = (): string => (random.next() < 0.5 ? word() : `${word()}_${word()}`);
  const line = (): string => say(random.pick([MANUAL_LINES, RECORD_LINES]));
  const link = (): string => `https://${word()}.org/${word()}/${word()}.html`;
  const count = 3 + Math.floor(random.next() * 14);
  const lines = (make: (index: number) => string, joint: string): string =>
    Array.from({ length: count }, (_, index) => make(index)).join(joint);
  const tag = random.pick(MARKUP_TAGS);
  return random.pick<() => string>([
    () => `<ul>${lines(() => `<li><a href="${link()}">${word()} ${word()}</a></li>`, random.next() < 0.5 ? '' : '\n')}</ul>`,
    () => `<table border="0"><tr>${lines(() => `<td bgcolor="#eeeecc"><b>${name()}</b></td>`, '')}</tr></table>`,
    () => `<?xml version="1.0"?>\n<${tag}>\n${lines(() => `  <${word()} id="${name()}">${line()}</${word()}>`, '\n')}\n</${tag}>`,
    () => `{${lines(() => `"${name()}_link": "http:\\/\\/api.${word()}.dev\\/${name()}"`, ', ')}}`,
    () =>
      JSON.stringify(
        Array.from({ length: count }, () => ({ [name()]: word(), [name()]: line(), [name()]: random.next() < 0.5 })),
        null,
        2,
      ),
    () => lines((index) => `${'| '.repeat(1 + (index % 3))}+-${name()}: ${random.next() < 0.5 ? 'True' : word()}`, '\n'),
    () => lines(() => `    '${name()}: ${random.pick(['True', 'False', '0', word()])}\\n',`, '\n'),
    () => lines(() => `${name()}:\n  ${name()}: ${random.pick(['on', 'off', 'true', 'false', word()])}`, '\n'),
    () => `<div class="${name()}">\n${lines(() => `  <p>${line()}</p><br />`, '\n')}\n</div>`,
    () => lines(() => `.TP\n\\fB\\-\\-${name()}\\fR\n${line()}\n.RE`, '\n'),
    () => lines(() => `| ${name()} | ${word()} | ${line()} |`, '\n'),
    () => lines(() => `[${name()}]\n${name()} = ${word()}`, '\n'),
  ])();
}
