import type { FileSearchResult } from '../../ports/file-search.ts';

/** What of a passage is in its frame. */
export type FramedPassage = Pick<FileSearchResult, 'filename' | 'shownName' | 'page' | 'text'>;

/**
 * A passage of a file for the model, within a frame that says what it is from; `mark` is the attribute by which it is cited. Nothing in a
 * passage can end its frame.
 */
export function framedPassage({ filename, shownName = filename, page, text }: FramedPassage, mark: string): string {
  const place = page === undefined ? '' : ` page="${page}"`;
  const name = shownName.replaceAll(/\s+/gu, ' ').replaceAll(/["<>]/g, '_');
  // Where the file has marks that are no text, such as lines below titles, a passage has empty lines.
  const inside = text.replaceAll(/<(?=\/?passage\b)/gi, '‹').replaceAll(/\n{3,}/g, '\n\n');
  return `<passage ${mark} file="${name}"${place}>\n\n${inside}\n</passage>`;
}
