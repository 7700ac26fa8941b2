import { closeSync, fstatSync, openSync, read, writeSync } from 'node:fs';

/** A file of lines that wait to be stored. */
export interface SpoolSegment {
  readonly path: string;
  /** Its size in bytes. */
  readonly bytes: number;
  /** Bytes that have been stored. */
  readonly taken: number;
  /** Appends a line without its line break. Throws the disk's error; an incomplete line is then on a line of its own. */
  append(line: string): void;
  /** The next complete lines, about this many bytes, and how many bytes to count as stored afterwards. */
  next(size: number): Promise<{ readonly lines: Uint8Array; readonly bytes: number }>;
  take(bytes: number): void;
  close(): void;
}

const LINE_END = 10;

/** Most lines are shorter than a third of this. */
const ROOM_BYTES = 32_768;

/** Creates a segment that only its owner may read. Throws the disk's error. */
export function createSpoolSegment(path: string): SpoolSegment {
  return overFile(openSync(path, 'a+', 0o600), path, 0);
}

/** Opens a segment that an earlier process left. Throws the disk's error. */
export function openSpoolSegment(path: string, bytes: number): SpoolSegment {
  return overFile(openSync(path, 'r'), path, bytes);
}

// One descriptor for both directions, so that lines can be read even after the file has been removed.
function overFile(file: number, path: string, written: number): SpoolSegment {
  let encodeLine: ReturnType<typeof createLineEncoder> | undefined;
  let bytes = written;
  let taken = 0;
  let isCut = false;
  return {
    path,
    get bytes() {
      return bytes;
    },
    get taken() {
      return taken;
    },
    append(line) {
      encodeLine ??= createLineEncoder();
      const encoded = encodeLine(isCut ? `\n${line}` : line);
      try {
        const length = writeSync(file, encoded);
        if (length < encoded.length) throw new Error('the disk stored only a part of a record');
        bytes += length;
        isCut = false;
      } catch (error) {
        // Not every runtime says how much was written before the disk was full.
        const { size } = fstatSync(file);
        isCut ||= size > bytes;
        bytes = Math.max(bytes, size);
        throw error;
      }
    },
    async next(size) {
      const left = bytes - taken;
      for (let length = Math.min(size, left); ; length = Math.min(length * 2, left)) {
        const read = await readAt(file, taken, length);
        const end = read.lastIndexOf(LINE_END) + 1;
        if (end > 0) return { lines: read.subarray(0, end), bytes: end };
        // An incomplete line has no line break.
        if (length === left || read.length < length) return { lines: new Uint8Array(), bytes: left };
      }
    },
    take: (count) => void (taken += count),
    close: () => closeSync(file),
  };
}

/** Encodes lines into one buffer if they fit: each is on the disk before the next one comes. */
function createLineEncoder(): (line: string) => Uint8Array {
  const encoder = new TextEncoder();
  const room = new Uint8Array(ROOM_BYTES);
  return (line) => {
    // A code unit takes three bytes at most.
    if (line.length * 3 >= ROOM_BYTES) return encoder.encode(`${line}\n`);
    const { written } = encoder.encodeInto(line, room);
    room[written] = LINE_END;
    return room.subarray(0, written + 1);
  };
}

function readAt(file: number, position: number, length: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    read(file, new Uint8Array(length), 0, length, position, (error, count, buffer) => {
      if (error === null) resolve(buffer.subarray(0, count));
      else reject(error);
    });
  });
}
