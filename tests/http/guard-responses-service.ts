import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { at, bodyOf, guardService, type GuardChanges, type UpstreamScript } from './guard-service.ts';

/** A guard over a scripted upstream that is asked for responses. */
export function responses(script: UpstreamScript = {}, changes: GuardChanges = {}) {
  const service = guardService(script, changes);
  const ask = (body: JsonObject, headers: Record<string, string> = {}): Promise<Response> =>
    service.handle(
      new Request('http://localhost/v1/responses', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model: 'up-model', ...body }),
      }),
    );
  /** What the upstream was asked for a request that is answered. */
  const sentFor = async (body: JsonObject): Promise<JsonObject> => {
    const response = await ask(body);
    assert.equal(response.status, 200, await response.clone().text());
    return service.asked.at(-1)?.body ?? {};
  };
  const refused = async (body: JsonObject): Promise<readonly [number, JsonValue | undefined]> => {
    const response = await ask(body);
    return [response.status, at(await bodyOf(response), 'error', 'param')];
  };
  return { ...service, ask, sentFor, refused };
}
