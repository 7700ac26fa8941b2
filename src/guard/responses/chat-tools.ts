import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { schemaRefusal } from '../../http/schema-fault.ts';

const CHOICES: ReadonlySet<JsonValue> = new Set(['auto', 'none', 'required']);

/**
 * The `tools` of a Responses request as those of a chat completion. Throws `invalid_input` for built-in tools, which only a Responses
 * server can run.
 */
export function chatTools(tools: readonly JsonObject[]): JsonObject[] {
  return tools.map((tool, index) => {
    const { type, ...described } = tool;
    if (type === 'function') return { type, function: described };
    if (type === 'custom') return { type, custom: { ...described, ...customFormat(described['format']) } };
    throw schemaRefusal({
      place: `tools[${index}].type`,
      message: 'must be function or custom: chat completions have no other tools',
    });
  });
}

/** Chat completions nest the fields of a grammar one level deeper. */
function customFormat(format: JsonValue | undefined): JsonObject {
  if (!isJsonObject(format) || format['type'] !== 'grammar') return {};
  const { type, ...grammar } = format;
  return { format: { type, grammar } };
}

/** The `tool_choice` of a Responses request as that of a chat completion. Throws `invalid_input`. */
export function chatToolChoice(choice: JsonValue): JsonValue {
  if (CHOICES.has(choice)) return choice;
  if (!isJsonObject(choice)) throw schemaRefusal({ place: 'tool_choice', message: 'must be auto, none, required or an object' });
  if (choice['type'] === 'allowed_tools') return chosenAmong(choice);
  return chosen(choice, 'tool_choice');
}

function chosenAmong({ type = null, tools, ...more }: JsonObject): JsonObject {
  const isList = Array.isArray(tools) && tools.every(isJsonObject);
  if (!isList) throw schemaRefusal({ place: 'tool_choice.tools', message: 'must be an array of objects' });
  return { type, allowed_tools: { ...more, tools: tools.map((tool, index) => chosen(tool, `tool_choice.tools[${index}]`)) } };
}

function chosen({ type, name }: JsonObject, place: string): JsonObject {
  if (type !== 'function' && type !== 'custom')
    throw schemaRefusal({ place: `${place}.type`, message: 'must be function, custom or allowed_tools' });
  if (typeof name !== 'string') throw schemaRefusal({ place: `${place}.name`, message: 'must be a string' });
  return { type, [type]: { name } };
}

/** The `text.format` of a Responses request as the `response_format` of a chat completion. */
export function chatFormat(format: JsonObject): { readonly response_format?: JsonObject } {
  const { type, ...described } = format;
  if (type === 'text') return {};
  return { response_format: type === 'json_schema' ? { type, json_schema: described } : format };
}
