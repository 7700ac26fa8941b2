import type { Ids } from '../../ports/system.ts';

/** Places in the order of one millisecond, which the 12 bits behind the version hold. */
const PLACES = 0x1000;

/** UUIDv7 identifiers (RFC 9562, section 6.2, method 1): unique, and sorted by the time they were made, also within a millisecond. */
export const uuidIds: Ids = createUuidIds(Date.now);

/** The same over another clock. One that is set back gives the time of the last id until it has caught up. */
export function createUuidIds(now: () => number): Ids {
  let last = 0;
  let place = 0;
  let time = '';
  return {
    next(prefix = '') {
      const milliseconds = now();
      if (milliseconds > last || place === PLACES - 1) {
        last = Math.max(milliseconds, last + 1);
        place = 0;
        const digits = last.toString(16).padStart(12, '0');
        time = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
      } else place += 1;
      // What stands behind the first three groups of a random UUID is what stands there in these.
      return `${prefix}${time}${place.toString(16).padStart(3, '0')}${crypto.randomUUID().slice(18)}`;
    },
  };
}
