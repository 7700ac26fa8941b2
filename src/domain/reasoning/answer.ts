import type { FileSearchOptions, FileSearchResult } from '../../ports/file-search.ts';
import type { Decision, GuardPipeline } from '../../ports/guard.ts';
import type { ChatPart, ChatRequest, FinishReason, LanguageModel, TokenUsage } from '../../ports/language.ts';
import type { AnswerMemory, MemoryScope } from '../../ports/memory.ts';
import type { Clock } from '../../ports/system.ts';
import { END, type Edge, type Graph } from './graph.ts';
import { createGenerateNode } from './nodes/generate.ts';
import { createInspectNode } from './nodes/inspect.ts';
import { createRecallNode } from './nodes/recall.ts';
import { createRememberNode } from './nodes/remember.ts';
import { createRetrieveNode, type Retrieval } from './nodes/retrieve.ts';
import { createScreenNode } from './nodes/screen.ts';
import { runGraph } from './run-graph.ts';

/** What the nodes of an answer know and leave to each other. */
export interface AnswerState {
  readonly requestId: string;
  readonly request: ChatRequest;
  /** Whose memory is used; absent for an answer without one. */
  readonly memory?: MemoryScope | undefined;
  /** What is known of the user, for the prompt; absent until it was looked up. */
  readonly notes?: string;
  /** Where to look for passages of files; absent for an answer that needs none. */
  readonly search?: FileSearchOptions | undefined;
  /** The passages that were found, for the prompt and for citations; absent until they were looked up. */
  readonly passages?: readonly FileSearchResult[];
  /** The guard's decision on the input; absent until screened. */
  readonly screened?: Decision;
  /** The guard's decision on the output, the hardest one of all that was released. */
  readonly inspected?: Decision;
  /** The text that was released; absent while the answer goes on. */
  readonly reply?: string;
  /** How the answer ended; absent while it goes on. */
  readonly finish?: { readonly reason: FinishReason; readonly usage: TokenUsage };
}

/** What came out of a run beside its text. Durations by node are milliseconds, and so are starts, counted from the run's own. */
export interface AnswerOutcome {
  readonly screened: Decision | undefined;
  readonly inspected: Decision | undefined;
  readonly durations: Readonly<Record<string, number>>;
  readonly starts: Readonly<Record<string, number>>;
}

/**
 * A piece of an answer: the passages it is given, before all else where there are any, what a model streams, and after its
 * `finish` the outcome of the run, always last.
 */
export type AnswerPart =
  | { readonly type: 'passages'; readonly passages: readonly FileSearchResult[] }
  | ChatPart
  | { readonly type: 'outcome'; readonly outcome: AnswerOutcome };

export interface AnswerOptions {
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Whose memory is used; without it the answer has none. */
  readonly memory?: MemoryScope;
  /** Where to look for passages of files; without it the answer is given none. */
  readonly search?: FileSearchOptions;
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
  /** Without it answers recall and remember nothing. */
  readonly memory?: AnswerMemory | undefined;
  /** Without it answers are given no passages of files. */
  readonly retrieval?: Retrieval | undefined;
}

/**
 * The graph every answer takes: screen the input, recall what is known of the user and retrieve passages of files, generate, inspect what is generated
 * while it streams, and remember the turn.
 */
export function answerGraph({ model, guard, memory, retrieval }: Omit<AnswererDeps, 'clock'>): Graph<AnswerState, ChatPart> {
  const isAnswered = (state: AnswerState): boolean => state.finish !== undefined && state.finish.reason !== 'content_filter';
  return {
    name: 'answer',
    start: 'screen',
    stepLimit: 16,
    nodes: [
      createScreenNode(guard),
      ...(memory === undefined ? [] : [createRecallNode(memory)]),
      ...(retrieval === undefined ? [] : [createRetrieveNode(retrieval, guard)]),
      createGenerateNode(model),
      createInspectNode(guard),
      ...(memory === undefined ? [] : [createRememberNode(memory)]),
    ],
    edges: [
      { from: 'screen', to: END, when: (state) => state.finish !== undefined, label: 'blocked' },
      ...(memory === undefined ? [] : RECALL),
      ...(retrieval === undefined ? [] : RETRIEVE),
      { from: 'screen', to: 'generate' },
      { from: 'generate', to: 'inspect', streaming: true },
      ...(memory === undefined
        ? []
        : [
            {
              from: 'inspect',
              to: 'remember',
              when: (state: AnswerState) => state.memory?.isRemembered === true && isAnswered(state),
              label: 'remembered',
            },
            { from: 'remember', to: END },
          ]),
      { from: 'inspect', to: END },
    ],
  };
}

/** Only for an answer that has a memory and was not blocked. */
const RECALL: readonly Edge<AnswerState>[] = [
  {
    from: 'screen',
    to: 'recall',
    when: ({ memory, finish }) => memory !== undefined && finish === undefined,
    parallel: true,
    label: 'has a memory',
  },
  { from: 'recall', to: 'generate' },
];

/** Only for an answer that is to look into files and was not blocked. */
const RETRIEVE: readonly Edge<AnswerState>[] = [
  {
    from: 'screen',
    to: 'retrieve',
    when: ({ search, finish }) => search !== undefined && finish === undefined,
    parallel: true,
    label: 'searches files',
  },
  { from: 'retrieve', to: 'generate' },
];

const PLAIN = ['tokens', 'debug'] as const;
const SEARCHING = [...PLAIN, 'updates'] as const;

/** Answers conversations by running the answer graph over a model and a guard. */
export function createAnswerer(deps: AnswererDeps): Answerer {
  const graph = answerGraph(deps);
  return {
    model: deps.model.model,
    async *answer(request, { signal, requestId, memory, search }) {
      const durations: Record<string, number> = {};
      const starts: Record<string, number> = {};
      const begun = deps.clock.elapsed();
      const input = { request, requestId, ...(memory === undefined ? {} : { memory }), ...(search === undefined ? {} : { search }) };
      for await (const event of runGraph(graph, input, { signal, clock: deps.clock, modes: search === undefined ? PLAIN : SEARCHING })) {
        if (event.type === 'output') yield event.output;
        else if (event.type === 'update') {
          const { passages = [] } = event.update;
          if (passages.length > 0) yield { type: 'passages', passages };
        } else if (event.type === 'node-started') starts[event.node] = deps.clock.elapsed() - begun;
        else if (event.type === 'node-finished') durations[event.node] = event.durationMs;
        else if (event.type === 'finished') {
          const { screened, inspected } = event.state;
          yield { type: 'outcome', outcome: { screened, inspected, durations, starts } };
        }
      }
    },
  };
}
