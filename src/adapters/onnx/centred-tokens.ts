/**
 * At most `limit` tokens of a text around a passage of it: all of a short text, else the passage in the middle of what
 * stands before and behind it, or its beginning where it is longer itself.
 */
export function centredTokens(before: readonly number[], passage: readonly number[], after: readonly number[], limit: number): number[] {
  const all = [...before, ...passage, ...after];
  if (all.length <= limit) return all;
  const middle = passage.length <= limit ? before.length + (passage.length >> 1) : before.length + (limit >> 1);
  const start = Math.max(0, Math.min(all.length - limit, middle - (limit >> 1)));
  return all.slice(start, start + limit);
}
