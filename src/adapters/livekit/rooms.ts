import { WebhookReceiver, type WebhookEvent } from 'livekit-server-sdk';
import { deadline } from '../../core/abort.ts';
import { ServiceError } from '../../core/errors.ts';
import type { RoomEvent, Rooms } from '../../ports/rooms.ts';

export interface LivekitOptions {
  /** The server's `http(s)://` or `ws(s)://` URL. */
  readonly url: string;
  /** Key and secret check the signature of webhooks; without them webhooks are not accepted. */
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Time limit of a ping in milliseconds, 2000 by default. */
  readonly timeoutMs?: number;
}

/** Rooms of a LiveKit server (https://docs.livekit.io), which reports who joins and leaves by signed webhooks. */
export function createLivekitRooms({ url, apiKey, apiSecret, timeoutMs = 2000 }: LivekitOptions): Rooms {
  const address = url.replace(/^ws/, 'http');
  const receiver = apiKey === '' || apiSecret === '' ? undefined : new WebhookReceiver(apiKey, apiSecret);

  return {
    name: 'livekit',

    async ping(signal) {
      const response = await answer(address, deadline(timeoutMs, signal));
      if (!response.ok) throw new ServiceError('unavailable', `The LiveKit server answered ${response.status}.`);
    },

    ...(receiver === undefined
      ? {}
      : {
          async webhook(body, authorization) {
            try {
              return toRoomEvent(await receiver.receive(body, authorization));
            } catch (cause) {
              throw new ServiceError('unauthorized', 'The webhook is not signed with the configured LiveKit key.', { cause });
            }
          },
        }),
  };
}

async function answer(address: string, signal: AbortSignal): Promise<Response> {
  try {
    const response = await fetch(address, { signal, redirect: 'manual' });
    await response.body?.cancel();
    return response;
  } catch (cause) {
    const reason = signal.aborted ? 'did not answer in time' : 'cannot be reached';
    throw new ServiceError('unavailable', `The LiveKit server ${reason}.`, { cause });
  }
}

/** The two webhook events that begin and end a session, and the one for a connection that never came up. */
function toRoomEvent({ event, room, participant }: WebhookEvent): RoomEvent | undefined {
  if (room === undefined || participant === undefined) return undefined;
  const place = {
    roomId: room.name,
    participantId: participant.identity,
    connectionId: participant.sid === '' ? undefined : participant.sid,
  };
  if (event === 'participant_joined') return { type: 'joined', ...place };
  if (event === 'participant_left' || event === 'participant_connection_aborted') return { type: 'left', ...place };
  return undefined;
}
