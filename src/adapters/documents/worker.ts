import { ServiceError } from '../../core/errors.ts';
import { joinedBytes } from '../../core/joined-bytes.ts';
import { servePool } from '../../core/serve-pool.ts';
import { createBlockWriter } from './block-writer.ts';
import { fileFault } from './faults.ts';
import type { ExtractPart, ExtractResult, ExtractRun } from './protocol.ts';
import { readDocument } from './read-document.ts';

servePool<undefined, ExtractRun, ExtractPart, ExtractResult>({
  load: async () => ({ provider: 'javascript', milliseconds: 0 }),
  async run({ chunks, format, limits }, { part }) {
    try {
      const writer = createBlockWriter(limits, part);
      return { value: await readDocument(joinedBytes(chunks), format, limits, writer) };
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      // Other errors of a parser, including a stack overflow on deep nesting, are due to the file.
      throw fileFault('invalid_file', 'it cannot be read.', error);
    }
  },
});
