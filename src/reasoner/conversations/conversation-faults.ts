import { ServiceError } from '../../core/errors.ts';

/** The error for a conversation that does not exist, or belongs to another API key. */
export function unknownConversation(id: string, param = 'conversation_id'): ServiceError {
  return new ServiceError('not_found', `There is no conversation ${JSON.stringify(id.slice(0, 100))}.`, { param });
}

/** The error for a conversation that has no room for further items. */
export function fullConversation(maxItems: number, param: string): ServiceError {
  const message = `The conversation would exceed the limit of ${maxItems} items: delete some, or start another one.`;
  return new ServiceError('payload_too_large', message, { param });
}
