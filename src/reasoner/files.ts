import { Elysia } from 'elysia';
import { ServiceError } from '../core/errors.ts';

const OFF = 'The files routes require RAG to be enabled (REASONER_RAG_ENABLED=true).';

/** The files routes while RAG is off: every one answers 503. */
export function filesWithoutRag() {
  return new Elysia({ name: 'reasoner-files' })
    .post('/v1/files', refuse, { parse: 'none', detail: detail('Store a file') })
    .get('/v1/files', refuse, { detail: detail('List files') })
    .get('/v1/files/:file_id', refuse, { detail: detail('File metadata') })
    .get('/v1/files/:file_id/content', refuse, { detail: detail('Raw file content') })
    .delete('/v1/files/:file_id', refuse, { parse: 'none', detail: detail('Delete the file') });
}

function refuse(): never {
  throw new ServiceError('unavailable', OFF);
}

function detail(summary: string) {
  return { summary, tags: ['Files'], responses: { 503: { description: OFF } } };
}
