import { t, type Static } from 'elysia';
import { hundredths } from '../core/rounded.ts';
import type { AnswerOutcome } from '../domain/reasoning/answer.ts';
import type { KeptDecision } from '../domain/reasoning/kept-decision.ts';
import type { Direction } from '../ports/guard.ts';
import type { FinishReason, TokenUsage } from '../ports/language.ts';

/** What was observed of a run by its end. */
export interface RunEnd {
  reason?: FinishReason;
  usage?: TokenUsage;
  outcome?: AnswerOutcome;
  error?: unknown;
}

/** The record of a finished answer: its times and its outcome, never its words. */
export const RunRecordBody = t.Object({
  object: t.Literal('reasoner.run'),
  request_id: t.String(),
  started_at: t.String({ description: 'ISO 8601, UTC.' }),
  model: t.String(),
  outcome: t.String({ description: 'The finish reason, or the kind of error that ended it.' }),
  input_verdict: t.Union([t.String(), t.Null()]),
  output_verdict: t.Union([t.String(), t.Null()]),
  findings: t.Array(
    t.Object({
      direction: t.Union([t.Literal('input'), t.Literal('output')]),
      part: t.String({ description: 'Where in the request or the answer, such as messages[0].content.' }),
      detector: t.String(),
      category: t.String(),
      score: t.Number(),
      action: t.String(),
    }),
    { description: 'What the checks found and did not allow, without the words.' },
  ),
  usage: t.Union([t.Object({ prompt_tokens: t.Number(), completion_tokens: t.Number() }), t.Null()]),
  nodes: t.Array(t.Object({ name: t.String(), start_ms: t.Number({ description: 'After started_at.' }), duration_ms: t.Number() }), {
    description: 'The nodes of the graph in the order they began; none when the answer did not come to its end.',
  }),
  total_ms: t.Number(),
});

export type RunRecord = Static<typeof RunRecordBody>;

/** The record of a finished answer. */
export function toRunRecord(
  { usage, outcome }: RunEnd,
  about: {
    readonly request_id: string;
    readonly model: string;
    readonly total_ms: number;
    readonly startedAt: Date;
    readonly outcome: string;
  },
): RunRecord {
  const { startedAt, ...rest } = about;
  const { durations = {}, starts = {} } = outcome ?? {};
  const nodes = Object.entries(durations).map(([name, took]) => {
    return { name, start_ms: hundredths(starts[name] ?? 0), duration_ms: hundredths(took) };
  });
  return {
    object: 'reasoner.run',
    ...rest,
    started_at: startedAt.toISOString(),
    input_verdict: outcome?.screened?.verdict ?? null,
    output_verdict: outcome?.inspected?.verdict ?? null,
    findings: [...findingsOf('input', outcome?.screened), ...findingsOf('output', outcome?.inspected)],
    usage: usage === undefined ? null : { prompt_tokens: usage.promptTokens, completion_tokens: usage.completionTokens },
    nodes: nodes.toSorted((a, b) => a.start_ms - b.start_ms),
  };
}

function findingsOf(direction: Direction, decision: KeptDecision | undefined): RunRecord['findings'] {
  const found = decision?.findings.filter(({ action }) => action !== 'allow') ?? [];
  return found.map(({ part, detector, category, score, action }) => ({
    direction,
    part,
    detector,
    category,
    score: hundredths(score),
    action,
  }));
}
