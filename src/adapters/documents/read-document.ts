import { sniffMediaType } from '../../core/file-types.ts';
import type { FileFormat } from '../../core/file-types.ts';
import type { ExtractionLimits, ExtractionSummary } from '../../ports/extractor.ts';
import type { BlockWriter } from './block-writer.ts';
import { readCode } from './code.ts';
import { readCsv } from './csv.ts';
import { decodeText } from './decode-text.ts';
import { readDocx } from './docx.ts';
import { fileFault } from './faults.ts';
import { readHtml } from './html.ts';
import { readJson, readJsonLines } from './json.ts';
import { readMarkdown } from './markdown.ts';
import { readPdf } from './pdf.ts';
import { readPlainText } from './plain-text.ts';
import { readRestructuredText } from './restructured-text.ts';

/** Extracts the blocks of one file. Throws as `DocumentExtractor.extract` does. */
export async function readDocument(
  bytes: Uint8Array,
  format: FileFormat,
  limits: ExtractionLimits,
  writer: BlockWriter,
): Promise<ExtractionSummary> {
  if (bytes.byteLength === 0) throw fileFault('empty_file', 'it is empty.');
  checkContent(bytes, format);
  if (format === 'pdf') return readPdf(bytes, limits, writer);
  if (format === 'docx') readDocx(bytes, limits, writer);
  else readText(decodeText(bytes, format), format, writer);
  return writer.finish();
}

function readText(text: string, format: Exclude<FileFormat, 'pdf' | 'docx'>, writer: BlockWriter): void {
  switch (format) {
    case 'text':
      return readPlainText(text, writer);
    case 'markdown':
      return readMarkdown(text, writer);
    case 'rst':
      return readRestructuredText(text, writer);
    case 'html':
      return readHtml(text, writer);
    case 'csv':
      return readCsv(text, writer);
    case 'json':
      return readJson(text, writer);
    case 'json-lines':
      return readJsonLines(text, writer);
    case 'python':
    case 'go':
    case 'script':
      return readCode(text, format, writer);
  }
}

/** Refuses a file whose first bytes contradict its extension. */
function checkContent(bytes: Uint8Array, format: FileFormat): void {
  const found = sniffMediaType(bytes);
  if (format === 'pdf') {
    if (found !== 'application/pdf') throw fileFault('invalid_file', `it is not a PDF${found === undefined ? '' : ` but ${found}`}.`);
  } else if (format === 'docx') {
    if (found === 'application/x-ole-storage') throw oleFault(bytes);
    if (found !== 'application/zip')
      throw fileFault('invalid_file', `it is not a Word document${found === undefined ? '' : ` but ${found}`}.`);
  } else if (found !== undefined && found !== 'application/pdf') {
    throw fileFault('invalid_file', `it is ${found}, not text.`);
  } else if (found === 'application/pdf' && startsAsPdf(bytes)) {
    throw fileFault('invalid_file', 'it is application/pdf, not text.');
  }
}

/** A text may quote a PDF's signature; a PDF begins with it. */
function startsAsPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-';
}

/** Word stores an encrypted .docx, like an old .doc, in a compound file, whose names are UTF-16. */
function oleFault(bytes: Uint8Array): Error {
  const names = new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.byteLength - (bytes.byteLength % 2)));
  return names.includes('EncryptedPackage')
    ? fileFault('encrypted_file', 'it is encrypted; remove its password first.')
    : fileFault('unsupported_file_type', 'it is in the old .doc format; save it as .docx.');
}
