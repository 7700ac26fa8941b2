import { countTokens } from '../../../core/count-tokens.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { GuardPipeline } from '../../../ports/guard.ts';
import type { ChatPart, ChatRequest, TokenUsage } from '../../../ports/language.ts';
import type { AnswerState } from '../answer.ts';
import type { GraphNode } from '../graph.ts';
import { REFUSAL_TEXT } from '../refusal.ts';

/** The place of the output in the payload, as findings name it. */
const OUTPUT = { id: 'choices[0].message.content', role: 'assistant', channel: 'user' } as const;

/**
 * Shows the guard what the model writes while it streams. Text is passed on once no check can still find
 * something in it; redacted text is passed on rewritten. A block ends the answer with `content_filter`,
 * stops the model, and gives the refusal when nothing was passed on before.
 */
export function createInspectNode(guard: GuardPipeline): GraphNode<AnswerState, ChatPart> {
  return {
    name: 'inspect',
    async *run({ request, requestId }, { input }) {
      const check = guard.openOutput(requestId);
      let seen = '';
      let wasReleased = false;
      for await (const part of input) {
        if (part.type === 'text-delta') seen += part.text;
        const text = part.type === 'finish' ? await check.end(OUTPUT.id) : await check.push(OUTPUT, part.text);
        if (check.blocked) {
          const finish = { reason: 'content_filter', usage: estimate(request, seen) } as const;
          if (!wasReleased) yield { type: 'text-delta', text: REFUSAL_TEXT };
          yield { type: 'finish', ...finish };
          return { inspected: await check.decide(), finish };
        }
        if (text !== '') {
          wasReleased = true;
          yield { type: 'text-delta', text };
        }
        if (part.type === 'finish') {
          yield part;
          return { inspected: await check.decide(), finish: { reason: part.reason, usage: part.usage } };
        }
      }
      throw new ServiceError('provider_unavailable', 'The model stopped before it had finished its answer.');
    },
  };
}

/** Words and punctuation marks so far: a model that is stopped half-way reports no usage of its own. */
function estimate(request: ChatRequest, output: string): TokenUsage {
  const promptTokens = request.messages.reduce((sum, message) => sum + countTokens(message.content), 0);
  return { promptTokens, completionTokens: countTokens(output) };
}
