import { ServiceError } from '../../core/errors.ts';
import { Gate } from '../../core/gate.ts';
import { requestIdFrom } from '../../core/request-id.ts';
import type { HttpDeps } from '../../http/app.ts';
import { authenticate, sessionEnd, type ApiKey } from '../../http/auth.ts';
import { refuseForeignPage } from '../../http/foreign-pages.ts';
import { problemResponse } from '../../http/problems.ts';
import type { AcceptedSocket, Socket, Sockets } from '../../ports/socket.ts';
import { NEIGHBOUR_PREFIX } from './neighbour-routes.ts';

/** Opens a WebSocket to the voice service, with the caller's API key if that service knows it, or else with one of its own. */
export type VoiceSocket = (path: string, caller: ApiKey | undefined) => WebSocket;

export interface LiveRelayDeps {
  readonly http: HttpDeps;
  /** Undefined where no voice service is configured. */
  readonly connect: VoiceSocket | undefined;
  /** Refuses keys that are not an operator's. */
  readonly checkAccess: (request: Request) => Promise<void>;
  /** Most live conversations at once. */
  readonly maxSessions: number;
  /** Longest message, and most that waits for either side, in bytes. */
  readonly maxMessageBytes: number;
  readonly maxBacklogBytes: number;
  /** Answers requests for sockets at other paths. */
  readonly otherwise: (request: Request) => Promise<Response>;
}

const VOICE_PATH = '/v1/realtime';
const LIVE_PATH = `${NEIGHBOUR_PREFIX}voice${VOICE_PATH}`;

/** Status codes of a closing WebSocket (RFC 6455, section 7.4.1, and those registered with IANA). */
const CLOSE = { normal: 1000, goingAway: 1001, policy: 1008, tooMuch: 1013, badGateway: 1014 } as const;

/** Passes the live conversations of the dashboard on to the voice service, through the guard's origin and session, in both directions. */
export function createLiveRelay(deps: LiveRelayDeps): Sockets {
  const { http, connect, maxMessageBytes, maxBacklogBytes } = deps;
  const gate = new Gate(deps.maxSessions, 'live conversations');
  const open = new Set<Socket>();
  let isDraining = false;

  async function accept(request: Request): Promise<AcceptedSocket> {
    const { url, headers } = request;
    refuseForeignPage({ method: 'POST', url, headers }, http);
    await deps.checkAccess(request);
    const caller = await authenticate(headers, http.apiKeys, http.sessions);
    if (connect === undefined) throw new ServiceError('provider_unavailable', 'This guard has no URL configured for the voice service.');
    if (isDraining) throw new ServiceError('unavailable', 'The service is stopping.', { retryAfterInSeconds: 1 });
    const pass = gate.enter();
    // As a stack, what is freed here is freed however the connection ends.
    const resources = new DisposableStack();
    resources.use(pass);
    const session = await sessionEnd(headers, http);
    if (session !== undefined) resources.use(session);
    let voice: WebSocket | undefined;
    const early: string[] = [];

    return {
      headers: {},
      handler: {
        opened(browser) {
          open.add(browser);
          resources.defer(() => open.delete(browser));
          session?.signal.addEventListener('abort', () => browser.close(CLOSE.policy, 'signed out'), { once: true });
          const far = connect(VOICE_PATH, caller);
          voice = far;
          far.addEventListener('open', () => early.splice(0).forEach((text) => far.send(text)));
          far.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
            if (typeof data === 'string') browser.send(data);
            if (browser.waitingBytes > maxBacklogBytes) browser.close(CLOSE.tooMuch, 'the browser reads too slowly');
          });
          far.addEventListener('error', () => browser.close(CLOSE.badGateway, 'the voice service cannot be reached'));
          far.addEventListener('close', ({ reason }) => browser.close(CLOSE.normal, reason));
        },
        received(text) {
          if (text === undefined || voice === undefined) return;
          if (voice.readyState === WebSocket.CONNECTING) early.push(text);
          else if (voice.readyState === WebSocket.OPEN) voice.send(text);
          const waiting = early.reduce((sum, { length }) => sum + length, voice.bufferedAmount);
          if (waiting > maxBacklogBytes) voice.close();
        },
        closed() {
          voice?.close();
          resources.dispose();
        },
      },
    };
  }

  return {
    maxMessageBytes,
    drain() {
      isDraining = true;
      for (const browser of open) browser.close(CLOSE.goingAway, 'shutdown');
    },
    async accept(request) {
      if (new URL(request.url).pathname !== LIVE_PATH) return await deps.otherwise(request);
      const requestId = requestIdFrom(request.headers, () => http.ids.next());
      try {
        return await accept(request);
      } catch (error) {
        return problemResponse({ error, code: 'UNKNOWN', request, requestId, logger: http.logger });
      }
    },
  };
}
