import type { StageLimits } from '../core/abort.ts';
import { ServiceError } from '../core/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, listOf } from '../core/json.ts';
import { buildGuardInput, MAX_PARTS, rewriteBody } from '../domain/guardrails/payload/guard-input.ts';
import { TOO_DEEP } from '../domain/guardrails/payload/json-leaves.ts';
import { repeatsText } from '../domain/guardrails/payload/token-probabilities.ts';
import { createValueWriter } from '../domain/guardrails/redaction/value-writer.ts';
import type { ReplacedValues } from '../domain/guardrails/redaction/vault.ts';
import { replyCalls } from '../domain/guardrails/tools/conversation.ts';
import type { Action, Conversation, Decision, GuardPipeline } from '../ports/guard.ts';
import type { GuardSettings } from './config.ts';
import { capturedReply, NO_REPLY, type CapturedReply } from './records/captured-reply.ts';
import { tooDeep, tooLong, tooMany } from './reply-faults.ts';

/** A complete reply after its check. */
export interface CheckedReply {
  readonly decision: Decision;
  /** The reply for the client, unless the decision blocks. */
  readonly body: JsonObject;
  /** Length of all the upstream's texts, in UTF-16 code units. */
  readonly length: number;
  /** The first choice's text for the record, without the values restored for the client. */
  readonly captured: CapturedReply;
}

/** The reply itself. Throws `provider_unavailable` for one that is not a chat completion. */
export function asCompletion(reply: JsonObject): JsonObject {
  const { choices } = reply;
  const isOne = Array.isArray(choices) && choices.length > 0;
  if (isOne && choices.every((choice) => isJsonObject(choice) && isJsonObject(choice['message']))) return reply;
  throw new ServiceError('provider_unavailable', 'The upstream answered with something that is not a chat completion.');
}

/**
 * Checks a chat completion and redacts it. Throws `provider_unavailable` for one that is too long, nested too deep or has too many texts.
 */
export async function checkReply(
  reply: JsonObject,
  options: {
    readonly pipeline: GuardPipeline;
    /** The conversation so far, for pipelines that read it. */
    readonly conversation?: Conversation | undefined;
    readonly requestId: string;
    readonly settings: GuardSettings;
    /** The values to restore in place of their placeholders. */
    readonly vault: ReplacedValues;
    readonly limits: StageLimits;
  },
): Promise<CheckedReply> {
  const { pipeline, conversation, requestId, settings, vault, limits } = options;
  const texts = buildGuardInput(reply, { requestId, direction: 'output' });
  // Tool rules apply to what the client will receive, so to calls with their values restored.
  const made = conversation === undefined ? [] : replyCalls(vault.isEmpty ? reply : restored(reply, vault));
  const input = conversation === undefined ? texts : { ...texts, conversation: { ...conversation, reply: made } };
  if (input.parts.length + input.unscanned.length > MAX_PARTS) throw tooMany();
  if (input.unscanned.some(({ reason }) => reason === TOO_DEEP)) throw tooDeep();
  const length = input.parts.reduce((sum, part) => sum + (part.joins === undefined ? part.text.length : 0), 0);
  if (length > settings.maxOutputLength) {
    throw tooLong(settings.maxOutputLength);
  }
  const decision = await pipeline.evaluate(input, { signal: limits.begin(settings.checkTimeoutMs) });
  const verdict = enforced(decision);
  const body = verdict === 'redact' ? withoutLogprobs(rewriteBody(reply, 'output', decision.rewrites)) : withoutOthersLogprobs(reply);
  const isCaptured = settings.captureOutput && verdict !== 'block';
  const captured = isCaptured ? capturedReply(firstText(reply), firstText(body), decision) : NO_REPLY;
  return { decision, body: vault.isEmpty ? body : restored(body, vault), length, captured };
}

/** The action actually taken for a decision: `allow` in shadow mode, whatever its verdict. */
export function enforced({ verdict, mode }: Decision): Action {
  return mode === 'shadow' ? 'allow' : verdict;
}

/** Restores the values that were redacted in the request; after all checks, so that no record contains them. */
function restored(body: JsonObject, vault: ReplacedValues): JsonObject {
  const { parts } = buildGuardInput(body, { requestId: '', direction: 'output' });
  const rewrites = parts.flatMap(({ id, text, joins }) => {
    if (joins !== undefined) return [];
    const whole = vault.restore(text, createValueWriter(id));
    return whole === text ? [] : [{ part: id, text: whole }];
  });
  return rewrites.length === 0 ? body : withoutLogprobs(rewriteBody(body, 'output', rewrites));
}

/** Drops all token probabilities, since they spell out text that was redacted. */
function withoutLogprobs(body: JsonObject): JsonObject {
  const choices = listOf(body['choices']);
  return { ...body, choices: choices.map(withoutOwnLogprobs) };
}

/** Drops token probabilities that spell out unchecked text rather than the message. */
function withoutOthersLogprobs(body: JsonObject): JsonObject {
  const choices = listOf(body['choices']);
  const isOther = (choice: JsonValue): boolean =>
    isJsonObject(choice) && !repeatsText(choice['logprobs'] ?? null, choice['message'] ?? null);
  return choices.some(isOther)
    ? { ...body, choices: choices.map((choice) => (isOther(choice) ? withoutOwnLogprobs(choice) : choice)) }
    : body;
}

function withoutOwnLogprobs(choice: JsonValue): JsonValue {
  return isJsonObject(choice) && 'logprobs' in choice ? { ...choice, logprobs: null } : choice;
}

function firstText(body: JsonObject): string {
  const [choice] = listOf(body['choices']);
  const message = isJsonObject(choice) ? choice['message'] : undefined;
  const content = isJsonObject(message) ? message['content'] : undefined;
  return typeof content === 'string' ? content : '';
}
