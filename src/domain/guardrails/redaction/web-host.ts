import { linkSites, mayHoldLinks } from '../detectors/link-sites.ts';

/** What begins a web address in plain text, also with the slashes escaped as in JSON. */
const BEGINNING = /(?:https?|ftp|wss?):[\\/]|(?<![A-Za-z0-9_.-])www\./gi;
const WEB = /^(?:(?:https?|ftp|wss?):|[\\/]{2}|www\.)/i;
/** Characters that end an address in plain text. */
const ENDS = ' \t\n\r\u00a0<>"`|';
/** Scheme and slashes of an address, and what stands up to the path; a backslash ends it for some readers only, and so leaves no host. */
const AUTHORITY = /^(?:[a-z]{2,5}:)?[\\/]{0,4}([^/?#\s"'<>()]{0,512})(?=[/?#\s"'<>()]|$)/i;
const HOST = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$/u;
/** Stands for the value. */
const VALUE = '\ue000';

/** The web address that the end of a text is in, and where it begins; undefined outside of one. */
export function openAddress(text: string): { readonly url: string; readonly start: number } | undefined {
  if (mayHoldLinks(text)) {
    for (const { start, end, url } of linkSites(text)) if (end === text.length && start < end && WEB.test(url)) return { url, start };
  }
  let from = text.length;
  while (from > 0 && !ENDS.includes(text.charAt(from - 1))) from -= 1;
  const run = text.slice(from);
  const begin = [...run.matchAll(BEGINNING)].at(-1)?.index;
  return begin === undefined || isClosed(run.slice(begin)) ? undefined : { url: run.slice(begin), start: from + begin };
}

/** Whether a parenthesis closes that was opened before the address, as at the end of a Markdown link. */
function isClosed(address: string): boolean {
  let depth = 0;
  for (const sign of address) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (depth < 0) return true;
  }
  return false;
}

/** The host of the address that a value follows in a text, in lower case: empty if that is not certain, undefined outside of a web address. */
export function hostAround(before: string, after: string): string | undefined {
  const address = openAddress(before);
  if (address === undefined) return undefined;
  const [, authority = ''] = AUTHORITY.exec(address.url + VALUE + after.slice(0, 512)) ?? [];
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d{0,5}$/, '')
    .toLowerCase();
  return HOST.test(host) ? host : '';
}

/** Whether a text names a host, not merely one whose name is longer. */
export function namesHost(text: string, host: string): boolean {
  for (let at = text.indexOf(host); at >= 0; at = text.indexOf(host, at + 1)) {
    const isWhole = !/[\p{L}\p{N}_-]$/u.test(text.slice(Math.max(0, at - 2), at));
    if (isWhole && !/^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(text.slice(at + host.length, at + host.length + 3))) return true;
  }
  return false;
}

/** Where a text ends in the name of a host, or of a user before it, that holds a placeholder: what follows says whose host it is. */
export function openAuthority(before: string, text: string, holdsPlaceholder: (text: string) => boolean): number {
  const all = before + text;
  const begin = all.lastIndexOf('//') + 2;
  if (begin < 2 || all.length - begin > 512) return text.length;
  const open = all.slice(begin);
  return /[/?#\s"'<>()]/.test(open) || !holdsPlaceholder(open) ? text.length : Math.max(0, begin - before.length);
}
