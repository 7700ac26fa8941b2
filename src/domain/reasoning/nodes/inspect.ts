import { countTokens } from '../../../core/count-tokens.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Action, Decision, GuardPipeline } from '../../../ports/guard.ts';
import type { ChatPart, ChatRequest, TokenUsage } from '../../../ports/language.ts';
import type { AnswerState } from '../answer.ts';
import type { GraphNode } from '../graph.ts';
import { createOutputScan } from '../output-scan.ts';
import { REFUSAL_TEXT } from '../refusal.ts';

/**
 * Shows the guard what the model writes while it streams. Text is passed on once no check can still find
 * something in it; redacted text is passed on rewritten. A block ends the answer with `content_filter`,
 * stops the model, and gives the refusal when nothing was passed on before.
 */
export function createInspectNode(guard: GuardPipeline): GraphNode<AnswerState, ChatPart> {
  return {
    name: 'inspect',
    async *run({ request, requestId }, { signal, input }) {
      const scan = createOutputScan(guard, { requestId, signal });
      let inspected: Decision | undefined;
      let wasReleased = false;
      for await (const part of input) {
        const step = part.type === 'finish' ? await scan.end() : await scan.add(part.text);
        if (step.decision !== undefined) inspected = harder(inspected, step.decision);
        if (step.blocked) {
          const finish = { reason: 'content_filter', usage: estimate(request, scan.seen) } as const;
          if (!wasReleased) yield { type: 'text-delta', text: REFUSAL_TEXT };
          yield { type: 'finish', ...finish };
          return { ...(inspected === undefined ? {} : { inspected }), finish };
        }
        if (step.text !== '') {
          wasReleased = true;
          yield { type: 'text-delta', text: step.text };
        }
        if (part.type === 'finish') {
          yield part;
          return { ...(inspected === undefined ? {} : { inspected }), finish: { reason: part.reason, usage: part.usage } };
        }
      }
      throw new ServiceError('provider_unavailable', 'The model stopped before it had finished its answer.');
    },
  };
}

const ORDER: readonly Action[] = ['allow', 'flag', 'redact', 'block'];

function harder(before: Decision | undefined, now: Decision): Decision {
  return before === undefined || ORDER.indexOf(now.verdict) >= ORDER.indexOf(before.verdict) ? now : before;
}

/** Words and punctuation marks so far: a model that is stopped half-way reports no usage of its own. */
function estimate(request: ChatRequest, output: string): TokenUsage {
  const promptTokens = request.messages.reduce((sum, message) => sum + countTokens(message.content), 0);
  return { promptTokens, completionTokens: countTokens(output) };
}
