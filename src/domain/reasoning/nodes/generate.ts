import type { ChatPart, LanguageModel } from '../../../ports/language.ts';
import type { AnswerState } from '../answer.ts';
import type { GraphNode } from '../graph.ts';

/** Streams the model's reply to the conversation. */
export function createGenerateNode(model: LanguageModel): GraphNode<AnswerState, ChatPart> {
  return {
    name: 'generate',
    async *run({ request, requestId }, { signal }) {
      yield* model.stream(request, { signal, requestId });
      return {};
    },
  };
}
