import { createParser } from 'eventsource-parser';
import { isJsonObject } from '../../core/json.ts';

/**
 * Passes on the stream that answers a request, and calls `onUnanswered` if it ends without the answer: the protocol's library goes on with
 * a stream whose events have ids, and waits for ever for one whose events have none.
 */
export function watchedAnswer(response: Response, onUnanswered: () => void): Response {
  const { status, statusText, headers, body } = response;
  if (body === null || !/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) return response;
  const decoder = new TextDecoder();
  let isSettled = false;
  const parser = createParser({
    onEvent({ id, data }) {
      isSettled ||= (id ?? '') !== '' || isAnswer(data);
    },
  });
  const watched = body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        if (!isSettled) parser.feed(decoder.decode(chunk, { stream: true }));
        controller.enqueue(chunk);
      },
      flush() {
        if (!isSettled) onUnanswered();
      },
    }),
  );
  return new Response(watched, { status, statusText, headers });
}

/** Whether an event has an answer, or what the library refuses as no message. */
function isAnswer(data: string): boolean {
  if (data === '') return false;
  try {
    const message: unknown = JSON.parse(data);
    return !isJsonObject(message) || message['method'] === undefined;
  } catch {
    return true;
  }
}
