import { ServiceError } from '../core/errors.ts';
import { createHttpApp, type HttpDeps } from '../http/app.ts';
import { createBrowserSessions } from '../http/browser-sessions.ts';
import { documentation } from '../http/documentation.ts';
import { handlerOf, HOST_START } from '../http/handler.ts';
import { methodsOf } from '../http/methods.ts';
import { metricsRoute } from '../http/metrics.ts';
import { staticFiles, type StaticFile } from '../http/static-files.ts';
import type { Bus } from '../ports/bus.ts';
import type { EndedSessionStore } from '../ports/ended-sessions.ts';
import type { GuardPipeline } from '../ports/guard.ts';
import type { Journal } from '../ports/journal.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Probe } from '../ports/probe.ts';
import type { Sockets } from '../ports/socket.ts';
import type { Tracer } from '../ports/tracing.ts';
import type { ChatUpstream } from '../ports/upstream.ts';
import { readChatRequest } from './chat-request.ts';
import { chatRoutes } from './chat-routes.ts';
import { CHAT_PATH, EMBEDDINGS_PATH, RESPONSES_PATH, type CheckedRoute } from './checked-routes.ts';
import { createCompletions } from './completions.ts';
import type { GuardSettings } from './config.ts';
import { CONFIGURATION_PATH, configurationRoute } from './dashboard/configuration-route.ts';
import { createLiveRelay, type VoiceSocket } from './dashboard/live-relay.ts';
import { NEIGHBOUR_PREFIX, neighbourRoutes, type Neighbours } from './dashboard/neighbour-routes.ts';
import { SESSION_PATH, sessionRoutes } from './dashboard/session-routes.ts';
import type { ReadRequestDocuments } from './document-reader.ts';
import { DECISION_HEADERS } from './documents.ts';
import { readEmbeddingRequest } from './embeddings/embedding-request.ts';
import { createEventNumbers, type EventNumbers } from './events/event-numbers.ts';
import { eventRoutes } from './events/event-routes.ts';
import { createLifecycle } from './events/lifecycle.ts';
import { DECISION_HEADER, NO_DECISION } from './exchange.ts';
import { guardMetrics } from './guard-metrics.ts';
import { healthRoutes } from './health-routes.ts';
import { knownParameters, type ParameterCheck } from './known-parameters.ts';
import { createMeasures } from './measures.ts';
import { createOperatorAccess } from './operator-access.ts';
import { analyzeRoute } from './policies/analyze-route.ts';
import type { Policies } from './policies/policies.ts';
import { policyRoutes } from './policies/policy-routes.ts';
import { reportRoute } from './policies/report-route.ts';
import { createArrivalOrder } from './records/arrival-order.ts';
import { createRefusalMeter } from './records/refusal-meter.ts';
import { replayRoutes } from './records/replay-routes.ts';
import { requestRoutes } from './records/request-routes.ts';
import { readResponseRequest } from './responses/response-request.ts';

/** The dependencies of the guard service. `http` carries clock, ids, logger, API keys, CORS origins and the body limit. */
export interface GuardDeps {
  readonly settings: GuardSettings;
  readonly http: HttpDeps;
  readonly upstream: ChatUpstream;
  readonly journal: Journal;
  /** Checks every request for which `policies` choose no pipeline. */
  readonly pipeline: GuardPipeline;
  /** Without them there are no policy routes and no POST /v1/analyze. */
  readonly policies?: Policies;
  /** Texts of one POST /v1/analyze that are checked at the same time; 1 when absent. */
  readonly textsAtOnce?: number;
  /** Reads the documents in messages; without it they pass unread. */
  readonly readDocuments?: ReadRequestDocuments;
  /** Keyed hash (hexadecimal) of values that records must be searchable by but must not contain, such as the name of an end user. */
  readonly hash: (value: string) => string;
  /** Lifecycle events are published here as `platform.guard.<kind>`, fire and forget. */
  readonly bus: Bus;
  /** The dependencies that /health/deep checks: `database`, `policies`, `message_bus`, `upstream`. */
  readonly probes: readonly Probe[];
  readonly version: string;
  /** Receives the spans of requests; without it none are made. */
  readonly tracer?: Tracer | undefined;
  /** What GET /metrics reports in addition to the guard's own figures; without it there is no such route. */
  readonly metrics?: Metrics;
  /** The highest `sequence` in the journal; requests are numbered after it. */
  readonly lastSequence?: number;
  /** Numbers lifecycle events; by default from the clock, starting after `lastSequence`. */
  readonly eventNumbers?: EventNumbers | undefined;
  /** Stores which browser sessions were signed out; without it only this process knows. */
  readonly endedSessions?: EndedSessionStore;
  /** Files of the operator dashboard; none when absent. */
  readonly dashboard?: readonly StaticFile[];
  /** The other services that the dashboard shows. */
  readonly neighbours?: Neighbours;
  /** Opens the live conversations of the dashboard. */
  readonly voiceSocket?: VoiceSocket;
  /** The effective settings as `parley config` prints them, secrets hidden; without them there is no such route. */
  readonly configuration?: () => readonly string[];
}

