import { CHANNELS } from '../../../ports/guard.ts';
import type { PolicyCheck } from './policy.ts';

/** Personal data is noted both ways: a policy that redacts it says so. */
export const PERSONAL_DATA_CHECK: PolicyCheck = {
  detector: 'personal_data',
  fail: 'open',
  trustedRoles: [],
  rules: [
    { direction: 'input', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'flag' }] },
    { direction: 'output', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'flag' }] },
  ],
};

/** Keys, tokens and passwords never reach the model. In its reply they are noted; a policy that redacts them there says so. */
export const SECRETS_CHECK: PolicyCheck = {
  detector: 'secrets',
  fail: 'closed',
  trustedRoles: [],
  rules: [
    { direction: 'input', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'redact' }] },
    { direction: 'output', channels: CHANNELS, steps: [{ threshold: 0.5, action: 'flag' }] },
  ],
};

/** Names of people, organisations and places, and addresses, where a model finds them. Without an answer from it they pass. */
export const NAMED_ENTITIES_CHECK: PolicyCheck = {
  detector: 'named_entities',
  fail: 'open',
  trustedRoles: [],
  rules: [{ direction: 'input', channels: CHANNELS, steps: [{ threshold: 0.6, action: 'flag' }] }],
};
