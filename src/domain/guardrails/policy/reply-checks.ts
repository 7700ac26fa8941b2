import { CHANNELS } from '../../../ports/guard.ts';
import type { PolicyCheck } from './policy.ts';

/** Removes images that exfiltrate data from replies, and blocks if the data comes from the conversation. Weaker evidence is flagged. */
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

/** Flags replies that repeat their instructions; only flags, since there may be good reason to. */
export const PROMPT_LEAK_CHECK: PolicyCheck = {
  detector: 'prompt_leak',
  fail: 'open',
  trustedRoles: [],
  rules: [{ direction: 'output', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'flag' }] }],
};

/** Checks that run only if a policy names and configures them. */
export const CHECKS_BY_POLICY: readonly string[] = ['canary', 'phrases', 'patterns', 'size', 'language'];
