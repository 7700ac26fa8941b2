import { fieldFault } from './field-fault.ts';
import type { Upload } from './upload.ts';

type Fields = Pick<Upload, 'fields' | 'repeated'>;

/** Fields that OpenAI refuses for transcriptions with speakers, as here they would do nothing. */
const REFUSED = ['prompt', 'include[]', 'include', 'timestamp_granularities[]', 'timestamp_granularities'];

/** Fields that say something about speakers alone. */
const OF_SPEAKERS = ['known_speaker_names', 'known_speaker_references'].flatMap((name) => [`${name}[]`, name]);

/** Throws `invalid_input`, naming the field, for one that does not go with response_format diarized_json. */
export function checkDiarizedForm({ fields, repeated }: Fields): void {
  for (const name of REFUSED) if (isSent(repeated[name])) throw fieldFault(name, `${name} does not go with response_format diarized_json.`);
  checkChunking(fields);
}

/** Throws `invalid_input`, naming the field, for one that goes with response_format diarized_json alone. */
export function checkPlainForm({ repeated }: Fields): void {
  for (const name of OF_SPEAKERS)
    if (isSent(repeated[name])) throw fieldFault(name, `${name} goes with response_format diarized_json only.`);
}

/** `auto`, or a `server_vad` object as JSON or as the form fields that OpenAI's clients make of it; recordings are always cut at pauses. */
function checkChunking(fields: Upload['fields']): void {
  const strategy = fields[CHUNKING] ?? '';
  const type = fields[`${CHUNKING}[type]`] ?? typeOf(strategy);
  if (strategy === '' && type === undefined) return;
  if (strategy !== 'auto' && type !== 'server_vad') throw fieldFault(CHUNKING, `${CHUNKING} must be auto or an object of type server_vad.`);
}

const CHUNKING = 'chunking_strategy';

function typeOf(strategy: string): unknown {
  try {
    const value: unknown = JSON.parse(strategy);
    return typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  } catch {
    return undefined;
  }
}

function isSent(values: readonly string[] | undefined): boolean {
  return values?.some((value) => value !== '') === true;
}
