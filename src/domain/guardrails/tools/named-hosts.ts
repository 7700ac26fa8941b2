/** URLs with a scheme inside a longer text; of those of the web, browsers also read some with a single slash. */
const URLS = /(?:[a-z][a-z0-9+.-]{0,20}:[\\/]{2}|(?:https?|ftp|wss?):[\\/])[^\s"'`<>]{1,2048}/gi;
const MAIL_HOST = /@([^\s"'`<>,;@]{1,255})/g;
/** A URL that every reader divides alike: what stands before its host holds no sign that ends a host for some of them. */
const AGREED =
  /^([a-z][a-z0-9+.-]{0,20}):\/\/(?:[\w.~!$&'()*+,;=:%-]{0,512}@)?([\p{L}\p{M}\p{N}._-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{0,5})?(?=[/?#]|$)/iu;
/** Letters that the versions of IDNA map to different names. */
const MAPPED_APART = /[\u00df\u03c2\u200c\u200d]/;
const WEB_SCHEME = /^(?:https?|ftp|wss?):/i;

/**
 * The hosts named in a value. A value that must be an address is parsed as one; any other text is searched for URLs. Undefined stands
 * for an address that is none, and for one in which readers of addresses see different hosts.
 */
export function namedHosts(text: string, isAddress: boolean): readonly (string | undefined)[] {
  const value = text.trim();
  if (!isAddress) return isCutByBreak(value) ? [undefined] : Array.from(value.matchAll(URLS), ([url]) => hostOf(url));
  if (value === '') return [];
  const isUrl = /^[a-z][a-z0-9+.-]{0,20}:[\\/]|^[\\/]{2}/i.test(value) || WEB_SCHEME.test(value);
  if (!isUrl && value.includes('@')) return mailHosts(value);
  return [hostOf(value.startsWith('//') ? `https:${value}` : value) ?? (isUrl ? undefined : hostOf(`https://${value}`))];
}

function mailHosts(value: string): readonly (string | undefined)[] {
  const named = Array.from(value.replaceAll(/%40/g, '@').matchAll(MAIL_HOST), ([, host = '']) => hostOf(`https://${host}`));
  // With such a sign it may also be an address without its scheme.
  return /^[^@]*[\\/?#]/.test(value) ? [...named, hostOf(`https://${value}`)] : named;
}

/** Whether a tab or a line break, which browsers leave out, cuts the host of a value that is a URL. */
function isCutByBreak(value: string): boolean {
  if (!WEB_SCHEME.test(value) || value.includes(' ')) return false;
  return /^[a-z]+:[^/?#]?\/{0,2}[^\s/?#]*[\t\r\n]+(?![a-z][a-z0-9+.-]{0,20}:)/i.test(value);
}

function hostOf(url: string): string | undefined {
  const [, , written] = AGREED.exec(url) ?? [];
  if (written === undefined || MAPPED_APART.test(written)) return undefined;
  const plain = written.toLowerCase().replace(/\.$/, '');
  if (plain.split('.').includes('') || plain.normalize('NFKC').toLowerCase() !== plain) return undefined;
  try {
    const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '');
    // Numbers are the same address for some readers and the name of another host for others.
    return host === plain || /[^\p{ASCII}]/u.test(plain) || plain.startsWith('[') ? host : undefined;
  } catch {
    return undefined;
  }
}
