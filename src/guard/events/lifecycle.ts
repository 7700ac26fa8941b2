import { AsyncQueue } from '../../core/async-queue.ts';
import { encodeJson, type JsonObject } from '../../core/json.ts';
import { yieldToEventLoop } from '../../core/yield-to-event-loop.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Clock } from '../../ports/system.ts';
import { createEventHistory } from './event-history.ts';
import { createEventNumbers, type EventNumbers } from './event-numbers.ts';

/** The kinds of events: the stages of a guarded request in order, one of four that ends it, and changes of policies (under the id of the request that made the change). */
export const LIFECYCLE_KINDS = [
  'request.received',
  'input.checked',
  'upstream.started',
  'output.checked',
  'request.completed',
  'request.blocked',
  'request.failed',
  'request.cancelled',
  'policy.changed',
] as const;

export type LifecycleKind = (typeof LIFECYCLE_KINDS)[number];

/** One lifecycle event. Ids ascend, across restarts too, whatever the clock does. `data` has the field names of the wire. */
export interface LifecycleEvent {
  readonly id: number;
  readonly kind: LifecycleKind;
  readonly requestId: string;
  readonly at: Date;
  readonly data: JsonObject;
}

/** What a subscriber receives: an event, a notice that events before `next` are lost, or the reason why the stream ends. */
export type LifecycleNotice =
  | { readonly type: 'event'; readonly event: LifecycleEvent }
  | { readonly type: 'gap'; readonly after: number; readonly next: number }
  | { readonly type: 'closed'; readonly reason: string; readonly last: number };

export interface LifecycleQuery {
  /** Id of the last event the subscriber has seen; later ones are replayed first. */
  readonly after?: number;
  readonly requestId?: string;
  readonly kinds?: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Disconnects the subscriber when it aborts, giving its reason (a string); queued events are dropped. */
  readonly until?: AbortSignal | undefined;
  /** Called when the subscriber is disconnected; queued events can still be read, unless `until` has aborted. */
  readonly onCut?: () => void;
}

/** The lifecycle events of one process: a bounded buffer of the latest events, and their subscribers. */
export interface Lifecycle {
  /** Current subscribers, subscribers disconnected so far for reading too slowly, and events published so far. */
  readonly figures: { readonly clients: number; readonly cutOff: number; readonly published: number };
  /** Id of the latest event; of none so far, an id below that of the first. */
  readonly last: number;
  publish(kind: LifecycleKind, requestId: string, data: JsonObject): void;
  /** Subscribes before it returns, so that no event is missed before the first read. */
  subscribe(query: LifecycleQuery): AsyncIterable<LifecycleNotice>;
  /** Ends every subscription. */
  close(): void;
}

interface Subscriber {
  readonly queue: AsyncQueue<LifecycleEvent>;
  wants(event: LifecycleEvent): boolean;
  /** Why it was disconnected, if it was. */
  cut: string | undefined;
  readonly onCut: (() => void) | undefined;
}

const SLOW = 'the client reads more slowly than events arrive';
const STOPPING = 'the service is stopping';

/** Publishes lifecycle events and replays the latest. Replay after an id unknown to this process begins with a gap. */
export function createLifecycle(options: {
  readonly clock: Clock;
  readonly bus: Bus;
  /** Numbers the events; by default from the clock. */
  readonly numbers?: EventNumbers | undefined;
  /** How many events are kept for replay. */
  readonly capacity: number;
  /** How many may be queued for one subscriber before it is disconnected. */
  readonly clientCapacity: number;
}): Lifecycle {
  const { clock, bus, capacity, clientCapacity, numbers = createEventNumbers({ clock }) } = options;
  const history = createEventHistory(capacity);
  let last = numbers.start;
  const subscribers = new Set<Subscriber>();
  let slowClients = 0;
  let published = 0;

  function cutOff(subscriber: Subscriber, reason: string): void {
    subscriber.cut = reason;
    subscribers.delete(subscriber);
    subscriber.queue.close();
    subscriber.onCut?.();
  }

  return {
    get figures() {
      return { clients: subscribers.size, cutOff: slowClients, published };
    },
    get last() {
      return last;
    },
    publish(kind, requestId, data): void {
      last = numbers.next();
      published += 1;
      const event: LifecycleEvent = { id: last, kind, requestId, at: clock.now(), data };
      history.add(event);
      for (const subscriber of subscribers) {
        if (!subscriber.wants(event) || subscriber.queue.push(event)) continue;
        slowClients += 1;
        cutOff(subscriber, SLOW);
      }
      try {
        const subject = `platform.guard.${kind}`;
        if (bus.isHeard?.(subject) !== false) bus.publish(subject, encodeJson(eventToWire(event)), { 'x-request-id': requestId });
      } catch {
        // Publishing on the bus is best effort; the journal keeps what must not be lost.
      }
    },
    subscribe({ after, requestId, kinds, signal, until, onCut }): AsyncIterable<LifecycleNotice> {
      const subscriber: Subscriber = {
        queue: new AsyncQueue<LifecycleEvent>(clientCapacity, until === undefined ? signal : AbortSignal.any([signal, until])),
        wants: (event) => (requestId === undefined || event.requestId === requestId) && (kinds === undefined || kinds.has(event.kind)),
        cut: undefined,
        onCut,
      };
      subscribers.add(subscriber);
      signal.addEventListener('abort', () => subscribers.delete(subscriber), { once: true });
      if (until?.aborted === true) cutOff(subscriber, String(until.reason));
      until?.addEventListener('abort', () => cutOff(subscriber, String(until.reason)), { once: true });
      // An id above the latest one is not ours, so it does not tell which events the client has seen.
      const seen = after === undefined || after > last ? 0 : after;
      const replay = after === undefined ? [] : history.after(seen);
      const oldest = (after === undefined ? undefined : history.oldest()) ?? last + 1;
      const gap = after !== undefined && (after < oldest - 1 || after > last) ? { type: 'gap' as const, after, next: oldest } : undefined;
      return notices({ subscriber, gap, replay, from: last, until, leave: () => subscribers.delete(subscriber) });
    },
    close(): void {
      for (const subscriber of subscribers) cutOff(subscriber, STOPPING);
    },
  };
}

async function* notices(options: {
  readonly subscriber: Subscriber;
  readonly gap: LifecycleNotice | undefined;
  /** Earlier events in blocks; not all may be wanted. */
  readonly replay: Iterable<readonly LifecycleEvent[]>;
  readonly from: number;
  readonly until: AbortSignal | undefined;
  readonly leave: () => void;
}): AsyncGenerator<LifecycleNotice, void> {
  const { subscriber, gap, replay, until, leave } = options;
  let last = options.from;
  try {
    if (gap !== undefined) yield gap;
    for (const events of replay) {
      for (const event of events) if (until?.aborted !== true && subscriber.wants(event)) yield { type: 'event', event };
      await yieldToEventLoop();
    }
    for await (const event of subscriber.queue) {
      last = event.id;
      yield { type: 'event', event };
    }
    if (subscriber.cut !== undefined) yield { type: 'closed', reason: subscriber.cut, last };
  } finally {
    leave();
  }
}

/** An event as sent to SSE clients and bus subscribers. */
export function eventToWire({ id, kind, requestId, at, data }: LifecycleEvent): JsonObject {
  return { id, kind, request_id: requestId, at: at.toISOString(), ...data };
}
