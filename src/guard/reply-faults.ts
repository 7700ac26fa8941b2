import { ServiceError } from '../core/errors.ts';
import { MAX_PARTS } from '../domain/guardrails/places/guard-input.ts';
import { TOO_DEEP } from '../domain/guardrails/places/json-leaves.ts';

/** What is said of a reply that is longer than the limit. */
export function tooLong(limit: number): ServiceError {
  return new ServiceError('provider_unavailable', `The upstream's reply is longer than the limit of ${limit} characters.`);
}

/** What is said of a reply with more texts than are checked. */
export function tooMany(): ServiceError {
  return new ServiceError('provider_unavailable', `The upstream's reply holds more than the limit of ${MAX_PARTS} texts.`);
}

/** What is said of a reply with something in it that is nested so deep that nothing reads it. */
export function tooDeep(): ServiceError {
  return new ServiceError('provider_unavailable', `The upstream's reply holds something that is ${TOO_DEEP}.`);
}

/** Text behind the end of a choice would follow text that has been let go as complete. */
export function goesOn(): ServiceError {
  return new ServiceError('provider_unavailable', 'The upstream went on with a choice that it had ended.');
}

/** What is said of a tool call that rules cannot be held against. */
export function unreadableCall(): ServiceError {
  return new ServiceError('provider_unavailable', 'The upstream sent a tool call that cannot be read.');
}

/** What is said of a chunk that is none. */
export function notAChunk(): ServiceError {
  return new ServiceError('provider_unavailable', 'The upstream sent something that is no chat completion chunk.');
}
