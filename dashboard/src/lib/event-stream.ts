import { EventSourceParserStream } from 'eventsource-parser/stream';
import { send } from './api/send.ts';

/** One message of a Server-Sent-Events stream. */
export interface StreamMessage {
  readonly id?: string | undefined;
  readonly event: string;
  readonly data: string;
}

export type Connection = 'connecting' | 'live' | 'lost';

export interface FollowOptions {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly onMessage: (message: StreamMessage) => void;
  /** `latest` is the id of the latest event when the service answered: those up to it are told again. */
  readonly onConnection: (connection: Connection, latest?: number) => void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

/** A service sends a heartbeat at least every 10 s, so that longer silence means a dead connection. */
const SILENCE_MS = 25_000;

/** Follows a stream until the signal aborts. After a break it connects again and asks for what came after the last message. */
export async function follow({ url, signal, onMessage, onConnection }: FollowOptions): Promise<void> {
  let last: string | undefined;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    onConnection('connecting');
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), SILENCE_MS);
    const heard = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
    };
    try {
      const response = await send(url, {
        signal: AbortSignal.any([signal, silence.signal]),
        headers: { accept: 'text/event-stream', ...(last === undefined ? {} : { 'last-event-id': last }) },
      });
      onConnection('live', Number(response.headers.get('x-last-event-id') ?? Number.NaN));
      pause = FIRST_PAUSE_MS;
      await read(response, heard, (message) => {
        if (message.id !== undefined) last = message.id;
        onMessage(message);
      });
    } catch {
      // The state says that the connection is lost; the loop connects again.
    } finally {
      clearTimeout(timer);
    }
    if (signal.aborted) return;
    onConnection('lost');
    await wait(pause, signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

async function read(response: Response, heard: () => void, take: (message: StreamMessage) => void): Promise<void> {
  if (response.body === null) return;
  const watched = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        heard();
        controller.enqueue(chunk);
      },
    }),
  );
  const reader = watched
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    take({ id: value.id, event: value.event ?? 'message', data: value.data });
  }
}

function wait(forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      done();
    };
    const timer = setTimeout(finish, forMs);
    signal.addEventListener('abort', finish);
  });
}
