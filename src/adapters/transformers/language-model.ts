import { messageText } from '../../core/message-text.ts';
import type { PoolStats } from '../../core/pool-stats.ts';
import type { ChatPart, ChatRequest, LanguageModel } from '../../ports/language.ts';
import { createTransformersPool, type TransformersDeps } from './pool.ts';
import type { GenerateRun, TransformersResults } from './protocol.ts';

export interface TransformersLanguageModelDeps extends TransformersDeps {
  /** The longest answer, in tokens, even if a request asks for more; 1024 unless given. */
  readonly maxTokens?: number;
}

/** What the adapter adds to its port. */
export interface TransformersLanguageModel extends LanguageModel, AsyncDisposable {
  warmUp(): Promise<void>;
  stats(): PoolStats | undefined;
}

/** A causal language model from the model hub with a chat template, run on this host. */
export function createTransformersLanguageModel(deps: TransformersLanguageModelDeps): TransformersLanguageModel {
  const { maxTokens: longest = 1024 } = deps;
  const models = createTransformersPool('generate', deps);
  const promptOf = ({ messages }: ChatRequest) => messages.map((message) => ({ role: message.role, content: messageText(message) }));
  return {
    model: deps.model,
    takes: { summaries: true },
    async countTokens(request, { signal }) {
      const { pool } = await models.open();
      const counting: GenerateRun = { task: 'generate', messages: promptOf(request), maxTokens: 0, stop: [] };
      const counted = (await pool.run(counting, [], { signal })) as TransformersResults['generate'];
      return counted.promptTokens;
    },
    async *stream(request, { signal }): AsyncGenerator<ChatPart, void> {
      signal.throwIfAborted();
      const { maxTokens = longest, stop = [], temperature, topP, seed } = request;
      const { pool } = await models.open();
      const run: GenerateRun = {
        task: 'generate',
        messages: promptOf(request),
        maxTokens: Math.min(maxTokens, longest),
        stop,
        ...(temperature === undefined ? {} : { temperature }),
        ...(topP === undefined ? {} : { topP }),
        ...(seed === undefined ? {} : { seed }),
      };
      const parts = pool.stream(run, [], { signal });
      let ended = false;
      try {
        let next = await parts.next();
        for (; next.done !== true; next = await parts.next()) {
          signal.throwIfAborted();
          yield { type: 'text-delta', text: next.value };
        }
        ended = true;
        const { reason, promptTokens, completionTokens } = next.value as TransformersResults['generate'];
        yield { type: 'finish', reason, usage: { promptTokens, completionTokens } };
      } finally {
        if (!ended) await parts.return(undefined as never);
      }
    },
    warmUp: async () => (await models.open()).pool.warmUp(),
    stats: () => models.stats(),
    [Symbol.asyncDispose]: () => models[Symbol.asyncDispose](),
  };
}
