import { atGuard } from './place.ts';
import { session } from './session.svelte.ts';

/** A command that asks the guard what this page asks it. The key of whoever runs it is in a variable of the shell. */
export function curl(path: string, body?: unknown): string {
  const key = session.keyName === '' ? '' : ` -H "Authorization: Bearer $PARLEY_KEY"`;
  const sent =
    body === undefined ? '' : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`;
  return `curl -s '${location.origin}${atGuard(path)}'${key}${sent}`;
}

/** Puts a text on the clipboard, and says in words whether it is there. */
export async function copy(what: string, text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return `${what} copied`;
  } catch {
    return 'the browser allows no copying here';
  }
}
