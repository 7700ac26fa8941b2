import { isJsonObject, textOf, type JsonObject } from '../../../core/json.ts';
import { buildGuardInput, MAX_PARTS, rewriteBody } from '../../../domain/guardrails/payload/guard-input.ts';
import type { GuardPipeline } from '../../../ports/guard.ts';
import type { ListedTool } from './mcp-items.ts';

export interface ScreenDefinitionsOptions {
  readonly guard: GuardPipeline;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** The definitions of tools after the guard, which reads them as it reads those of functions: blocked ones are left out, others rewritten. */
export async function screenDefinitions(tools: readonly ListedTool[], options: ScreenDefinitionsOptions): Promise<readonly ListedTool[]> {
  if (tools.length === 0) return tools;
  const { guard, requestId, signal } = options;
  const body = { tools: tools.map(asFunction) };
  const input = buildGuardInput(body, { requestId, direction: 'input' });
  if (input.parts.length + input.unscanned.length > MAX_PARTS) return [];
  const { verdict, findings, rewrites } = await guard.evaluate(input, { signal });
  if (verdict === 'redact') return rewritten(tools, rewriteBody(body, 'input', rewrites));
  if (verdict !== 'block') return tools;
  const blocked = new Set(findings.filter(({ action }) => action === 'block').map(({ part }) => /^tools\[(\d+)\]/.exec(part)?.[1] ?? ''));
  const passed = tools.filter((_, index) => !blocked.has(String(index)));
  // A block without a finding in a definition concerns all of them. The others are checked again, for their rewrites.
  return passed.length === tools.length ? [] : screenDefinitions(passed, options);
}

function asFunction({ name, description, input_schema: parameters }: ListedTool): JsonObject {
  return { type: 'function', function: { name, ...(description === null ? {} : { description }), parameters } };
}

function rewritten(tools: readonly ListedTool[], { tools: bodies }: JsonObject): ListedTool[] {
  return tools.map((tool, index) => {
    const body = Array.isArray(bodies) ? bodies[index] : undefined;
    if (!isJsonObject(body) || !isJsonObject(body.function)) return tool;
    const { description, parameters } = body.function;
    return {
      ...tool,
      description: tool.description === null ? null : textOf(description),
      input_schema: isJsonObject(parameters) ? parameters : tool.input_schema,
    };
  });
}
