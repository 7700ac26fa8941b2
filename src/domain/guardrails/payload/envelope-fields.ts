import type { JsonValue } from '../../../core/json.ts';
import { isIdentifier, isModelName } from './plain-words.ts';
import { holdsText } from './value-texts.ts';

/** Fields of a complete reply or a chunk that hold no text. */
const ENVELOPE_FIELDS: ReadonlySet<string> = new Set(['id', 'object', 'created', 'model', 'system_fingerprint', 'service_tier']);

/** Whether a field of a complete reply or a chunk need not be read: it holds no text, which is verified, or is read elsewhere. */
export function isEnvelope(field: string, value: JsonValue): boolean {
  if (field === 'choices') return true;
  if (field === 'usage') return !holdsText(value);
  return ENVELOPE_FIELDS.has(field) && (isIdentifier(value) || (field === 'model' && isModelName(value)));
}
