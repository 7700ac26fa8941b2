import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { joinedBytes } from '../../core/joined-bytes.ts';

/** Where a sealed text belongs. It opens nowhere else: both are authenticated with it (AES-GCM's additional data). */
export interface SealPlace {
  readonly requestId: string;
  readonly field: string;
}

/** A text that was opened, or why it cannot be read. */
export type Opened = { readonly text: string } | { readonly fault: string };

/** Encrypts texts for the disk. */
export interface ContentSeal {
  seal(text: string, place: SealPlace): string;
  open(sealed: string, place: SealPlace): Opened;
}

/** Length of a key, in bytes. */
export const SEAL_KEY_BYTES = 32;

/** NIST SP 800-38D recommends 96 bits for the nonce and 128 for the tag. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORM = /^sealed:1:([0-9a-f]{8}):([A-Za-z0-9+/]*={0,2})$/;

/**
 * Seals with AES-256-GCM (NIST SP 800-38D) under the first key, with a random nonce for every text, as
 * `sealed:1:<key id>:<base64 of nonce, ciphertext and tag>`; the key id is the begin of the key's SHA-256. What an older
 * key of `keys` sealed is opened too. It does not wait: what is written before a reply must be sealed before it.
 */
export function createContentSeal(keys: readonly Uint8Array[]): ContentSeal {
  const byId = new Map(keys.toReversed().map((key) => [sealKeyId(key), key]));
  const [current] = keys;
  if (current === undefined) throw new Error('a seal needs a key');
  const currentId = sealKeyId(current);
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(additionalData(place));
      const parts = [nonce, cipher.update(text.toWellFormed(), 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `sealed:1:${currentId}:${joinedBytes(parts).toBase64()}`;
    },

    open(sealed, place) {
      const [, id = '', body = ''] = FORM.exec(sealed) ?? [];
      if (id === '') return { fault: 'it is not sealed as this service seals' };
      const key = byId.get(id);
      if (key === undefined) return { fault: `it was sealed with the key ${id}, which is not configured` };
      const bytes = fromBase64(body);
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return { fault: 'it is cut off' };
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(additionalData(place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return { text: decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8') };
      } catch {
        return { fault: 'it was changed, or belongs to another record' };
      }
    },
  };
}

/** What stands for a key in what it sealed. */
export function sealKeyId(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

/** No bytes when it is no base64. */
function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    return new Uint8Array(0);
  }
}

/** The field's length comes first, so that no two places give the same bytes. */
function additionalData({ requestId, field }: SealPlace): Uint8Array {
  return new TextEncoder().encode(`${field.length}:${field}:${requestId}`);
}
