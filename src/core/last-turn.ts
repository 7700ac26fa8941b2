/**
 * Where the last turn of a conversation begins, as an index of its messages: behind what the assistant said last before it.
 * 0 where nobody has answered yet. `roleOf` tells whose the message at an index is.
 */
export function lastTurn(count: number, roleOf: (index: number) => unknown): number {
  for (let index = count - 2; index >= 0; index -= 1) if (roleOf(index) === 'assistant') return index + 1;
  return 0;
}
