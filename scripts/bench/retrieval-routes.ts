import { startParley } from '../../tests/system/parley-process.ts';
import type { OpenCorpus } from './retrieval-measures.ts';
import type { RetrievalDocument } from './retrieval-sets.ts';

/** How many results a search gives at most. */
const MAX_RESULTS = 50;
const UPLOADS_AT_ONCE = 8;
const INGEST_TIMEOUT_MS = 1_800_000;
const POLL_MS = 500;

interface SearchPage {
  readonly data: readonly { readonly file_id: string }[];
}

/** Corpora behind the public routes of a reasoner of its own. Disposing ends it. */
export async function routesTarget(fusion: 'relative' | 'rrf'): Promise<AsyncDisposable & { readonly open: OpenCorpus }> {
  const parley = await startParley({
    env: { REASONER_RAG_ENABLED: 'true', REASONER_HYBRID_FUSION: fusion, PLATFORM_OFFLINE: 'true' },
  });

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const isForm = body instanceof FormData;
    const response = await fetch(parley.reasoner + path, {
      method,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(body === undefined || isForm ? {} : { headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async function upload({ title, text }: RetrievalDocument, number: number, storeId: string): Promise<string> {
    const form = new FormData();
    const content = title === '' ? text : `# ${title.replaceAll(/\s+/g, ' ')}\n\n${text}`;
    form.set('purpose', 'assistants');
    form.set('vector_store_id', storeId);
    form.set('file', new File([content], `document-${number}.md`, { type: 'text/markdown' }));
    return (await call<{ id: string }>('POST', '/v1/files', form)).id;
  }

  return {
    async open({ name, documents }) {
      const store = await call<{ id: string }>('POST', '/v1/vector_stores', { name });
      const documentOf = new Map<string, string>();
      const waiting = [...documents.entries()];
      const work = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const [number, document] = next;
          documentOf.set(await upload(document, number, store.id), document.id);
        }
      };
      await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
      const timeUp = performance.now() + INGEST_TIMEOUT_MS;
      for (let completed = 0; completed < documents.length; await new Promise((resolve) => setTimeout(resolve, POLL_MS))) {
        const { file_counts: counts } = await call<{ file_counts: Record<string, number> }>('GET', `/v1/vector_stores/${store.id}`);
        completed = counts['completed'] ?? 0;
        if ((counts['failed'] ?? 0) > 0) throw new Error(`${counts['failed']} documents of ${name} could not be taken in`);
        if (performance.now() > timeUp) throw new Error(`${name}: only ${completed} documents were taken in in time`);
      }
      return {
        async search(query, alpha) {
          const body = { query, max_num_results: MAX_RESULTS, hybrid_alpha: alpha };
          const { data } = await call<SearchPage>('POST', `/v1/vector_stores/${store.id}/search`, body);
          return [...new Set(data.map(({ file_id }) => documentOf.get(file_id) ?? ''))];
        },
        async [Symbol.asyncDispose]() {
          await call('DELETE', `/v1/vector_stores/${store.id}`);
        },
      };
    },
    [Symbol.asyncDispose]: () => parley[Symbol.asyncDispose](),
  };
}
