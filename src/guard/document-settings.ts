import { choice, integer } from '../core/config.ts';

/** The guard's settings for the documents in messages. */
export const documentSettings = {
  documents: choice(
    'GUARD_DOCUMENTS',
    'check',
    'Files in messages (file_data; PDF, Word and text files): check reads them and passes on those that cannot be read, which the record says; require refuses requests with such files; off leaves them all unread.',
    ['check', 'require', 'off'],
  ),
  documentsMax: integer('GUARD_DOCUMENTS_MAX', 32, 'Most files of one request that are read.', { min: 1, max: 10_000 }),
  documentCharacters: integer(
    'GUARD_DOCUMENT_CHARACTERS',
    1_000_000,
    'Most characters of text that the files of one request may hold together; a file that is longer counts as one that cannot be read.',
    { min: 1, max: 20_000_000 },
  ),
  documentTimeoutMs: integer(
    'GUARD_DOCUMENT_TIMEOUT_MS',
    10_000,
    'Longest time for reading the files of one request, in milliseconds; it comes before GUARD_CHECK_TIMEOUT_MS.',
    { min: 1, max: 600_000 },
  ),
  documentWorkers: integer('GUARD_DOCUMENT_WORKERS', 1, 'Files that are read at the same time, each by a thread that ends when idle.', {
    min: 1,
    max: 64,
  }),
  documentQueue: integer('GUARD_DOCUMENT_QUEUE', 16, 'Files that may wait to be read; requests with further ones are answered 429.', {
    min: 1,
    max: 10_000,
  }),
  documentCacheCharacters: integer(
    'GUARD_DOCUMENT_CACHE_CHARACTERS',
    4_194_304,
    'Characters of text of the last files that are kept, so that the turns of a conversation read each file once. 0 keeps none.',
    { min: 0, max: 268_435_456 },
  ),
} as const;
