/** A range of code points, both ends included. */
export type CodeRange = readonly [from: number, to: number];

/** An instruction of a compiled pattern. Instructions without a target fall through to the next one. */
export type PatternStep =
  | {
      readonly kind: 'character';
      readonly ranges: readonly CodeRange[];
      /** Further characters, each matched by one of these expressions. */
      readonly properties: readonly RegExp[];
      readonly negated: boolean;
    }
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'border'; readonly negated: boolean }
  | { readonly kind: 'look'; readonly look: number; readonly negated: boolean }
  | { readonly kind: 'match' };

/** Instructions with the entry point at 0. */
export type PatternProgram = readonly PatternStep[];

/** What must, or must not, be ahead of or behind a place. */
export interface PatternLook {
  /** Backwards for a look ahead. */
  readonly steps: PatternProgram;
  readonly isAhead: boolean;
  /** Most characters that it reads; Infinity if there is no limit. */
  readonly most: number;
}

/** A compiled pattern. */
export interface ParsedPattern {
  readonly steps: PatternProgram;
  /** Matches the same texts from their ends. */
  readonly stepsBackwards: PatternProgram;
  /** Fewest and most characters of a match; Infinity if there is no limit. */
  readonly least: number;
  readonly most: number;
  /** A look comes behind those within it. */
  readonly looks: readonly PatternLook[];
  /** Whether it asks for borders of words. */
  readonly hasBorders: boolean;
}

/** Limit on the characters of a pattern. */
const MAX_SOURCE = 8192;
/** Limit on the instructions of a compiled pattern, and on those of each look. */
const MAX_STEPS = 2048;
const MAX_REPEAT = 1000;
const MAX_DEPTH = 32;
const MAX_LOOKS = 16;
const MAX_GROUP_NAME = 64;
const MAX_PROPERTY_NAME = 64;

const LAST = 0x10ffff;
const DIGIT: readonly CodeRange[] = [[48, 57]];
const WORD: readonly CodeRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACE: readonly CodeRange[] = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const CLASSES: Readonly<Record<string, readonly CodeRange[]>> = { d: DIGIT, w: WORD, s: SPACE };
const BACKSPACE = 8;
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, '0': 0 };

/** The syntax tree of a pattern. */
type Node =
  | Extract<PatternStep, { readonly kind: 'character' | 'start' | 'end' | 'border' | 'look' }>
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'either'; readonly items: readonly Node[] }
  | { readonly kind: 'repeat'; readonly item: Node; readonly least: number; readonly most: number };

/** Compiles a pattern into instructions. Throws a SyntaxError for unknown syntax and for patterns that are too large. */
export function parsePattern(source: string, { ignoreCase }: { readonly ignoreCase: boolean }): ParsedPattern {
  if (source.length > MAX_SOURCE) throw new SyntaxError(`the pattern is longer than ${MAX_SOURCE} characters`);
  const { whole, looks, hasBorders } = createReader(source, ignoreCase).read();
  return {
    steps: programOf(whole),
    stepsBackwards: programOf(backwards(whole)),
    ...lengthOf(whole),
    looks: looks.map(({ inner, isAhead }) => ({
      steps: programOf(isAhead ? backwards(inner) : inner),
      isAhead,
      most: lengthOf(inner).most,
    })),
    hasBorders,
  };
}

/** Fewest and most characters that a node matches. */
function lengthOf(node: Node): { readonly least: number; readonly most: number } {
  if (node.kind === 'character') return { least: 1, most: 1 };
  if (node.kind === 'repeat') {
    const { least, most } = lengthOf(node.item);
    return { least: least * node.least, most: most === 0 || node.most === 0 ? 0 : most * node.most };
  }
  if (node.kind !== 'sequence' && node.kind !== 'either') return { least: 0, most: 0 };
  const own = node.items.map(lengthOf);
  return node.kind === 'sequence'
    ? { least: own.reduce((sum, { least }) => sum + least, 0), most: own.reduce((sum, { most }) => sum + most, 0) }
    : { least: Math.min(...own.map(({ least }) => least)), most: Math.max(...own.map(({ most }) => most)) };
}

function programOf(node: Node): PatternProgram {
  const steps: PatternStep[] = [];
  layOut(node, steps);
  steps.push({ kind: 'match' });
  return steps;
}

function backwards(node: Node): Node {
  if (node.kind === 'sequence') return { kind: 'sequence', items: node.items.map(backwards).toReversed() };
  if (node.kind === 'either') return { kind: 'either', items: node.items.map(backwards) };
  return node.kind === 'repeat' ? { ...node, item: backwards(node.item) } : node;
}

