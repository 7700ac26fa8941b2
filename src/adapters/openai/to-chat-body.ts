import type { JsonObject, JsonValue } from '../../core/json.ts';
import { messageText } from '../../core/message-text.ts';
import type { ChatImage, ChatMessage, ChatRequest, FunctionTool, ResponseFormat, ToolChoice } from '../../ports/language.ts';

/** The name of the limit of tokens: every server knows the older one, but OpenAI's reasoning models refuse it. */
export type TokenLimit = 'max_tokens' | 'max_completion_tokens';

/**
 * A chat request as the body of POST /chat/completions (https://platform.openai.com/docs/api-reference/chat/create), with streaming and
 * usage on.
 */
export function toChatBody(model: string, request: ChatRequest, limit: TokenLimit = 'max_tokens'): JsonObject {
  const { temperature, topP, maxTokens, stop, seed, tools, toolChoice, parallelToolCalls, responseFormat } = request;
  const { presencePenalty, frequencyPenalty, reasoningEffort, verbosity, logitBias, topLogprobs } = request;
  return {
    model,
    messages: toWireMessages(request.messages),
    stream: true,
    stream_options: { include_usage: true },
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(maxTokens === undefined ? {} : { [limit]: maxTokens }),
    ...(presencePenalty === undefined ? {} : { presence_penalty: presencePenalty }),
    ...(frequencyPenalty === undefined ? {} : { frequency_penalty: frequencyPenalty }),
    ...(stop === undefined || stop.length === 0 ? {} : { stop: [...stop] }),
    ...(seed === undefined ? {} : { seed }),
    ...(logitBias === undefined ? {} : { logit_bias: { ...logitBias } }),
    ...(topLogprobs === undefined ? {} : { logprobs: true, ...(topLogprobs === 0 ? {} : { top_logprobs: topLogprobs }) }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
    ...(verbosity === undefined ? {} : { verbosity }),
    ...(tools === undefined || tools.length === 0 ? {} : { tools: tools.map(toWireTool) }),
    ...(toolChoice === undefined ? {} : { tool_choice: toWireChoice(toolChoice) }),
    ...(parallelToolCalls === undefined ? {} : { parallel_tool_calls: parallelToolCalls }),
    ...(responseFormat === undefined ? {} : { response_format: toWireFormat(responseFormat) }),
  };
}

/** What stands before images that tools returned: a message of a tool has text only. */
const TOOL_IMAGES = 'Images in the results of the tools:';

/** Images in results of tools follow the results in a message of the user, where servers take them. */
function toWireMessages(messages: readonly ChatMessage[]): JsonObject[] {
  const calls = new Set<string>();
  const wire: JsonObject[] = [];
  let returned: ChatImage[] = [];
  for (const [index, message] of messages.entries()) {
    wire.push(toWireMessage(message, calls));
    if (message.role === 'tool') returned.push(...(message.images ?? []));
    if (returned.length === 0 || messages[index + 1]?.role === 'tool') continue;
    wire.push({ role: 'user', content: [{ type: 'text', text: TOOL_IMAGES }, ...toWireImages(returned)] });
    returned = [];
  }
  return wire;
}

function toWireImages(images: readonly ChatImage[]): JsonObject[] {
  return images.map(({ url, detail }) => ({ type: 'image_url', image_url: { url, ...(detail === undefined ? {} : { detail }) } }));
}

/**
 * `developer` becomes `system`, which every server knows. A tool result without a preceding call becomes a user message, because the `tool`
 * role needs the id of a call and a tool's text must not gain a system message's authority. `calls` collects the call ids of assistant
 * messages.
 */
function toWireMessage(message: ChatMessage, calls: Set<string>): JsonObject {
  const { role, images, reasoning, toolCalls, toolCallId } = message;
  const content = messageText(message);
  for (const { id } of toolCalls ?? []) calls.add(id);
  const thought = reasoning === undefined ? {} : { reasoning_content: reasoning };
  const named = message.name === undefined ? {} : { name: message.name };
  if (role === 'developer') return { role: 'system', ...named, content };
  if (role === 'tool') {
    if (toolCallId === undefined || !calls.has(toolCallId)) return { role: 'user', content: `Result of a tool:\n${content}` };
    return { role, content, tool_call_id: toolCallId };
  }
  if (toolCalls !== undefined && toolCalls.length > 0) {
    const wire = toolCalls.map(({ id, name, arguments: text }) => ({ id, type: 'function', function: { name, arguments: text } }));
    return { role, ...named, content: content === '' ? null : content, ...thought, tool_calls: wire };
  }
  if (images !== undefined && images.length > 0) {
    const parts = toWireImages(images);
    return { role, ...named, content: content === '' ? parts : [{ type: 'text', text: content }, ...parts] };
  }
  return { role, ...named, content, ...thought };
}

function toWireTool({ name, description, parameters, strict }: FunctionTool): JsonObject {
  return {
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      ...(parameters === undefined ? {} : { parameters }),
      ...(strict === undefined ? {} : { strict }),
    },
  };
}

function toWireChoice(choice: ToolChoice): JsonValue {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };
}

function toWireFormat(format: ResponseFormat): JsonObject {
  if (format.type !== 'json_schema') return { type: format.type };
  const { name, description, schema, strict } = format;
  const described = { name, ...(description === undefined ? {} : { description }), schema, ...(strict === undefined ? {} : { strict }) };
  return { type: 'json_schema', json_schema: described };
}