/** The guard service as a value: it opens nothing, reads no environment and starts no timer. */
export interface Guard {
  /** Answers one HTTP request. */
  handle(request: Request): Promise<Response>;
  /** Live conversations of the dashboard. */
  readonly sockets: Sockets;
  /** Ends every open stream of lifecycle events, so that a server can drain, and stores pending counts of refusals. */
  closeEvents(): void;
  /** Ends the requests in progress with a reason before the server closes their connections, so that clients and records say why. */
  endRequests(): void;
}

/** The routes that accept only GET and OPTIONS. Elysia would answer HEAD like GET and so open an event stream. */
const DASHBOARD_READS = /^\/(?:events|stats|requests(?:\/.*)?)\/?$/;

/**
 * Whether a path needs no key: `/` redirects to the dashboard, whose files and sign-in contain no data, and a browser cannot send a key for
 * them.
 */
function isDashboardFile(path: string): boolean {
  if (path === '/' || path === '/dashboard') return true;
  // The router ignores a trailing slash, so this must as well.
  return path.startsWith('/dashboard/') && !path.startsWith(NEIGHBOUR_PREFIX) && path.replace(/\/+$/, '') !== CONFIGURATION_PATH;
}

/** Creates the guard service. */
export function createGuard(given: GuardDeps): Guard {
  const { settings, bus, dashboard = [] } = given;
  const sessions = createBrowserSessions({
    ...given.http,
    keys: given.http.apiKeys,
    hours: settings.sessionHours,
    store: given.endedSessions,
  });
  const http: HttpDeps = { ...given.http, sessions };
  const deps: GuardDeps = { ...given, http };
  const lifecycle = createLifecycle({
    clock: http.clock,
    bus,
    numbers: deps.eventNumbers ?? createEventNumbers({ clock: http.clock, above: deps.lastSequence }),
    capacity: settings.eventsCapacity,
    clientCapacity: settings.eventsClientCapacity,
  });
  const arrivals = createArrivalOrder({ clock: http.clock, after: deps.lastSequence ?? 0 });
  const measures = createMeasures();
  const refusals = createRefusalMeter({
    ...http,
    journal: deps.journal,
    arrivals,
    upstream: deps.upstream.name,
    perMinute: settings.refusalsPerMinute,
  });
  const { complete, endRequests } = createCompletions({ ...deps, lifecycle, arrivals, refusals, measures });
  const answer: Readonly<Record<CheckedRoute, (request: Request) => Promise<Response>>> = {
    [CHAT_PATH]: (request) => complete(request, { route: CHAT_PATH, read: (body) => readChatRequest(body, settings) }),
    [RESPONSES_PATH]: (request) => complete(request, { route: RESPONSES_PATH, read: (body) => readResponseRequest(body, settings, http) }),
    [EMBEDDINGS_PATH]: (request) => complete(request, { route: EMBEDDINGS_PATH, read: (body) => readEmbeddingRequest(body, settings) }),
  };
  const isOpen = (path: string): boolean => path in answer || isDashboardFile(path);
  const checkAccess = createOperatorAccess({ http, operatorKeys: settings.operatorKeys, isOpen });
  let checkParameters: ParameterCheck | undefined;
  const routes = createHttpApp({ ...http, isOpen })
    .onRequest(({ request }) => checkAccess(request))
    .onRequest(({ request, set }) => {
      const { pathname, searchParams } = new URL(request.url);
      if (!DASHBOARD_READS.test(pathname)) return;
      refuseRepeated(searchParams);
      if (request.method !== 'HEAD') return;
      set.headers['allow'] = 'GET, OPTIONS';
      throw new ServiceError('method_not_allowed', 'This route accepts only GET and OPTIONS.');
    })
    .onTransform({ as: 'global' }, ({ request, route }) => checkParameters?.(request, route))
    .use(
      documentation({
        title: 'Parley guard',
        description:
          'Checks chat completions, responses and embeddings against policies, records every decision and streams lifecycle events.',
        version: deps.version,
        openPaths: [SESSION_PATH],
        headers: DECISION_HEADERS,
      }),
    )
    .use(healthRoutes(deps))
    .use(chatRoutes({ ...deps, answer }))
    .use(eventRoutes({ http, lifecycle, settings }))
    .use(requestRoutes({ journal: deps.journal, settings, clock: http.clock, hash: deps.hash }))
    .use(replayRoutes(deps))
    .use(sessionRoutes({ http, sessions, operatorKeys: settings.operatorKeys }))
    .use(neighbourRoutes({ http, neighbours: deps.neighbours ?? {}, timeoutMs: settings.neighbourTimeoutMs }))
    .use(configurationRoute(deps.configuration))
    .use(staticFiles(dashboard));
  if (dashboard.length > 0) routes.get('/', () => redirectTo('./dashboard'), { detail: { hide: true } });
  if (deps.policies !== undefined) {
    routes.use(policyRoutes({ http, policies: deps.policies, lifecycle }));
    routes.use(analyzeRoute({ http, settings, policies: deps.policies, textsAtOnce: deps.textsAtOnce }));
    routes.use(reportRoute({ journal: deps.journal, policies: deps.policies, clock: http.clock }));
  }
  if (deps.metrics !== undefined) routes.use(metricsRoute(guardMetrics({ measures, lifecycle, others: deps.metrics })));
  const closeEvents = (): void => {
    refusals.flush();
    lifecycle.close();
  };
  checkParameters = knownParameters(routes.routes);
  const app = routes.use(methodsOf(routes.routes.filter((route) => route.method !== 'ALL')));
  const handle = withDecision(handlerOf(app));
  const sockets = createLiveRelay({
    http,
    connect: deps.voiceSocket,
    checkAccess,
    maxSessions: settings.liveSessions,
    maxMessageBytes: settings.liveMessageBytes,
    maxBacklogBytes: settings.liveBacklogBytes,
    otherwise: handle,
  });
  // Only the app adds CORS headers, so with CORS on, chat completions must go through it.
  if (http.corsOrigins.length > 0) return { handle, sockets, closeEvents, endRequests };
  return { handle: (request) => (isChat(request) ? answer[CHAT_PATH](request) : handle(request)), sockets, closeEvents, endRequests };
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location } });
}

/** Throws `invalid_input` for a repeated query parameter: only one would count, so the answer might not be the one asked for. */
function refuseRepeated(query: URLSearchParams): void {
  const names = new Set<string>();
  for (const name of query.keys()) {
    if (names.has(name)) throw new ServiceError('invalid_input', `${name}: must be given once.`, { param: name });
    names.add(name);
  }
}

/**
 * Whether a request is for chat completions. Their handler does all that the app does for other routes, so the app would only add latency.
 */
function isChat({ method, url }: Request): boolean {
  return method === 'POST' && url.endsWith(CHAT_PATH) && url.indexOf('/', HOST_START) === url.length - CHAT_PATH.length;
}

/** Adds the decision header to replies of routes that make no decision. */
function withDecision(handle: Guard['handle']): Guard['handle'] {
  return async (request) => {
    const response = await handle(request);
    if (!response.headers.has(DECISION_HEADER)) response.headers.set(DECISION_HEADER, NO_DECISION);
    return response;
  };
}
