import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { DEFAULT_STORE } from '../core/store-id.ts';
import { STREAM_MODES, type Interrupt, type StreamMode } from '../domain/reasoning/graph.ts';
import { fault, optionalText } from './fields.ts';
import { withoutRag } from './read-tools.ts';
import { readFileSearch, type FileSearchTool } from './responses/read-file-search.ts';

/** Parses `stream_mode`: one mode or a list; `values` if absent. Throws `invalid_input` naming the field. */
export function readModes(value: JsonValue | undefined): StreamMode[] {
  const names = value === undefined || value === null ? ['values'] : Array.isArray(value) ? value : [value];
  const modes = STREAM_MODES.filter((mode) => names.includes(mode));
  if (names.length === 0 || names.some((name) => !STREAM_MODES.some((mode) => mode === name))) {
    throw fault('stream_mode', `must be one of ${STREAM_MODES.join(', ')}, or a list of them`);
  }
  return modes;
}

/** The names that threads and runs may have. */
export const NAME = /^[A-Za-z0-9._-]{1,128}$/;

/** Parses `interrupt_before`: names of known nodes; undefined if absent. Throws `invalid_input` naming the field. */
export function readNodes(value: JsonValue | undefined, known: readonly string[]): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.some((name) => typeof name !== 'string' || !known.includes(name))) {
    throw fault('interrupt_before', `must be a list of nodes out of ${known.join(', ')}`);
  }
  return known.filter((name) => value.includes(name));
}

/** A field with one of a fixed set of words. Throws `invalid_input` naming the field. */
export function readChoice<const Choice extends string>(
  body: JsonObject,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const value = optionalText(body, name) ?? fallback;
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw fault(name, `must be one of ${choices.join(', ')}`);
  return choice;
}

/**
 * The answers by the ids of the open questions, from `answer` or `answers`: true or false before a node, any value to a node's own
 * question. Throws `invalid_input` naming the field.
 */
export function readAnswers(body: JsonObject, open: readonly Interrupt[]): Record<string, JsonValue> {
  const { answer, answers } = body;
  const [only] = open;
  const isBad = ({ question }: Interrupt, given: JsonValue | undefined): boolean =>
    isJsonObject(question) && question.type === 'before_node' && given !== undefined && typeof given !== 'boolean';
  if (only === undefined) throw fault('run_id', 'names a run that does not wait for an answer');
  if (answers !== undefined && answers !== null) {
    if (!isJsonObject(answers) || Object.keys(answers).length === 0)
      throw fault('answers', 'must be an object of answers by the ids of their questions');
    const bad = open.find((one) => isBad(one, answers[one.id]));
    if (bad !== undefined) throw fault('answers', `must have true, to run the node ${bad.node}, or false, to end the run before it`);
    return answers;
  }
  if (answer === undefined) throw fault('answer', 'is required');
  if (open.length > 1) throw fault('answers', 'is required: several questions are open');
  if (isBad(only, answer)) throw fault('answer', `must be true, to run the node ${only.node}, or false, to end the run before it`);
  return { [only.id]: answer };
}

/**
 * The file_search entry of a run's `tools`; functions are only for chat completions, whose caller can run them. Throws `invalid_input`
 * naming the field, and `unavailable` while RAG is off.
 */
export function readThreadSearch(body: JsonObject, hasRag: boolean): FileSearchTool | undefined {
  const entries = body.tools ?? [];
  if (!Array.isArray(entries)) throw fault('tools', 'must be an array');
  const [tool, further] = entries;
  if (tool === undefined) return undefined;
  if (!isJsonObject(tool) || tool.type !== 'file_search') throw fault('tools[0].type', 'must be file_search');
  if (further !== undefined) throw fault('tools[1]', 'is a second file_search: a run takes one');
  if (!hasRag) throw withoutRag('tools[0]');
  return readFileSearch({ vector_store_ids: [DEFAULT_STORE], ...tool }, 'tools[0]');
}
