import { ServiceError } from './errors.ts';

/**
 * NATS subjects (https://docs.nats.io/nats-concepts/subjects): tokens separated by dots. In a pattern
 * `*` stands for one token and a final `>` for one or more.
 */
const WELL_FORMED = /^[^\s\p{Cc}.]+(?:\.[^\s\p{Cc}.]+)*$/u;

/** Throws `invalid_input` for a subject nothing can be published to: an empty token, a blank or a wildcard. */
export function checkSubject(subject: string): void {
  if (WELL_FORMED.test(subject) && !subject.split('.').some((token) => token === '*' || token === '>')) return;
  throw new ServiceError('invalid_input', 'A subject is tokens separated by dots, without blanks, empty tokens or wildcards.', {
    param: 'subject',
  });
}

/** Throws `invalid_input` for a pattern with an empty token, a blank or a `>` that is not last. */
export function checkPattern(pattern: string): void {
  if (WELL_FORMED.test(pattern) && !pattern.split('.').slice(0, -1).includes('>')) return;
  throw new ServiceError('invalid_input', 'A pattern is tokens separated by dots, without blanks or empty tokens; ">" only at the end.', {
    param: 'pattern',
  });
}

/** Throws `invalid_input` for a queue group's name that is empty or holds a blank. */
export function checkQueue(queue: string): void {
  if (/^[^\s\p{Cc}]+$/u.test(queue)) return;
  throw new ServiceError('invalid_input', 'A queue name is not empty and holds no blanks.', { param: 'queue' });
}

/** Whether a pattern has a wildcard token; without one it matches only the subject it spells. */
export function hasWildcard(pattern: string): boolean {
  return pattern.split('.').some((token) => token === '*' || token === '>');
}

/** Whether a published subject falls under a pattern. Both must be well formed. */
export function matchesSubject(pattern: string, subject: string): boolean {
  const wanted = pattern.split('.');
  const given = subject.split('.');
  for (const [index, token] of wanted.entries()) {
    if (token === '>') return given.length > index;
    if (token !== '*' && token !== given[index]) return false;
    if (index >= given.length) return false;
  }
  return wanted.length === given.length;
}
