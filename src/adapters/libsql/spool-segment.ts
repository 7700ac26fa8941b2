import { closeSync, fstatSync, openSync, read, writeSync } from 'node:fs';

/** A file of lines that are waiting to be stored. */
export interface SpoolSegment {
  readonly path: string;
  /** Bytes in it. */
  readonly bytes: number;
  /** Bytes of it that were taken. */
  readonly taken: number;
  /** Appends a line, which has no end of line in it. Throws what the disk throws; a line that was cut off stands by itself then. */
  append(line: string): void;
  /** The next whole lines, about so many bytes of them, and how many bytes to count as taken once they are stored. */
  next(size: number): Promise<{ readonly lines: Uint8Array; readonly bytes: number }>;
  take(bytes: number): void;
  close(): void;
}

const LINE_END = 10;

/** Most lines are shorter than a third of this. */
const ROOM_BYTES = 32_768;

/** Begins a segment that its owner alone may read. Throws what the disk throws. */
export function createSpoolSegment(path: string): SpoolSegment {
  return overFile(openSync(path, 'a+', 0o600), path, 0);
}

/** Opens a segment that an earlier process left. Throws what the disk throws. */
export function openSpoolSegment(path: string, bytes: number): SpoolSegment {
  return overFile(openSync(path, 'r'), path, bytes);
}

// One descriptor for both ways, so that what was written can be read even after somebody has removed the file.
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
        if (length < encoded.length) throw new Error('the disk took a part of a record');
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
        // A line that was cut off has no end.
        if (length === left || read.length < length) return { lines: new Uint8Array(), bytes: left };
      }
    },
    take: (count) => void (taken += count),
    close: () => closeSync(file),
  };
}

/** Writes lines into one room as long as they fit: they are on the disk before the next one comes. */
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
