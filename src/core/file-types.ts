import { ServiceError } from './errors.ts';
import { refusalOf } from './unread-file-types.ts';

/** How a file is read. */
export type FileFormat = 'text' | 'markdown' | 'rst' | 'html' | 'pdf' | 'docx' | 'csv' | 'json' | 'json-lines' | 'python' | 'go' | 'script';

export interface FileType {
  readonly format: FileFormat;
  readonly mediaType: string;
}

const type = (format: FileFormat, mediaType: string): FileType => ({ format, mediaType });

/** All supported file extensions, with the media types that files are served with. */
export const FILE_TYPES: Readonly<Record<string, FileType>> = {
  '.txt': type('text', 'text/plain'),
  '.md': type('markdown', 'text/markdown'),
  '.rst': type('rst', 'text/x-rst'),
  '.py': type('python', 'text/x-python'),
  '.go': type('go', 'text/x-go'),
  '.ts': type('script', 'text/typescript'),
  '.js': type('script', 'text/javascript'),
  '.tsx': type('script', 'text/tsx'),
  '.jsx': type('script', 'text/jsx'),
  '.pdf': type('pdf', 'application/pdf'),
  '.docx': type('docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
  '.json': type('json', 'application/json'),
  '.csv': type('csv', 'text/csv'),
  '.jsonl': type('json-lines', 'application/jsonl'),
  '.html': type('html', 'text/html'),
  '.htm': type('html', 'text/html'),
};

/** The supported extension that a name ends in, in lower case; undefined if there is none. */
export function knownExtension(name: string): string | undefined {
  const extension = extensionOf(name);
  return Object.hasOwn(FILE_TYPES, extension) ? extension : undefined;
}

/** The supported extension of files of a media type; undefined for one that is not read. */
export function extensionFor(mediaType: string): string | undefined {
  return Object.entries(FILE_TYPES).find(([, own]) => own.mediaType === mediaType)?.[0];
}

/** What a name has from its last point on, in lower case; empty if it has none. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot).toLowerCase();
}

/** The type of a file by its extension, ignoring case. Throws `unsupported_file_type`, which names the type and lists the supported ones. */
export function fileTypeOf(name: string): FileType {
  const extension = extensionOf(name);
  const found = Object.hasOwn(FILE_TYPES, extension) ? FILE_TYPES[extension] : undefined;
  if (found !== undefined) return found;
  const supported = Object.keys(FILE_TYPES).join(', ');
  throw new ServiceError('unsupported_file_type', `file: ${refusalOf(extension)}; the name must end in one of ${supported}.`, {
    param: 'file',
  });
}

const SIGNATURES: readonly (readonly [string, string])[] = [
  ['%PDF-', 'application/pdf'],
  ['PK\u0003\u0004', 'application/zip'],
  ['PK\u0005\u0006', 'application/zip'],
  ['\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', 'application/x-ole-storage'],
  ['\u0089PNG', 'image/png'],
  ['\u00ff\u00d8\u00ff', 'image/jpeg'],
  ['GIF8', 'image/gif'],
  ['\u001f\u008b', 'application/gzip'],
  ['7z\u00bc\u00af', 'application/x-7z-compressed'],
  ['Rar!\u001a\u0007', 'application/vnd.rar'],
  ['\u007fELF', 'application/x-executable'],
  ['{\\rtf', 'application/rtf'],
];

/** The media type that the first bytes of a file identify; undefined for text and unknown types. 1 KiB is enough. */
export function sniffMediaType(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 1024));
  // A PDF may have up to a kilobyte of other bytes before its signature.
  if (head.includes('%PDF-')) return 'application/pdf';
  return SIGNATURES.find(([signature]) => head.startsWith(signature))?.[1];
}
