import { MultipartPart } from '@remix-run/multipart-parser';
import { abortable } from '../core/abort.ts';
import { ServiceError } from '../core/errors.ts';
import { joinedBytes } from '../core/joined-bytes.ts';

/** One part of a form as it arrives. `body` must be read to its end or cancelled before the next part is requested. */
export interface StreamedPart {
  readonly name: string;
  /** Undefined for a text field. */
  readonly filename?: string;
  readonly mediaType: string;
  readonly body: AsyncGenerator<Uint8Array<ArrayBuffer>, void>;
}

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_PARTS = 128;
/** Longest preamble before the first part, in bytes. */
const MAX_PREAMBLE_BYTES = 4096;

/**
 * The parts of a multipart/form-data body (RFC 7578) in order, without buffering any of them: the request is read only as fast as the
 * bodies of its parts are. Throws `unsupported_media_type` for another body, `invalid_input` for one that is malformed or cut short, and
 * the signal's reason if it aborts while more of the body is awaited.
 */
export async function* streamForm(request: Request, signal: AbortSignal): AsyncGenerator<StreamedPart, void> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new ServiceError('unsupported_media_type', 'Send the body as multipart/form-data.');
  const match = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type);
  const boundary = match?.[1] ?? match?.[2];
  if (boundary === undefined || request.body === null) throw malformed();
  const source = openSource(request.body.getReader(), signal);
  try {
    await skipPreamble(source, boundary);
    const delimiter = ascii(`\r\n--${boundary}`);
    for (let count = 0; await hasPart(source); count += 1) {
      if (count === MAX_PARTS) throw new ServiceError('invalid_input', `The form has more than ${MAX_PARTS} parts.`);
      const header = await untilMark(source, ascii('\r\n\r\n'), MAX_HEADER_BYTES);
      const part = readHeader(header);
      const body = bodyOf(source, delimiter);
      yield { ...part, body };
      // What nobody has read must be skipped to find the next part.
      for await (const _ of body);
    }
  } finally {
    await source.close();
  }
}

interface Source {
  buffer: Uint8Array<ArrayBuffer>;
  /** Appends the next chunk to the buffer; false at the end. */
  more(): Promise<boolean>;
  close(): Promise<void>;
}

function openSource(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal): Source {
  return {
    buffer: new Uint8Array(0),
    async more() {
      const { done, value } = await abortable(reader.read(), signal);
      if (done) return false;
      this.buffer = this.buffer.length === 0 ? (value as Uint8Array<ArrayBuffer>) : joinedBytes([this.buffer, value]);
      return true;
    },
    close: () => reader.cancel().catch(() => undefined),
  };
}

async function skipPreamble(source: Source, boundary: string): Promise<void> {
  const first = ascii(`--${boundary}`);
  for (;;) {
    const at = indexOf(source.buffer, first, 0);
    if (at >= 0) {
      source.buffer = source.buffer.subarray(at + first.length);
      return;
    }
    if (source.buffer.length > MAX_PREAMBLE_BYTES || !(await source.more())) throw malformed();
  }
}

/** Reads what follows a delimiter: a line break before a part, or the two dashes that end the body. */
async function hasPart(source: Source): Promise<boolean> {
  for (;;) {
    // Spaces may precede the line break.
    let at = 0;
    while (source.buffer[at] === 32 || source.buffer[at] === 9) at += 1;
    if (source.buffer.length >= at + 2) {
      const [one, two] = source.buffer.subarray(at, at + 2);
      if (one === 45 && two === 45) return false;
      if (one !== 13 || two !== 10) throw malformed();
      source.buffer = source.buffer.subarray(at + 2);
      return true;
    }
    if (at > 256 || !(await source.more())) throw malformed();
  }
}

async function untilMark(source: Source, mark: Uint8Array, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  for (;;) {
    const at = indexOf(source.buffer, mark, 0);
    if (at > maxBytes || (at < 0 && source.buffer.length > maxBytes + mark.length)) throw malformed();
    if (at >= 0) {
      const found = source.buffer.subarray(0, at);
      source.buffer = source.buffer.subarray(at + mark.length);
      return found;
    }
    if (!(await source.more())) throw malformed();
  }
}

async function* bodyOf(source: Source, delimiter: Uint8Array): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  for (;;) {
    const at = indexOf(source.buffer, delimiter, 0);
    if (at >= 0) {
      const last = source.buffer.subarray(0, at);
      source.buffer = source.buffer.subarray(at + delimiter.length);
      if (last.length > 0) yield last;
      return;
    }
    // The buffer may end with the beginning of a delimiter.
    const safe = source.buffer.length - delimiter.length + 1;
    if (safe > 0) {
      const chunk = source.buffer.subarray(0, safe);
      source.buffer = source.buffer.subarray(safe);
      yield chunk;
    }
    if (!(await source.more())) throw malformed();
  }
}

function readHeader(header: Uint8Array): Omit<StreamedPart, 'body'> {
  try {
    const part = new MultipartPart(withBackslashes(header), []);
    const { name, filename, mediaType = '' } = part;
    if (name === undefined) throw malformed();
    return { name: unescaped(name), mediaType, ...(filename === undefined ? {} : { filename: unescaped(filename) }) };
  } catch (cause) {
    throw cause instanceof ServiceError ? cause : malformed(cause);
  }
}

const BACKSLASH = 92;
const QUOTE = 34;

/** A header whose backslashes are not lost: browsers send those of a name as they are, while older clients escape quotes and backslashes. */
function withBackslashes(header: Uint8Array): Uint8Array {
  if (!header.includes(BACKSLASH)) return header;
  const kept: number[] = [];
  for (let at = 0; at < header.length; at += 1) {
    const byte = header[at] ?? 0;
    const next = header[at + 1];
    kept.push(byte);
    if (byte !== BACKSLASH) continue;
    if (next === BACKSLASH || next === QUOTE) at += 1;
    kept.push(next === QUOTE ? QUOTE : BACKSLASH);
  }
  return Uint8Array.from(kept);
}

/** A name without the escapes that browsers write (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data). */
function unescaped(name: string): string {
  return name.replace(/%(22|0A|0D)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Finds the delimiter's first byte with the engine's own search, then compares the rest. */
function indexOf(bytes: Uint8Array, mark: Uint8Array, from: number): number {
  const [first] = mark;
  if (first === undefined) return from;
  for (let at = bytes.indexOf(first, from); at >= 0 && at + mark.length <= bytes.length; at = bytes.indexOf(first, at + 1)) {
    let same = 1;
    while (same < mark.length && bytes[at + same] === mark[same]) same += 1;
    if (same === mark.length) return at;
  }
  return -1;
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function malformed(cause?: unknown): ServiceError {
  return new ServiceError('invalid_input', 'The multipart body is malformed or cut short.', cause === undefined ? {} : { cause });
}
