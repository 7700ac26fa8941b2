import { createOutputCheck } from '../../src/domain/guardrails/output-check.ts';
import type { Action, GuardInput, GuardPipeline } from '../../src/ports/guard.ts';
import { decision } from '../unit/reasoner-doubles.ts';

/** A pipeline that keeps what it is given and answers input with one verdict, whatever it says. */
export function createRecordingPipeline(verdict: Action = 'allow') {
  const inputs: GuardInput[] = [];
  const evaluate: GuardPipeline['evaluate'] = async (input) => {
    inputs.push(input);
    return decision(input, { verdict: input.direction === 'input' ? verdict : 'allow', findings: [], rewrites: [] });
  };
  const pipeline: GuardPipeline = {
    evaluate,
    openOutput: (requestId) => createOutputCheck({ evaluate, releasable: (text) => text.length, requestId }),
  };
  return { inputs, pipeline };
}
