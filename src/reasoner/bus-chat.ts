import { errorBody, ServiceError, toServiceError } from '../core/errors.ts';
import { decodeJson, encodeJson } from '../core/json.ts';
import { isRequestId, REQUEST_ID_HEADER } from '../core/request-id.ts';
import { BUS_FAILURE, logFailure } from '../http/log-failure.ts';
import type { Bus, Message } from '../ports/bus.ts';
import type { Ids, Logger } from '../ports/system.ts';

export interface BusChatDeps {
  readonly bus: Bus;
  readonly ids: Ids;
  readonly logger: Logger;
  /** As POST /v1/chat/completions. */
  readonly complete: (body: unknown, requestId: string, signal: AbortSignal) => Promise<Response>;
}

/** A message with an inbox for its answers. */
export type ChatMessage = Message & { readonly reply: string };

/**
 * Answers chat completion requests to their inbox: one message with the completion, or with `stream` one per chunk and a last one,
 * `[DONE]`. A failure is the HTTP API's error body with the headers of a NATS service
 * (https://github.com/nats-io/nats-architecture-and-design/blob/main/adr/ADR-32.md). A streamed answer stops once nobody subscribes to
 * the inbox.
 */
export function createBusChat({ bus, ids, logger, complete }: BusChatDeps): (message: ChatMessage, signal: AbortSignal) => Promise<void> {
  return async (message, stopping) => {
    const given = message.headers[REQUEST_ID_HEADER] ?? '';
    const requestId = isRequestId(given) ? given : ids.next();
    const headers = { [REQUEST_ID_HEADER]: requestId };
    const left = new AbortController();
    const watching = new AbortController();
    const returned = `_INBOX.${ids.next()}`;
    const watch = async (): Promise<void> => {
      for await (const back of bus.subscribe(returned, { signal: watching.signal })) {
        if (back.headers['status'] === '503') left.abort(new ServiceError('cancelled', 'The requester has left.'));
      }
    };
    const watched = watch();
    const send = (data: Uint8Array, more: Readonly<Record<string, string>> = {}): void =>
      bus.publish(message.reply, data, { ...headers, ...more }, returned);
    try {
      const signal = AbortSignal.any([stopping, left.signal]);
      const response = await complete(read(message.data), requestId, signal);
      if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
        send(new Uint8Array(await response.arrayBuffer()));
        return;
      }
      // An answer that is stopped ends with its own error event; only a requester that has left needs none.
      for await (const data of eventsOf(response, left.signal)) send(data);
    } catch (error) {
      const problem = toServiceError(error);
      logFailure(logger.with({ request_id: requestId, subject: message.subject }), problem, BUS_FAILURE);
      send(encodeJson(errorBody(problem, requestId)), {
        'Nats-Service-Error': problem.message.replaceAll(/[\r\n\0]/g, ' '),
        'Nats-Service-Error-Code': String(problem.status),
      });
    } finally {
      watching.abort();
      await watched;
    }
  };
}

function read(data: Uint8Array): unknown {
  try {
    return decodeJson(data);
  } catch (cause) {
    throw new ServiceError('invalid_input', 'The message is not valid JSON in UTF-8.', { cause });
  }
}

/** The data of a response's events, each on one line as our own service writes them. */
async function* eventsOf(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  const leave = (): void => void reader?.cancel().catch(() => undefined);
  signal.addEventListener('abort', leave, { once: true });
  let rest = '';
  try {
    for (;;) {
      const next = await reader?.read();
      if (next === undefined || next.done) return;
      const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) yield encoder.encode(line.slice(6));
    }
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}
