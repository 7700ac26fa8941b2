import type { OutputCheck } from '../../ports/guard.ts';

/** The check of a streamed reply in shadow mode: it records, and releases everything at once. */
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
