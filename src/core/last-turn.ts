/**
 * Index of the message with which the last turn of a conversation begins: the one after the assistant's last message before it. 0 if
 * nothing has been answered yet. `roleOf` gives the role of the message at an index.
 */
export function lastTurn(count: number, roleOf: (index: number) => unknown): number {
  for (let index = count - 2; index >= 0; index -= 1) if (roleOf(index) === 'assistant') return index + 1;
  return 0;
}
