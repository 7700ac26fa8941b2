import { session } from '../session.svelte.ts';
import { Fault, faultOf } from './fault.ts';

/** Sends a request to this origin. Throws a Fault for every answer that is not 2xx, and when there is none. */
export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
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
