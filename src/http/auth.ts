import { ServiceError } from '../core/errors.ts';
import { timingSafeEqual } from '../core/timing-safe-equal.ts';
import type { BrowserSessions, SessionEnd } from './browser-sessions.ts';

/** An API key of a service. `name` identifies it in records; the key itself never appears in them. */
export interface ApiKey {
  readonly name: string;
  readonly key: string;
}

/** What comes before the first colon is a name, however short the rest; a quotation mark at the beginning is one that was not removed. */
const KEY = /^(?:([A-Za-z0-9._-]{1,64}):|(?![A-Za-z0-9._-]{1,64}:))(?!["'])(\S{8,})$/;

/**
 * Reads `name:key` or `key` items of a setting. Several keys may have one name, as while keys are rotated. Throws an Error that names the
 * position, never the key.
 */
export function parseApiKeys(items: readonly string[]): ApiKey[] {
  const keys = items.map((item, index) => {
    const match = KEY.exec(item);
    const key = match?.[2];
    if (key === undefined)
      throw new Error(`API key ${index + 1} must be name:key or key, at least 8 characters without blanks, and not in quotation marks`);
    return { name: match?.[1] ?? `key-${index + 1}`, key };
  });
  for (const [index, { name, key }] of keys.entries()) {
    const first = keys.findIndex((other) => other.key === key);
    if (keys[first]?.name !== name)
      throw new Error(`API keys ${first + 1} and ${index + 1} are the same key, so it is not clear whose it is`);
  }
  return keys;
}

/** The key in a request's headers, valid or not; empty if there is none. */
export function broughtKey(headers: Headers): string {
  return /^Bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1] ?? headers.get('x-api-key') ?? '';
}

/**
 * A signal that aborts when the session ends that authenticates a streamed answer; undefined if an API key does, or none is needed.
 * Throws `unauthorized` if the session has ended meanwhile.
 */
export async function sessionEnd(
  headers: Headers,
  { apiKeys, sessions }: { readonly apiKeys: readonly ApiKey[]; readonly sessions?: BrowserSessions },
): Promise<SessionEnd | undefined> {
  if (apiKeys.length === 0 || broughtKey(headers) !== '') return undefined;
  const end = await sessions?.endOf(headers);
  if (end === undefined) throw new ServiceError('unauthorized', 'The session has ended; sign in again.');
  return end;
}

/**
 * Finds the key of `Authorization: Bearer` or `X-API-Key` among the configured ones, in constant time; without either, the key of a
 * session cookie, if browsers can sign in. Undefined for everybody if no keys are configured. Throws `unauthorized` otherwise.
 */
export async function authenticate(
  headers: Headers,
  keys: readonly ApiKey[],
  sessions?: Pick<BrowserSessions, 'keyOf'>,
): Promise<ApiKey | undefined> {
  if (keys.length === 0) return undefined;
  const given = broughtKey(headers);
  let found: ApiKey | undefined;
  // All keys are compared, so that timing does not reveal which one matched.
  for (const candidate of keys) if (timingSafeEqual(given, candidate.key)) found = candidate;
  if (given === '') found ??= await sessions?.keyOf(headers);
  if (found === undefined) {
    throw new ServiceError('unauthorized', 'Send a known API key as "Authorization: Bearer <key>" or "X-API-Key: <key>".');
  }
  return found;
}
