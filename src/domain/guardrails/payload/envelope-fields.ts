import type { JsonValue } from '../../../core/json.ts';
import { isIdentifier, isModelName } from './plain-words.ts';
import { holdsText } from './value-texts.ts';

/** Fields of a complete reply or a chunk that hold no text. */
const ENVELOPE_FIELDS: ReadonlySet<string> = new Set(['id', 'object', 'created', 'model', 'system_fingerprint', 'service_tier']);

/** Whether a field of a reply or chunk can be skipped: its value is verified to hold no text, or the field is read elsewhere. */
export function isEnvelope(field: string, value: JsonValue): boolean {
  if (field === 'choices') return true;
  if (field === 'usage') return !holdsText(value);
  return ENVELOPE_FIELDS.has(field) && (isIdentifier(value) || (field === 'model' && isModelName(value)));
}
