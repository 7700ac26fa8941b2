import { address } from '../place.ts';
import { send, sendJson } from './send.ts';
import type { Question } from './guard-api.ts';

/** A service behind the guard, reached through the guard's own origin. */
export type Service = 'reasoner' | 'voice';

const through = (service: Service, path: string): string => `/dashboard/api/${service}${path}`;

/** Reads JSON of a service behind the guard. Throws a Fault. */
export async function askNeighbour<T>(service: Service, path: string, { parameters = {}, search = {}, signal }: Question = {}): Promise<T> {
  const response = await send(through(service, address(path, parameters, search)), signal === undefined ? {} : { signal });
  return (await response.json()) as T;
}

/** Reads text, such as figures for Prometheus, of a service behind the guard. Throws a Fault. */
export async function readNeighbour(service: Service, path: string, signal?: AbortSignal): Promise<string> {
  return (await send(through(service, path), signal === undefined ? {} : { signal })).text();
}

/** Sends JSON to a service behind the guard. Throws a Fault. */
export function tellNeighbour(
  service: Service,
  path: string,
  body: unknown,
  { parameters = {}, search = {}, signal }: Question = {},
): Promise<Response> {
  return sendJson('POST', through(service, address(path, parameters, search)), body, signal);
}

/** Deletes something of a service behind the guard. Throws a Fault. */
export async function removeNeighbour(service: Service, path: string, { parameters = {}, search = {} }: Question = {}): Promise<void> {
  await send(through(service, address(path, parameters, search)), { method: 'DELETE' });
}

/** Sends a form to a service behind the guard. Throws a Fault. */
export function formToNeighbour(service: Service, path: string, form: FormData, signal?: AbortSignal): Promise<Response> {
  return send(through(service, path), { method: 'POST', body: form, ...(signal === undefined ? {} : { signal }) });
}

/** The address that an upload with progress goes to. */
export const neighbourAddress = through;
