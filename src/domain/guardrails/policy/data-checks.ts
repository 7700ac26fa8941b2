import { CHANNELS } from '../../../ports/guard.ts';
import type { PolicyCheck } from './policy.ts';

/** Flags personal data in requests and replies; redacting it takes a policy of one's own. */
export const PERSONAL_DATA_CHECK: PolicyCheck = {
  detector: 'personal_data',
  fail: 'open',
  trustedRoles: [],
  rules: [
    { direction: 'input', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'flag' }] },
    { direction: 'output', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'flag' }] },
  ],
};

/** Redacts keys, tokens and passwords in requests and flags them in replies; redacting them in replies takes a policy of one's own. */
export const SECRETS_CHECK: PolicyCheck = {
  detector: 'secrets',
  fail: 'closed',
  trustedRoles: [],
  rules: [
    { direction: 'input', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'redact' }] },
    { direction: 'output', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'flag' }] },
  ],
};

/** Flags names of people, organisations and places, and addresses, that a model finds in requests. Fails open. */
export const NAMED_ENTITIES_CHECK: PolicyCheck = {
  detector: 'named_entities',
  fail: 'open',
  trustedRoles: [],
  rules: [{ direction: 'input', channels: CHANNELS, steps: [{ threshold: 0.6, action: 'flag' }] }],
};
