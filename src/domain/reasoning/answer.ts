import type { FileSearchOptions, FileSearchResult } from '../../ports/file-search.ts';
import type { GuardPipeline } from '../../ports/guard.ts';
import type { ChatPart, ChatRequest, FinishReason, LanguageModel, TokenUsage } from '../../ports/language.ts';
import type { AnswerMemory, MemoryScope } from '../../ports/memory.ts';
import type { Clock } from '../../ports/system.ts';
import { END, type Edge, type Graph } from './graph.ts';
import type { KeptDecision } from './kept-decision.ts';
import { createGenerateNode } from './nodes/generate.ts';
import { createInspectNode } from './nodes/inspect.ts';
import { createRecallNode } from './nodes/recall.ts';
import { createRememberNode } from './nodes/remember.ts';
import { createRetrieveNode, type Retrieval } from './nodes/retrieve.ts';
import { createScreenNode } from './nodes/screen.ts';
import { runGraph } from './run-graph.ts';

/** The state that the nodes of an answer share. */
export interface AnswerState {
  readonly requestId: string;
  readonly request: ChatRequest;
  /** Whose answer it is: the name of an API key. */
  readonly owner?: string | undefined;
  /** The memory that is used; absent for an answer without one. */
  readonly memory?: MemoryScope | undefined;
  /** Notes about the user for the prompt; absent until they have been looked up. */
  readonly notes?: string;
  /** Where passages of files are searched; absent if they are not needed. */
  readonly search?: FileSearchOptions | undefined;
  /** The passages that were found, for the prompt and for citations; absent until they have been looked up. */
  readonly passages?: readonly FileSearchResult[];
  /** The guard's decision on the input; absent until screened. */
  readonly screened?: KeptDecision;
  /** The guard's decision on the output: the strictest one about what was released. */
  readonly inspected?: KeptDecision;
  /** The released text; absent while the answer is being generated. */
  readonly reply?: string;
  /** How the answer ended; absent until then. */
  readonly finish?: { readonly reason: FinishReason; readonly usage: TokenUsage };
}

/** The outcome of a run besides its text. Durations and starts of nodes are in milliseconds; starts are relative to the run's own. */
export interface AnswerOutcome {
  readonly screened: KeptDecision | undefined;
  readonly inspected: KeptDecision | undefined;
  readonly durations: Readonly<Record<string, number>>;
  readonly starts: Readonly<Record<string, number>>;
}

/**
 * A part of an answer: the passages first, if any, then what the model streams, and after its `finish` the outcome of the run, always
 * last.
 */
export type AnswerPart =
  | { readonly type: 'passages'; readonly passages: readonly FileSearchResult[] }
  | ChatPart
  | { readonly type: 'outcome'; readonly outcome: AnswerOutcome };

export interface AnswerOptions {
  readonly signal: AbortSignal;
  readonly requestId: string;
  /** Whose answer it is: the name of an API key. */
  readonly owner?: string;
  /** The memory that is used; without it none is. */
  readonly memory?: MemoryScope;
  /** Where passages of files are searched; without it the answer gets none. */
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
  /** Without it answers neither recall nor remember anything. */
  readonly memory?: AnswerMemory | undefined;
  /** Without it answers get no passages of files. */
  readonly retrieval?: Retrieval | undefined;
}

/**
 * The graph of all answers: screen the input, recall what is known about the user and retrieve passages of files, generate, inspect the
 * output while it streams, and remember the turn.
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

/** Only for an answer with memory that was not blocked. */
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

/** Only for an answer with file search that was not blocked. */
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
    async *answer(request, { signal, ...given }) {
      const durations: Record<string, number> = {};
      const starts: Record<string, number> = {};
      const begun = deps.clock.elapsed();
      const modes = given.search === undefined ? PLAIN : SEARCHING;
      for await (const event of runGraph(graph, { request, ...given }, { signal, clock: deps.clock, modes })) {
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
