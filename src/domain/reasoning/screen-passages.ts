import type { FileSearchResult } from '../../ports/file-search.ts';
import type { GuardPart, GuardPipeline } from '../../ports/guard.ts';
import { sectionOf } from './framed-passage.ts';

export interface ScreenPassagesOptions {
  readonly guard: GuardPipeline;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/**
 * Passages of files after the guard, as texts of the `document` channel: one that it blocks is left out, one that it redacts is
 * rewritten. What names a passage for the model is checked too, once for all passages that it names.
 */
export async function screenPassages(
  found: readonly FileSearchResult[],
  options: ScreenPassagesOptions,
): Promise<readonly FileSearchResult[]> {
  if (found.length === 0) return found;
  const { guard, requestId, signal } = options;
  const names = new Map([...new Set(found.flatMap(namesOf))].map((text, index) => [text, `passage_names[${index}]`]));
  const idOf = (index: number): string => `passages[${index}]`;
  const parts = [...found.map(({ text }, index) => partOf(idOf(index), text)), ...Array.from(names, ([text, id]) => partOf(id, text))];
  const { verdict, findings, rewrites } = await guard.evaluate({ requestId, direction: 'input', parts, unscanned: [] }, { signal });
  if (verdict === 'block') {
    const blocked = new Set(findings.filter(({ action }) => action === 'block').map(({ part }) => part));
    // A block without a finding in a passage concerns all of them. The others are checked again, for their rewrites.
    if (blocked.size === 0) return [];
    return screenPassages(
      found.filter(
        (passage, index) => ![idOf(index), ...namesOf(passage).map((name) => names.get(name) ?? '')].some((id) => blocked.has(id)),
      ),
      options,
    );
  }
  const texts = new Map(rewrites.map(({ part, text }) => [part, text]));
  const shown = (name: string): string => texts.get(names.get(name) ?? '') ?? name;
  return found.map((passage, index) => {
    const { text, filename, headings, header } = passage;
    const name = shown(filename);
    const section = sectionOf(headings);
    const screened = texts.get(idOf(index)) ?? text;
    return {
      ...passage,
      text: screened,
      // They stand elsewhere once something before them has been rewritten.
      ...(screened === text ? {} : { titles: [] }),
      ...(name === filename ? {} : { shownName: name }),
      ...(shown(section) === section ? {} : { headings: [shown(section)] }),
      ...(header === undefined ? {} : { header: shown(header) }),
    };
  });
}

function partOf(id: string, text: string): GuardPart {
  return { id, role: 'tool', channel: 'document', text };
}

/** What the frame of a passage says of it: its file, its section and the columns of its table. */
function namesOf({ filename, headings, header = '' }: FileSearchResult): string[] {
  return [filename, sectionOf(headings), header].filter((name) => name !== '');
}
