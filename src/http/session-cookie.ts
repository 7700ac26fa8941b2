import { timingSafeEqual } from '../core/timing-safe-equal.ts';
import type { ApiKey } from './auth.ts';

/**
 * Name of the session cookie of a request's origin. It contains the port, since browsers send cookies to all ports of a host (RFC 6265,
 * 8.5), and services on one host would otherwise sign each other's browsers out.
 */
export function sessionCookieName(headers: Headers): string {
  const port = /:(\d{1,5})$/.exec(headers.get('host') ?? '')?.[1];
  return port === undefined ? 'parley_session' : `parley_session_${port}`;
}

/**
 * The value of a session cookie: the name of the API key, the expiry (Unix time in milliseconds), and a signature that only a holder of
 * the key can make (HMAC-SHA-256, RFC 2104). It does not contain the key, and is invalid once the key is removed.
 */
export async function sessionToken({ name, key }: ApiKey, until: number): Promise<string> {
  return `${name}.${until}.${await mark(key, name, until)}`;
}

/** The contents of a session cookie. */
export interface Session {
  readonly key: ApiKey;
  readonly until: Date;
  /** The signature in its cookie. */
  readonly mark: string;
}

/**
 * The session of a request's cookie, if it has not expired and the request comes from the service's own pages. For SameSite a page on
 * another port of this host is the same site, so the browser's Fetch Metadata is checked too.
 */
export async function readSession(headers: Headers, keys: readonly ApiKey[], now: Date): Promise<Session | undefined> {
  const token = cookieOf(headers);
  if (token === undefined || !isSameOrigin(headers)) return undefined;
  const match = /^([A-Za-z0-9._-]{1,64})\.(\d{1,15})\.([0-9a-f]{64})$/.exec(token);
  const [, name = '', until = '', given = ''] = match ?? [];
  if (Number(until) <= now.getTime()) return undefined;
  // While a key is being replaced, two keys have the same name.
  for (const key of keys)
    if (key.name === name && timingSafeEqual(given, await mark(key.key, name, Number(until))))
      return { key, until: new Date(Number(until)), mark: given };
  return undefined;
}

function cookieOf(headers: Headers): string | undefined {
  const own = sessionCookieName(headers);
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === own && value !== undefined) return value;
  }
  return undefined;
}

/** Whether the browser says that a page of this origin, or the user alone, makes the request (Fetch Metadata, W3C). */
export function isSameOrigin(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === headers.get('host');
}

async function mark(key: string, name: string, until: number): Promise<string> {
  const encoder = new TextEncoder();
  const secret = await crypto.subtle.importKey('raw', encoder.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', secret, encoder.encode(`parley session ${name} ${until}`));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
