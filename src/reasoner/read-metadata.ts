import { isJsonObject, type JsonValue } from '../core/json.ts';
import { fault } from './fields.ts';

const MAX_PAIRS = 16;
const MAX_KEY = 64;
const MAX_VALUE = 512;

/** Parses `metadata`: up to 16 pairs, with keys of at most 64 and values of at most 512 characters. Throws `invalid_input`. */
export function readMetadata(value: JsonValue | undefined): Record<string, string> {
  const metadata = value ?? {};
  if (!isJsonObject(metadata)) throw fault('metadata', 'must be an object');
  const pairs = Object.entries(metadata);
  if (pairs.length > MAX_PAIRS) throw fault('metadata', `must hold at most ${MAX_PAIRS} pairs`);
  const read = pairs.map(([key, entry]): [string, string] => {
    if (key.length > MAX_KEY) throw fault('metadata', `has a key of more than ${MAX_KEY} characters`);
    if (typeof entry !== 'string' || entry.length > MAX_VALUE)
      throw fault(`metadata.${key}`, `must be a string of at most ${MAX_VALUE} characters`);
    return [key, entry];
  });
  return Object.fromEntries(read);
}
