import { Gate } from '../../core/gate.ts';
import type { ReasonerSettings } from '../config.ts';
import { conversationRoutes } from '../conversations/conversation-routes.ts';
import { createConversations } from '../conversations/conversations.ts';
import { createLiveResponses, type LiveResponsesDeps } from './live-responses.ts';
import { responseRoutes, type ResponseRoutesDeps } from './response-routes.ts';
import { createResponses, type ResponsesDeps } from './responses.ts';
import { createStoredResponses } from './stored-responses.ts';

type Derived =
  | 'live'
  | 'backgroundGate'
  | 'maxChain'
  | 'maxConversationItems'
  | 'streamStartMs'
  | 'takesTools'
  | 'decidesSearch'
  | 'maxPassageTokens'
  | 'allowedServers'
  | 'mcp';

/** The dependencies of the Responses API. */
export interface ResponseServiceDeps
  extends Omit<ResponsesDeps, Derived>, Omit<ResponseRoutesDeps, 'responses'>, Pick<LiveResponsesDeps, 'stops' | 'logger'> {
  readonly settings: Pick<
    ReasonerSettings,
    | 'maxBackgroundResponses'
    | 'maxResponseChain'
    | 'conversationsPerKey'
    | 'maxConversationItems'
    | 'responseAliveMs'
    | 'streamStartMs'
    | 'ragTokens'
    | 'mcpServers'
    | 'mcpMaxTools'
    | 'mcpMaxCalls'
    | 'mcpMaxParallelCalls'
    | 'mcpArgumentCharacters'
    | 'mcpResultCharacters'
  >;
}

/**
 * The Responses API and its conversations: the routes, and `run`, which sends heartbeats for responses that are being generated until the
 * signal aborts and then ends them.
 */
export function createResponseService(deps: ResponseServiceDeps) {
  const { settings, takes } = deps;
  const { maxResponseChain: maxChain, maxConversationItems, streamStartMs, ragTokens: maxPassageTokens } = settings;
  const live = createLiveResponses({ ...deps, aliveMs: settings.responseAliveMs });
  const backgroundGate = new Gate(settings.maxBackgroundResponses, 'responses in the background');
  const takesTools = takes.tools ?? false;
  const decidesSearch = takesTools && takes.searchesFirst !== true;
  const made = createResponses({
    ...deps,
    live,
    backgroundGate,
    maxChain,
    maxConversationItems,
    streamStartMs,
    maxPassageTokens,
    takesTools,
    decidesSearch,
    allowedServers: settings.mcpServers,
    mcp: {
      maxTools: settings.mcpMaxTools,
      maxCalls: settings.mcpMaxCalls,
      maxParallelCalls: settings.mcpMaxParallelCalls,
      maxArgumentCharacters: settings.mcpArgumentCharacters,
      maxResultCharacters: settings.mcpResultCharacters,
    },
  });
  const conversations = createConversations({
    ...deps,
    takesImages: takes.images ?? false,
    maxConversations: settings.conversationsPerKey,
    maxItems: maxConversationItems,
  });
  return {
    routes: responseRoutes({ ...deps, responses: { ...made, ...createStoredResponses({ ...deps, live, maxChain }) } }),
    conversationRoutes: conversationRoutes({ ...deps, conversations }),
    run: (signal: AbortSignal) => live.run(signal),
  };
}
