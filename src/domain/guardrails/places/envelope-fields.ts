import type { JsonValue } from '../../../core/json.ts';
import { isIdentifier, isModelName } from './plain-words.ts';
import { holdsText } from './value-texts.ts';

/** Fields of a whole reply and of a stream's chunk that hold no text. */
const ENVELOPE_FIELDS: ReadonlySet<string> = new Set(['id', 'object', 'created', 'model', 'system_fingerprint', 'service_tier']);

/** Whether a field of a whole reply or of a stream's chunk holds no text, or is read elsewhere. Where no text belongs there may be one. */
export function isEnvelope(field: string, value: JsonValue): boolean {
  if (field === 'choices') return true;
  if (field === 'usage') return !holdsText(value);
  return ENVELOPE_FIELDS.has(field) && (isIdentifier(value) || (field === 'model' && isModelName(value)));
}
