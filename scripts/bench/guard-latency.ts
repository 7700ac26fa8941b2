import { openConnection, postBytes, type Connection } from './guard-connection.ts';
import { milliseconds, percentile, type Figure, type Figures } from './guard-figures.ts';
import { dataFolder, startGuardProcess, startPortkey, startUpstream, type Server } from './guard-processes.ts';

const PATH = '/v1/chat/completions';
const BODY = 1024;
const LONG_BODY = 32_768;
const SEQUENTIAL = { rounds: 8, requests: 250 };
const LONG = { rounds: 4, requests: 100 };
/**
 * Servers run for days, and both JavaScript engines keep compiling for thousands of requests, beside them on the same cores, so this many
 * are reported separately.
 */
const FIRST = { requests: 24_000, long: 1500 };
const CONNECTIONS = 50;
const PARALLEL = { rounds: 3, requests: 2500 };

/** Two regular expressions, one on input and one on output: the least that Portkey's users turn on. */
function portkeyConfig(upstream: string): string {
  const check = { 'default.regexMatch': { rule: String.raw`\b\d{3}-\d{2}-\d{4}\b`, not: true }, deny: true };
  return JSON.stringify({
    provider: 'openai',
    api_key: 'none',
    custom_host: `${upstream}/v1`,
    input_guardrails: [check],
    output_guardrails: [check],
  });
}

interface Route {
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly server?: Server;
  readonly first: number[];
  readonly took: number[];
  readonly long: number[];
  readonly rates: number[];
}

type Prose = (length: number) => string;

function request(route: Route, prose: Prose, length: number): Uint8Array {
  const messages = [{ role: 'user', content: prose(length - 70) }];
  return postBytes(PATH, JSON.stringify({ model: 'm', messages }), route.headers);
}

async function ask(connection: Connection, { name }: Route, bytes: Uint8Array): Promise<number> {
  const { status, took } = await connection.send(bytes);
  if (status !== 200) throw new Error(`${name} answered ${status}`);
  return took;
}

async function oneAfterTheOther(route: Route, prose: Prose, length: number, count: number): Promise<number[]> {
  const connection = await openConnection(route.url);
  const took: number[] = [];
  // The first requests of a connection pay for its setup.
  for (let index = -10; index < count; index += 1) {
    const each = await ask(connection, route, request(route, prose, length));
    if (index >= 0) took.push(each);
  }
  connection.close();
  return took;
}

/** Requests a second over many connections at once. */
async function rate(route: Route, prose: Prose, count: number): Promise<number> {
  const requests = Array.from({ length: count }, () => request(route, prose, BODY));
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(route.url)));
  const started = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let bytes = requests.pop(); bytes !== undefined; bytes = requests.pop()) await ask(connection, route, bytes);
      connection.close();
    }),
  );
  return (1000 * count) / (performance.now() - started);
}

