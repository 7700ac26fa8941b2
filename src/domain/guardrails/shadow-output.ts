import type { OutputCheck } from '../../ports/guard.ts';

/** Wraps the check of a streamed reply for shadow mode: it records findings but releases all text at once. */
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
