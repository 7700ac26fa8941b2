import type { FileSearchResult } from '../../ports/file-search.ts';

/** What of a passage is in its frame. */
export type FramedPassage = Pick<FileSearchResult, 'filename' | 'shownName' | 'headings' | 'header' | 'titles' | 'page' | 'text'>;

/** Between the headings of a section. */
const WITHIN = ' › ';
/** The deepest level of a heading in Markdown. */
const DEEPEST = 6;

/**
 * A passage of a file for the model, within a frame that says what it is from: the file, the page, the headings above it, and the names of
 * the columns where it begins within a table. Headings within it are marked as in Markdown. `mark` is the attribute by which it is cited. Nothing in a passage can end its frame.
 */
export function framedPassage(passage: FramedPassage, mark: string): string {
  const { filename, shownName = filename, headings, header, page } = passage;
  const place = page === undefined ? '' : ` page="${page}"`;
  const name = shownName.replaceAll(/\s+/gu, ' ').replaceAll(/["<>]/g, '_');
  const section = attribute('section', sectionOf(headings));
  // Where the file has marks that are no text, such as lines below titles, a passage has empty lines.
  const inside = withTitles(passage)
    .replaceAll(/<(?=\/?passage\b)/gi, '‹')
    .replaceAll(/\n{3,}/g, '\n\n');
  return `<passage ${mark} file="${name}"${place}${section}${attribute('columns', header)}>\n\n${inside}\n</passage>`;
}

function withTitles({ text, titles = [] }: FramedPassage): string {
  return titles
    .filter(({ at }) => at < text.length)
    .reduceRight((shown, { at, level }) => `${shown.slice(0, at)}${'#'.repeat(Math.min(level, DEEPEST))} ${shown.slice(at)}`, text);
}

/** The headings above a passage as one text; empty if there are none. */
export function sectionOf(headings: readonly string[] = []): string {
  return headings.join(WITHIN);
}

function attribute(name: string, value = ''): string {
  const shown = value.replaceAll(/\s+/gu, ' ').trim().replaceAll('"', "'").replaceAll('<', '‹').replaceAll('>', '›');
  return shown === '' ? '' : ` ${name}="${shown}"`;
}
