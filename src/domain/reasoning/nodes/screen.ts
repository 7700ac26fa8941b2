import { splitTokens } from '../../../core/count-tokens.ts';
import { lastTurn } from '../../../core/last-turn.ts';
import type { GuardPart, GuardPipeline, Rewrite } from '../../../ports/guard.ts';
import type { ChatMessage, ChatPart } from '../../../ports/language.ts';
import type { AnswerState } from '../answer.ts';
import type { GraphNode } from '../graph.ts';
import { keptDecision } from '../kept-decision.ts';
import { REFUSAL_TEXT } from '../refusal.ts';

/**
 * Checks what users and tools wrote with the guard, before the model gets it. Blocked input is answered with a refusal and
 * `content_filter`; redacted input is passed on rewritten, and blocked texts of earlier turns are withheld. System messages are the
 * operator's own, and what a search found has been checked passage by passage.
 */
export function createScreenNode(guard: GuardPipeline): GraphNode<AnswerState, ChatPart> {
  return {
    name: 'screen',
    async *run({ request, requestId }, { signal }) {
      const turn = lastTurn(request.messages.length, (index) => request.messages[index]?.role);
      const parts = request.messages.flatMap((message, index) => toParts(message, index, turn));
      const decision = await guard.evaluate({ requestId, direction: 'input', parts, unscanned: [] }, { signal });
      const screened = keptDecision(decision);
      if (decision.verdict === 'block') {
        const finish = { reason: 'content_filter', usage: { promptTokens: 0, completionTokens: 0 } } as const;
        for (const text of splitTokens(REFUSAL_TEXT)) yield { type: 'text-delta', text };
        yield { type: 'finish', ...finish };
        return { screened, finish, reply: REFUSAL_TEXT };
      }
      if (decision.verdict !== 'redact') return { screened };
      return { screened, request: { ...request, messages: rewritten(request.messages, decision.rewrites) } };
    },
  };
}

/** The text of a message, and those of the files in it, which are documents. */
function toParts({ role, content, files = [], isScreened }: ChatMessage, index: number, turn: number): GuardPart[] {
  if (isScreened === true || (role !== 'user' && role !== 'tool')) return [];
  const earlier = index < turn && { isEarlier: true };
  const documents = files.map(({ text }, file): GuardPart => ({ id: fileId(index, file), role, channel: 'document', text, ...earlier }));
  return [{ id: partId(index), role, channel: role, text: content, ...earlier }, ...documents];
}

/** The messages with what was redacted. A file that stood within a redacted text comes after it. */
function rewritten(messages: readonly ChatMessage[], rewrites: readonly Rewrite[]): ChatMessage[] {
  const texts = new Map(rewrites.map((rewrite) => [rewrite.part, rewrite.text]));
  return messages.map((message, index) => {
    const content = texts.get(partId(index)) ?? message.content;
    const placeOf = (at: number): number => (content === message.content || at === 0 ? at : content.length);
    const files = message.files?.map(({ name, text, at }, file) => ({
      name,
      text: texts.get(fileId(index, file)) ?? text,
      at: placeOf(at),
    }));
    return { ...message, content, ...(files === undefined ? {} : { files }) };
  });
}

function partId(index: number): string {
  return `messages[${index}].content`;
}

function fileId(index: number, file: number): string {
  return `messages[${index}].files[${file}]`;
}
