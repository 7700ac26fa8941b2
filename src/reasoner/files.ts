import { Elysia } from 'elysia';
import { ServiceError } from '../core/errors.ts';
import { createOwnerOf } from '../http/owner.ts';
import { batchRoutes } from './library/batch-routes.ts';
import { fileRoutes } from './library/file-routes.ts';
import { searchRoute } from './library/search-route.ts';
import { storeFileRoutes } from './library/store-file-routes.ts';
import { storeRoutes } from './library/store-routes.ts';
import type { ReasonerDeps } from './reasoner.ts';

const OFF = 'The files routes require RAG to be enabled (REASONER_RAG_ENABLED=true).';

/** Files and vector stores; while RAG is off every one of their routes answers 503. */
export function filesRoutes(
  deps: Pick<ReasonerDeps, 'library' | 'fileSearch' | 'settings' | 'clock' | 'ids' | 'apiKeys' | 'maxBodyBytes'>,
) {
  const { library, fileSearch, settings, apiKeys } = deps;
  const app = new Elysia({ name: 'reasoner-files' });
  if (library === undefined || fileSearch === undefined) return app.use(withoutRag());
  const { maxFileBytes, maxUploads, uploadTimeoutMs } = settings;
  const routes = { ...deps, library, fileSearch, ownerOf: createOwnerOf(apiKeys), maxFileBytes, maxUploads, uploadTimeoutMs };
  return app
    .use(fileRoutes(routes))
    .use(storeRoutes(routes))
    .use(storeFileRoutes(routes))
    .use(batchRoutes(routes))
    .use(searchRoute(routes));
}

function withoutRag() {
  return new Elysia({ name: 'reasoner-files-off' })
    .post('/v1/files', refuse, { parse: 'none', detail: detail('Store a file') })
    .get('/v1/files', refuse, { detail: detail('List files') })
    .get('/v1/files/:file_id', refuse, { detail: detail('File metadata') })
    .get('/v1/files/:file_id/content', refuse, { detail: detail('Raw file content') })
    .delete('/v1/files/:file_id', refuse, { parse: 'none', detail: detail('Delete the file') })
    .all('/v1/vector_stores', refuse, { parse: 'none', detail: { hide: true } })
    .all('/v1/vector_stores/*', refuse, { parse: 'none', detail: { hide: true } });
}

function refuse(): never {
  throw new ServiceError('unavailable', OFF);
}

function detail(summary: string) {
  return { summary, tags: ['Files'], responses: { 503: { description: OFF } } };
}
