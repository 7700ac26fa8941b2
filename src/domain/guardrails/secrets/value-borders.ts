/** A value without what stands between it and its borders. */
interface BorderedValue {
  readonly start: number;
  readonly value: string;
  /** Marks on both sides of it are its borders. */
  readonly isEnclosed: boolean;
}

const BOLD = '**';
/** Blanks of a form that is filled in, before a value and behind it. */
const BLANK_BEFORE = /^_{2,}(?=[^_])/;
const BLANK_BEHIND = /_{2,}$/;
const LONG_BLANK = 3;
/** A command behind what a shell assigns. */
const COMMAND_BEHIND = /(?:;|&&?|\|\|?)((?:\.{0,2}\/)?[a-z][a-z./_-]{1,40})?$/;
/** Where a shell assigns a value to a name. */
const IN_SHELL = /(?:^|[\s;&|("'`])(?:export|set|declare|local|readonly|env)\s[A-Za-z_]\w{0,60}=$/;
const MAX_IN_SHELL = 80;
const LEAST = 3;

/** Drops marks of bold type, blanks of forms, the next cell of a row, and commands behind the assignments of a shell. */
export function withinBorders(text: string, from: number, whole: string): BorderedValue {
  if (text.startsWith(BOLD, from - BOLD.length) && whole.endsWith(BOLD))
    return { start: from, value: whole.slice(0, -BOLD.length), isEnclosed: true };
  const isBlankBefore = text.charAt(from - 1) === '_' || whole.startsWith('__');
  if (isBlankBefore || whole.endsWith('___')) {
    const lead = BLANK_BEFORE.exec(whole)?.[0].length ?? 0;
    const trail = BLANK_BEHIND.exec(whole)?.[0].length ?? 0;
    const own = whole.slice(lead, whole.length - (lead > 0 || trail >= LONG_BLANK ? trail : 0));
    if (own.length >= LEAST && own.length < whole.length) return { start: from + lead, value: own, isEnclosed: false };
  }
  return { start: from, value: withoutRest(text, from, whole), isEnclosed: false };
}

function withoutRest(text: string, from: number, whole: string): string {
  const before = text.charAt(from - 1);
  const cell = whole.indexOf('|');
  if (cell >= LEAST && (before === '|' || text.startsWith('| ', from - 2))) return whole.slice(0, cell);
  const command = before === '=' ? COMMAND_BEHIND.exec(whole) : null;
  if (command === null || command.index < LEAST) return whole;
  const [all, word] = command;
  // An operator alone is one of the shell only before a command.
  if (word === undefined && text.charAt(from + whole.length) !== ' ') return whole;
  const isShell = (word === undefined && all.length > 1) || IN_SHELL.test(text.slice(Math.max(0, from - MAX_IN_SHELL), from));
  return isShell ? whole.slice(0, command.index) : whole;
}
