/** One Server-Sent Event (https://html.spec.whatwg.org/multipage/server-sent-events.html). `data` must hold no line break. */
export interface SseEvent {
  readonly data: string;
  readonly event?: string;
  readonly id?: string;
}

/** One event, or several that are sent in one write; an empty list sends nothing. */
export type SseEvents = SseEvent | readonly SseEvent[];

/** The wire form of one event, with its blank line. Throws a TypeError for a line break inside a field. */
export function formatSse({ data, event, id }: SseEvent): string {
  for (const field of [data, event, id]) {
    if (field !== undefined && /[\r\n]/.test(field)) throw new TypeError('an SSE field must not hold a line break');
  }
  return `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;
}

function isNothing(events: SseEvents): boolean {
  return Array.isArray(events) && events.length === 0;
}

function formatAll(events: SseEvents): string {
  return 'data' in events ? formatSse(events) : events.map(formatSse).join('');
}

export interface SseOptions {
  /** Milliseconds of silence after which a comment is sent, so that proxies and servers keep the stream open. */
  readonly heartbeatMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends a comment at once, so that clients get the headers before the first event. */
  readonly announce?: boolean;
}

/**
 * A `text/event-stream` response fed by an async iteration. When the client leaves, the signal given to
 * `open` aborts and the iteration is returned, so its `finally` runs. Pulling keeps a slow client from
 * filling memory. The source must not throw: a failure inside a stream is an event it yields itself.
 */
export function sseResponse(open: (signal: AbortSignal) => AsyncIterable<SseEvents>, options: SseOptions = {}): Response {
  const encoder = new TextEncoder();
  const left = new AbortController();
  const events = open(left.signal)[Symbol.asyncIterator]();
  const heartbeatMs = options.heartbeatMs ?? 8000;
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  const leave = (reason: DOMException): void => {
    clearInterval(heartbeat);
    left.abort(reason);
    events.return?.()?.catch(() => undefined);
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (options.announce === true) controller.enqueue(encoder.encode(':\n\n'));
        heartbeat = setInterval(() => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(':\n\n'));
        }, heartbeatMs);
      },
      async pull(controller) {
        try {
          let next = await events.next();
          while (next.done !== true && isNothing(next.value)) next = await events.next();
          if (left.signal.aborted) return;
          if (next.done !== true) {
            controller.enqueue(encoder.encode(formatAll(next.value)));
            return;
          }
          clearInterval(heartbeat);
          controller.close();
        } catch (error) {
          leave(new DOMException('the stream failed', 'AbortError'));
          throw error;
        }
      },
      cancel() {
        leave(new DOMException('the client closed the stream', 'AbortError'));
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      ...options.headers,
    },
  });
}
