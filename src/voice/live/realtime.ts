import { ServiceError } from '../../core/errors.ts';
import { Gate } from '../../core/gate.ts';
import { REQUEST_ID_HEADER } from '../../core/request-id.ts';
import { checkUserName } from '../../core/user-name.ts';
import type { EndReason } from '../../domain/speech/session.ts';
import { authenticate, broughtKey } from '../../http/auth.ts';
import { memoryModeOf } from '../../http/memory-mode.ts';
import { CLOSE, socketRoute } from '../../http/socket-route.ts';
import type { AcceptedSocket, Socket, Sockets } from '../../ports/socket.ts';
import { endSession } from '../end-session.ts';
import type { VoiceParts } from '../voice.ts';
import { isClientSecret, type ClientSecrets, type SecretGrant } from './client-secrets.ts';
import { createLiveSession } from './live-session.ts';
import { liveDefaults } from './live-settings.ts';
import { createLiveTurns } from './live-turns.ts';

/** Where live sessions are opened. */
export const REALTIME_PATH = '/v1/realtime';

/** How a browser sends an API key, since it cannot set headers: as one of the subprotocols. */
const KEY_PROTOCOL = 'openai-insecure-api-key.';
const PROTOCOL = 'realtime';

/** Live sessions over WebSockets; requests for sockets at other paths are answered by `otherwise`. */
export function createRealtime(parts: VoiceParts, secrets: ClientSecrets, otherwise: (request: Request) => Promise<Response>): Sockets {
  const { deps, sessions, events, turns: records } = parts;
  const { ids, logger, limits, clock } = deps;
  const gate = new Gate(limits.liveSessions, 'live sessions');
  /** Ends each open session, if nothing is under way in it. */
  const open = new Set<() => void>();
  let isDraining = false;

  async function accept(request: Request, requestId: string): Promise<AcceptedSocket> {
    const { headers } = request;
    const { searchParams: query } = new URL(request.url);
    const protocols = (headers.get('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim());
    const { key: caller, settings, userId } = await grantOf(keyOf(headers, protocols), query.get('user_id') ?? undefined);
    const owner = caller?.name ?? '';
    const asker = { userId, caller, ...memoryModeOf(request) };

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
    const turns = createLiveTurns({ clock, events, records, owner, session, mintId: (prefix) => ids.next(prefix) });
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
    const finish = (): void => (live.isIdle ? void endSession(parts, id, 'shutdown', requestId) : undefined);
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
          void endSession(parts, id, 'left', requestId);
        },
      },
    };
  }

  /** What the client may do: as a client secret says, or everything that an API key may. Throws `unauthorized` and `forbidden`. */
  async function grantOf(given: string, userId: string | undefined): Promise<SecretGrant> {
    if (!isClientSecret(given)) {
      if (userId !== undefined) checkUserName(userId, 'user_id');
      const key = await authenticate(new Headers({ 'x-api-key': given }), deps.apiKeys);
      return { key, settings: liveDefaults(limits), userId };
    }
    const grant = secrets.find(given);
    if (grant === undefined) throw new ServiceError('unauthorized', 'This client secret is unknown or has expired.');
    if (userId !== undefined && userId !== grant.userId) {
      throw new ServiceError('forbidden', 'user_id: must be the one of the client secret.', { param: 'user_id' });
    }
    return grant;
  }

  return socketRoute({
    http: deps,
    path: REALTIME_PATH,
    maxMessageBytes: limits.liveMessageBytes,
    accept,
    onDrain() {
      isDraining = true;
      for (const finish of open) finish();
    },
    otherwise,
  });
}

/** The key of a client, in its headers or as a subprotocol; empty if there is none. */
function keyOf(headers: Headers, protocols: readonly string[]): string {
  const asProtocol = protocols.find((name) => name.startsWith(KEY_PROTOCOL))?.slice(KEY_PROTOCOL.length) ?? '';
  return broughtKey(headers) || asProtocol;
}
