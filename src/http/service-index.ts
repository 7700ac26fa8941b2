import { Elysia } from 'elysia';

/** The path of a service's index. It holds no data, so it needs no key. */
export const INDEX_PATH = '/';

/** GET / for people who open a service's address: which service it is, its version, and where to go on. */
export function serviceIndex(index: { readonly service: string; readonly version: string }) {
  return new Elysia({ name: 'parley-index' }).get(INDEX_PATH, () => ({ ...index, health: '/health', openapi: '/openapi.json' }), {
    detail: { hide: true },
  });
}
