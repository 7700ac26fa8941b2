/** The id of the `number`th fact extracted from a turn; the same whenever the turn is processed. */
export function factId(turnId: string, number: number): string {
  return `${turnId.replace(/^turn_/, 'mem_')}_${number}`;
}

/** Whether a fact was first extracted from this turn. */
export function isFactOf(turnId: string, id: string): boolean {
  return id.startsWith(`${turnId.replace(/^turn_/, 'mem_')}_`);
}

/** An id for a turn: the same for the same words, request and owner. */
export async function turnId(parts: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(parts)));
  return `turn_${Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
