import { toOpenAPISchema } from '@elysiajs/openapi/openapi';
import { Elysia } from 'elysia';
import { ERROR_KINDS, type ErrorKind } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { SHOULD_RETRY_HEADER } from '../core/should-retry.ts';
import { OPEN_PATHS } from './app.ts';

const VERSION = '3.1.2';
const REQUEST_ID = { description: 'The id of the request in logs and records.', schema: { type: 'string' } };
const RETRY_AFTER = { description: 'Seconds after which to try again, if that makes sense.', schema: { type: 'integer' } };
const SHOULD_RETRY = {
  description: 'Only `false`, which clients of the API obey: trying again is in vain until somebody has changed something, such as a key.',
  schema: { type: 'string', enum: ['false'] },
};
const MAY_LAST: ReadonlySet<string> = new Set(['429', '502']);
const MAY_COME_LATER: ReadonlySet<string> = new Set(['429', '503']);
const KEYS = 'One of PLATFORM_API_KEYS; where there are none, no key is asked for.';
const FAILURES = 'x-failures';
const FAILURE = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

const TEXT = { type: 'string' } as const;
const KIND = { enum: Object.keys(ERROR_KINDS) } as const;
const ERROR_SCHEMA = {
  type: 'object',
  description: 'The body of every failure; the nested object is what OpenAI SDKs read.',
  required: ['error_type', 'message', 'correlation_id', 'error'],
  properties: {
    error_type: KIND,
    message: TEXT,
    correlation_id: { ...TEXT, description: 'The request id, as in X-Request-Id.' },
    error: {
      type: 'object',
      required: ['message', 'type', 'code', 'param'],
      properties: {
        message: TEXT,
        type: KIND,
        code: { ...TEXT, description: "The type, or an upstream's own code." },
        param: { type: ['string', 'null'], description: 'The field at fault.' },
      },
    },
  },
};

/** Adds error kinds to a route's detail, in addition to those that follow from what it takes. */
export function failing(...kinds: readonly ErrorKind[]): object {
  return { [FAILURES]: kinds };
}

/** The parts of an OpenAPI document that do not come from the routes. */
export interface DocumentOptions {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Paths that need no API key. */
  readonly openPaths?: readonly string[];
  /** Headers of every answer in addition to `X-Request-Id`. */
  readonly headers?: JsonObject;
}

/**
 * Serves the service's OpenAPI document at /openapi.json: the schemas of the routes, completed with what all of them share, which is API
 * keys, the error body, headers, and the errors that follow from what a route takes.
 */
export function documentation({ title, description, version, openPaths = [], headers = {} }: DocumentOptions) {
  const app = new Elysia({ name: 'parley-documentation' });
  const info = { title, description, version, license: { name: 'Apache-2.0' } };
  const open = new Set([...OPEN_PATHS, ...openPaths]);
  let document: JsonObject | undefined;
  return app.get('/openapi.json', () => (document ??= { openapi: VERSION, info, ...completed(app, open, headers) }), {
    detail: { hide: true },
  });
}

/** The parameters that the routes' details declare, by method and path. The generator drops them where a path has parameters of its own. */
function declaredParameters(app: Elysia): ReadonlyMap<string, readonly JsonObject[]> {
  return new Map(
    // Protected; the generator calls it too, since a plugin's own routes are not those of the service.
    app['getGlobalRoutes']().map(({ method, path, hooks }) => {
      const parameters = ((hooks as RouteHooks | undefined)?.detail?.parameters ?? []) as readonly JsonObject[];
      return [`${method.toLowerCase()} ${path.replaceAll(/:(\w+)\??/g, '{$1}')}`, parameters];
    }),
  );
}

interface RouteHooks {
  readonly detail?: { readonly parameters?: readonly unknown[] };
}

/** An operation with the declared parameters, each of which stands for a generated one of its name and place. */
function withParameters(operation: JsonObject, declared: readonly JsonObject[]): JsonObject {
  const made = Array.isArray(operation['parameters']) ? operation['parameters'].filter(isJsonObject) : [];
  const isDeclared = (one: JsonObject): boolean => declared.some((other) => other['name'] === one['name'] && other['in'] === one['in']);
  const parameters = [...made.filter((one) => !isDeclared(one)), ...declared];
  return parameters.length === 0 ? operation : { ...operation, parameters };
}

function completed(app: Elysia, open: ReadonlySet<string>, more: JsonObject): JsonObject {
  const { paths } = toOpenAPISchema(app, { methods: ['OPTIONS', 'HEAD'] }, undefined, undefined, VERSION);
  // TypeBox keeps symbols in its schemas, which are not JSON.
  const written = JSON.parse(JSON.stringify(paths)) as Record<string, Record<string, JsonObject>>;
  const declared = declaredParameters(app);
  const everywhere = { 'X-Request-Id': REQUEST_ID, ...more };
  const headers = Object.fromEntries(Object.keys(everywhere).map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  return {
    security: [{ bearer: [] }, { api_key: [] }, {}],
    paths: Object.fromEntries(
      Object.entries(written).map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, operation]) => [
            method,
            completeOperation(withParameters(operation, declared.get(`${method} ${path}`) ?? []), { path, method, open, headers }),
          ]),
        ),
      ]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: KEYS },
        api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: KEYS },
      },
      headers: { ...everywhere, 'Retry-After': RETRY_AFTER, [SHOULD_RETRY_HEADER]: SHOULD_RETRY },
      responses: Object.fromEntries([
        ['failure', completeResponse('default', { description: 'Any other failure.' }, headers)],
        ...(Object.keys(ERROR_KINDS) as ErrorKind[]).map((kind) => [
          kind,
          completeResponse(String(ERROR_KINDS[kind].status), { description: ERROR_KINDS[kind].meaning }, headers),
        ]),
      ]) as JsonObject,
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

