/** A line of two texts: in both, only in the earlier one, or only in the later one. */
export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Lines that differ are compared with each other up to this many; of more, all of the earlier ones stand before the later ones. */
const MOST_COMPARED = 1000;

/** What became of a text, line by line, with `around` lines before and after each change. */
export function lineDiff(before: string, after: string, around = 2): DiffLine[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < fresh.length - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }));
  const whole = [
    ...same(old.slice(0, head)),
    ...middle(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)),
    ...same(old.slice(old.length - tail)),
  ];
  const shown = new Set<number>();
  for (const [index, { kind }] of whole.entries()) {
    if (kind === 'same') continue;
    for (let at = index - around; at <= index + around; at += 1) shown.add(at);
  }
  return whole.filter((_, index) => shown.has(index));
}

/** The longest lines that both have in common stay, by the table of how many they are from each place on. */
function middle(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  const gone = (text: string): DiffLine => ({ kind: 'gone', text });
  const added = (text: string): DiffLine => ({ kind: 'new', text });
  if (old.length > MOST_COMPARED || fresh.length > MOST_COMPARED) return [...old.map(gone), ...fresh.map(added)];
  const width = fresh.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = fresh.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        old[row] === fresh[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    const [was, is] = [old[row], fresh[column]];
    if (was !== undefined && was === is) {
      lines.push({ kind: 'same', text: was });
      row += 1;
      column += 1;
    } else if (was !== undefined && (is === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push(gone(was));
      row += 1;
    } else if (is !== undefined) {
      lines.push(added(is));
      column += 1;
    }
  }
  return lines;
}
