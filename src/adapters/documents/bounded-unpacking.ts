import { fileFault } from './faults.ts';

/** Smaller arrays are not counted: no bomb is made of them, and there are very many. */
const COUNTED_BYTES = 64 * 1024;

/** Counts what a parser unpacks. */
export interface BoundedUnpacking extends Disposable {
  /** Begins to count at zero, such as for the next page. Throws as `check` does. */
  restart(): void;
  /** Throws `file_too_large` if the limit was ever exceeded: parsers go on after errors in parts of a file. */
  check(): void;
}

/**
 * Bounds what a parser without limits of its own unpacks, wherever in a file a bomb lies: until it is disposed of, this thread can neither
 * make arrays of bytes nor decompress beyond `maxBytes` in all. It is for threads that do nothing else meanwhile.
 */
export function boundUnpacking(maxBytes: number): BoundedUnpacking {
  const { Uint8Array: Bytes, DecompressionStream: Decompressor } = globalThis;
  let unpacked = 0;
  let fault: Error | undefined;

  function count(bytes: number): void {
    unpacked += bytes;
    if (unpacked <= maxBytes) return;
    fault ??= fileFault('file_too_large', `it unpacks to more than the limit of ${maxBytes} bytes.`);
    throw fault;
  }

  function check(): void {
    if (fault !== undefined) throw fault;
  }

  globalThis.Uint8Array = new Proxy(Bytes, {
    construct(target, given: unknown[], made) {
      const [size] = given;
      if (typeof size === 'number' && size >= COUNTED_BYTES) count(size);
      return Reflect.construct(target, given, made) as Uint8Array;
    },
  });
  globalThis.DecompressionStream = class extends Decompressor {
    override readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
    constructor(format: CompressionFormat) {
      super(format);
      const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          count(chunk.byteLength);
          controller.enqueue(chunk);
        },
      });
      this.readable = super.readable.pipeThrough(counting);
    }
  };

  return {
    restart() {
      check();
      unpacked = 0;
    },
    check,
    [Symbol.dispose]() {
      globalThis.Uint8Array = Bytes;
      globalThis.DecompressionStream = Decompressor;
    },
  };
}
