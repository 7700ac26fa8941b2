import { unzipSync } from 'fflate';
import type { ExtractionLimits } from '../../ports/extractor.ts';
import { fileFault } from './faults.ts';

const FREE_BYTES = 1024 * 1024;

/** The wanted parts of a container, by name; others are not decompressed. Sizes are checked before anything is decompressed. */
export function unpack(bytes: Uint8Array, wanted: (name: string) => boolean, limits: ExtractionLimits): Map<string, Uint8Array> {
  let expanded = 0;
  let packed = 0;
  const names = new Set<string>();
  try {
    const parts = unzipSync(bytes, {
      filter: ({ name, originalSize, size }) => {
        if (!wanted(name)) return false;
        if (names.has(name)) throw fileFault('invalid_file', 'it holds a part twice.');
        names.add(name);
        expanded += originalSize;
        packed += size;
        const ratio = expanded / Math.max(1, packed);
        if (expanded > limits.maxExpandedBytes || (expanded > FREE_BYTES && ratio > limits.maxExpansionRatio)) {
          throw fileFault(
            'file_too_large',
            `it unpacks to more than the limit of ${limits.maxExpandedBytes} bytes, or of ${limits.maxExpansionRatio} times its size.`,
          );
        }
        return true;
      },
    });
    return new Map(Object.entries(parts));
  } catch (error) {
    if (error instanceof Error && error.name === 'ServiceError') throw error;
    throw fileFault('invalid_file', 'it is broken or cut off.', error);
  }
}
