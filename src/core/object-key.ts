import { ServiceError } from './errors.ts';

const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const MAX_SEGMENTS = 8;

/**
 * Refuses a key that an object store does not take: one to eight segments of 1 to 128 characters `A-Za-z0-9._-`
 * with slashes between them, none beginning with a dot or a dash. No key leads out of a folder, is hidden, or
 * differs between stores. Throws `invalid_input`.
 */
export function checkObjectKey(key: string): void {
  const segments = key.split('/');
  if (segments.length <= MAX_SEGMENTS && segments.every((segment) => SEGMENT.test(segment))) return;
  throw new ServiceError('invalid_input', 'The object key is malformed: use letters, digits, dots, dashes and underscores.');
}