function layOut(node: Node, steps: PatternStep[]): void {
  if (steps.length > MAX_STEPS) throw new SyntaxError(`the pattern is longer than ${MAX_STEPS} steps`);
  if (node.kind === 'sequence') for (const item of node.items) layOut(item, steps);
  else if (node.kind === 'either') layOutEither(node.items, steps);
  else if (node.kind === 'repeat') layOutRepeat(node, steps);
  else steps.push(node);
}

function layOutEither(items: readonly Node[], steps: PatternStep[]): void {
  const [first, ...rest] = items;
  if (first === undefined) return;
  if (rest.length === 0) return layOut(first, steps);
  const fork = steps.push({ kind: 'split', to: [] }) - 1;
  layOut(first, steps);
  const jump = steps.push({ kind: 'split', to: [] }) - 1;
  steps[fork] = { kind: 'split', to: [fork + 1, steps.length] };
  layOutEither(rest, steps);
  steps[jump] = { kind: 'split', to: [steps.length] };
}

function layOutRepeat({ item, least, most }: Extract<Node, { readonly kind: 'repeat' }>, steps: PatternStep[]): void {
  for (let count = 0; count < least; count += 1) {
    const before = steps.length;
    layOut(item, steps);
    if (steps.length === before) return;
  }
  if (most === Infinity) {
    const fork = steps.push({ kind: 'split', to: [] }) - 1;
    layOut(item, steps);
    steps.push({ kind: 'split', to: [fork] });
    steps[fork] = { kind: 'split', to: [fork + 1, steps.length] };
    return;
  }
  const forks: number[] = [];
  for (let count = least; count < most; count += 1) {
    forks.push(steps.push({ kind: 'split', to: [] }) - 1);
    layOut(item, steps);
  }
  for (const fork of forks) steps[fork] = { kind: 'split', to: [fork + 1, steps.length] };
}

