import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { blockedUnread } from '../domain/guardrails/policy/failed-closed.ts';
import type { Decision } from '../ports/guard.ts';
import { tokensOf } from './token-count.ts';

/** The fields of an OpenAI-compatible answer that the guard fills in when it answers without the upstream. */
export interface Envelope {
  readonly id: string;
  readonly model: string;
  /** Unix time in seconds. */
  readonly created: number;
}

const NO_USAGE: JsonObject = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/**
 * The reference to the blocking decision, in addition to the OpenAI fields. It says whether something was found or a check could not run,
 * but not what was found: that would tell an attacker what to change.
 */
export function decisionReference(decision: Decision): JsonObject {
  const { id, verdict } = decision;
  const failed = blockedUnread(decision);
  if (failed === undefined) return { decision_id: id, verdict, reason: 'finding' };
  return { decision_id: id, verdict, reason: 'check_failed', checks: failed.map(({ detector, failure }) => ({ detector, failure })) };
}

/** The refusal of blocked content, and the message field for it. */
export interface Refusal {
  readonly text: string;
  readonly field: 'content' | 'refusal';
  /** The number of choices requested (`n`); each is refused. */
  readonly choices: number;
  /** Token usage of the blocked reply, as reported by the upstream, if any. */
  readonly usage?: JsonValue | undefined;
}

/** The refusal of blocked content, as a complete answer. */
export function refusalCompletion(envelope: Envelope, { text, field, choices, usage }: Refusal, decision: Decision): JsonObject {
  const message = { role: 'assistant', content: null, refusal: null, [field]: text };
  return {
    ...envelope,
    object: 'chat.completion',
    choices: ofEach(choices, { message, logprobs: null, finish_reason: 'content_filter' }),
    usage: isJsonObject(usage) ? countsOf(usage) : NO_USAGE,
    guard: decisionReference(decision),
  };
}

function ofEach(count: number, choice: JsonObject): JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({ index, ...choice }));
}

/** The token counts of a blocked reply, without any other fields from the upstream. */
function countsOf(usage: JsonObject): JsonObject {
  const [prompt = 0, completion = 0] = [tokensOf(usage['prompt_tokens']), tokensOf(usage['completion_tokens'])];
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** The refusal of blocked content, as the chunks of a stream. */
export function refusalChunks(
  envelope: Envelope,
  { text, field, choices }: Refusal,
  decision: Decision,
  includeUsage: boolean,
): JsonObject[] {
  const base: JsonObject = { ...envelope, object: 'chat.completion.chunk' };
  return [
    { ...base, choices: ofEach(choices, { delta: { role: 'assistant', [field]: text }, finish_reason: null }) },
    { ...base, choices: ofEach(choices, { delta: {}, finish_reason: 'content_filter' }), guard: decisionReference(decision) },
    ...(includeUsage ? [{ ...base, choices: [], usage: NO_USAGE }] : []),
  ];
}
