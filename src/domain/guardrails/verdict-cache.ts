import type { GuardPart } from '../../ports/guard.ts';
import type { Cell } from './cell.ts';
import { cellsOf, createRowPacker, type PackedRow } from './packed-rows.ts';
import { isForMeaning } from './payload/joined-parts.ts';
import { isJsonPart } from './redaction/json-notation.ts';

/** Caches the results of all checks by text, so that a conversation's history is not checked again with every turn. */
export interface VerdictCache {
  get(part: GuardPart): readonly Cell[] | undefined;
  set(part: GuardPart, cells: readonly Cell[]): void;
}

/** Results for one text as one kind. */
interface Verdict extends PackedRow {
  readonly kind: string;
}

/**
 * The verdicts of one generation, one per place in each list. Lists of shared values take less memory than an object per text, and as the
 * engine moves no object, each of these would keep memory that requests have left from being returned to the system.
 */
interface Generation {
  /** Place of the newest verdict on a text. */
  readonly places: Map<string, number>;
  readonly kinds: string[];
  readonly rows: PackedRow['row'][];
  readonly scores: number[];
  readonly owns: string[];
  /** Place of another verdict on the same text; -1 if there is none. */
  readonly others: number[];
  /** In UTF-16 code units. */
  size: number;
}

/** Limit on the shared names of kinds, as a client chooses the roles. */
const MOST_KINDS = 256;

/**
 * A cache of verdicts on at most `maxCharacters` UTF-16 code units of text. It has two generations: a hit moves an entry to the
 * young one, and when that reaches half of the limit, the old one is discarded whole, which avoids any LRU bookkeeping.
 */
export function createVerdictCache(maxCharacters: number): VerdictCache {
  let young = emptyGeneration();
  let old = young;
  const pack = createRowPacker();
  const kinds = new Map<string, string>();
  // One text must not evict everything else.
  const longest = maxCharacters / 4;
  const half = maxCharacters / 2;

  function sharedKind(kind: string): string {
    const known = kinds.get(kind);
    if (known === undefined && kinds.size < MOST_KINDS) kinds.set(kind, kind);
    return known ?? kind;
  }

  /** Adds a verdict on a text to the young generation, where the others on it go as well. */
  function keep(text: string, fresh: readonly Verdict[]): void {
    const isYoung = young.places.has(text);
    const before = verdictsOn(text, isYoung ? young : old);
    const all = [...before, ...fresh];
    if (sizeOf(text, all) > longest) return;
    let added = isYoung ? fresh : all;
    if (young.size + sizeOf(text, added) > half) {
      old = young;
      young = emptyGeneration();
      added = all;
    }
    for (const verdict of added) add(young, text, verdict);
  }

  return {
    get(part) {
      if (part.text.length > longest) return undefined;
      const isYoung = young.places.has(part.text);
      const generation = isYoung ? young : old;
      const place = placeOf(part.text, kindOf(part), generation);
      const packed = packedAt(place, generation);
      if (packed !== undefined && !isYoung) keep(part.text, []);
      return packed === undefined ? undefined : cellsOf(packed);
    },
    set(part, cells) {
      const { text } = part;
      const kind = kindOf(part);
      if (kind.length + text.length > longest) return;
      if (placeOf(text, kind, young.places.has(text) ? young : old) >= 0) return;
      keep(text, [{ kind: sharedKind(kind), ...pack(cells) }]);
    },
  };
}

function emptyGeneration(): Generation {
  return { places: new Map(), kinds: [], rows: [], scores: [], owns: [], others: [], size: 0 };
}

/** The same text is read differently as JSON arguments and behind an answer, and by fewer checks as a join or as part of one. */
function kindOf({ id, channel, role, joins, inWhole, follows }: GuardPart): string {
  const joined = joins === undefined ? (inWhole === true ? 'in whole ' : '') : isForMeaning({ id }) ? 'for meaning ' : 'joined ';
  return `${channel} ${role} ${isJsonPart(id) ? 'json ' : ''}${joined}${follows === true ? 'follows ' : ''}`;
}

/** Place of the verdict on a text as one kind; -1 if there is none. */
function placeOf(text: string, kind: string, { places, kinds, others }: Generation): number {
  let place = places.get(text) ?? -1;
  while (place >= 0 && kinds[place] !== kind) place = others[place] ?? -1;
  return place;
}

function packedAt(place: number, { rows, scores, owns }: Generation): PackedRow | undefined {
  const row = rows[place];
  return row === undefined ? undefined : { row, score: scores[place] ?? 0, own: owns[place] ?? '' };
}

/** The verdicts on a text, oldest first. */
function verdictsOn(text: string, generation: Generation): readonly Verdict[] {
  const found: Verdict[] = [];
  for (let place = generation.places.get(text) ?? -1; place >= 0; place = generation.others[place] ?? -1) {
    const packed = packedAt(place, generation);
    if (packed !== undefined) found.unshift({ kind: generation.kinds[place] ?? '', ...packed });
  }
  return found;
}

function add(generation: Generation, text: string, { kind, row, score, own }: Verdict): void {
  const { places, kinds, rows, scores, owns, others } = generation;
  others.push(places.get(text) ?? -1);
  places.set(text, kinds.push(kind) - 1);
  rows.push(row);
  scores.push(score);
  owns.push(own);
  generation.size += kind.length + text.length;
}

function sizeOf(text: string, verdicts: readonly Verdict[]): number {
  return verdicts.reduce((size, { kind }) => size + kind.length + text.length, 0);
}
