import type { JsonObject } from '../../core/json.ts';
import type { ChatUpstream } from '../../ports/upstream.ts';
import type { OpenAiConnection } from './connection.ts';
import { createOpenAiHttp } from './http.ts';

/** An OpenAI-compatible server in its own wire format, with every field forwarded unchanged. */
export function createOpenAiUpstream(connection: OpenAiConnection): ChatUpstream {
  const http = createOpenAiHttp(connection);
  return {
    name: http.name,
    complete: async (body, options) => (await http.json({ path: '/chat/completions', body, ...options })).body,
    stream: async (body, options) => oneByOne(await http.events({ path: '/chat/completions', body, ...options })),
    embed: async (body, options) => (await http.json({ path: '/embeddings', body, ...options })).body,
    models: async (options) => (await http.json({ path: '/models', ...options })).body,
  };
}

async function* oneByOne(batches: AsyncGenerator<JsonObject[], void>): AsyncGenerator<JsonObject, void> {
  for await (const batch of batches) yield* batch;
}
