/** URLs with a scheme inside a longer text. */
const URLS = /[a-z][a-z0-9+.-]{0,20}:[\\/]{2}[^\s"'`<>]{1,2048}/gi;
const MAIL_HOST = /@([^\s"'`<>,;@]{1,255})/g;
const HOST = /^[\p{L}\p{N}._[\]:-]{1,255}$/u;

/**
 * The hosts named in a value. A value that must be an address is parsed as one (undefined if that fails); any other text is
 * searched for URLs.
 */
export function namedHosts(text: string, isAddress: boolean): readonly (string | undefined)[] {
  const value = text.trim();
  if (!isAddress) return Array.from(value.matchAll(URLS), ([url]) => hostOf(url));
  if (value === '') return [];
  const isUrl = /^[a-z][a-z0-9+.-]{0,20}:[\\/]|^[\\/]{2}/i.test(value);
  if (!isUrl && value.includes('@')) return Array.from(value.matchAll(MAIL_HOST), ([, host = '']) => hostOf(`https://${host}`));
  return [hostOf(/^[\\/]{2}/.test(value) ? `https:${value}` : value) ?? (isUrl ? undefined : hostOf(`https://${value}`))];
}

function hostOf(url: string): string | undefined {
  try {
    const { hostname } = new URL(url);
    const host = hostname.toLowerCase().replace(/\.$/, '');
    return host !== '' && HOST.test(host) ? host : undefined;
  } catch {
    return undefined;
  }
}
