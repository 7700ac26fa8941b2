import { placeOfResults } from '../../core/call-results.ts';
import { ServiceError } from '../../core/errors.ts';
import { isJsonObject, listOf, textOf, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { ChatFile, ChatImage, ChatMessage } from '../../ports/language.ts';
import { toFunctionCall } from '../custom-tools.ts';
import { fault } from '../fields.ts';
import { lengthOf, type MessageLimits } from '../read-messages.ts';
import { summaryIn } from './compaction-item.ts';
import { withPlainCalls } from './mcp/approvals.ts';
import type { ConversationItem, InputContent } from './response-items.ts';

/** What stands before a summary, which is the assistant's: what was said in the conversation gets no authority by being summed up. */
const SUMMARY_HEADING = 'Summary of the conversation so far:';

/**
 * Items as a conversation. Function calls are merged into the message before them, as chat models expect, with the reasoning that led to
 * them, which some models need back. Throws `invalid_input` if an output answers no call, or a call has no output.
 */
export function itemMessages(given: readonly ConversationItem[]): ChatMessage[] {
  const items = withPlainCalls(given);
  const messages: ChatMessage[] = [];
  const open = new Set<string>();
  let isTurnOpen = false;
  let thought: { readonly reasoning?: string } = {};
  for (const item of items) {
    if (item.type === 'message') {
      messages.push({ role: item.role, ...contentOf(item.content) });
      isTurnOpen = item.role === 'assistant';
      if (!isTurnOpen) thought = {};
    } else if (item.type === 'function_call' || item.type === 'custom_tool_call') {
      const { call_id: id, name } = item;
      const call =
        item.type === 'function_call' ? { id, name, arguments: item.arguments } : toFunctionCall({ id, name, input: item.input });
      const before = isTurnOpen ? messages.pop() : undefined;
      messages.push({ role: 'assistant', content: '', ...thought, ...before, toolCalls: [...(before?.toolCalls ?? []), call] });
      open.add(item.call_id);
      isTurnOpen = true;
    } else if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output') {
      if (!open.delete(item.call_id)) throw fault('input', `has an output without a call: ${JSON.stringify(item.call_id)}`);
      const said = typeof item.output === 'string' ? { content: item.output } : contentOf(item.output);
      // Not always at the end: another response may have added to the conversation meanwhile.
      const place = placeOfResults(messages, item.call_id)?.to ?? messages.length;
      const isLast = place === messages.length;
      messages.splice(place, 0, { role: 'tool', ...said, toolCallId: item.call_id });
      if (!isLast) continue;
      isTurnOpen = false;
      thought = {};
    } else if (item.type === 'compaction') {
      messages.push({ role: 'assistant', content: `${SUMMARY_HEADING}\n${summaryIn(item.encrypted_content) ?? ''}` });
      isTurnOpen = false;
    } else thought = thoughtIn(item) ?? thought;
  }
  const [missing] = open;
  if (missing !== undefined) throw fault('input', `has no output for the call ${JSON.stringify(missing)}`);
  return messages;
}

/** The readable text of a reasoning item, ours or a client's; undefined for other items, and for one that is encrypted. */
function thoughtIn(item: ConversationItem): { readonly reasoning: string } | undefined {
  const parts = item.type === 'reasoning' ? item.summary : item.type === 'other' ? partsOf(item.item) : [];
  const reasoning = parts.map((part) => (isJsonObject(part) ? textOf(part.text) : '')).filter((text) => text !== '');
  return reasoning.length === 0 ? undefined : { reasoning: reasoning.join('\n') };
}

function partsOf({ type, summary, content }: JsonObject): readonly JsonValue[] {
  return type === 'reasoning' ? [...listOf(summary), ...listOf(content)] : [];
}

function contentOf(parts: readonly InputContent[]): Pick<ChatMessage, 'content' | 'images' | 'files'> {
  const texts: string[] = [];
  const images: ChatImage[] = [];
  const files: ChatFile[] = [];
  for (const part of parts) {
    // Chat completions have no `original`.
    if (part.type === 'input_image') images.push({ url: part.image_url, detail: part.detail === 'original' ? 'high' : part.detail });
    else if (part.type === 'input_file') files.push({ name: part.filename, text: part.text, at: texts.join('\n').length });
    else texts.push(part.type === 'refusal' ? part.refusal : part.text);
  }
  return { content: texts.join('\n'), ...(images.length === 0 ? {} : { images }), ...(files.length === 0 ? {} : { files }) };
}

/**
 * Keeps a conversation within its limits: `auto` drops its oldest turns, never half of one; `disabled` throws `payload_too_large`, as
 * `auto` does if the newest turn alone is too long.
 */
export function withinLimits(
  messages: readonly ChatMessage[],
  limits: MessageLimits,
  truncation: 'auto' | 'disabled',
): readonly ChatMessage[] {
  const fits = (some: readonly ChatMessage[]): boolean =>
    some.length <= limits.maxMessages && some.reduce((sum, message) => sum + lengthOf(message), 0) <= limits.maxCharacters;
  let rest = messages;
  while (!fits(rest)) {
    const next = truncation === 'auto' ? rest.findIndex(({ role }, index) => role === 'user' && index > 0) : -1;
    if (next === -1) {
      const limit = `${limits.maxMessages} messages or ${limits.maxCharacters} characters`;
      throw new ServiceError('payload_too_large', `input and the conversation that it continues exceed the limit of ${limit}.`, {
        param: 'input',
      });
    }
    rest = rest.slice(next);
  }
  return rest;
}
