import { Validator, type Schema } from '@cfworker/json-schema';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import { at } from './guard-service.ts';

/** The schema of an answer, with the schemas that it refers to in place. */
export function schemaOf(
  document: JsonObject,
  [method, pattern]: readonly [method: string, pattern: string],
  status: number,
): JsonValue | undefined {
  const followed = (value: JsonValue | undefined): JsonValue | undefined => {
    const reference = at(value, '$ref');
    return typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : value;
  };
  const response = followed(at(document, 'paths', pattern, method, 'responses', `${status}`));
  return followed(at(response, 'content', 'application/json', 'schema'));
}

/** Fields of a value that its schema does not name. */
export function unnamed(schema: JsonValue | undefined, value: JsonValue, path = ''): string[] {
  if (!isJsonObject(schema) || typeof value !== 'object' || value === null) return [];
  const choices = schema['anyOf'];
  if (Array.isArray(choices)) {
    const own = choices.find((choice) => new Validator(choice as Schema, '2020-12').validate(value).valid);
    return unnamed(own, value, path);
  }
  if (Array.isArray(value)) return value.flatMap((item) => unnamed(schema['items'], item, `${path}[]`));
  const named = schema['properties'];
  if (!isJsonObject(named)) return [];
  return Object.entries(value).flatMap(([field, item]) =>
    field in named ? unnamed(named[field], item, `${path}.${field}`) : [`${path}.${field}`],
  );
}

/** What is wrong with an answer by a service's document: fields and headers that it does not name, and all that its schema refuses. */
export async function undocumented(
  document: JsonObject,
  [method, pattern]: readonly [method: string, pattern: string],
  response: Response,
): Promise<string[]> {
  const told = at(document, 'paths', pattern, method, 'responses', `${response.status}`);
  const reference = at(told, '$ref');
  const answer = typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : told;
  if (!isJsonObject(answer)) return [`nothing is said of ${response.status}`];
  const named = isJsonObject(answer['headers']) ? Object.keys(answer['headers']).map((name) => name.toLowerCase()) : [];
  const headers = [...response.headers.keys()].filter((name) => name.startsWith('x-') && !named.includes(name));
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  const content = at(answer, 'content', type);
  if (!isJsonObject(content)) return [...headers, `nothing is said of ${type}`];
  if (type !== 'application/json') return headers;
  const schema = schemaOf(document, [method, pattern], response.status) as JsonObject;
  const body = (await response.json()) as JsonValue;
  const { errors } = new Validator({ ...schema, components: document['components'] }, '2020-12', false).validate(body);
  return [...headers, ...errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`), ...unnamed(schema, body)];
}
