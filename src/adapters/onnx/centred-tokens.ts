/**
 * At most `limit` tokens of a text around a passage: a short text whole; otherwise the passage with as much context before it as after it,
 * or the beginning of a passage that is longer itself.
 */
export function centredTokens(before: readonly number[], passage: readonly number[], after: readonly number[], limit: number): number[] {
  const all = [...before, ...passage, ...after];
  if (all.length <= limit) return all;
  const middle = passage.length <= limit ? before.length + (passage.length >> 1) : before.length + (limit >> 1);
  const start = Math.max(0, Math.min(all.length - limit, middle - (limit >> 1)));
  return all.slice(start, start + limit);
}
