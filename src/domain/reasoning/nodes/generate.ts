import type { ChatPart, LanguageModel } from '../../../ports/language.ts';
import type { AnswerState } from '../answer.ts';
import type { GraphNode } from '../graph.ts';
import { withNotes } from './recall.ts';
import { withPassages } from './retrieve.ts';

/** Streams the model's reply to the conversation, with the notes about the user and the passages of files. */
export function createGenerateNode(model: LanguageModel): GraphNode<AnswerState, ChatPart> {
  return {
    name: 'generate',
    join: true,
    async *run({ request, requestId, owner, notes, passages }, { signal }) {
      const told = { ...request, messages: withPassages(withNotes(request.messages, notes), passages) };
      yield* model.stream(told, { signal, requestId, ...(owner === undefined ? {} : { owner }) });
      return {};
    },
  };
}
