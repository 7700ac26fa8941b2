import { Elysia, t } from 'elysia';
import { storable } from '../../core/storable.ts';
import { readJson, readOptionalJson } from '../../http/app.ts';
import type { StatusCounts, VectorStoreRecord } from '../../ports/catalog.ts';
import { fault, optionalText, readObject } from '../fields.ts';
import { STORE_DOCUMENTS } from './documents.ts';
import { listBody, readListQuery } from './list-query.ts';
import { readExpiry, readFileIds, readMetadata } from './read-joining.ts';
import type { LibraryRoutesDeps } from './routes-deps.ts';
import { storeBody } from './wire.ts';

const PAGE = { max: 100, standard: 20 };
const MAX_NAME = 256;
const MAX_DESCRIPTION = 1024;
const NONE: StatusCounts = { in_progress: 0, completed: 0, failed: 0, cancelled: 0, usageBytes: 0 };

/** Vector stores: create, list, get, modify, delete (https://platform.openai.com/docs/api-reference/vector-stores). */
export function storeRoutes({ library, clock, ids, ownerOf, maxBodyBytes }: LibraryRoutesDeps) {
  const params = t.Object({ vector_store_id: t.String() });

  async function bodiesOf(stores: readonly VectorStoreRecord[]) {
    const counts = await library.catalog.counts(stores.map(({ id }) => id));
    return stores.map((store) => storeBody(store, counts.get(store.id) ?? NONE, clock.now()));
  }

  async function bodyOf(store: VectorStoreRecord) {
    const [body] = await bodiesOf([store]);
    return body ?? storeBody(store, NONE, clock.now());
  }

  return new Elysia({ name: 'reasoner-store-routes' })
    .post(
      '/v1/vector_stores',
      async ({ request }) => {
        const owner = await ownerOf(request);
        const body = readObject((await readOptionalJson(request, maxBodyBytes)) ?? {});
        const now = clock.now();
        const days = readExpiry(body);
        const files = readFileIds(body);
        const store: VectorStoreRecord = {
          id: ids.next('vs_'),
          owner,
          name: short(optionalText(body, 'name'), 'name', MAX_NAME) ?? '',
          description: short(optionalText(body, 'description'), 'description', MAX_DESCRIPTION) ?? '',
          metadata: readMetadata(body.metadata),
          createdAt: now,
          lastActiveAt: now,
          ...(typeof days === 'number' ? { expiresAfterDays: days } : {}),
        };
        // All files must exist before the store is created.
        await Promise.all([...new Set(files.map(({ fileId }) => fileId))].map((id) => library.file(owner, id, 'file_ids')));
        await library.addStore(store);
        if (files.length > 0) await library.attach(store, files);
        return bodyOf(store);
      },
      { parse: 'none', detail: STORE_DOCUMENTS.create },
    )
    .get(
      '/v1/vector_stores',
      async ({ request }) => {
        const query = readListQuery(new URL(request.url).searchParams, PAGE);
        const page = await library.stores(await ownerOf(request), query);
        return listBody(await bodiesOf(page.items), page);
      },
      { detail: STORE_DOCUMENTS.list },
    )
    .get(
      '/v1/vector_stores/:vector_store_id',
      async ({ request, params: { vector_store_id } }) => bodyOf(await library.store(await ownerOf(request), vector_store_id)),
      { params, detail: STORE_DOCUMENTS.get },
    )
    .post(
      '/v1/vector_stores/:vector_store_id',
      async ({ request, params: { vector_store_id } }) => {
        const store = await library.store(await ownerOf(request), vector_store_id);
        const body = readObject(await readJson(request, maxBodyBytes));
        const { expiresAfterDays, ...kept } = store;
        const days = readExpiry(body);
        const expiry = days === undefined ? expiresAfterDays : (days ?? undefined);
        const changed: VectorStoreRecord = {
          ...kept,
          name: short(optionalText(body, 'name'), 'name', MAX_NAME) ?? store.name,
          description: short(optionalText(body, 'description'), 'description', MAX_DESCRIPTION) ?? store.description,
          metadata: body.metadata === undefined ? store.metadata : readMetadata(body.metadata),
          lastActiveAt: clock.now(),
          ...(expiry === undefined ? {} : { expiresAfterDays: expiry }),
        };
        await library.catalog.putStore(changed);
        return bodyOf(changed);
      },
      { params, parse: 'none', detail: STORE_DOCUMENTS.modify },
    )
    .delete(
      '/v1/vector_stores/:vector_store_id',
      async ({ request, params: { vector_store_id: id } }) => {
        await library.removeStore(await ownerOf(request), id);
        return { id, object: 'vector_store.deleted', deleted: true };
      },
      { params, parse: 'none', detail: STORE_DOCUMENTS.delete },
    );
}

function short(text: string | undefined, param: string, max: number): string | undefined {
  if (text === undefined) return undefined;
  if (text.length <= max) return storable(text);
  throw fault(param, `must have at most ${max} characters`);
}
