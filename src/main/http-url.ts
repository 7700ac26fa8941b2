import { InvalidArgumentError } from 'commander';

/** Reads the base URL of a service from the command line, without a slash at its end. Throws what `commander` shows. */
export function httpUrl(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) throw new InvalidArgumentError('It must start with http:// or https://.');
  return value.replace(/\/+$/, '');
}
