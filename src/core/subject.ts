import { ServiceError } from './errors.ts';

/**
 * NATS subjects (https://docs.nats.io/nats-concepts/subjects): tokens separated by dots. In a pattern
 * `*` stands for one token and a final `>` for one or more.
 */
const WELL_FORMED = /^[^\s\p{Cc}.]+(?:\.[^\s\p{Cc}.]+)*$/u;

/** Throws `invalid_input` for a subject that cannot be published to: with an empty token, a space or a wildcard. */
export function checkSubject(subject: string): void {
  if (WELL_FORMED.test(subject) && !subject.split('.').some((token) => token === '*' || token === '>')) return;
  throw new ServiceError('invalid_input', 'A subject consists of tokens separated by dots, without spaces, empty tokens or wildcards.', {
    param: 'subject',
  });
}

/** Throws `invalid_input` for a pattern with an empty token, a space or a `>` that is not last. */
export function checkPattern(pattern: string): void {
  if (WELL_FORMED.test(pattern) && !pattern.split('.').slice(0, -1).includes('>')) return;
  throw new ServiceError(
    'invalid_input',
    'A pattern consists of tokens separated by dots, without spaces or empty tokens; ">" only at the end.',
    {
      param: 'pattern',
    },
  );
}

/** Throws `invalid_input` for a queue group name that is empty or contains a space. */
export function checkQueue(queue: string): void {
  if (/^[^\s\p{Cc}]+$/u.test(queue)) return;
  throw new ServiceError('invalid_input', 'A queue name must not be empty or contain spaces.', { param: 'queue' });
}

/** Whether a pattern contains a wildcard; without one it matches only itself. */
export function hasWildcard(pattern: string): boolean {
  return pattern.split('.').some((token) => token === '*' || token === '>');
}

/** Whether a subject matches a pattern. Both must be well formed. */
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
