import { messageText } from '../../core/message-text.ts';
import type { PoolStats } from '../../core/pool-stats.ts';
import type { ChatMessage, ChatPart, ChatRequest, LanguageModel } from '../../ports/language.ts';
import { createTransformersPool, type TransformersDeps } from './pool.ts';
import type { GenerateRun, TransformersResults } from './protocol.ts';

export interface TransformersLanguageModelDeps extends TransformersDeps {
  /** The longest answer, in tokens, even if a request asks for more; 2048 unless given. */
  readonly maxTokens?: number;
  /** How many tokens of conversations each worker keeps keys and values of for their next turns; 8192 unless given, 0 for none. */
  readonly keptTokens?: number;
}

/** What the adapter adds to its port. */
export interface TransformersLanguageModel extends LanguageModel, AsyncDisposable {
  warmUp(): Promise<void>;
  stats(): PoolStats | undefined;
}

/** A causal language model from the model hub with a chat template, run on this host. */
export function createTransformersLanguageModel(deps: TransformersLanguageModelDeps): TransformersLanguageModel {
  const { maxTokens: longest = 2048, keptTokens = 8192 } = deps;
  const models = createTransformersPool('generate', deps);
  return {
    model: deps.model,
    takes: { tools: true, searchesFirst: true, json: 'guided', logprobs: true, summaries: true },
    async countTokens(request, { signal }) {
      const { pool } = await models.open();
      const counting: GenerateRun = { task: 'generate', request: ofText(request), maxTokens: 0, owner: '', keptTokens };
      const counted = (await pool.run(counting, [], { signal })) as TransformersResults['generate'];
      return counted.usage.promptTokens;
    },
    async *stream(request, { signal, owner = '' }): AsyncGenerator<ChatPart, void> {
      signal.throwIfAborted();
      const { pool } = await models.open();
      const maxTokens = Math.min(request.maxTokens ?? longest, longest);
      const run: GenerateRun = { task: 'generate', request: ofText(request), maxTokens, owner, keptTokens };
      const parts = pool.stream(run, [], { signal });
      let ended = false;
      try {
        let next = await parts.next();
        for (; next.done !== true; next = await parts.next()) {
          signal.throwIfAborted();
          yield next.value;
        }
        ended = true;
        yield { type: 'finish', ...(next.value as TransformersResults['generate']) };
      } finally {
        if (!ended) await parts.return(undefined as never);
      }
    },
    warmUp: async () => (await models.open()).pool.warmUp(),
    stats: () => models.stats(),
    [Symbol.asyncDispose]: () => models[Symbol.asyncDispose](),
  };
}

/** The request with the files of its messages as text. */
function ofText(request: ChatRequest): ChatRequest {
  const messages = request.messages.map(({ files, ...message }): ChatMessage => ({
    ...message,
    content: messageText(files === undefined ? message : { ...message, files }),
  }));
  return { ...request, messages };
}
