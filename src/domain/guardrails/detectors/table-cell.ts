/** A cell of a table, and the heading of its column or the label beside it. */
export interface TableCell {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Headings and labels are no longer. */
const MAX_NAME = 64;

/** Whether a cell may be a heading: short, with a letter and no number but small ones. */
export function isHeading(name: string): boolean {
  return name.length <= MAX_NAME && /\p{L}/u.test(name) && !/\d{3}/.test(name);
}
