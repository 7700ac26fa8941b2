import { decodeJson, encodeJson, isJsonObject, type JsonObject } from './json.ts';

/** A message that could not be answered, and why. */
export interface BuriedMessage {
  /** The subject on which it arrived. */
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent if the message did not contain it. */
  readonly requestId?: string;
  /** For people; contains nothing of the message. */
  readonly reason: string;
  /** An error kind such as `invalid_input`. */
  readonly errorType: string;
  /** How often it was delivered; 0 for a message that was never queued. */
  readonly deliveries: number;
  readonly firstAt: Date;
  readonly at: Date;
}

/** A dead letter as it is kept. A truncated one has lost the end of its data and cannot be replayed. */
export interface DeadLetter extends BuriedMessage {
  readonly id: string;
  readonly truncated: boolean;
}

/** Most bytes of a message that its dead letter keeps. */
const MAX_DATA_BYTES = 512 * 1024;

/** The JSON bytes of a dead letter. Data over 512 KiB are cut off. Text stays text, other bytes become base64. */
export function encodeDeadLetter(letter: BuriedMessage): Uint8Array<ArrayBuffer> {
  const data = letter.data.subarray(0, MAX_DATA_BYTES);
  const text = textOf(data);
  return encodeJson({
    request_id: letter.requestId ?? null,
    subject: letter.subject,
    payload: text ?? data.toBase64(),
    payload_encoding: text === undefined ? 'base64' : 'utf8',
    truncated: data.byteLength < letter.data.byteLength,
    headers: letter.headers,
    reason: letter.reason,
    error_type: letter.errorType,
    deliveries: letter.deliveries,
    first_at: letter.firstAt.toISOString(),
    failed_at: letter.at.toISOString(),
  });
}

/** Reads what `encodeDeadLetter` wrote. Bytes that cannot be read become a dead letter that says so. */
export function decodeDeadLetter(id: string, bytes: Uint8Array): DeadLetter {
  const body = parse(bytes);
  const string = (name: string): string => {
    const value = body?.[name];
    return typeof value === 'string' ? value : '';
  };
  const at = dateOf(string('failed_at'));
  if (body === undefined) {
    const reason = 'The dead letter itself cannot be read.';
    return {
      id,
      subject: '',
      data: bytes,
      headers: {},
      reason,
      errorType: 'invalid_input',
      deliveries: 0,
      firstAt: at,
      at,
      truncated: true,
    };
  }
  const payload = string('payload');
  const requestId = string('request_id');
  return {
    id,
    subject: string('subject'),
    data: body.payload_encoding === 'base64' ? Uint8Array.fromBase64(payload) : new TextEncoder().encode(payload),
    headers: headersOf(body.headers),
    ...(requestId === '' ? {} : { requestId }),
    reason: string('reason'),
    errorType: string('error_type'),
    deliveries: Number(body.deliveries ?? 0),
    firstAt: dateOf(string('first_at')),
    at,
    truncated: body.truncated === true,
  };
}

function parse(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value = decodeJson(bytes);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function headersOf(value: unknown): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
}

function dateOf(text: string): Date {
  const time = Date.parse(text);
  return new Date(Number.isNaN(time) ? 0 : time);
}

/** The data as text; undefined if it is not text, or if JSON would make it much longer, as it does with control characters. */
function textOf(data: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
    return encodeJson(text).byteLength <= data.byteLength * 1.4 + 64 ? text : undefined;
  } catch {
    return undefined;
  }
}
