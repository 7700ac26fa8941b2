/** Reasons that tell of something that went wrong, and not of a check that had nothing to look at. */
const FAULT = /fail|time|late|too long|unavailable|cannot|could not|not read/i;

/** Whether a check did not run because of a fault, as against by design. */
export function isFault(reason: string | null): boolean {
  return reason !== null && FAULT.test(reason);
}
