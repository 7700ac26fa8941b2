import { countMessageTokens, countTokens } from '../../../core/count-tokens.ts';
import { ServiceError } from '../../../core/errors.ts';
import { createWholeCalls } from '../../../core/whole-calls.ts';
import type { Conversation, ConversationStep, GrowingPart, GuardPipeline } from '../../../ports/guard.ts';
import type { ChatPart, ChatRequest, TokenUsage } from '../../../ports/language.ts';
import type { AnswerState } from '../answer.ts';
import type { GraphNode } from '../graph.ts';
import { createHeldLogprobs } from '../held-logprobs.ts';
import { keptDecision } from '../kept-decision.ts';
import { REFUSAL_TEXT } from '../refusal.ts';

/** The locations of the output in the payload, as findings name them. */
const TEXT = growing('choices[0].message.content');
const REFUSAL = growing('choices[0].message.refusal');
const REASONING = growing('choices[0].message.reasoning_content');
const argumentsOf = (index: number): GrowingPart => growing(`choices[0].message.tool_calls[${index}].function.arguments`);

/**
 * Checks the model's output with the guard while it streams, including its reasoning and the arguments of function calls. Text is passed
 * on once no check can still find something in it; redacted text is passed on rewritten. A block ends the answer with `content_filter`, stops the model,
 * and gives the refusal if nothing has been passed on yet.
 */
export function createInspectNode(guard: GuardPipeline): GraphNode<AnswerState, ChatPart> {
  return {
    name: 'inspect',
    async *run({ request, requestId }, { input }) {
      const check = guard.openOutput(requestId, guard.readsConversation === true ? conversationWith(request) : undefined);
      const calls = createWholeCalls();
      const endOf = async (index: number): Promise<ChatPart> => {
        return { type: 'tool-call-delta', index, arguments: await check.end(argumentsOf(index).id) };
      };
      const logprobs = createHeldLogprobs();
      let seen = '';
      let isThinking = false;
      let hasRefusal = false;
      let wasReleased = false;
      let reply = '';
      let finish: (ChatPart & { readonly type: 'finish' }) | undefined;
      for await (const part of input) {
        const released: ChatPart[] = [];
        // Reasoning is released to its end before what comes after it.
        if (isThinking && part.type !== 'reasoning-delta') released.push({ type: 'reasoning-delta', text: await check.end(REASONING.id) });
        isThinking = part.type === 'reasoning-delta';
        if (part.type === 'reasoning-delta') {
          seen += part.text;
          released.push({ ...part, text: await check.push(REASONING, part.text) });
        } else if (part.type === 'text-delta') {
          seen += part.text;
          hasRefusal ||= part.isRefusal === true;
          if (part.isRefusal === true) {
            released.push({ type: 'text-delta', text: await check.push(REFUSAL, part.text), isRefusal: true });
          } else {
            logprobs.take(part.text, part.logprobs);
            const text = await check.push(TEXT, part.text);
            released.push({ type: 'text-delta', text, ...logprobs.release(text) });
          }
        } else if (part.type === 'tool-call-delta') {
          seen += part.arguments;
          // A call that is whole is released to its end before the next one.
          for (const index of calls.push(part.index, part.arguments)) released.push(await endOf(index));
          released.push({ ...part, arguments: await check.push(argumentsOf(part.index), part.arguments) });
        } else {
          const text = await check.end(TEXT.id);
          released.push({ type: 'text-delta', text, ...logprobs.release(text) });
          if (hasRefusal) released.push({ type: 'text-delta', text: await check.end(REFUSAL.id), isRefusal: true });
          for (const index of calls.open()) released.push(await endOf(index));
        }
        if (check.blocked) {
          const finish = { reason: 'content_filter', usage: estimate(request, seen) } as const;
          if (!wasReleased) yield { type: 'text-delta', text: REFUSAL_TEXT };
          yield { type: 'finish', ...finish };
          return { inspected: keptDecision(await check.decide()), finish, reply: wasReleased ? reply : REFUSAL_TEXT };
        }
        for (const piece of released) {
          if (isEmpty(piece)) continue;
          wasReleased ||= piece.type !== 'reasoning-delta';
          if (piece.type === 'text-delta') reply += piece.text;
          yield piece;
        }
        // Read to its end: a model whose stream is left early has not finished.
        if (part.type === 'finish') finish ??= part;
      }
      if (finish !== undefined) {
        yield finish;
        return { inspected: keptDecision(await check.decide()), finish: { reason: finish.reason, usage: finish.usage }, reply };
      }
      throw new ServiceError('provider_unavailable', 'The model stopped before it had finished its answer.');
    },
  };
}

function growing(id: string): GrowingPart {
  return { id, role: 'assistant', channel: 'user' };
}

/** Whether a piece is empty, because its text is held back. */
function isEmpty(part: ChatPart): boolean {
  if (part.type === 'text-delta') return part.text === '' && part.logprobs === undefined;
  if (part.type === 'reasoning-delta') return part.text === '';
  return part.type === 'tool-call-delta' && part.arguments === '' && part.id === undefined;
}

/** Words and punctuation marks so far: a model that is stopped midway reports no usage. */
function estimate(request: ChatRequest, output: string): TokenUsage {
  return { promptTokens: countMessageTokens(request.messages), completionTokens: countTokens(output) };
}

/**
 * What was said before the answer, for checks that compare. Here the instructions contain passages of files, which an answer may well
 * repeat: they count as search results.
 */
function conversationWith({ messages }: ChatRequest): Conversation {
  const steps = messages.flatMap(({ role, content, files = [] }): ConversationStep[] => {
    const read = files.map(({ text }): ConversationStep => ({ kind: 'result', tool: '', text }));
    return [
      ...read,
      role === 'user' || role === 'assistant' ? { kind: 'said', role, text: content } : { kind: 'result', tool: '', text: content },
    ];
  });
  return { definitions: new Map(), steps, reply: [] };
}
