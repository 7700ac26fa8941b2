import { CHANNELS } from '../../../ports/guard.ts';
import type { PolicyCheck } from './policy.ts';

/** Images that carry data away are taken out of a reply, and end it when the data is the conversation's own. Lesser signs are noted. */
export const LINKS_CHECK: PolicyCheck = {
  detector: 'links',
  fail: 'open',
  trustedRoles: [],
  rules: [
    {
      direction: 'output',
      channels: CHANNELS,
      steps: [
        { threshold: 0.5, action: 'flag' },
        { threshold: 0.75, action: 'redact' },
        { threshold: 0.97, action: 'block' },
      ],
    },
    { direction: 'input', channels: ['tool', 'document'], steps: [{ threshold: 0.7, action: 'flag' }] },
  ],
};

/** A reply may have reason to repeat its instructions, so that is only noted. */
export const PROMPT_LEAK_CHECK: PolicyCheck = {
  detector: 'prompt_leak',
  fail: 'open',
  trustedRoles: [],
  rules: [{ direction: 'output', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'flag' }] }],
};

/** Checks that run only where a policy names them: what they look for is its own affair. */
export const CHECKS_BY_POLICY: readonly string[] = ['canary', 'phrases', 'size', 'language'];
