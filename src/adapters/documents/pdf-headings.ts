/** A paragraph or heading on a page, with its edges in points from the lower left. */
export interface PageBlock {
  readonly isHeading: boolean;
  /** Whether it is in smaller type than the text, as notes at the foot of a page are. */
  readonly isSmall: boolean;
  /** Whether its text runs in another direction than that of the page. */
  readonly isTurned: boolean;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Blocks that are closer than this, in points, or overlap by less, touch. */
const TOUCH = 2;
/** A section begins at most so many times the height of its heading below that. */
const FARTHEST = 4;
/** Pages on which more pairs would have to be compared keep their order. */
const MOST_PAIRS = 1_000_000;

/**
 * Blocks in the order of their file, but each heading that comes behind its section right before it: some programs, such as browsers,
 * write the headings of a page behind its text. The section of a heading is the highest block below it that is not beside it. One within
 * another block, such as the large letter at the beginning of a chapter, stays where it is, as does one at the end of a page.
 */
export function withHeadingsAbove<T extends PageBlock>(blocks: readonly T[]): T[] {
  const headings = blocks.filter(({ isHeading, isTurned }) => isHeading && !isTurned);
  const ordered = [...blocks];
  if (headings.length * blocks.length > MOST_PAIRS) return ordered;
  // From the lowest one on: the section of a heading may begin with another heading.
  for (const heading of headings.toSorted((one, other) => one.bottom - other.bottom)) {
    const column = blocks.filter((block) => block !== heading && !block.isTurned && overlaps(heading, block));
    if (column.some((block) => Math.min(block.top, heading.top) - Math.max(block.bottom, heading.bottom) > TOUCH)) continue;
    const lowest = heading.bottom - (heading.top - heading.bottom) * FARTHEST;
    const below = column.filter(({ top, isSmall }) => !isSmall && top <= heading.bottom + TOUCH && top >= lowest);
    const highest = Math.max(...below.map(({ top }) => top));
    const section = ordered.findIndex((block) => block.top === highest && below.includes(block));
    const place = ordered.indexOf(heading);
    if (section < 0 || section > place) continue;
    ordered.splice(place, 1);
    ordered.splice(section, 0, heading);
  }
  return ordered;
}

/** Whether two blocks stand above each other, at least in part. */
function overlaps(one: PageBlock, other: PageBlock): boolean {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) > TOUCH;
}
