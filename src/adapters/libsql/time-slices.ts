/** Long work in parts, between which a thread takes its messages. */
export interface TimeSlices {
  /** A slice begins now. */
  begin(): void;
  /** Resolves when the work may go on: at once within a slice, and after the waiting messages when it is used up. */
  pause(): Promise<void> | undefined;
}

/** How long a slice is. */
const SLICE_MS = 4;

/** Slices of 4 ms. */
export function createTimeSlices(): TimeSlices {
  let started = performance.now();
  return {
    begin() {
      started = performance.now();
    },
    pause() {
      if (performance.now() - started < SLICE_MS) return undefined;
      return new Promise((resolve) => {
        setTimeout(() => {
          started = performance.now();
          resolve();
        }, 0);
      });
    },
  };
}
