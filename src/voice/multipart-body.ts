import type { TSchema } from '@sinclair/typebox';

/** A multipart/form-data body for the OpenAPI document of a route that reads its parts itself. */
export function multipartBody(schema: TSchema) {
  return { required: true, content: { 'multipart/form-data': { schema: JSON.parse(JSON.stringify(schema)) as object } } };
}
