import { Elysia } from 'elysia';
import { ServiceError } from '../core/errors.ts';

interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * Answers OPTIONS on every known path with an `Allow` header, and methods that a path does not support with 405 instead of 404. Add it
 * after the routes that it covers.
 */
export function methodsOf(routes: readonly Route[]) {
  const byPath = new Map<string, Set<string>>();
  for (const { method, path } of routes) {
    if (path.includes('*') || method === 'ALL') continue;
    const methods = byPath.get(path) ?? new Set(['OPTIONS']);
    byPath.set(path, methods.add(method));
  }
  const plugin = new Elysia({ name: 'parley-methods' });
  for (const [path, methods] of byPath) {
    const allow = [...methods].toSorted().join(', ');
    plugin.all(
      path,
      ({ request, set }) => {
        set.headers.allow = allow;
        if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
        throw new ServiceError('method_not_allowed', `This route takes ${allow}.`);
      },
      { parse: 'none', detail: { hide: true } },
    );
  }
  return plugin;
}
