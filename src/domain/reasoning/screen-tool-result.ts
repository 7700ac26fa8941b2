import type { Action, GuardPipeline } from '../../ports/guard.ts';

/** A tool's result after the guard: its text as the model may get it, none if it was blocked, and the verdict. */
export interface ScreenedResult {
  readonly text: string | undefined;
  readonly verdict: Action;
}

/** Checks what a tool returned, as a text of the `tool` channel: redacted text is rewritten, blocked text is taken away. */
export async function screenToolResult(
  text: string,
  { guard, requestId, signal }: { readonly guard: GuardPipeline; readonly requestId: string; readonly signal: AbortSignal },
): Promise<ScreenedResult> {
  const part = { id: 'tool_result', role: 'tool', channel: 'tool', text } as const;
  const { verdict, rewrites } = await guard.evaluate({ requestId, direction: 'input', parts: [part], unscanned: [] }, { signal });
  if (verdict === 'block') return { text: undefined, verdict };
  return { text: rewrites.find((rewrite) => rewrite.part === part.id)?.text ?? text, verdict };
}
