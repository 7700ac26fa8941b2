import { PAST_TIME } from '../../core/past-time.ts';
import { PATTERNS, type Classified } from './fact-patterns.ts';

/** What is only possible. */
const UNSURE = /\b(?:might|maybe|perhaps|possibly|probably|i think|i guess|i suppose)\b/i;

/**
 * The topic of a sentence; `date` is the day, month or year that it refers to, `today` the day on which it was said. What is past or
 * only possible has no slot: it takes the place of nothing that is so now.
 */
export function classify(sentence: string, date: string | undefined, today: string): Classified {
  const { slot, ...found } = classifyAsNow(sentence, date, today);
  return slot === undefined || PAST_TIME.test(sentence) || UNSURE.test(sentence) ? found : { ...found, slot };
}

/** "I changed my name to Priyanka", "my PIN has changed from 1 to 2": what it is that changed, and what it is now. */
const CHANGED: readonly RegExp[] = [
  /\b(?:i|we)(?:['’]ve| have)? (?:(?:\p{L}+ly|just) )*(?:changed|updated) (?:my|our) ((?:\p{L}+ ){0,3}?\p{L}+) (?:from [^,;]{1,40}? )?to (.+)/iu,
  /\bmy ((?:\p{L}+ ){0,2}?\p{L}+) (?:has |was |has been |got )?(?:changed|updated) (?:from [^,;]{1,40}? )?to (.+)/iu,
];

function classifyAsNow(sentence: string, date: string | undefined, today: string): Classified {
  for (const pattern of CHANGED) {
    const [, what = '', value = ''] = pattern.exec(sentence) ?? [];
    const found = what === '' ? undefined : classifyAsNow(`My ${what} is ${value}`, date, today);
    if (found?.slot !== undefined) return found;
  }
  for (const [pattern, read] of PATTERNS) {
    const match = pattern.exec(sentence);
    const found = match === null ? undefined : read(match);
    if (found !== undefined) return found;
  }
  if (date !== undefined)
    return date > today.slice(0, date.length) ? { kind: 'plan', importance: 0.6 } : { kind: 'event', importance: 0.55 };
  if (/\b(?:i|we) (?:\w+ly )?(?:was|were|went|did|had|got|saw|met|made|took|came|gave|bought|found|won|lost|began|\w+ed)\b/i.test(sentence))
    return { kind: 'event', importance: 0.45 };
  return { kind: 'other', importance: 0.35 };
}
