import type { GuardPart } from '../../ports/guard.ts';
import { isForMeaning } from './payload/joined-parts.ts';
import { isJsonPart } from './redaction/json-notation.ts';

/** Caches verdicts by text, so that a conversation's history is not checked again with every turn. */
export interface VerdictCache<Verdict> {
  get(part: GuardPart): Verdict | undefined;
  set(part: GuardPart, verdict: Verdict): void;
}

/** Verdicts on one text by `kind`: a linked list, nearly always of one entry. */
interface Known<Verdict> {
  readonly kind: string;
  readonly verdict: Verdict;
  readonly size: number;
  /** The entry for the same text as another kind. */
  readonly other: Known<Verdict> | undefined;
}

/**
 * A cache of verdicts on at most `maxCharacters` UTF-16 code units of text. It has two generations: a hit moves an entry to the
 * young one, and when that reaches half of the limit, the old one is discarded whole, which avoids any LRU bookkeeping.
 */
export function createVerdictCache<Verdict>(maxCharacters: number): VerdictCache<Verdict> {
  let young = new Map<string, Known<Verdict>>();
  let old = young;
  let size = 0;
  // One text must not evict everything else.
  const longest = maxCharacters / 4;
  const half = maxCharacters / 2;
  // The same text is read differently as JSON arguments, and by fewer checks as a join or as part of one.
  const kindOf = ({ id, channel, role, joins, inWhole }: GuardPart): string => {
    const joined = joins === undefined ? (inWhole === true ? 'in whole ' : '') : isForMeaning({ id }) ? 'for meaning ' : 'joined ';
    return `${channel} ${role} ${isJsonPart(id) ? 'json ' : ''}${joined}`;
  };

  function keep(text: string, entry: Known<Verdict>): void {
    const before = young.get(text)?.size ?? 0;
    if (size - before + entry.size > half) {
      old = young;
      young = new Map();
      size = entry.size;
    } else size += entry.size - before;
    young.set(text, entry);
  }

  return {
    get(part) {
      if (part.text.length > longest) return undefined;
      const fresh = young.get(part.text);
      const entry = fresh ?? old.get(part.text);
      if (entry === undefined) return undefined;
      const verdict = verdictOf(entry, kindOf(part));
      if (verdict !== undefined && fresh === undefined) keep(part.text, entry);
      return verdict;
    },
    set(part, verdict) {
      const kind = kindOf(part);
      const own = kind.length + part.text.length;
      const other = young.get(part.text) ?? old.get(part.text);
      const all = own + (other?.size ?? 0);
      if (all > longest || (other !== undefined && verdictOf(other, kind) !== undefined)) return;
      keep(part.text, { kind, verdict, size: all, other });
    },
  };
}

function verdictOf<Verdict>(first: Known<Verdict>, kind: string): Verdict | undefined {
  for (let entry: Known<Verdict> | undefined = first; entry !== undefined; entry = entry.other)
    if (entry.kind === kind) return entry.verdict;
  return undefined;
}
