import type { OutputCheck } from '../../ports/guard.ts';

/** A check of a reply that is only watched: what comes is released at once. */
export function shadowOf(check: OutputCheck): OutputCheck {
  return {
    blocked: false,
    async push(part, delta) {
      await check.push(part, delta);
      return delta;
    },
    async end(id) {
      await check.end(id);
      return '';
    },
    held: () => 0,
    async read(part, text, options) {
      await check.read(part, text, options);
      return text;
    },
    note: (part) => check.note(part),
    decide: () => check.decide(),
  };
}
