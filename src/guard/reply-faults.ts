import { ServiceError } from '../core/errors.ts';
import { MAX_PARTS } from '../domain/guardrails/payload/guard-input.ts';
import { TOO_DEEP } from '../domain/guardrails/payload/json-leaves.ts';

/** `provider_unavailable` for a reply that is longer than the limit, in UTF-16 code units. */
export function tooLong(limit: number): ServiceError {
  return new ServiceError('provider_unavailable', `The upstream's reply is longer than the limit of ${limit} characters.`);
}

/** `provider_unavailable` for a reply with more texts than are checked. */
export function tooMany(): ServiceError {
  return new ServiceError('provider_unavailable', `The upstream's reply contains more than the limit of ${MAX_PARTS} texts.`);
}

/** `provider_unavailable` for a reply nested too deep to be checked. */
export function tooDeep(): ServiceError {
  return new ServiceError('provider_unavailable', `The upstream's reply contains something that is ${TOO_DEEP}.`);
}

/** `provider_unavailable` for a choice that continues after its finish reason, when its text has been released as complete. */
export function goesOn(): ServiceError {
  return new ServiceError('provider_unavailable', 'The upstream continued a choice after finishing it.');
}

/** `provider_unavailable` for a tool call that rules cannot be applied to. */
export function unreadableCall(): ServiceError {
  return new ServiceError('provider_unavailable', 'The upstream sent a tool call that cannot be read.');
}

/** `provider_unavailable` for something that is not a chat completion chunk. */
export function notAChunk(): ServiceError {
  return new ServiceError('provider_unavailable', 'The upstream sent something that is not a chat completion chunk.');
}
