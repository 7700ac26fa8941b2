import type { JsonObject } from '../../core/json.ts';
import type { FinishReason, TokenUsage } from '../../ports/language.ts';
import type { ListedTool, McpCallError } from './mcp/mcp-items.ts';
import type { SearchResult } from './response-items.ts';

/**
 * A step in generating a response. Events and response object are derived from the steps alone, so that a stream can be replayed from
 * stored steps. A plain string is a piece of text, `text` one with the
 * log probabilities of its tokens, `refusal` one of what the model says instead of an answer, `reasoning` one of what it thinks before.
 * `call` is the index among the function calls of a turn; its first piece has id and name, and `isCustom` if it is of a custom tool, of
 * which `arguments` is the input; `call-ended` ends one before the turn does. `mcp` is a piece of a call of an MCP server,
 * whose first one has server and name, and which ends with `mcp-ended`; `turn` ends what the model says at once. The last step is exactly one `finish`, `failed` or `cancelled`.
 */
export type ResponseStep =
  | string
  | { readonly type: 'text'; readonly text: string; readonly logprobs: readonly JsonObject[] }
  | {
      readonly type: 'call';
      readonly call: number;
      readonly id?: string;
      readonly name?: string;
      readonly isCustom?: true;
      readonly arguments: string;
    }
  | { readonly type: 'call-ended'; readonly call: number }
  | { readonly type: 'refusal'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'turn' }
  | { readonly type: 'search'; readonly queries: readonly string[] }
  | { readonly type: 'found'; readonly results: readonly SearchResult[] }
  | { readonly type: 'listing'; readonly server: string }
  | { readonly type: 'listed'; readonly tools: readonly ListedTool[]; readonly error: string | null }
  | {
      readonly type: 'mcp';
      readonly call: number;
      readonly server?: string;
      readonly name?: string;
      readonly approval?: string;
      readonly arguments: string;
    }
  | { readonly type: 'mcp-ended'; readonly call: number; readonly output: string | null; readonly error: McpCallError | null }
  | { readonly type: 'approval'; readonly server: string; readonly name: string; readonly arguments: string }
  | { readonly type: 'finish'; readonly reason: FinishReason; readonly usage: TokenUsage; readonly at: number }
  | { readonly type: 'failed'; readonly code: string; readonly message: string; readonly param: string | null }
  | { readonly type: 'cancelled' };

/** The steps that end a response. */
export type FinalStep = Extract<ResponseStep, { readonly type: 'finish' | 'failed' | 'cancelled' }>;

/** Whether a step is the last one. */
export function isFinal(step: ResponseStep): step is FinalStep {
  return typeof step !== 'string' && (step.type === 'finish' || step.type === 'failed' || step.type === 'cancelled');
}