/** What the guard adds to a chat, beside a bare proxy and Portkey's gateway before the same model in the same run. */
export async function latencyFigures(prose: Prose): Promise<Figures> {
  using upstream = await startUpstream();
  await using folder = await dataFolder();
  await using guard = await startGuardProcess(upstream.url, folder.path);
  const portkey = await startPortkey();
  const measured = { first: [], took: [], long: [], rates: [] };
  const route = (name: string, url: string, rest: Partial<Route> = {}): Route => ({ ...structuredClone(measured), name, url, ...rest });
  const direct = route('direct', upstream.url);
  const bare = route('bare Bun proxy', upstream.proxy);
  const own = route('Parley, every built-in check', guard.url, { server: guard });
  const other =
    typeof portkey === 'string'
      ? undefined
      : route('Portkey 1.15.2, two regex checks', portkey.url, {
          server: portkey,
          headers: { 'x-portkey-config': portkeyConfig(upstream.url) },
        });
  const routes = [direct, bare, own, ...(other === undefined ? [] : [other])];
  try {
    for (const each of routes) {
      each.first.push(...(await oneAfterTheOther(each, prose, BODY, FIRST.requests)));
      await oneAfterTheOther(each, prose, LONG_BODY, FIRST.long);
    }
    for (let round = 0; round < SEQUENTIAL.rounds; round += 1) {
      for (const each of routes) each.took.push(...(await oneAfterTheOther(each, prose, BODY, SEQUENTIAL.requests)));
    }
    for (let round = 0; round < LONG.rounds; round += 1) {
      for (const each of routes) each.long.push(...(await oneAfterTheOther(each, prose, LONG_BODY, LONG.requests)));
    }
    for (const each of routes) await rate(each, prose, 1000);
    for (let round = 0; round < PARALLEL.rounds; round += 1) {
      for (const each of routes) each.rates.push(await rate(each, prose, PARALLEL.requests));
    }
    return {
      heading: `Latency: a chat of 1 KB, ${SEQUENTIAL.rounds * SEQUENTIAL.requests} one after the other; ${CONNECTIONS} connections`,
      figures: [
        ...routes.flatMap((each) => routeFigures(each, direct)),
        ...verdicts({ direct, own, other }),
        ...(typeof portkey === 'string' ? [{ name: 'Portkey 1.15.2', value: portkey }] : []),
      ],
    };
  } finally {
    if (typeof portkey !== 'string') await portkey[Symbol.asyncDispose]();
  }
}

function added(route: Route, direct: Route, share: number, kind: 'first' | 'took' | 'long' = 'took'): number {
  return percentile(route[kind], share) - percentile(direct[kind], share);
}

function routeFigures(route: Route, direct: Route): Figure[] {
  const times = (kind: 'first' | 'took'): string => {
    const all = `p50 ${milliseconds(percentile(route[kind], 0.5))}, p99 ${milliseconds(percentile(route[kind], 0.99))}`;
    if (route === direct) return all;
    return `${all}, added ${milliseconds(added(route, direct, 0.5, kind))} and ${milliseconds(added(route, direct, 0.99, kind))}`;
  };
  const memory = route.server === undefined ? '' : `, ${route.server.memory.toFixed(0)} MB resident`;
  return [
    { name: route.name, value: times('took') },
    { name: `  its first ${FIRST.requests}`, value: times('first') },
    { name: `  ${CONNECTIONS} connections`, value: `${percentile(route.rates, 0.5).toFixed(0)} requests/s${memory}` },
  ];
}

function verdicts({ direct, own, other }: { readonly direct: Route; readonly own: Route; readonly other: Route | undefined }): Figure[] {
  const [half, most] = [added(own, direct, 0.5), added(own, direct, 0.99)];
  const memory = own.server?.memory ?? Number.NaN;
  const long = { half: added(own, direct, 0.5, 'long'), most: added(own, direct, 0.99, 'long') };
  const figures: Figure[] = [
    { name: 'Parley adds, p50', value: milliseconds(half), target: '<= 0.5 ms', met: half <= 0.5 },
    { name: 'Parley, resident', value: `${memory.toFixed(0)} MB`, target: '<= 200 MB', met: memory <= 200 },
    {
      name: 'Parley adds to a chat of 32 KB, p50 and p99',
      value: `${milliseconds(long.half)}, ${milliseconds(long.most)}`,
      target: 'p99 <= 5 ms',
      met: long.most <= 5,
    },
  ];
  if (other === undefined) return figures;
  const [otherHalf, otherMost] = [added(other, direct, 0.5), added(other, direct, 0.99)];
  const times = percentile(own.rates, 0.5) / percentile(other.rates, 0.5);
  return [
    ...figures,
    { name: 'of what Portkey adds, p50', value: (half / otherHalf).toFixed(2), target: '<= 0.33', met: half <= otherHalf / 3 },
    { name: 'of what Portkey adds, p99', value: (most / otherMost).toFixed(2), target: '<= 0.50', met: most <= otherMost / 2 },
    { name: 'requests/s of Portkey', value: `${times.toFixed(1)} times`, target: '>= 6 times', met: times >= 6 },
  ];
}
