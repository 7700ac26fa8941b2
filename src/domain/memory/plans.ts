import { contentWords } from '../../core/content-words.ts';
import type { MemoryFact } from '../../ports/memory.ts';
import { APPOINTMENT } from './fact-patterns.ts';
import { MOVED } from './tense.ts';

const OFF = `(?:${MOVED}|cancell?ed|called off)`;
/** "My flight to Oslo was moved", "I cancelled my dinner with Ann". */
const CHANGED: readonly RegExp[] = [
  new RegExp(
    `\\b(?:my|our|the) ${APPOINTMENT}(?: (?:on|at) [^.,;]{1,20}?)? (?:(?:has|have|had) been|was|were|is|are|got|has|['’]s been) (?:now |just |been )*(?:${OFF}|(?<=\\bis now )(?:at|in|on))\\b`,
    'iu',
  ),
  new RegExp(
    `\\b(?:i|we|they|\\p{L}+)(?:['’]ve| have| has)? (?:had to )?(?:${OFF}|move|cancel|reschedule|postpone) (?:my|our|the) ${APPOINTMENT}`,
    'iu',
  ),
];
/** "I have a meeting with Bob at 3", "my meeting is at 3". */
const HELD = new RegExp(
  `^(?:(?:i|we)(?:['’]ve| have)? (?:have|got|booked)|(?:my|our|the) ${APPOINTMENT} (?:is|begins|departs|leaves|starts))\\b`,
  'iu',
);
const DAYS: ReadonlySet<string> = new Set(
  [...contentWords('monday tuesday wednesday thursday friday saturday sunday today tonight tomorrow next week month')].concat(
    ...contentWords('january february march april may june july august september october november december'),
  ),
);

/** The content words for what a sentence says to be moved to another day or called off; none if it says so of nothing. */
export function planChanged(sentence: string): readonly string[] {
  const thing = CHANGED.map((pattern) => pattern.exec(sentence)?.[1]).find((one) => one !== undefined);
  return [...contentWords(thing ?? '')].filter((word) => !DAYS.has(word));
}

/** The known plans that a sentence, said at a time, moves to another day or calls off: those of the thing, if they are of one day. */
export function changedPlans(sentence: string, known: readonly MemoryFact[], saidAt: Date): MemoryFact[] {
  const words = planChanged(sentence);
  if (words.length === 0) return [];
  const today = saidAt.toISOString().slice(0, 10);
  const plans = known.filter(({ text, kind, date }) => {
    if (date === undefined ? kind !== 'plan' && !HELD.test(text) : date < today.slice(0, date.length)) return false;
    const own = contentWords(text);
    return words.every((word) => own.has(word));
  });
  return new Set(plans.map(({ date }) => date)).size > 1 ? [] : plans;
}
