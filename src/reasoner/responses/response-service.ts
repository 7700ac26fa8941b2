import { Gate } from '../../core/gate.ts';
import type { ReasonerSettings } from '../config.ts';
import { createLiveResponses } from './live-responses.ts';
import { responseRoutes, type ResponseRoutesDeps } from './response-routes.ts';
import { createResponses, type ResponsesDeps } from './responses.ts';

type Derived = 'live' | 'backgroundGate' | 'maxChain' | 'streamStartMs' | 'takesTools' | 'maxPassageTokens';

/** The dependencies of the Responses API. */
export interface ResponseServiceDeps extends Omit<ResponsesDeps, Derived>, Omit<ResponseRoutesDeps, 'responses'> {
  readonly settings: Pick<
    ReasonerSettings,
    'maxBackgroundResponses' | 'maxResponseChain' | 'responseAliveMs' | 'streamStartMs' | 'ragTokens'
  >;
}

/** The Responses API: its routes, and `run`, which sends heartbeats for background responses until the signal aborts and then ends them. */
export function createResponseService(deps: ResponseServiceDeps) {
  const { settings } = deps;
  const live = createLiveResponses({ ...deps, aliveMs: settings.responseAliveMs });
  const responses = createResponses({
    ...deps,
    live,
    backgroundGate: new Gate(settings.maxBackgroundResponses, 'responses in the background'),
    maxChain: settings.maxResponseChain,
    streamStartMs: settings.streamStartMs,
    maxPassageTokens: settings.ragTokens,
    takesTools: deps.takes.tools ?? false,
  });
  return { routes: responseRoutes({ ...deps, responses }), run: (signal: AbortSignal) => live.run(signal) };
}
