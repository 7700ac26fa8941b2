import { getDocumentProxy } from 'unpdf';
import type { ExtractionLimits, ExtractionSummary } from '../../ports/extractor.ts';
import type { BlockWriter } from './block-writer.ts';
import { boundUnpacking } from './bounded-unpacking.ts';
import { fileFault } from './faults.ts';
import { notesOf } from './pdf-notes.ts';
import { createPageReader } from './pdf-page.ts';

/**
 * The text of a PDF by pages, each with the filled fields and notes on it. Pages without text, such as scans, add nothing; a file of only
 * such pages is empty. Neither the opening nor a page may unpack to more than `maxExpandedBytes`.
 */
export async function readPdf(bytes: Uint8Array, limits: ExtractionLimits, writer: BlockWriter): Promise<ExtractionSummary> {
  using unpacking = boundUnpacking(limits.maxExpandedBytes);
  const document = await openPdf(bytes).catch((error: unknown) => {
    unpacking.check();
    throw error;
  });
  try {
    if (document.numPages > limits.maxPages) {
      throw fileFault('file_too_large', `it has ${document.numPages} pages, more than the limit of ${limits.maxPages}.`);
    }
    const readPage = createPageReader(writer);
    let broken = 0;
    for (let number = 1; number <= document.numPages; number += 1) {
      writer.check();
      unpacking.restart();
      try {
        const page = await document.getPage(number);
        const { items } = await page.getTextContent({ includeMarkedContent: false });
        const notes = notesOf(await page.getAnnotations());
        page.cleanup();
        readPage(
          items.filter((item) => 'str' in item),
          number,
        );
        for (const note of notes) writer.add('paragraph', note, { page: number });
      } catch (error) {
        if (error instanceof Error && error.name === 'ServiceError') throw error;
        broken += 1;
      }
    }
    unpacking.check();
    if (broken === document.numPages) throw fileFault('invalid_file', 'none of its pages can be read.');
    return writer.finish(document.numPages);
  } finally {
    await document.loadingTask.destroy();
  }
}

async function openPdf(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(bytes, { disableFontFace: true, useSystemFonts: false, verbosity: 0, enableXfa: false });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw fileFault('encrypted_file', 'it needs a password; remove it first.', error);
    }
    throw fileFault('invalid_file', 'it is broken or cut off.', error);
  }
}
