/** The id of the fact that was read out of a turn as its `number`th; the same whenever the turn is read. */
export function factId(turnId: string, number: number): string {
  return `${turnId.replace(/^turn_/, 'mem_')}_${number}`;
}

/** Whether a fact was read out of this turn first. */
export function isFactOf(turnId: string, id: string): boolean {
  return id.startsWith(`${turnId.replace(/^turn_/, 'mem_')}_`);
}

/** An id for a turn: the same words of the same request and owner always give the same one. */
export async function turnId(parts: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(parts)));
  return `turn_${Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
