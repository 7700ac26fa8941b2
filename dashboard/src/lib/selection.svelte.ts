import { goto } from '$app/navigation';
import { page } from '$app/state';

/** How long after the last key what was typed goes into the address. */
const TYPING_MS = 250;

/** What a field of the page's address says; empty where it is not there. */
export function given(name: string): string {
  return page.url.searchParams.get(name) ?? '';
}

/** What a field of the page's address says where that is one of the options, and nothing otherwise: anybody may write an address. */
export function givenOf<T extends string>(name: string, options: readonly T[]): T | undefined {
  return options.find((option) => option === given(name));
}

/** A field of the page's address that counts something, from 1. */
export function givenNumber(name: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(given(name)) ? Number(given(name)) : undefined;
}

/**
 * Writes fields of the page's address, where a reload, a link and the way back find them; the others stay, and empty ones are left out.
 * What is chosen can be gone back from; what is typed replaces what was typed before.
 */
export function select(fields: Readonly<Record<string, string | number | undefined>>, { isTyped = false } = {}): void {
  const next = new URL(page.url.href);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === '') next.searchParams.delete(name);
    else next.searchParams.set(name, String(value));
  }
  void goto(next, { replace: isTyped || next.href === page.url.href, reset: false });
}

/** Calls `work` once nobody has typed for a moment; not after the component has gone. */
export function createPause(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  $effect(() => () => clearTimeout(timer));
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, TYPING_MS);
  };
}

/** A text that is typed, in the field of this name of the page's address. */
export function createTyped(name: string): { text: string } {
  let written = given(name);
  let text = $state(given(name));
  // Of an address that somebody else wrote, such as the way back, the text is taken over; of its own, more may have been typed since.
  $effect(() => {
    const found = given(name);
    if (found !== written) [text, written] = [found, found];
  });
  const write = createPause(() => {
    written = text;
    select({ [name]: text }, { isTyped: true });
  });
  return {
    get text() {
      return text;
    },
    set text(typed) {
      text = typed;
      write();
    },
  };
}
