import { v7 } from 'uuid';
import type { Ids } from '../../ports/system.ts';

/** UUIDv7 identifiers (RFC 9562): unique, and sorted by the time they were made. */
export const uuidIds: Ids = {
  next: (prefix = '') => `${prefix}${v7()}`,
};
