/** Gives the tests and hooks of a file that starts real programs more than Bun's five seconds. Call it first thing in the file. */
export async function allowSlowHooks(): Promise<void> {
  if (!('Bun' in globalThis)) return;
  const { setDefaultTimeout } = await import('bun:test');
  setDefaultTimeout(120_000);
}
