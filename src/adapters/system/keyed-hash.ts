import { createHmac, randomBytes } from 'node:crypto';

/** Hexadecimal digits that are shown: sixty-four bits. */
const DIGITS = 16;

/**
 * HMAC-SHA-256 (RFC 2104) of texts in hexadecimal, cut to 16 digits. Without a key one is made that is gone with the
 * process, so that hashes of two runs cannot be compared.
 */
export function createKeyedHash(key: string): (value: string) => string {
  const bytes = key === '' ? randomBytes(32) : new TextEncoder().encode(key);
  return (value) => createHmac('sha256', bytes).update(value).digest('hex').slice(0, DIGITS);
}
