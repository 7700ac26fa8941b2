/** A range of code points, both ends included. */
export type CodeRange = readonly [from: number, to: number];

/** An instruction of a compiled pattern. Instructions without a target fall through to the next one. */
export type PatternStep =
  | { readonly kind: 'character'; readonly ranges: readonly CodeRange[]; readonly negated: boolean }
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  | { readonly kind: 'match' };

/** Limit on the instructions of a compiled pattern. */
const MAX_STEPS = 1024;
const MAX_REPEAT = 256;
const MAX_DEPTH = 32;

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
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, '0': 0 };

/** The syntax tree of a pattern. */
type Node =
  | Extract<PatternStep, { readonly kind: 'character' | 'start' | 'end' }>
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'either'; readonly items: readonly Node[] }
  | { readonly kind: 'repeat'; readonly item: Node; readonly least: number; readonly most: number };

/**
 * Compiles a pattern into instructions, with the entry point at 0. Throws a SyntaxError for unknown syntax and for patterns that
 * are too large.
 */
export function parsePattern(source: string, { ignoreCase }: { readonly ignoreCase: boolean }): readonly PatternStep[] {
  const steps: PatternStep[] = [];
  layOut(createReader(source, ignoreCase).read(), steps);
  steps.push({ kind: 'match' });
  return steps;
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
  for (let count = 0; count < least; count += 1) layOut(item, steps);
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
    if (character === '.') return { kind: 'character', ranges: [[10, 10]], negated: true };
    if (character === '^') return { kind: 'start' };
    if (character === '$') return { kind: 'end' };
    if (character === '\\') return escaped();
    if ('*+?{'.includes(character)) throw fail('there is nothing to repeat');
    return single(codeOf(character));
  }

  function group(depth: number): Node {
    if (characters[at] === '?') {
      if (characters[at + 1] !== ':') throw fail('only plain groups and (?: are known');
      at += 2;
    }
    const inner = either(depth + 1);
    if (characters[at] !== ')') throw fail('a group is not closed');
    at += 1;
    return inner;
  }

  function repeated(item: Node): Node {
    const [least, most] = quantity();
    if (least === 1 && most === 1) return item;
    if (item.kind === 'start' || item.kind === 'end') throw fail('there is nothing to repeat');
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
    return { kind: 'character', ranges: folded([[code, code]]), negated: false };
  }

  function escaped(): Node {
    const letter = characters[at] ?? '';
    const named = CLASSES[letter.toLowerCase()];
    if (named !== undefined) {
      at += 1;
      return { kind: 'character', ranges: named, negated: letter !== letter.toLowerCase() };
    }
    return single(escapedCode());
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
    const control = CONTROLS[letter];
    if (control === undefined && /[A-Za-z1-9]/.test(letter)) throw fail(`\\${letter} is not known`);
    at += 1;
    return control ?? codeOf(letter);
  }

  function characterClass(): Node {
    const negated = characters[at] === '^';
    if (negated) at += 1;
    const ranges: CodeRange[] = [];
    while (characters[at] !== ']') {
      if (at >= characters.length) throw fail('a class is not closed');
      const named = characters[at] === '\\' ? CLASSES[characters[at + 1] ?? ''] : undefined;
      if (named !== undefined) {
        at += 2;
        ranges.push(...named);
        continue;
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
    return { kind: 'character', ranges: folded(ranges), negated };
  }

  function classCode(): number {
    const character = characters[at] ?? '';
    at += 1;
    return character === '\\' ? escapedCode() : codeOf(character);
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
    read(): Node {
      const whole = either(0);
      if (at < characters.length) throw fail('a bracket too many');
      return whole;
    },
  };
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
