import { openapi } from '@elysiajs/openapi';

/** Serves the service's OpenAPI document at /openapi.json, built from the routes' schemas. */
export function documentation(title: string, description: string, version: string) {
  return openapi({
    provider: null,
    specPath: '/openapi.json',
    documentation: { info: { title, description, version, license: { name: 'Apache-2.0' } } },
    exclude: { methods: ['OPTIONS', 'HEAD'], paths: ['/openapi.json'] },
  });
}
