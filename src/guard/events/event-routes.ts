import { Elysia, t } from 'elysia';
import { ServiceError } from '../../core/errors.ts';
import { Gate, type Pass } from '../../core/gate.ts';
import { sseResponse, type SseEvent } from '../../core/sse.ts';
import type { HttpDeps } from '../../http/app.ts';
import { sessionEnd } from '../../http/auth.ts';
import type { SessionEnd } from '../../http/browser-sessions.ts';
import { failing } from '../../http/documentation.ts';
import type { GuardSettings } from '../config.ts';
import { eventToWire, LIFECYCLE_KINDS, type Lifecycle, type LifecycleEvent, type LifecycleNotice } from './lifecycle.ts';

/** Tells which events of a stream happened before it began. */
const LATEST_HEADER = 'X-Last-Event-ID';

/** GET /events: live lifecycle events, with replay, a notice of missed events, and the reason when a client is disconnected. */
export function eventRoutes({
  http,
  lifecycle,
  settings,
}: {
  readonly http: Pick<HttpDeps, 'apiKeys' | 'sessions'>;
  readonly lifecycle: Lifecycle;
  readonly settings: GuardSettings;
}) {
  const gate = new Gate(settings.eventsMaxClients, 'event streams');
  /** Each event is serialised once for all clients. */
  const written = new WeakMap<LifecycleEvent, SseEvent>();

  function eventToSse(event: LifecycleEvent): SseEvent {
    const known = written.get(event);
    if (known !== undefined) return known;
    const fresh = { id: String(event.id), event: event.kind, data: JSON.stringify(eventToWire(event)) };
    written.set(event, fresh);
    return fresh;
  }

  async function* toSse(notices: AsyncIterable<LifecycleNotice>, leave: () => void): AsyncGenerator<SseEvent, void> {
    try {
      for await (const notice of notices) yield notice.type === 'event' ? eventToSse(notice.event) : noticeToSse(notice);
    } finally {
      leave();
    }
  }

  function enter(session: SessionEnd | undefined): Pass {
    try {
      return gate.enter();
    } catch (error) {
      session?.[Symbol.dispose]();
      throw error;
    }
  }

  return new Elysia({ name: 'parley-guard-events' }).get(
    '/events',
    async ({ query, request }) => {
      const after = lastEventId(request.headers.get('last-event-id') ?? query.last_event_id);
      const kinds = kindsOf(query.kind);
      const requestId = query.request_id;
      const session = await sessionEnd(request.headers, http);
      const pass = enter(session);
      return sseResponse(
        (left) => {
          const late = new AbortController();
          const signal = AbortSignal.any([left, request.signal, late.signal]);
          let timer: ReturnType<typeof setTimeout> | undefined;
          const leave = (): void => {
            clearTimeout(timer);
            session?.[Symbol.dispose]();
            pass[Symbol.dispose]();
          };
          signal.addEventListener('abort', leave, { once: true });
          const query = {
            signal,
            until: session?.signal,
            ...(after === undefined ? {} : { after }),
            ...(requestId === undefined ? {} : { requestId }),
            ...(kinds === undefined ? {} : { kinds }),
            // A disconnected client that no longer reads must still release its slot and its queue.
            onCut: () => {
              timer = setTimeout(() => late.abort(), settings.eventsHeartbeatMs);
            },
          };
          return toSse(lifecycle.subscribe(query), leave);
        },
        { heartbeatMs: settings.eventsHeartbeatMs, announce: true, headers: { [LATEST_HEADER]: String(lifecycle.last) } },
      );
    },
    {
      query: t.Object({
        request_id: t.Optional(t.String({ description: 'Only events of this request.' })),
        kind: t.Optional(t.String({ description: `Only these kinds, separated by commas: ${LIFECYCLE_KINDS.join(', ')}.` })),
        last_event_id: t.Optional(
          t.String({ description: 'Replay the events after this one; the header Last-Event-ID takes precedence.' }),
        ),
      }),
      detail: {
        ...failing('too_many_requests'),
        tags: ['Events'],
        summary: 'Lifecycle events as Server-Sent Events',
        description:
          'Each event has `id`, `kind`, `request_id`, `at` and the data of its kind. `request_id` of `policy.changed` is the id of the request that made the change; its data are `policy`, `version` and `mode` (null if the policy was deleted), `author`, and for a change of one rule `rule` and `rule_mode`. Ids of events ascend, also across restarts. After a reconnect with Last-Event-ID, missed events are replayed; a `gap` event says that some of them are gone. Events with an id up to that in `X-Last-Event-ID` happened before the stream began. A client that reads too slowly, or whose dashboard session ends, gets a `closed` event with the reason and is disconnected.',
        responses: {
          200: {
            description: 'The stream.',
            headers: {
              [LATEST_HEADER]: { description: 'The id of the latest event when the stream began.', schema: { type: 'integer' as const } },
            },
            content: { 'text/event-stream': { schema: { type: 'string' as const } } },
          },
        },
      },
    },
  );
}

function noticeToSse({ type, ...fields }: Exclude<LifecycleNotice, { readonly type: 'event' }>): SseEvent {
  return { event: type, data: JSON.stringify({ kind: type, ...fields }) };
}

function lastEventId(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  if (!/^\d{1,16}$/.test(value) || !Number.isSafeInteger(Number(value))) {
    throw new ServiceError('invalid_input', 'Last-Event-ID: must be the id of an event of this stream.', { param: 'Last-Event-ID' });
  }
  return Number(value);
}

function kindsOf(value: string | undefined): ReadonlySet<string> | undefined {
  if (value === undefined) return undefined;
  const kinds = value.split(',').map((kind) => kind.trim());
  if (kinds.some((kind) => !LIFECYCLE_KINDS.some((known) => known === kind))) {
    throw new ServiceError('invalid_input', `kind: must be one or more of ${LIFECYCLE_KINDS.join(', ')}, separated by commas.`, {
      param: 'kind',
    });
  }
  return new Set(kinds);
}
