import type { Policy } from './api/guard-api.ts';

type Check = Policy['checks'][number];

const ALL = ['user', 'tool', 'document'] as const;
const block = (direction: 'input' | 'output', channels: readonly ('user' | 'tool' | 'document')[] = ALL): Check['rules'][number] => ({
  direction,
  channels: [...channels],
  steps: [{ threshold: 0.5, action: 'block' }],
});
const redact = (direction: 'input' | 'output'): Check['rules'][number] => ({
  direction,
  channels: [...ALL],
  steps: [{ threshold: 0.5, action: 'redact' }],
});

/** The checks that the shipped policy leaves off, as an operator may begin with them, with what they do. */
export const NEW_CHECKS: readonly { readonly does: string; readonly check: Check }[] = [
  {
    does: 'words and phrases',
    check: {
      detector: 'phrases',
      fail: 'closed',
      rules: [block('input'), block('output')],
      settings: { lists: [{ name: 'blocked', phrases: ['a word or phrase'] }] },
    },
  },
  {
    does: 'regular expressions, such as for staff numbers',
    check: {
      detector: 'patterns',
      fail: 'closed',
      rules: [redact('input'), redact('output')],
      settings: { patterns: [{ name: 'employee_id', pattern: String.raw`\bEMP-\d{6}\b` }] },
    },
  },
  {
    does: 'lengths and numbers of messages',
    check: {
      detector: 'size',
      fail: 'closed',
      rules: [block('input')],
      settings: { limits: { message_characters: 20_000, request_characters: 100_000, messages: 50 } },
    },
  },
  {
    does: 'languages that are not allowed',
    check: {
      detector: 'language',
      fail: 'open',
      rules: [block('input', ['user'])],
      settings: { languages: { allowed: ['en'], min_characters: 40 } },
    },
  },
  {
    does: 'a secret token that tells when the system message leaks',
    check: { detector: 'canary', fail: 'closed', rules: [block('output')] },
  },
];

/** The checks that a policy, as text, does not have; none while the text is no policy. */
export function missingChecks(text: string): typeof NEW_CHECKS {
  try {
    const { checks } = JSON.parse(text) as Policy;
    return NEW_CHECKS.filter(({ check }) => !checks.some(({ detector }) => detector === check.detector));
  } catch {
    return [];
  }
}

/** The text of a policy with one check more. The text must be one of a policy. */
export function withCheck(text: string, check: Check): string {
  const policy = JSON.parse(text) as Policy;
  return JSON.stringify({ ...policy, checks: [...policy.checks, check] }, null, 2);
}
