import { atGuard } from '../place.ts';
import { session } from '../session.svelte.ts';
import { Fault, faultOf } from './fault.ts';

/** The route by which a browser signs in. */
export const SESSION_PATH = '/dashboard/session';

/**
 * Sends a request to the guard. Throws a Fault for every answer that is not 2xx, and when there is none. Without asking it where a key must be
 * given first: pages that wait behind the sign-in form would be refused time and again.
 */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  if (session.isAsked === true && path !== SESSION_PATH) throw new Fault('Sign in to go on.', { status: 401 });
  let response: Response;
  try {
    response = await fetch(atGuard(path), init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new Fault('The guard cannot be reached.', { status: 0 });
  }
  if (response.ok) return response;
  if (response.status === 401) session.isAsked = true;
  throw await faultOf(response);
}

interface JsonOptions {
  readonly signal?: AbortSignal | undefined;
  /** Headers besides the type of the body. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a body as JSON. */
export function sendJson(method: 'POST' | 'PUT', path: string, body: unknown, { signal, headers }: JsonOptions = {}): Promise<Response> {
  return send(path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
    ...(signal === undefined ? {} : { signal }),
  });
}
