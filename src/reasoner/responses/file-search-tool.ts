import type { FileSearch } from '../../ports/file-search.ts';
import type { GuardPipeline } from '../../ports/guard.ts';
import type { ChatMessage } from '../../ports/language.ts';
import type { CallBudget, HostedTools } from './hosted-tools.ts';
import type { FileSearchTool } from './read-file-search.ts';
import { SEARCH_FUNCTION } from './read-response-tools.ts';
import type { ResponseStep } from './response-step.ts';
import { PASSAGES_ORDER, passagesText, readQueries, SEARCH_TOOL, searchFiles } from './search-files.ts';

export interface FileSearchToolOptions {
  readonly fileSearch: FileSearch;
  readonly guard: GuardPipeline;
  readonly tool: FileSearchTool;
  readonly budget: CallBudget;
  /** Most searches. */
  readonly maxSearches: number;
  /** Most tokens of all passages of one search. */
  readonly maxTokens: number;
  /** What the model gets, which begins with an instruction once there are passages. */
  readonly messages: ChatMessage[];
  /** Searched for where a call names no queries. */
  readonly question: string;
  readonly owner: string;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** The search of files, as the model calls it, and as it is made before the answer of a model that calls nothing. */
export interface SearchTool extends HostedTools {
  /** Searches, and gives the passages for the model. */
  search(queries: readonly string[]): AsyncGenerator<ResponseStep, string>;
}

/** The tool file_search of a response. */
export function createSearchTool(options: FileSearchToolOptions): SearchTool {
  const { budget, messages, question } = options;
  let searchesLeft = options.maxSearches;
  let passages = 0;
  const mayCall = (): boolean => searchesLeft > 0 && budget.left > 0;

  async function* search(queries: readonly string[]): AsyncGenerator<ResponseStep, string> {
    searchesLeft -= 1;
    budget.left -= 1;
    yield { type: 'search', queries };
    const found = await searchFiles(queries, options);
    yield { type: 'found', results: found.map(({ result }) => result) };
    if (!messages.some(({ content }) => content === PASSAGES_ORDER)) messages.unshift({ role: 'system', content: PASSAGES_ORDER });
    const text = passagesText(found, passages);
    passages += found.length;
    return text;
  }

  return {
    search,
    functions: () => (mayCall() ? [SEARCH_TOOL] : []),
    open(name) {
      if (name !== SEARCH_FUNCTION) return undefined;
      return {
        // The client's functions come first: the model can search once it has their results.
        runsBesideFunctions: false,
        isIdle: !mayCall(),
        isScreened: true,
        push: () => [],
        async *run(given) {
          if (!mayCall()) return 'Answer from what was found: no further search is allowed.';
          return yield* search(readQueries(given) ?? [question]);
        },
      };
    },
  };
}
