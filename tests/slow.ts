/** Gives the tests and hooks of a file that starts real programs up to five minutes, for machines that are busy with something else. Call it first thing in the file. */
export async function allowSlowHooks(): Promise<void> {
  if (!('Bun' in globalThis)) return;
  const { setDefaultTimeout } = await import('bun:test');
  setDefaultTimeout(300_000);
}
