import { createCounts, createHistogram } from '../http/counts.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { RunRecord } from './run-record.ts';

/** The reasoner's own metrics: its answers. */
export interface RunMeasures extends Metrics {
  ended(record: RunRecord): void;
}

/** Bucket bounds in seconds: the built-in model answers in milliseconds, a model server takes seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** Counters and histograms since the process started. */
export function createRunMeasures(): RunMeasures {
  const answers = createCounts<'model' | 'outcome'>();
  const verdicts = createCounts<'direction' | 'verdict'>();
  const tokens = createCounts<'model' | 'kind'>();
  const seconds = createHistogram(BOUNDS);
  return {
    ended({ model, outcome, input_verdict: input, output_verdict: output, usage, total_ms: total }) {
      answers.add({ model, outcome });
      if (input !== null) verdicts.add({ direction: 'input', verdict: input });
      if (output !== null) verdicts.add({ direction: 'output', verdict: output });
      if (usage !== null) {
        tokens.add({ model, kind: 'prompt' }, usage.prompt_tokens);
        tokens.add({ model, kind: 'completion' }, usage.completion_tokens);
      }
      seconds.observe(total / 1000);
    },
    collect: () => [
      ...answers.samples('parley_reasoner_answers_total', 'Answers that ended, by finish reason or kind of error.'),
      ...verdicts.samples('parley_reasoner_verdicts_total', 'Verdicts of the checks on what was asked and answered.'),
      ...tokens.samples('parley_reasoner_tokens_total', 'Tokens that the model read and wrote.'),
      ...seconds.samples('parley_reasoner_answer_seconds', 'Time from the request to the end of the answer.'),
    ],
  };
}
