import type { Decision, GuardPipeline } from '../../ports/guard.ts';
import type { ChatPart, ChatRequest, FinishReason, LanguageModel, TokenUsage } from '../../ports/language.ts';
import type { Clock } from '../../ports/system.ts';
import { END, type Graph } from './graph.ts';
import { createGenerateNode } from './nodes/generate.ts';
import { createInspectNode } from './nodes/inspect.ts';
import { createScreenNode } from './nodes/screen.ts';
import { runGraph } from './run-graph.ts';

/** What the nodes of an answer know and leave to each other. */
export interface AnswerState {
  readonly requestId: string;
  readonly request: ChatRequest;
  /** The guard's decision on the input; absent until screened. */
  readonly screened?: Decision;
  /** The guard's decision on the output, the hardest one of all that was released. */
  readonly inspected?: Decision;
  /** The text that was released; absent while the answer goes on. */
  readonly reply?: string;
  /** How the answer ended; absent while it goes on. */
  readonly finish?: { readonly reason: FinishReason; readonly usage: TokenUsage };
}

/** What came out of a run beside its text. Durations by node are milliseconds. */
export interface AnswerOutcome {
  readonly screened: Decision | undefined;
  readonly inspected: Decision | undefined;
  readonly durations: Readonly<Record<string, number>>;
}

/** A piece of an answer: what a model streams, and after its `finish` the outcome of the run, always last. */
export type AnswerPart = ChatPart | { readonly type: 'outcome'; readonly outcome: AnswerOutcome };

export interface AnswerOptions {
  readonly signal: AbortSignal;
  readonly requestId: string;
}

/** Answers conversations. Throws what the model throws, and the signal's reason once it aborts. */
export interface Answerer {
  readonly model: string;
  answer(request: ChatRequest, options: AnswerOptions): AsyncGenerator<AnswerPart, void>;
}

export interface AnswererDeps {
  readonly model: LanguageModel;
  readonly guard: GuardPipeline;
  readonly clock: Clock;
}

/** The graph every answer takes: screen the input, generate, and inspect what is generated while it streams. */
export function answerGraph({ model, guard }: Pick<AnswererDeps, 'model' | 'guard'>): Graph<AnswerState, ChatPart> {
  return {
    name: 'answer',
    start: 'screen',
    stepLimit: 16,
    nodes: [createScreenNode(guard), createGenerateNode(model), createInspectNode(guard)],
    edges: [
      { from: 'screen', to: END, when: (state) => state.finish !== undefined, label: 'blocked' },
      { from: 'screen', to: 'generate' },
      { from: 'generate', to: 'inspect', streaming: true },
      { from: 'inspect', to: END },
    ],
  };
}

/** Answers conversations by running the answer graph over a model and a guard. */
export function createAnswerer(deps: AnswererDeps): Answerer {
  const graph = answerGraph(deps);
  return {
    model: deps.model.model,
    async *answer(request, { signal, requestId }) {
      const durations: Record<string, number> = {};
      for await (const event of runGraph(graph, { request, requestId }, { signal, clock: deps.clock })) {
        if (event.type === 'output') yield event.output;
        else if (event.type === 'node-finished') durations[event.node] = event.durationMs;
        else if (event.type === 'finished') {
          const { screened, inspected } = event.state;
          yield { type: 'outcome', outcome: { screened, inspected, durations } };
        }
      }
    },
  };
}
