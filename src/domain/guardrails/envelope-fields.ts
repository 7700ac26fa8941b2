/** Fields of a whole reply and of a stream's chunk that hold no text, or are read elsewhere. */
export const ENVELOPE_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'object',
  'created',
  'model',
  'choices',
  'usage',
  'system_fingerprint',
  'service_tier',
]);
