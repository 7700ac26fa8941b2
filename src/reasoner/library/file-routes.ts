import { Elysia, t } from 'elysia';
import { timeLimit } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import { Gate } from '../../core/gate.ts';
import { FILE_DOCUMENTS } from './documents.ts';
import { listBody, readListQuery } from './list-query.ts';
import { openUpload } from './read-upload.ts';
import type { LibraryRoutesDeps } from './routes-deps.ts';
import { fileBody } from './wire.ts';

const PAGE = { max: 10_000, standard: 10_000 };

/** The five files routes (https://platform.openai.com/docs/api-reference/files). A file belongs to the API key that uploaded it. */
export function fileRoutes({ library, ownerOf, maxFileBytes, maxUploads, uploadTimeoutMs }: LibraryRoutesDeps) {
  const gate = new Gate(maxUploads, 'uploads');
  const params = t.Object({ file_id: t.String() });
  return new Elysia({ name: 'reasoner-file-routes' })
    .post(
      '/v1/files',
      async ({ request, set }) => {
        const owner = await ownerOf(request);
        using _pass = gate.enter();
        const late = (): ServiceError => new ServiceError('request_timeout', `The upload did not end within ${uploadTimeoutMs} ms.`);
        using limit = timeLimit(uploadTimeoutMs, request.signal, late);
        const { signal } = limit;
        await using form = await openUpload(request, maxFileBytes, signal);
        const file = await library.upload({ owner, filename: form.filename, body: form.body, rest: () => form.rest(), signal });
        set.status = 201;
        return fileBody(file);
      },
      { parse: 'none', detail: FILE_DOCUMENTS.create },
    )
    .get(
      '/v1/files',
      async ({ request }) => {
        const { searchParams } = new URL(request.url);
        const purpose = searchParams.get('purpose') ?? '';
        const query = { ...readListQuery(searchParams, PAGE), ...(purpose === '' ? {} : { purpose }) };
        const page = await library.catalog.files({ ...query, owner: await ownerOf(request) });
        return listBody(
          page.items.map((file) => fileBody(file)),
          page,
        );
      },
      { detail: FILE_DOCUMENTS.list },
    )
    .get('/v1/files/:file_id', async ({ request, params: { file_id } }) => fileBody(await library.file(await ownerOf(request), file_id)), {
      params,
      detail: FILE_DOCUMENTS.get,
    })
    .get(
      '/v1/files/:file_id/content',
      async ({ request, params: { file_id } }) => {
        const { file, object } = await library.content(await ownerOf(request), file_id, request.signal);
        return new Response(object.body, {
          headers: {
            'content-type': file.mediaType,
            'content-length': String(file.bytes),
            'content-disposition': `attachment; filename*=UTF-8''${encodeName(file.filename)}`,
            'x-content-type-options': 'nosniff',
          },
        });
      },
      { params, detail: FILE_DOCUMENTS.content },
    )
    .delete(
      '/v1/files/:file_id',
      async ({ request, params: { file_id: id } }) => {
        await library.removeFile(await ownerOf(request), id);
        return { id, object: 'file', deleted: true };
      },
      { params, parse: 'none', detail: FILE_DOCUMENTS.delete },
    );
}

/** Percent-encoded according to RFC 8187. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
