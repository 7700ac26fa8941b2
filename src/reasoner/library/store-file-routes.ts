import { Elysia, t } from 'elysia';
import { readJson } from '../../http/app.ts';
import type { IngestStatus } from '../../ports/catalog.ts';
import { fault, readObject } from '../fields.ts';
import { STORE_FILE_DOCUMENTS } from './documents.ts';
import { listBody, readListQuery } from './list-query.ts';
import { tellWhenToPoll } from './poll-after.ts';
import { readAttributes, readJoining } from './read-joining.ts';
import type { LibraryRoutesDeps } from './routes-deps.ts';
import { memberBody } from './wire.ts';

const PAGE = { max: 100, standard: 20 };
const STATUSES: readonly IngestStatus[] = ['in_progress', 'completed', 'failed', 'cancelled'];

/** Parses the status to which a list is limited. Throws `invalid_input`. */
export function readStatusFilter(query: URLSearchParams): IngestStatus | undefined {
  const given = query.get('filter') ?? '';
  if (given === '') return undefined;
  const status = STATUSES.find((known) => known === given);
  if (status === undefined) throw fault('filter', `must be one of ${STATUSES.join(', ')}`);
  return status;
}

/** Files of a vector store (https://platform.openai.com/docs/api-reference/vector-stores-files). */
export function storeFileRoutes({ library, ownerOf, maxBodyBytes }: LibraryRoutesDeps) {
  const params = t.Object({ vector_store_id: t.String(), file_id: t.String() });
  const storeParams = t.Object({ vector_store_id: t.String() });
  const storeOf = async (request: Request, name: string) => library.store(await ownerOf(request), name);

  return new Elysia({ name: 'reasoner-store-file-routes' })
    .post(
      '/v1/vector_stores/:vector_store_id/files',
      async ({ request, params: { vector_store_id } }) => {
        const store = await storeOf(request, vector_store_id);
        const joining = readJoining(readObject(await readJson(request, maxBodyBytes)));
        await library.attach(store, [joining]);
        return memberBody(await library.member(store, joining.fileId));
      },
      { params: storeParams, parse: 'none', detail: STORE_FILE_DOCUMENTS.attach },
    )
    .get(
      '/v1/vector_stores/:vector_store_id/files',
      async ({ request, params: { vector_store_id } }) => {
        const { searchParams } = new URL(request.url);
        const status = readStatusFilter(searchParams);
        const query = { ...readListQuery(searchParams, PAGE), ...(status === undefined ? {} : { status }) };
        const { id: storeId } = await storeOf(request, vector_store_id);
        const page = await library.catalog.members({ ...query, storeId });
        return listBody(
          page.items.map((member) => memberBody(member)),
          page,
        );
      },
      { params: storeParams, detail: STORE_FILE_DOCUMENTS.list },
    )
    .get(
      '/v1/vector_stores/:vector_store_id/files/:file_id',
      async ({ request, params: { vector_store_id, file_id }, set }) =>
        tellWhenToPoll(memberBody(await library.member(await storeOf(request, vector_store_id), file_id)), set),
      { params, detail: STORE_FILE_DOCUMENTS.get },
    )
    .post(
      '/v1/vector_stores/:vector_store_id/files/:file_id',
      async ({ request, params: { vector_store_id, file_id } }) => {
        const store = await storeOf(request, vector_store_id);
        const { attributes } = readObject(await readJson(request, maxBodyBytes));
        if (attributes === undefined) throw fault('attributes', 'is required and must be an object, or null for none');
        return memberBody(await library.setAttributes(store, file_id, readAttributes(attributes, 'attributes')));
      },
      { params, parse: 'none', detail: STORE_FILE_DOCUMENTS.update },
    )
    .delete(
      '/v1/vector_stores/:vector_store_id/files/:file_id',
      async ({ request, params: { vector_store_id, file_id: id } }) => {
        await library.detach(await storeOf(request, vector_store_id), id);
        return { id, object: 'vector_store.file.deleted', deleted: true };
      },
      { params, parse: 'none', detail: STORE_FILE_DOCUMENTS.detach },
    )
    .get(
      '/v1/vector_stores/:vector_store_id/files/:file_id/content',
      async ({ request, params: { vector_store_id, file_id } }) => {
        const store = await storeOf(request, vector_store_id);
        await library.member(store, file_id);
        const texts = await library.text(store.owner, file_id, readPage(new URL(request.url).searchParams), request.signal);
        return {
          object: 'vector_store.file_content.page',
          data: texts.parts.map((text) => ({ type: 'text', text })),
          has_more: texts.next !== undefined,
          next_page: texts.next === undefined ? null : String(texts.next),
        };
      },
      { params, detail: STORE_FILE_DOCUMENTS.content },
    );
}

function readPage(query: URLSearchParams): number {
  const page = query.get('page') ?? query.get('after') ?? '';
  if (page === '') return 0;
  if (!/^\d{1,12}$/.test(page)) throw fault('page', 'must be what next_page said');
  return Number(page);
}
