import { createExtractiveLanguageModel } from '../../src/adapters/extractive/language-model.ts';
import type { LanguageModel } from '../../src/ports/language.ts';
import { createReasoner } from '../../src/reasoner/reasoner.ts';
import { createReasonerDeps } from '../http/reasoner-deps.ts';
import { startModelServer, type ModelServer } from './model-server.ts';

/** The reasoning service, with its built-in model unless given another, behind a real HTTP server. */
export function startReasonerServer(model: LanguageModel = createExtractiveLanguageModel()): Promise<ModelServer> {
  const reasoner = createReasoner(createReasonerDeps({ model }));
  return startModelServer(async (response, { method, path, headers, body }) => {
    const left = new AbortController();
    response.once('close', () => left.abort());
    const answer = await reasoner.handle(
      new Request(`http://localhost${path}`, { method, headers, signal: left.signal, ...(method === 'GET' ? {} : { body }) }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const chunk of answer.body ?? []) response.write(chunk);
    response.end();
  });
}
