/** Passes text up to the first stop string, holding back any text that may begin one. */
export interface StopStrings {
  /** The text that may be released after this piece. */
  push(piece: string): string;
  /** The held-back text, once the text has ended. */
  end(): string;
  readonly stopped: boolean;
}

/** Finds the first of some strings in text that arrives in pieces. */
export function createStopStrings(stops: readonly string[]): StopStrings {
  const wanted = stops.filter((stop) => stop !== '');
  let held = '';
  let stopped = false;
  return {
    push(piece) {
      if (stopped) return '';
      held += piece;
      const places = wanted.map((stop) => held.indexOf(stop)).filter((place) => place >= 0);
      if (places.length > 0) {
        stopped = true;
        const text = held.slice(0, Math.min(...places));
        held = '';
        return text;
      }
      const keep = markOverlap(held, wanted);
      const text = held.slice(0, held.length - keep);
      held = held.slice(held.length - keep);
      return text;
    },
    end() {
      const text = held;
      held = '';
      return text;
    },
    get stopped() {
      return stopped;
    },
  };
}

/** How much of a text's end may begin one of some marks. */
export function markOverlap(text: string, marks: readonly string[]): number {
  return Math.max(0, ...marks.map((mark) => overlap(text, mark)));
}

/** Length of the longest suffix of `text` that is a prefix of `stop`. */
function overlap(text: string, stop: string): number {
  for (let length = Math.min(text.length, stop.length - 1); length > 0; length -= 1) {
    if (text.endsWith(stop.slice(0, length))) return length;
  }
  return 0;
}
