import { ServiceError } from '../../core/errors.ts';
import { Gate } from '../../core/gate.ts';
import type { HttpDeps } from '../../http/app.ts';
import { authenticate, sessionEnd, type ApiKey } from '../../http/auth.ts';
import { CLOSE, socketRoute } from '../../http/socket-route.ts';
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

/** Passes the live conversations of the dashboard on to the voice service, through the guard's origin and session, in both directions. */
export function createLiveRelay(deps: LiveRelayDeps): Sockets {
  const { http, connect, maxMessageBytes, maxBacklogBytes } = deps;
  const gate = new Gate(deps.maxSessions, 'live conversations');
  const open = new Set<Socket>();

  async function accept(request: Request): Promise<AcceptedSocket> {
    const { headers } = request;
    await deps.checkAccess(request);
    const caller = await authenticate(headers, http.apiKeys, http.sessions);
    if (connect === undefined) throw new ServiceError('provider_unavailable', 'This guard has no URL configured for the voice service.');
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
            if (browser.waitingBytes > maxBacklogBytes) browser.close(CLOSE.tryAgainLater, 'the browser reads too slowly');
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

  return socketRoute({
    http,
    path: LIVE_PATH,
    maxMessageBytes,
    accept,
    onDrain() {
      for (const browser of open) browser.close(CLOSE.goingAway, 'shutdown');
    },
    otherwise: deps.otherwise,
  });
}
