import type { Random } from './random.ts';

/** Quotation marks as people set them. */
export const QUOTES: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
  ["'", "'"],
  ['„', '“'],
  ['`', '`'],
];

/** The text between quotation marks of some kind. */
export function quoted(text: string, random: Random): string {
  const [open, close] = random.pick(QUOTES);
  return `${open}${text}${close}`;
}
