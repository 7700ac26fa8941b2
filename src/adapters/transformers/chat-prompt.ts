import { ServiceError } from '../../core/errors.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { ChatMessage, ChatRequest, FunctionTool } from '../../ports/language.ts';
import { THINKING } from './answer-reader.ts';
import { callFormatOf, callFrame, HERMES, jsonIn, writeCalls, type CallFormat } from './call-format.ts';

/** A message as chat templates take it (https://huggingface.co/docs/transformers/chat_templating). */
interface TemplateMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly JsonObject[];
  readonly tool_call_id?: string;
  readonly name?: string;
}

interface TemplateOptions {
  readonly tools?: JsonObject[];
  readonly enable_thinking?: boolean;
}

/** Writes a conversation as the prompt of a model. Throws if its chat template does not take it. */
export type RenderTemplate = (messages: readonly TemplateMessage[], options: TemplateOptions) => string;

/** What a model is by its chat template. */
export interface ChatTemplate {
  readonly render: RenderTemplate;
  /** The tokens that mean something in a prompt, such as those that end a message; undefined if there are none. */
  readonly controls: RegExp | undefined;
  /** How it is told to call functions; undefined if its template tells it nothing. */
  readonly calls: CallFormat | undefined;
  readonly thinks: boolean;
}

/** A prompt, and how its answer is to be read. */
export interface ChatPrompt {
  readonly text: string;
  /** Absent if the request offers no functions. */
  readonly calls?: CallFormat;
  readonly thinking: 'unmarked' | 'marked' | 'begun';
}

const PROBE: FunctionTool = { name: 'probe_of_functions', description: '', parameters: { type: 'object', properties: {} } };

/** Finds out what a chat template can say. `source` is its text. */
export function readChatTemplate(source: string, controls: readonly string[], render: RenderTemplate): ChatTemplate {
  return {
    render,
    controls: anyOf(controls.filter((control) => control.length > 1)),
    calls: tellsFunctions(render) ? callFormatOf(source) : undefined,
    thinks: source.includes(THINKING.end),
  };
}

function tellsFunctions(render: RenderTemplate): boolean {
  try {
    return render([{ role: 'user', content: 'Hi' }], { tools: [wireTool(PROBE)] }).includes(PROBE.name);
  } catch {
    return false;
  }
}

/** Finds the texts, of those that begin alike the longest. */
function anyOf(texts: readonly string[]): RegExp | undefined {
  const longestFirst = texts.toSorted((one, other) => other.length - one.length);
  return texts.length === 0 ? undefined : new RegExp(longestFirst.map((text) => RegExp.escape(text)).join('|'), 'g');
}

/**
 * The prompt for a request. A model whose template has no functions is told of them in a message of the system, in the format of Hermes.
 * Templates that refuse messages of the system, or two of one role in a row, get them joined with others. Throws `invalid_input` if nothing
 * helps.
 */
export function writeChatPrompt(template: ChatTemplate, request: ChatRequest): ChatPrompt {
  const { messages, tools = [], toolChoice, reasoningEffort, responseFormat } = withoutControls(request, template.controls);
  const offered = toolChoice === 'none' ? [] : tools;
  const format = template.calls ?? HERMES;
  const isHeld = responseFormat !== undefined && responseFormat.type !== 'text';
  const thinks = isHeld || reasoningEffort === 'none' || reasoningEffort === 'minimal' ? false : reasoningEffort !== undefined || undefined;
  const options: TemplateOptions = {
    ...(template.calls === undefined || offered.length === 0 ? {} : { tools: offered.map(wireTool) }),
    ...(template.thinks && thinks !== undefined ? { enable_thinking: thinks } : {}),
  };
  const named = messages.map((message) => ({ ...message, content: namedContent(message) }));
  const whole = withOneSystem(template.calls === undefined && offered.length > 0 ? withInstructions(named, offered, format) : named);
  const written = withWrittenCalls(whole, format);
  // In the order of how little of them changes.
  const ways: (() => readonly TemplateMessage[])[] = [
    ...(template.calls === undefined ? [] : [() => asTold(whole)]),
    () => asTold(written),
    () => joined(asTold(written)),
    () => joined(withoutSystem(asTold(written))),
  ];
  let cause: unknown;
  for (const way of ways) {
    try {
      const text = template.render(way(), options);
      const thinking = !template.thinks ? 'unmarked' : text.trimEnd().endsWith(THINKING.begin) ? 'begun' : 'marked';
      return { text, thinking, ...(offered.length === 0 ? {} : { calls: format }) };
    } catch (error) {
      cause = error;
    }
  }
  throw new ServiceError('invalid_input', "The model's chat template does not take these messages.", { param: 'messages', cause });
}

