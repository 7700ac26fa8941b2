import { goesOn } from './abbreviations.ts';
import { BULLET, joinWrapped } from './wrapped-lines.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A line that announces the items of a list below it, and one that asks to remember them. */
const HEAD = /:$/;
const REMEMBERING = /^(?:please,? )?(?:remember|note|keep in mind)(?: (?:that|this|these|the following))?:$/i;
/** An item that is a statement of its own. */
const CLAUSE = /^(?:i|i['’](?:m|ve|ll|d)|my|we|we['’](?:re|ve|ll)|our)\s/i;

/**
 * The sentences of a text, with single spaces. Wrapped lines are joined, and abbreviations end no sentence. The items of a list are sentences of their own if they are clauses in the
 * first person; others form one sentence with the line above the list: "My list: milk, bread".
 */
export function sentencesOf(text: string): string[] {
  return withoutLists(joinWrapped(text)).flatMap((line) =>
    segmentsOf(line)
      .map((segment) => segment.trim().replaceAll(/\s+/g, ' '))
      .filter((part) => part !== ''),
  );
}

/** The sentences of a line; the segmenter knows no abbreviations. */
function segmentsOf(line: string): string[] {
  const segments: string[] = [];
  let open: string[] = [];
  let before = '';
  for (const { segment } of segmenter.segment(line)) {
    if (open.length > 0 && !goesOn(before, segment)) {
      segments.push(open.join(''));
      open = [];
    }
    open.push(segment);
    before = segment;
  }
  return open.length === 0 ? segments : [...segments, open.join('')];
}

function withoutLists(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let head: number | undefined;
  let isFirst = true;
  for (const line of lines) {
    if (line === '') continue;
    const item = BULLET.test(line) ? line.replace(BULLET, '') : undefined;
    if (item === undefined) {
      joined.push(line);
      head = HEAD.test(line) ? joined.length - 1 : undefined;
      isFirst = true;
      continue;
    }
    const above = head === undefined ? '' : (joined[head] ?? '');
    if (head !== undefined && REMEMBERING.test(above)) joined.push(`Remember: ${item}`);
    else if (head === undefined || CLAUSE.test(item)) joined.push(item);
    else joined[head] = `${above}${isFirst ? '' : ','} ${item.replace(/(?<![.,;])[.,;]+$/, '')}`;
    isFirst = false;
  }
  return joined;
}
