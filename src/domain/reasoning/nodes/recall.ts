import type { ChatMessage, ChatPart } from '../../../ports/language.ts';
import type { AnswerMemory } from '../../../ports/memory.ts';
import type { AnswerState } from '../answer.ts';
import type { GraphNode } from '../graph.ts';
import { silentNode } from '../silent-node.ts';

/** Recalls what is known about the user and relevant to their message, beyond the conversation itself. */
export function createRecallNode(memory: AnswerMemory): GraphNode<AnswerState, ChatPart> {
  return silentNode('recall', async ({ memory: scope, request }, { signal }) => {
    if (scope === undefined) return {};
    const said = request.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    return { notes: await memory.notes(scope.owner, said.at(-1) ?? '', { heard: said, signal }) };
  });
}

/** The conversation with the notes after the operator's own messages. */
export function withNotes(messages: readonly ChatMessage[], notes: string | undefined): readonly ChatMessage[] {
  if (notes === undefined || notes === '') return messages;
  const place = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  return messages.toSpliced(place === -1 ? messages.length : place, 0, { role: 'system', content: notes });
}
