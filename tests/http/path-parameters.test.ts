import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openLibraryService } from './library-service.ts';
import { problemOf, responseClient } from './response-client.ts';
import { get, voiceService } from './voice-service.ts';

type Handle = (request: Request) => Promise<Response>;

/** What each route of a service answers to each of its parameters with a malformed escape. */
async function refused(handle: Handle): Promise<void> {
  const { paths } = (await (await handle(get('/openapi.json'))).json()) as { paths: Record<string, Record<string, unknown>> };
  let tried = 0;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
      for (const method of Object.keys(methods)) {
        for (const escape of ['%', '%zz', 'a%ff', '%ud800']) {
          const asked = path.replace(`{${name}}`, escape).replace(/\{\w+\}/g, 'x');
          const problem = await problemOf(await handle(get(asked, method.toUpperCase())));
          assert.deepEqual(problem, [400, 'invalid_input', name], `${method} ${asked}`);
          tried += 1;
        }
      }
    }
  }
  assert.notEqual(tried, 0);
}

describe('A parameter of the path with a malformed percent escape is refused by its name', () => {
  it('on the routes of the reasoner for responses, conversations, models and runs', () => refused(responseClient().reasoner.handle));

  it('on its routes for files and vector stores', async () => {
    await using library = openLibraryService({ works: false });
    await refused(library.handle);
  });

  it('on those of the voice service', () => refused(voiceService().voice.handle));
});
