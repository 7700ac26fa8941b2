import { isHeading, type TableCell } from './table-cell.ts';

/** Limit of a row, in characters. */
const MAX_ROW = 2000;
/** A line of headings in Jira's notation. */
const JIRA = /^\|\|([^\n]{1,480})\|\|[ \t]{0,8}$/gm;
/** A row of a LaTeX table, up to the mark of its end. */
const LATEX_ROW = /^([^\n]{1,480}?)\\\\(?:\[[^\]\n]{1,12}\])?(?:[ \t]{0,4}\\[a-z]{4,12}(?:\{[^}\n]{0,12}\})?)*[ \t]{0,8}\r?$/;

/** Prefilter: whether a text has marks of such tables. */
export function mayHoldLines(text: string): boolean {
  return text.includes('||') || (text.includes('\\\\') && text.includes('&'));
}

/** Adds the cells of tables in Jira's notation and in LaTeX. */
export function addLineCells(text: string, found: TableCell[]): void {
  for (const { 0: line, 1: head = '', index } of text.matchAll(JIRA)) {
    const names = head.split('||').map((name) => name.trim());
    let at = index + line.length + 1;
    while (text[at] === '|' && text[at + 1] !== '|') {
      const end = lineEnd(text, at);
      if (end - at > MAX_ROW) break;
      addCells(text, { start: at + 1, end }, '|', names, found);
      at = end + 1;
    }
  }
  if (text.includes('\\\\')) addLatexCells(text, found);
}

function addLatexCells(text: string, found: TableCell[]): void {
  let names: readonly string[] | undefined;
  for (let at = 0; at < text.length; at = lineEnd(text, at) + 1) {
    const line = text.slice(at, Math.min(lineEnd(text, at), at + MAX_ROW));
    const row = line.includes('&') ? LATEX_ROW.exec(line)?.[1] : undefined;
    if (row === undefined) {
      if (line.includes('\\begin') || line.includes('\\end') || line.trim() === '') names = undefined;
      continue;
    }
    if (names === undefined) {
      const own = row.split('&').map((name) => name.trim());
      names = own.every((name) => name === '' || isHeading(name)) ? own : [];
    } else addCells(text, { start: at, end: at + row.length }, '&', names, found);
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Adds the cells of a row, which has as many as there are names. */
function addCells(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  parter: string,
  names: readonly string[],
  found: TableCell[],
): void {
  let from = start;
  for (const name of names) {
    const next = text.indexOf(parter, from);
    const to = next < 0 || next > end ? end : next;
    if (name !== '') found.push({ start: from, end: to, name });
    if (to === end) return;
    from = to + 1;
  }
}
