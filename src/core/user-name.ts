import { ServiceError } from './errors.ts';

const MAX_CHARACTERS = 256;

/** Whether a text can name a user: well-formed Unicode without control characters, so that no two names are stored alike. */
export function isUserName(name: string): boolean {
  return name.length <= MAX_CHARACTERS && name !== '' && name.isWellFormed() && !/\p{Cc}/u.test(name);
}

/** Returns the name of a user. Throws `invalid_input` that names the parameter for a text that cannot be one. */
export function checkUserName(name: string, param: string): string {
  if (isUserName(name)) return name;
  throw new ServiceError('invalid_input', `${param} must be 1 to ${MAX_CHARACTERS} characters without control characters.`, { param });
}
