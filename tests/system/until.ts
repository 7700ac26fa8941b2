/** Resolves once the condition holds; rejects, naming what was waited for, when it does not within ten seconds. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const limit = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > limit) throw new Error(`waited ten seconds in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
