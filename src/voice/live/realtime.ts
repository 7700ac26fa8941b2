import { ServiceError } from '../../core/errors.ts';
import { Gate } from '../../core/gate.ts';
import { REQUEST_ID_HEADER, requestIdFrom } from '../../core/request-id.ts';
import { checkUserName } from '../../core/user-name.ts';
import type { EndReason } from '../../domain/speech/session.ts';
import { authenticate } from '../../http/auth.ts';
import { refuseForeignPage } from '../../http/foreign-pages.ts';
import { memoryModeOf } from '../../http/memory-mode.ts';
import { problemResponse } from '../../http/problems.ts';
import type { AcceptedSocket, Socket, Sockets } from '../../ports/socket.ts';
import type { VoiceParts } from '../voice.ts';
import { isClientSecret, type ClientSecrets, type SecretGrant } from './client-secrets.ts';
import { createLiveSession } from './live-session.ts';
import { LIVE_DEFAULTS } from './live-settings.ts';
import { createLiveTurns } from './live-turns.ts';

/** Where live sessions are opened. */
export const REALTIME_PATH = '/v1/realtime';

/** How a browser sends an API key, since it cannot set headers: as one of the subprotocols. */
const KEY_PROTOCOL = 'openai-insecure-api-key.';
const PROTOCOL = 'realtime';

/** Status codes of a closing WebSocket (RFC 6455, section 7.4.1; 1013 is registered with IANA). */
const CLOSE = { normal: 1000, goingAway: 1001, tooBig: 1009, tryAgainLater: 1013 } as const;

/** Live sessions over WebSockets; requests for sockets at other paths are answered by `otherwise`. */
export function createRealtime(parts: VoiceParts, secrets: ClientSecrets, otherwise: (request: Request) => Promise<Response>): Sockets {
  const { deps, sessions, events, turns: records } = parts;
  const { ids, logger, limits, clock } = deps;
  const gate = new Gate(limits.liveSessions, 'live sessions');
  /** Ends each open session, if nothing is under way in it. */
  const open = new Set<() => void>();
  let isDraining = false;

  async function accept(request: Request, requestId: string): Promise<AcceptedSocket> {
    const { url, headers } = request;
    const { searchParams: query } = new URL(url);
    const protocols = (headers.get('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim());
    // A page of another site can open a socket without a preflight, so that it is refused like any change.
    refuseForeignPage({ method: 'POST', url, headers }, deps);
    const { key: caller, settings, userId } = await grantOf(keyOf(headers, protocols), query.get('user_id') ?? undefined, headers);
    const owner = caller?.name ?? '';
    const asker = { userId, caller, ...memoryModeOf(request) };

    if (isDraining) throw new ServiceError('unavailable', 'The service is stopping.', { retryAfterInSeconds: 1 });
    const pass = gate.enter();
    const over = new AbortController();
    let socket: Socket | undefined;
    const leave = (reason: EndReason): void => {
      over.abort(new ServiceError('conflict', 'The session ended.'));
      socket?.close(reason === 'shutdown' ? CLOSE.goingAway : CLOSE.normal, reason);
    };
    let session;
    try {
      session = sessions.start({ owner, onEnd: leave, ...(userId === undefined ? {} : { participantId: userId }) });
    } catch (error) {
      pass[Symbol.dispose]();
      throw error;
    }
    const { id } = session;
    events.sessionStarted(session, requestId);
    const find = () => sessions.list(owner).find((open) => open.id === id);
    const turns = createLiveTurns({ clock, events, records, owner, session: find, mintId: (prefix) => ids.next(prefix) });
    const live = createLiveSession({
      deps,
      sessionId: id,
      settings: query.get('intent') === 'transcription' ? { ...settings, isTranscription: true } : settings,
      asker,
      beginTurn: () => sessions.beginTurn(id, owner),
      turns,
      send(event) {
        if (socket === undefined || over.signal.aborted) return;
        socket.send(JSON.stringify(event));
        if (socket.waitingBytes <= limits.liveBacklogBytes) return;
        logger.warn('a live session is closed: its client reads too slowly', { request_id: requestId, session_id: id });
        socket.close(CLOSE.tryAgainLater, 'the client reads too slowly');
        over.abort(new ServiceError('conflict', 'The client reads too slowly.'));
      },
      onIdle: () => (isDraining ? finish() : undefined),
      onUtterance: () => sessions.touch(id),
      signal: over.signal,
    });
    const finish = (): void => (live.isIdle ? void end(id, 'shutdown', requestId) : undefined);
    open.add(finish);
    let waiting = 0;

    return {
      ...(protocols.includes(PROTOCOL) ? { protocol: PROTOCOL } : {}),
      headers: { [REQUEST_ID_HEADER]: requestId },
      handler: {
        opened(opened) {
          socket = opened;
          live.open();
        },
        received(text) {
          const size = text?.length ?? 0;
          waiting += size;
          if (size > limits.liveMessageBytes || waiting > 4 * limits.liveMessageBytes) {
            socket?.close(CLOSE.tooBig, `more than ${limits.liveMessageBytes} bytes`);
            return;
          }
          void live.receive(text).finally(() => {
            waiting -= size;
          });
        },
        closed() {
          over.abort(new ServiceError('cancelled', 'The client left.'));
          pass[Symbol.dispose]();
          open.delete(finish);
          void end(id, 'left', requestId);
        },
      },
    };
  }

  /** What the client may do: as a client secret says, or everything that an API key may. Throws `unauthorized` and `forbidden`. */
  async function grantOf(given: string | undefined, userId: string | undefined, headers: Headers): Promise<SecretGrant> {
    if (given === undefined || !isClientSecret(given)) {
      if (userId !== undefined) checkUserName(userId, 'user_id');
      return { key: await authenticate(withKey(headers, given), deps.apiKeys), settings: LIVE_DEFAULTS, userId };
    }
    const grant = secrets.find(given);
    if (grant === undefined) throw new ServiceError('unauthorized', 'This client secret is unknown or has expired.');
    if (userId !== undefined && userId !== grant.userId) {
      throw new ServiceError('forbidden', 'user_id: must be the one of the client secret.', { param: 'user_id' });
    }
    return grant;
  }

  /** The session may have been ended by itself; then its event has been published already. */
  async function end(id: string, reason: EndReason, requestId: string): Promise<void> {
    try {
      events.sessionEnded(await sessions.end(id, reason), requestId);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }

  return {
    maxMessageBytes: limits.liveMessageBytes,
    drain() {
      isDraining = true;
      for (const finish of open) finish();
    },
    async accept(request) {
      if (new URL(request.url).pathname !== REALTIME_PATH) return await otherwise(request);
      const requestId = requestIdFrom(request.headers, () => ids.next());
      try {
        return await accept(request, requestId);
      } catch (error) {
        return problemResponse({ error, code: 'UNKNOWN', request, requestId, logger });
      }
    },
  };
}

/** The key of a client, in its headers or as a subprotocol; undefined if there is none. */
function keyOf(headers: Headers, protocols: readonly string[]): string | undefined {
  const bearer = /^Bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '')?.[1];
  return bearer ?? headers.get('x-api-key') ?? protocols.find((name) => name.startsWith(KEY_PROTOCOL))?.slice(KEY_PROTOCOL.length);
}

/** Headers with a key. */
function withKey(headers: Headers, key: string | undefined): Headers {
  const all = new Headers(headers);
  if (key !== undefined) all.set('authorization', `Bearer ${key}`);
  return all;
}
