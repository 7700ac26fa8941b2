/** Anything that answers a request, such as an Elysia instance. */
export interface App {
  handle(request: Request): Response | Promise<Response>;
}

/** Elysia looks for the path from this character of the URL on, so a shorter host would be taken for a part of the path. */
const FIRST_PATH_CHARACTER = 11;

/** No host begins before this character, with http: or https:, so the first slash from here on begins the path. */
const HOST_START = 8;

/**
 * The app's handler, made safe for hosts of one to three characters, for requests that name no host, as those of HTTP/1.0
 * may, and for those that name one that there cannot be: a server gives these two only a path.
 */
export function handlerOf(app: App): (request: Request) => Promise<Response> {
  return async (request) => {
    const { url } = request;
    if (url.startsWith('/')) return app.handle(new Request(new URL(`http://localhost${url}`), request));
    if (url.indexOf('/', HOST_START) >= FIRST_PATH_CHARACTER) return app.handle(request);
    const { pathname, search } = new URL(url);
    return app.handle(new Request(`http://localhost${pathname}${search}`, request));
  };
}
