import { Elysia, t } from 'elysia';
import { ServiceError } from '../../core/errors.ts';
import { readJson } from '../../http/app.ts';
import type { FileBatch, StatusCounts, VectorStoreRecord } from '../../ports/catalog.ts';
import { readObject } from '../fields.ts';
import { BATCH_DOCUMENTS } from './documents.ts';
import { listBody, readListQuery } from './list-query.ts';
import { tellWhenToPoll } from './poll-after.ts';
import { readBatch } from './read-joining.ts';
import type { LibraryRoutesDeps } from './routes-deps.ts';
import { readStatusFilter } from './store-file-routes.ts';
import { batchBody, memberBody } from './wire.ts';

const PAGE = { max: 100, standard: 20 };
const NONE: StatusCounts = { in_progress: 0, completed: 0, failed: 0, cancelled: 0, usageBytes: 0 };

/** Files that are attached together (https://platform.openai.com/docs/api-reference/vector-stores-file-batches). */
export function batchRoutes({ library, clock, ids, ownerOf, maxBodyBytes }: LibraryRoutesDeps) {
  const params = t.Object({ vector_store_id: t.String(), batch_id: t.String() });
  const storeOf = async (request: Request, name: string) => library.store(await ownerOf(request), name);

  async function batchOf(store: VectorStoreRecord, id: string): Promise<FileBatch> {
    const batch = await library.catalog.batch(store.id, id);
    if (batch !== undefined) return batch;
    throw new ServiceError('not_found', `There is no batch ${JSON.stringify(id.slice(0, 100))} in this vector store.`, {
      param: 'batch_id',
    });
  }

  async function bodyOf(batch: FileBatch) {
    const counts = await library.catalog.counts([batch.storeId], batch.id);
    return batchBody(batch, counts.get(batch.storeId) ?? NONE);
  }

  return new Elysia({ name: 'reasoner-batch-routes' })
    .post(
      '/v1/vector_stores/:vector_store_id/file_batches',
      async ({ request, params: { vector_store_id } }) => {
        const store = await storeOf(request, vector_store_id);
        const files = readBatch(readObject(await readJson(request, maxBodyBytes)));
        const batch = { id: ids.next('vsfb_'), storeId: store.id, createdAt: clock.now(), isCancelled: false };
        await library.attach(store, files, batch);
        return bodyOf(batch);
      },
      { params: t.Object({ vector_store_id: t.String() }), parse: 'none', detail: BATCH_DOCUMENTS.create },
    )
    .get(
      '/v1/vector_stores/:vector_store_id/file_batches/:batch_id',
      async ({ request, params: { vector_store_id, batch_id }, set }) =>
        tellWhenToPoll(await bodyOf(await batchOf(await storeOf(request, vector_store_id), batch_id)), set),
      { params, detail: BATCH_DOCUMENTS.get },
    )
    .post(
      '/v1/vector_stores/:vector_store_id/file_batches/:batch_id/cancel',
      async ({ request, params: { vector_store_id, batch_id } }) => {
        const store = await storeOf(request, vector_store_id);
        await batchOf(store, batch_id);
        await library.cancelBatch(store, batch_id);
        return bodyOf(await batchOf(store, batch_id));
      },
      { params, parse: 'none', detail: BATCH_DOCUMENTS.cancel },
    )
    .get(
      '/v1/vector_stores/:vector_store_id/file_batches/:batch_id/files',
      async ({ request, params: { vector_store_id, batch_id: batchId } }) => {
        const { searchParams } = new URL(request.url);
        const status = readStatusFilter(searchParams);
        const query = { ...readListQuery(searchParams, PAGE), ...(status === undefined ? {} : { status }) };
        const store = await storeOf(request, vector_store_id);
        await batchOf(store, batchId);
        const page = await library.catalog.members({ ...query, storeId: store.id, batchId });
        return listBody(
          page.items.map((member) => memberBody(member)),
          page,
        );
      },
      { params, detail: BATCH_DOCUMENTS.files },
    );
}
