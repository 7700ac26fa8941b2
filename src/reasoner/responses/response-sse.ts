import type { SseEvent } from '../../core/sse.ts';
import type { ResponseEvent } from './compose-response.ts';

/** The events of a response as a stream: those after a number, in the batches in which they come, and the end marker. */
export async function* sseEvents(batches: AsyncIterable<readonly ResponseEvent[]>, after = -1): AsyncGenerator<readonly SseEvent[], void> {
  for await (const batch of batches) {
    const events = batch.filter(({ sequence_number: number }) => number > after);
    if (events.length > 0) yield events.map((event) => ({ event: event.type, data: JSON.stringify(event) }));
  }
  yield [{ data: '[DONE]' }];
}
