import { parsePattern, type PatternStep } from './pattern-syntax.ts';

/** A pattern matched in time linear in the length of the text, whatever the pattern and the text. */
export interface LinearPattern {
  /** Whether the pattern matches anywhere in a text; `^` and `$` anchor it to the text's ends. */
  test(text: string): boolean;
}

/** Limit on the cached state sets; transitions of any more are computed anew. */
const MAX_KNOWN = 512;

/** The set of states the automaton may be in at one point of a text. */
interface Front {
  readonly places: readonly number[];
  readonly accepts: boolean;
  readonly acceptsAtEnd: boolean;
  readonly next: Map<number, Front>;
}

/**
 * Compiles a pattern: literals, `.`, classes, `\d \w \s` and their opposites, groups, `|`, `* + ? {n,m}`, `^` and `$`. There are
 * no back-references and no lookaround. Throws a SyntaxError that says what is wrong. Simulates the NFA (K. Thompson, "Regular
 * Expression Search Algorithm", 1968) and caches its transitions.
 */
export function compileLinearPattern(source: string, { ignoreCase = false }: { readonly ignoreCase?: boolean } = {}): LinearPattern {
  const program = parsePattern(source, { ignoreCase });
  let known = new Map<string, Front>();

  /** Follows all steps that consume no character (epsilon closure). */
  function frontOf(starts: readonly number[], atStart: boolean): Front {
    const seen = new Set<number>();
    const places: number[] = [];
    const pending = [...starts];
    let [accepts, acceptsAtEnd] = [false, false];
    const ends: number[] = [];
    while (pending.length > 0) {
      const place = pending.pop() ?? 0;
      if (seen.has(place)) continue;
      seen.add(place);
      const step = program[place];
      if (step === undefined) continue;
      if (step.kind === 'split') pending.push(...step.to);
      else if (step.kind === 'start' && atStart) pending.push(place + 1);
      else if (step.kind === 'end') ends.push(place);
      else if (step.kind === 'match') accepts = true;
      if (step.kind === 'character') places.push(place);
    }
    acceptsAtEnd = accepts || ends.some((place) => leadsToMatch(place + 1, new Set(), atStart));
    places.sort((a, b) => a - b);
    const key = `${accepts ? 1 : 0}${acceptsAtEnd ? 1 : 0} ${places.join(' ')}`;
    const same = known.get(key);
    if (same !== undefined) return same;
    if (known.size >= MAX_KNOWN) known = new Map();
    const front: Front = { places, accepts, acceptsAtEnd, next: new Map() };
    known.set(key, front);
    return front;
  }

  /** Whether the pattern matches at the end of the text. */
  function leadsToMatch(place: number, seen: Set<number>, atStart: boolean): boolean {
    if (seen.has(place)) return false;
    seen.add(place);
    const step = program[place];
    if (step?.kind === 'match') return true;
    if (step?.kind === 'split') return step.to.some((to) => leadsToMatch(to, seen, atStart));
    return (step?.kind === 'end' || (step?.kind === 'start' && atStart)) && leadsToMatch(place + 1, seen, atStart);
  }

  function step(front: Front, code: number): Front {
    const before = front.next.get(code);
    if (before !== undefined) return before;
    const starts = front.places.filter((place) => accepts(program[place], code)).map((place) => place + 1);
    // A match may start after any character.
    const next = frontOf([...starts, 0], false);
    if (front.next.size < MAX_KNOWN) front.next.set(code, next);
    return next;
  }

  return {
    test(text) {
      let front = frontOf([0], true);
      for (let index = 0; index < text.length;) {
        if (front.accepts) return true;
        const code = text.codePointAt(index) ?? 0;
        front = step(front, code);
        index += code > 0xffff ? 2 : 1;
      }
      return front.accepts || front.acceptsAtEnd;
    },
  };
}

function accepts(step: PatternStep | undefined, code: number): boolean {
  if (step?.kind !== 'character') return false;
  return step.ranges.some(([from, to]) => code >= from && code <= to) !== step.negated;
}
