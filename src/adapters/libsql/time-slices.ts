/** Splits long work into slices, between which a thread handles its messages. */
export interface TimeSlices {
  /** Begins a slice. */
  begin(): void;
  /** Resolves when the work may continue: at once within a slice, and after pending messages once it is used up. */
  pause(): Promise<void> | undefined;
}

/** Length of a slice in milliseconds. */
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