function completeOperation(
  { [FAILURES]: more, ...written }: JsonObject,
  {
    path,
    method,
    open,
    headers,
  }: { readonly path: string; readonly method: string; readonly open: ReadonlySet<string>; readonly headers: JsonObject },
): JsonObject {
  const operation = schemaOfAnswers(written) as JsonObject;
  const told = isJsonObject(operation['responses']) ? operation['responses'] : {};
  const kinds = [...failuresOf(operation, open.has(path)), ...(Array.isArray(more) ? (more as ErrorKind[]) : [])];
  const responses = { ...failures(kinds), ...told, default: { $ref: '#/components/responses/failure' } };
  return {
    ...operation,
    operationId: operationId(method, path),
    ...(open.has(path) ? { security: [] } : {}),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, completeResponse(status, response as JsonObject, headers)]),
    ),
  };
}

/** The error kinds of a route, by what it takes. */
function failuresOf({ parameters, requestBody }: JsonObject, isOpen: boolean): ErrorKind[] {
  const places = Array.isArray(parameters) ? parameters.map((parameter) => (isJsonObject(parameter) ? parameter['in'] : '')) : [];
  return [
    ...(places.length === 0 && requestBody === undefined ? [] : (['invalid_input'] as const)),
    ...(isOpen ? [] : (['unauthorized', 'forbidden'] as const)),
    ...(places.includes('path') ? (['not_found'] as const) : []),
    ...(requestBody === undefined ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
  ];
}

/** The answers for these error kinds, by status. */
function failures(kinds: readonly ErrorKind[]): JsonObject {
  const byStatus = Map.groupBy(new Set(kinds), (kind) => String(ERROR_KINDS[kind].status));
  return Object.fromEntries(
    [...byStatus].map(([status, [first = 'internal', ...others]]) => [
      status,
      others.length === 0 ? { $ref: `#/components/responses/${first}` } : { description: [first, ...others].map(meaningOf).join(' ') },
    ]),
  );
}

function meaningOf(kind: ErrorKind): string {
  return `${kind}: ${ERROR_KINDS[kind].meaning}`;
}

function completeResponse(status: string, response: JsonObject, everywhere: JsonObject): JsonObject {
  if (response['$ref'] !== undefined) return response;
  const headers = isJsonObject(response['headers']) ? response['headers'] : {};
  const isFailure = status === 'default' || Number(status) >= 400;
  return {
    ...(isFailure && response['content'] === undefined ? { content: FAILURE } : {}),
    ...response,
    headers: {
      ...headers,
      ...everywhere,
      ...(MAY_COME_LATER.has(status) ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
      ...(MAY_LAST.has(status) ? { [SHOULD_RETRY_HEADER]: { $ref: `#/components/headers/${SHOULD_RETRY_HEADER}` } } : {}),
    },
  };
}

/**
 * Removes what Elysia adds so that numbers can be read from text, which answers do not need, and expresses `nullable` as OpenAPI 3.1
 * does.
 */
function schemaOfAnswers(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(schemaOfAnswers);
  if (!isJsonObject(value)) return value;
  const { nullable, anyOf, ...rest } = value;
  const choices = Array.isArray(anyOf) ? anyOf.filter((choice) => !isNumberAsText(choice)) : undefined;
  const [only] = choices ?? [];
  const isOne = choices?.length === 1 && Array.isArray(anyOf) && anyOf.length > 1 && isJsonObject(only);
  const more = isOne ? only : choices === undefined ? {} : { anyOf: choices };
  const whole = { ...rest, ...more };
  return Object.fromEntries(Object.entries(nullable === true ? orNull(whole) : whole).map(([key, item]) => [key, schemaOfAnswers(item)]));
}

/** A schema that also allows null. */
function orNull(schema: JsonObject): JsonObject {
  const { type, enum: words } = schema;
  return {
    ...schema,
    ...(typeof type === 'string' && type !== 'null' ? { type: [type, 'null'] } : {}),
    ...(Array.isArray(words) && !words.includes(null) ? { enum: [...words, null] } : {}),
  };
}

function isNumberAsText(choice: JsonValue): boolean {
  return isJsonObject(choice) && choice['type'] === 'string' && (choice['format'] === 'integer' || choice['format'] === 'numeric');
}

/** An operation id in camel case that, unlike Elysia's, differs for every method of a path. */
function operationId(method: string, path: string): string {
  return path.split(/[^A-Za-z0-9]+/).reduce((name, word) => name + word.charAt(0).toUpperCase() + word.slice(1), method);
}
