import { address } from '../place.ts';
import type { AnswerOf, BodyOf, PathOf } from './answer-of.ts';
import type { Question } from './guard-api.ts';
import { send, sendJson } from './send.ts';

/** A service behind the guard, reached through the guard's own origin. */
export type Service = 'reasoner' | 'voice';

const through = (service: Service, path: string): string => `/dashboard/api/${service}${path}`;

/** Reads JSON of a service behind the guard. Throws a Fault. */
export async function askNeighbour<S extends Service, Path extends PathOf<S, 'get'>>(
  service: S,
  path: Path,
  { parameters = {}, search = {}, signal }: Question = {},
): Promise<AnswerOf<S, 'get', Path>> {
  const response = await send(through(service, address(path, parameters, search)), signal === undefined ? {} : { signal });
  return (await response.json()) as AnswerOf<S, 'get', Path>;
}

/** Reads text, such as figures for Prometheus, of a service behind the guard. Throws a Fault. */
export async function readNeighbour<S extends Service>(service: S, path: PathOf<S, 'get'>, signal?: AbortSignal): Promise<string> {
  return (await send(through(service, path), signal === undefined ? {} : { signal })).text();
}

/** Sends JSON to a service behind the guard, whose answer may be a stream or a file. Throws a Fault. */
export function sendNeighbour<S extends Service, Path extends PathOf<S, 'post'>>(
  service: S,
  path: Path,
  body: BodyOf<S, 'post', Path>,
  { parameters = {}, search = {}, signal }: Question = {},
): Promise<Response> {
  return sendJson('POST', through(service, address(path, parameters, search)), body, { signal });
}

/** Sends JSON to a service behind the guard, which answers JSON. Throws a Fault. */
export async function tellNeighbour<S extends Service, Path extends PathOf<S, 'post'>>(
  service: S,
  path: Path,
  body: BodyOf<S, 'post', Path>,
  question: Question = {},
): Promise<AnswerOf<S, 'post', Path>> {
  return (await (await sendNeighbour(service, path, body, question)).json()) as AnswerOf<S, 'post', Path>;
}

/** Deletes something of a service behind the guard. Throws a Fault. */
export async function removeNeighbour<S extends Service>(
  service: S,
  path: PathOf<S, 'delete'>,
  { parameters = {}, search = {} }: Question = {},
): Promise<void> {
  await send(through(service, address(path, parameters, search)), { method: 'DELETE' });
}

/** Sends a form to a service behind the guard. Throws a Fault. */
export function formToNeighbour<S extends Service>(
  service: S,
  path: PathOf<S, 'post'>,
  form: FormData,
  signal?: AbortSignal,
): Promise<Response> {
  return send(through(service, path), { method: 'POST', body: form, ...(signal === undefined ? {} : { signal }) });
}

/** The route that an upload with progress goes to. */
export const neighbourRoute = through;
