import { ServiceError } from '../../core/errors.ts';
import { sniffMediaType } from '../../core/file-types.ts';

/** What the first bytes of a file reveal about formats with a signature. */
const MARKS: Readonly<Record<string, string>> = { pdf: 'application/pdf', docx: 'application/zip' };

const HEAD_BYTES = 1024;

/** A body that keeps its first kilobyte as it is read. */
export function headOf(body: ReadableStream<Uint8Array>): { body: ReadableStream<Uint8Array>; bytes(): Uint8Array } {
  const head = new Uint8Array(HEAD_BYTES);
  let filled = 0;
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (filled < HEAD_BYTES) {
        const taken = chunk.subarray(0, HEAD_BYTES - filled);
        head.set(taken, filled);
        filled += taken.length;
      }
      controller.enqueue(chunk);
    },
  });
  return { body: body.pipeThrough(watch), bytes: () => head.subarray(0, filled) };
}

/** Refuses a file whose first bytes belong to another format. Throws `encrypted_file` or `invalid_file`. */
export function checkMark(format: string, head: Uint8Array): void {
  const found = sniffMediaType(head);
  const expected = MARKS[format];
  if (format === 'docx' && found === 'application/x-ole-storage') {
    throw new ServiceError('encrypted_file', 'file: it is encrypted, or in the format of Word before 2007.', { param: 'file' });
  }
  if (found === expected) return;
  // A text file may quote the signature of a PDF.
  if (expected === undefined && found === 'application/pdf' && head[0] !== 37) return;
  const message =
    expected === undefined
      ? `file: its content is ${found}, not the text its name says.`
      : `file: its content is no ${format.toUpperCase()}.`;
  throw new ServiceError('invalid_file', message, { param: 'file' });
}
