import type { JsonValue } from '../../../core/json.ts';
import type { ConversationStep } from '../../../ports/guard.ts';
import { argumentValues } from './argument-values.ts';
import { createCopySearch } from './copied-text.ts';
import { isNamed } from './name-pattern.ts';
import type { CallFault, ReadCall } from './tool-check.ts';
import type { ToolRule } from './tool-rules.ts';

/** Limit on the text of earlier steps that is searched for copies, in UTF-16 code units. */
const MAX_SEARCHED = 1_048_576;

type FlowRule = Extract<ToolRule, { readonly kind: 'flow' }>;
type AfterRule = Extract<ToolRule, { readonly kind: 'after' }>;

/**
 * The arguments that contain text which a tool of the rule returned earlier and nobody else said. Throws a RangeError if there is
 * too much text to search.
 */
export function flowFaults({ from, minLength }: FlowRule, calls: readonly ReadCall[], steps: readonly ConversationStep[]): CallFault[] {
  const results = steps.flatMap((step, index) =>
    step.kind === 'result' && isSource(from, step.tool) ? [{ index, text: plainText(step.text) }] : [],
  );
  if (calls.length === 0 || results.length === 0) return [];
  const said = steps.flatMap((step) => (step.kind === 'said' && step.role !== 'assistant' ? [step.text] : []));
  const length = [...results.map(({ text }) => text), ...said].reduce((sum, text) => sum + text.length, 0);
  if (length > MAX_SEARCHED) throw new RangeError(`more than ${MAX_SEARCHED} characters of conversation`);
  const search = createCopySearch<CallFault & { readonly steps: number }>(minLength);
  for (const { call, values, steps: before } of calls) {
    for (const { pointer, text } of values) search.add({ call, pointer, steps: before }, text);
  }
  for (const text of said) search.forget(text);
  const faults = new Set(results.flatMap(({ index, text }) => search.search(text).filter(({ steps: before }) => index < before)));
  return [...faults];
}

/** Whether a tool of the rule has returned a result and no later step has lifted the rule. */
export function afterFault({ from, until }: AfterRule, { steps: before }: ReadCall, steps: readonly ConversationStep[]): boolean {
  for (let index = before - 1; index >= 0; index -= 1) {
    const step = steps[index];
    if (step?.kind === 'said' && step.role === 'user' && until?.user === true) return false;
    if (step?.kind !== 'result') continue;
    if (isNamed(until?.tools ?? [], step.tool)) return false;
    if (isSource(from, step.tool)) return true;
  }
  return false;
}

/** Whether a result comes from a tool of the rule; that of an unidentified tool always counts. */
function isSource(from: readonly string[], tool: string): boolean {
  return tool === '' || isNamed(from, tool);
}

/** The values of a JSON result, searched without their notation; otherwise the result itself. */
function plainText(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    const values = [...argumentValues(JSON.parse(text) as JsonValue)];
    return values.map((value) => value.text).join('\n');
  } catch {
    return text;
  }
}
