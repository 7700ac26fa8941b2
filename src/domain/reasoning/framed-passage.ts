import type { FileSearchResult } from '../../ports/file-search.ts';

/**
 * A passage of a file for the model, within a frame that says what it is from; `mark` is the attribute by which it is cited. Nothing in a
 * passage can end its frame.
 */
export function framedPassage({ filename, page, text }: Pick<FileSearchResult, 'filename' | 'page' | 'text'>, mark: string): string {
  const place = page === undefined ? '' : ` page="${page}"`;
  const name = filename.replaceAll(/\s+/gu, ' ').replaceAll(/["<>]/g, '_');
  // Where the file has marks that are no text, such as lines below titles, a passage has empty lines.
  const inside = text.replaceAll(/<(?=\/?passage\b)/gi, '‹').replaceAll(/\n{3,}/g, '\n\n');
  return `<passage ${mark} file="${name}"${place}>\n\n${inside}\n</passage>`;
}
