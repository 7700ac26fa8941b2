import { createConnection } from 'node:net';
import { openConnection, postBytes, type Connection } from './guard-connection.ts';
import { milliseconds, percentile, type Figures } from './guard-figures.ts';
import { dataFolder, startGuardProcess, startUpstream } from './guard-processes.ts';

const PATH = '/v1/chat/completions';
/** Events of a successful request: received, input checked, upstream started, output checked, completed. */
const EVENTS_A_REQUEST = 5;
const EVENTS_A_SECOND = 500;
const SECONDS = 10;
const CONNECTIONS = 4;
const STALLED = 8;
/** Long enough for the last events to arrive. */
const SETTLE_MS = 500;

interface Event {
  readonly id: number;
  readonly kind: string;
  /** Milliseconds from the event until it was received. */
  readonly late: number;
}

/** Reads events until told to stop, or until so many have come; gaps and ends that the guard announces are kept by their kind. */
async function listen(
  url: string,
  options: { readonly signal: AbortSignal; readonly after?: number; readonly atMost?: number },
): Promise<Event[]> {
  const { signal, after, atMost = Number.POSITIVE_INFINITY } = options;
  const events: Event[] = [];
  const decoder = new TextDecoder();
  const headers = after === undefined ? {} : { 'last-event-id': String(after) };
  try {
    const response = await fetch(`${url}/events`, { headers, signal });
    let rest = '';
    for await (const bytes of response.body ?? []) {
      const here = performance.timeOrigin + performance.now();
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue;
        const { id = 0, kind, at } = JSON.parse(line.slice(6)) as { id?: number; kind: string; at?: string };
        events.push({ id, kind, late: at === undefined ? 0 : here - Date.parse(at) });
        if (events.length >= atMost) return events;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return events;
}

/** Requests at an even pace that make so many events a second; the milliseconds each of them took. */
async function load(url: string, prose: (length: number) => string, seconds: number): Promise<number[]> {
  const pause = (1000 * EVENTS_A_REQUEST * CONNECTIONS) / EVENTS_A_SECOND;
  const count = (seconds * EVENTS_A_SECOND) / EVENTS_A_REQUEST / CONNECTIONS;
  const took: number[] = [];
  const started = performance.now();
  const work = async (connection: Connection, offset: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      const due = started + (index + offset / CONNECTIONS) * pause;
      await Bun.sleep(Math.max(0, due - performance.now()));
      const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: prose(900) }] });
      const answer = await connection.send(postBytes(PATH, body));
      if (answer.status !== 200) throw new Error(`the guard answered ${answer.status}`);
      took.push(answer.took);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, async (_, offset) => work(await openConnection(url), offset)));
  return took;
}

/** Clients that request events and never read any. */
function stall(url: string): Disposable {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: STALLED }, () => {
    const socket = createConnection({ host: hostname, port: Number(port) });
    socket.pause();
    socket.on('error', () => undefined);
    socket.write('GET /events HTTP/1.1\r\nhost: 127.0.0.1:1\r\n\r\n');
    return socket;
  });
  return { [Symbol.dispose]: () => sockets.forEach((socket) => socket.destroy()) };
}

/** Disconnects and reconnects with its last event id, repeatedly. */
async function comeBack(url: string, stop: AbortSignal): Promise<{ readonly events: Event[]; readonly times: number }> {
  const events: Event[] = [];
  let times = 0;
  while (!stop.aborted) {
    const after = events.at(-1)?.id;
    const more = await listen(url, { signal: stop, atMost: 150, ...(after === undefined ? {} : { after }) });
    events.push(...more);
    times += 1;
    // Disconnected for a while, to miss some events.
    if (!stop.aborted) await Bun.sleep(50);
  }
  return { events, times };
}

/** Measures how soon lifecycle events reach clients, and the effects of clients that stall or reconnect. */
export async function eventFigures(prose: (length: number) => string): Promise<Figures> {
  using upstream = await startUpstream();
  await using folder = await dataFolder();
  await using guard = await startGuardProcess(upstream.url, folder.path);
  await load(guard.url, prose, 2);

  const before = await load(guard.url, prose, SECONDS);
  const done = new AbortController();
  const reader = listen(guard.url, { signal: done.signal });
  await Bun.sleep(SETTLE_MS);
  const alone = await load(guard.url, prose, SECONDS);
  await Bun.sleep(SETTLE_MS);
  done.abort();
  const events = await reader;

  const beside = await (async () => {
    using stalled = stall(guard.url);
    return stalled === undefined ? [] : await load(guard.url, prose, SECONDS);
  })();

  const stop = new AbortController();
  const restless = comeBack(guard.url, stop.signal);
  await load(guard.url, prose, SECONDS);
  await Bun.sleep(SETTLE_MS);
  stop.abort();
  const { events: seen, times } = await restless;
  const ids = seen.map(({ id }) => id);
  const gaps = seen.filter(({ kind }) => kind === 'gap').length;
  const lost = (ids.at(-1) ?? 0) - (ids[0] ?? 0) + 1 - new Set(ids).size;

  const late = events.map((event) => event.late);
  const p99 = percentile(late, 0.99);
  const show = (values: readonly number[]): string => `${milliseconds(percentile(values, 0.5))}, ${milliseconds(percentile(values, 0.99))}`;
  const more = percentile(beside, 0.5) - percentile(before, 0.5);
  return {
    heading: `Events: ${EVENTS_A_SECOND} a second for ${SECONDS} seconds`,
    figures: [
      { name: `event to client, p50 and p99 of ${events.length}`, value: show(late), target: 'p99 <= 20 ms', met: p99 <= 20 },
      { name: 'requests without a client, p50 and p99', value: show(before) },
      { name: 'requests with a client, p50 and p99', value: show(alone) },
      {
        name: `requests with ${STALLED} stalled clients, p50 and p99`,
        value: show(beside),
        target: 'p50 within 10 %',
        met: more <= 0.1 * percentile(before, 0.5),
      },
      {
        name: `events lost by a client that came back ${times} times`,
        value: `${lost} of ${ids.length}, ${gaps} gaps, ${ids.length - new Set(ids).size} twice`,
        target: '0',
        met: lost === 0 && gaps === 0,
      },
    ],
  };
}
