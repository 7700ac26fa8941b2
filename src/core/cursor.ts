import { ServiceError } from './errors.ts';

/** The position where a page ended: the sort key of its last item. */
export type CursorKey = readonly (string | number)[];

/** A sort key as opaque base64url text. */
export function encodeCursor(key: CursorKey): string {
  const bytes = new TextEncoder().encode(JSON.stringify(key));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * The sort key of a cursor, whose values must be of the types of `example`.
 * Throws `invalid_input` with param `cursor` for anything that `encodeCursor` did not make.
 */
export function decodeCursor<const K extends CursorKey>(cursor: string, example: K): { readonly [I in keyof K]: Widened<K[I]> } {
  const key = parse(cursor);
  const fits =
    Array.isArray(key) &&
    key.length === example.length &&
    example.every((value, index) => typeof value === typeof (key[index] as unknown)) &&
    // JSON can hold numbers that parse to Infinity.
    key.every((value) => typeof value !== 'number' || Number.isFinite(value));
  if (!fits) throw new ServiceError('invalid_input', 'cursor: not a cursor of this list.', { param: 'cursor' });
  return key as unknown as { readonly [I in keyof K]: Widened<K[I]> };
}

type Widened<T> = T extends string ? string : number;

function parse(cursor: string): unknown {
  if (!/^[A-Za-z0-9_-]{1,1024}$/.test(cursor)) return undefined;
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
