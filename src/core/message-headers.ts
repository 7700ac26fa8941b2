import { ServiceError } from './errors.ts';

/** Header names and values of one bus message. */
export type MessageHeaders = Readonly<Record<string, string>>;

/**
 * A copy of a message's headers as NATS sends them: names keep their case, values lose spaces at both ends. Throws `invalid_input` for a
 * name that is not an HTTP token or a value with a line break.
 */
export function cleanHeaders(headers: MessageHeaders): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[\r\n\0]/.test(value)) {
      throw new ServiceError('invalid_input', 'A message header has an invalid name, or a value with a line break.', {
        param: 'headers',
      });
    }
    clean[name] = value.trim();
  }
  return clean;
}
