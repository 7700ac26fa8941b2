/**
 * Loaded with `node --import`: gives svelte-check, SvelteKit and openapi-typescript the TypeScript with a JavaScript API
 * (package `typescript-api`, an alias of TypeScript 6). TypeScript 7, which checks everything else here, has none.
 */
import Module, { createRequire, register } from 'node:module';

const resolved = createRequire(import.meta.url).resolve('typescript-api');
const original = Module._resolveFilename;
Module._resolveFilename = function resolveFilename(request, ...rest) {
  return request === 'typescript' ? resolved : original.call(this, request, ...rest);
};
register(
  `data:text/javascript,${encodeURIComponent(
    `export const resolve = (specifier, context, next) => next(specifier === 'typescript' ? ${JSON.stringify(`file://${resolved}`)} : specifier, context);`,
  )}`,
);
