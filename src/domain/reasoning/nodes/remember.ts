import type { ChatMessage, ChatPart } from '../../../ports/language.ts';
import type { AnswerMemory } from '../../../ports/memory.ts';
import type { AnswerState } from '../answer.ts';
import type { GraphNode } from '../graph.ts';
import { silentNode } from '../silent-node.ts';

/** Passes the finished turn to memory, as the guard released it. That takes no time: it is processed in the background. */
export function createRememberNode(memory: AnswerMemory): GraphNode<AnswerState, ChatPart> {
  return silentNode('remember', async ({ memory: scope, request, requestId, reply = '' }) => {
    const said = newestWords(request.messages);
    if (scope?.isRemembered === true && said !== '') {
      memory.remember({ owner: scope.owner, thread: scope.thread, requestId, said, reply });
    }
    return {};
  });
}

/** What the user said since the last answer; nothing if the turn only contains tool results. */
function newestWords(messages: readonly ChatMessage[]): string {
  if (messages.at(-1)?.role !== 'user') return '';
  const last = messages.findLastIndex(({ role }) => role === 'assistant' || role === 'tool');
  return messages
    .slice(last + 1)
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content)
    .join('\n');
}