function createReader(source: string, ignoreCase: boolean) {
  const characters = Array.from(source);
  const looks: { readonly inner: Node; readonly isAhead: boolean }[] = [];
  let hasBorders = false;
  let at = 0;

  const fail = (reason: string): SyntaxError => new SyntaxError(`${reason} at character ${at}`);

  function either(depth: number): Node {
    if (depth > MAX_DEPTH) throw fail('groups are nested too deep');
    const items: Node[] = [sequence(depth)];
    while (characters[at] === '|') {
      at += 1;
      items.push(sequence(depth));
    }
    return items.length === 1 ? (items[0] ?? { kind: 'sequence', items: [] }) : { kind: 'either', items };
  }

  function sequence(depth: number): Node {
    const items: Node[] = [];
    while (at < characters.length && characters[at] !== '|' && characters[at] !== ')') items.push(repeated(atom(depth)));
    return { kind: 'sequence', items };
  }

  function atom(depth: number): Node {
    const character = characters[at] ?? '';
    at += 1;
    if (character === '(') return group(depth);
    if (character === '[') return characterClass();
    if (character === '.') return { kind: 'character', ranges: [[10, 10]], properties: [], negated: true };
    if (character === '^') return { kind: 'start' };
    if (character === '$') return { kind: 'end' };
    if (character === '\\') return escaped();
    if ('*+?{'.includes(character)) throw fail('there is nothing to repeat');
    return single(codeOf(character));
  }

  function group(depth: number): Node {
    const kind = /^\?(?:[:=!]|<[=!]|<[A-Za-z_$][\w$]*>)/.exec(characters.slice(at, at + MAX_GROUP_NAME).join(''))?.[0] ?? '';
    if (characters[at] === '?' && kind === '') throw fail('only groups, (?:, (?=, (?!, (?<=, (?<! and (?<name> are known');
    at += kind.length;
    const inner = either(depth + 1);
    if (characters[at] !== ')') throw fail('a group is not closed');
    at += 1;
    if (!/^\?<?[=!]$/.test(kind)) return inner;
    if (looks.length === MAX_LOOKS) throw fail(`there are more than ${MAX_LOOKS} looks ahead or behind`);
    looks.push({ inner, isAhead: !kind.startsWith('?<') });
    return { kind: 'look', look: looks.length - 1, negated: kind.endsWith('!') };
  }

  function repeated(item: Node): Node {
    const [least, most] = quantity();
    if (least === 1 && most === 1) return item;
    if (item.kind === 'start' || item.kind === 'end' || item.kind === 'border' || item.kind === 'look')
      throw fail('there is nothing to repeat');
    if (characters[at] === '?') at += 1;
    return { kind: 'repeat', item, least, most };
  }

  function quantity(): readonly [number, number] {
    const sign = characters[at];
    if (sign === '*' || sign === '+' || sign === '?') {
      at += 1;
      return sign === '*' ? [0, Infinity] : sign === '+' ? [1, Infinity] : [0, 1];
    }
    if (sign !== '{') return [1, 1];
    const counts = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(characters.slice(at, at + 12).join(''));
    if (counts === null) throw fail('a count is not closed');
    at += counts[0].length;
    const least = Number(counts[1]);
    const most = counts[2] === undefined ? least : counts[3] === '' ? Infinity : Number(counts[3]);
    if (least > MAX_REPEAT || (most !== Infinity && (most > MAX_REPEAT || most < least))) throw fail('a count is out of range');
    return [least, most];
  }

  function single(code: number): Node {
    return { kind: 'character', ranges: folded([[code, code]]), properties: [], negated: false };
  }

  function escaped(): Node {
    const letter = characters[at] ?? '';
    if (letter === 'b' || letter === 'B') {
      at += 1;
      hasBorders = true;
      return { kind: 'border', negated: letter === 'B' };
    }
    const named = namedClass();
    return named === undefined ? single(escapedCode()) : { kind: 'character', ...named, negated: false };
  }

  /** The characters of a class that a letter names behind a backslash; undefined for any other letter. */
  function namedClass(): Pick<Extract<Node, { readonly kind: 'character' }>, 'ranges' | 'properties'> | undefined {
    const letter = characters[at] ?? '';
    const ranges = CLASSES[letter.toLowerCase()];
    if (ranges !== undefined) {
      at += 1;
      return { ranges: letter === letter.toLowerCase() ? ranges : complement(ranges), properties: [] };
    }
    const property = /^[pP]\{[A-Za-z_=]+\}/.exec(characters.slice(at, at + MAX_PROPERTY_NAME).join(''))?.[0];
    if (property === undefined) return undefined;
    at += property.length;
    try {
      return { ranges: [], properties: [new RegExp(`^\\${property}$`, ignoreCase ? 'iu' : 'u')] };
    } catch {
      throw fail(`\\${property} is not known`);
    }
  }

  /** The character that an escape denotes. */
  function escapedCode(): number {
    const letter = characters[at];
    if (letter === undefined) throw fail('the pattern ends on a backslash');
    const coded = /^(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(characters.slice(at, at + 10).join(''));
    if (coded !== null) {
      at += coded[0].length;
      return Number.parseInt(coded[1] ?? coded[2] ?? coded[3] ?? '', 16);
    }
    if (/[1-9k]/.test(letter)) throw fail('there are no back-references');
    const control = CONTROLS[letter];
    if (control === undefined && /[A-Za-z]/.test(letter)) throw fail(`\\${letter} is not known`);
    at += 1;
    return control ?? codeOf(letter);
  }

  function characterClass(): Node {
    const negated = characters[at] === '^';
    if (negated) at += 1;
    const ranges: CodeRange[] = [];
    const properties: RegExp[] = [];
    while (characters[at] !== ']') {
      if (at >= characters.length) throw fail('a class is not closed');
      if (characters[at] === '\\') {
        at += 1;
        const named = namedClass();
        if (named !== undefined) {
          ranges.push(...named.ranges);
          properties.push(...named.properties);
          continue;
        }
        at -= 1;
      }
      const from = classCode();
      if (characters[at] !== '-' || characters[at + 1] === ']' || characters[at + 1] === undefined) {
        ranges.push([from, from]);
        continue;
      }
      at += 1;
      const to = classCode();
      if (to < from) throw fail('a range runs backwards');
      ranges.push([from, to]);
    }
    at += 1;
    return { kind: 'character', ranges: folded(ranges), properties, negated };
  }

  function classCode(): number {
    const character = characters[at] ?? '';
    at += 1;
    if (character !== '\\') return codeOf(character);
    if (characters[at] !== 'b') return escapedCode();
    at += 1;
    return BACKSPACE;
  }

  /** Adds the other case of letters when case is ignored; ASCII and Latin-1 as whole ranges, other letters one by one. */
  function folded(ranges: readonly CodeRange[]): readonly CodeRange[] {
    if (!ignoreCase) return ranges;
    const both: CodeRange[] = [...ranges];
    for (const [from, to] of ranges) {
      if (to - from > 512) continue;
      for (let code = from; code <= Math.min(to, LAST); code += 1) {
        const character = String.fromCodePoint(code);
        for (const other of [character.toLowerCase(), character.toUpperCase()]) {
          if (other !== character && Array.from(other).length === 1) both.push([codeOf(other), codeOf(other)]);
        }
      }
    }
    return both;
  }

  return {
    read() {
      const whole = either(0);
      if (at < characters.length) throw fail('a bracket too many');
      return { whole, looks, hasBorders };
    },
  };
}

/** All other characters; the ranges are in order. */
function complement(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const others: CodeRange[] = [];
  let from = 0;
  for (const [first, last] of ranges) {
    if (first > from) others.push([from, first - 1]);
    from = last + 1;
  }
  return [...others, [from, LAST]];
}

/** The code point of a character. */
export function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
