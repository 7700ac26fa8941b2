import { closeSync, fstatSync, openAsBlob, openSync, readSync } from 'node:fs';

/** A model's word table, one row of floats per word. */
export interface WordRows {
  /** The rows of some words, concatenated. Throws a RangeError for a word missing from the table. */
  read(ids: readonly number[]): Promise<Float32Array<ArrayBuffer>>;
  close(): void;
}

/** Random access to the bytes of the file. */
interface Source {
  readonly size: number;
  /** Fills `into`. */
  read(into: Uint8Array<ArrayBuffer>, position: number): Promise<void> | undefined;
  close(): void;
}

const SCALE_BYTES = 4;

/**
 * Opens a table that stays in its file, since in memory it would be larger than the rest of its model and a text needs few rows. Per word
 * it has a little-endian float32 scale and `width` signed bytes. Throws the file system's errors, and a TypeError for a file of another
 * format.
 */
export async function openWordRows(path: string, width: number): Promise<WordRows> {
  const source = openFile(path) ?? (await openEmbedded(path));
  const rowBytes = SCALE_BYTES + width;
  if (source.size === 0 || source.size % rowBytes !== 0) {
    source.close();
    throw new TypeError(`not a table of words with ${width} numbers each`);
  }
  const count = source.size / rowBytes;
  const row = new Uint8Array(rowBytes);
  const scale = new DataView(row.buffer);
  const levels = new Int8Array(row.buffer, SCALE_BYTES);
  return {
    async read(ids) {
      const rows = new Float32Array(ids.length * width);
      for (const [place, id] of ids.entries()) {
        if (!(id >= 0 && id < count)) throw new RangeError(`the table of words has no word ${id}`);
        const reading = source.read(row, id * rowBytes);
        if (reading !== undefined) await reading;
        const step = scale.getFloat32(0, true);
        const at = place * width;
        for (let index = 0; index < width; index += 1) rows[at + index] = (levels[index] ?? 0) * step;
      }
      return rows;
    },
    close: source.close,
  };
}

/** Undefined for a path outside a real file system, such as inside an executable. */
function openFile(path: string): Source | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  return {
    size: fstatSync(file).size,
    read(into, position) {
      // Reading a row takes microseconds; awaiting each of a hundred would take as long as the model.
      if (readSync(file, into, 0, into.length, position) !== into.length) throw new Error('the table of words ends early');
      return undefined;
    },
    close: () => closeSync(file),
  };
}

async function openEmbedded(path: string): Promise<Source> {
  const blob = await openAsBlob(path);
  return {
    size: blob.size,
    async read(into, position) {
      into.set(new Uint8Array(await blob.slice(position, position + into.length).arrayBuffer()));
    },
    close: () => undefined,
  };
}