/** A function as chat templates take it. */
function wireTool({ name, description, parameters }: FunctionTool): JsonObject {
  const told = { name, description: description ?? '', parameters: parameters ?? { type: 'object', properties: {} } };
  return { type: 'function', function: told };
}

/** What somebody says, behind the name: chat templates have no place for it. */
function namedContent({ role, name, content }: ChatMessage): string {
  return name === undefined || role !== 'user' ? content : `${name}: ${content}`;
}

/** The request with no control token of the model in any of its texts, be it a message, an argument or what describes a function. */
function withoutControls(request: ChatRequest, controls: RegExp | undefined): ChatRequest {
  if (controls === undefined) return request;
  const broken = JSON.stringify(request).replaceAll(controls, (control) => `${control.slice(0, 1)}\u200B${control.slice(1)}`);
  return JSON.parse(broken) as ChatRequest;
}

/** The messages as they are. The names of calls are made short, as Mistral's templates take nine letters and digits only. */
function asTold(messages: readonly ChatMessage[]): TemplateMessage[] {
  const calls = new Map<string, { readonly id: string; readonly name: string }>();
  return messages.map(({ role, content, toolCalls = [], toolCallId, reasoning }) => {
    if (role === 'tool') {
      const call = calls.get(toolCallId ?? '');
      return call === undefined ? { role: 'user', content } : { role, content, tool_call_id: call.id, name: call.name };
    }
    const wire = toolCalls.map(({ id, name, arguments: text }) => {
      const short = { id: `call${String(calls.size).padStart(5, '0')}`, name };
      calls.set(id, short);
      return { id: short.id, type: 'function', function: { name, arguments: argumentsOf(text) } };
    });
    return {
      role: role === 'developer' ? 'system' : role,
      content,
      ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
      ...(wire.length === 0 ? {} : { tool_calls: wire }),
    };
  });
}

function argumentsOf(text: string): JsonObject | string {
  const value = jsonIn(text === '' ? '{}' : text);
  return isJsonObject(value) ? value : text;
}

/** Calls and their results as text, for templates that have no such messages. */
function withWrittenCalls(messages: readonly ChatMessage[], format: CallFormat): ChatMessage[] {
  return messages.map(({ toolCalls = [], ...message }) => {
    if (message.role === 'tool') return { role: 'user', content: `<tool_response>\n${message.content}\n</tool_response>` };
    return toolCalls.length === 0
      ? message
      : { ...message, content: [message.content, writeCalls(format, toolCalls)].filter((part) => part !== '').join('\n') };
  });
}

/** The first messages of the system as one: some templates read only one. */
function withOneSystem(messages: readonly ChatMessage[]): ChatMessage[] {
  const rest = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const first = messages.slice(0, rest === -1 ? messages.length : rest);
  if (first.length < 2) return [...messages];
  return [{ role: 'system', content: first.map(({ content }) => content).join('\n\n') }, ...messages.slice(first.length)];
}

/** What a model is told of functions whose template says nothing, behind the other messages of the system. */
function withInstructions(messages: readonly ChatMessage[], tools: readonly FunctionTool[], format: CallFormat): ChatMessage[] {
  const [begin, end] = callFrame(format, '<name of the function>');
  const content = [
    'You can call functions. Each is described by one line of JSON:',
    ...tools.map((tool) => JSON.stringify(wireTool(tool).function)),
    `To call one, write nothing but:\n${begin}<arguments as a JSON object>${end}`,
    'Its result is then given to you between <tool_response> and </tool_response>. Call no function if you can answer without.',
  ].join('\n');
  const place = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  return messages.toSpliced(place === -1 ? messages.length : place, 0, { role: 'system', content });
}

/** Messages of one role in a row as one; one of the system behind another role's as the user's. */
function joined(messages: readonly TemplateMessage[]): TemplateMessage[] {
  const whole: TemplateMessage[] = [];
  for (const { role: own, content } of messages) {
    const last = whole.at(-1);
    const role = own === 'tool' || (own === 'system' && last !== undefined && last.role !== 'system') ? 'user' : own;
    if (last?.role === role) whole[whole.length - 1] = { role, content: `${last.content}\n\n${content}` };
    else whole.push({ role, content });
  }
  return whole;
}

/** Messages of the system as the user's. */
function withoutSystem(messages: readonly TemplateMessage[]): TemplateMessage[] {
  return messages.map((message) => (message.role === 'system' ? { ...message, role: 'user' } : message));
}
