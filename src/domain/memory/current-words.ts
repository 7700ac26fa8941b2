import type { MemoryFact } from '../../ports/memory.ts';
import { asSaid } from './corrections.ts';
import { saySame } from './reconcile.ts';
import { withoutStatements } from './statements.ts';

/** What of a turn still holds. */
export interface CurrentWords {
  /** The words without the statements that were superseded; empty if nothing is left. */
  readonly text: string;
  /** The superseded facts that no statement says in its own words, as those of a model: the text still contains them. */
  readonly paraphrased: readonly MemoryFact[];
}

/** A turn's words without the superseded facts that it supports. */
export function currentWords(text: string, superseded: readonly MemoryFact[]): CurrentWords {
  if (superseded.length === 0) return { text, paraphrased: [] };
  const found = new Set<MemoryFact>();
  const left = withoutStatements(text, (statement) => {
    const said = superseded.filter((fact) => saySame(asSaid(fact), statement, 0));
    for (const fact of said) found.add(fact);
    return said.length > 0;
  });
  return { text: found.size === 0 ? text : left, paraphrased: superseded.filter((fact) => !found.has(fact)) };
}
