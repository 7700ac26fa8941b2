/** Anything that answers a request, such as an Elysia instance. */
export interface App {
  handle(request: Request): Response | Promise<Response>;
}

/** Elysia looks for the path from this index of the URL on, so a shorter host would be taken for a part of the path. */
const FIRST_PATH_CHARACTER = 11;

/** The first index at which a host can begin after `http:` or `https:`; the first slash from here on begins the path. */
export const HOST_START = 8;

/**
 * The app's handler, made safe for hosts of one to three characters, and for requests without a valid host, as in HTTP/1.0, for which
 * Bun gives only a path or an unreadable URL.
 */
export function handlerOf(app: App): (request: Request) => Promise<Response> {
  return async (request) => {
    const { url } = request;
    const path = url.startsWith('/') ? 0 : url.indexOf('/', HOST_START);
    if (path >= FIRST_PATH_CHARACTER && URL.canParse(url)) return app.handle(request);
    return app.handle(new Request(new URL(`http://localhost${url.slice(path)}`), request));
  };
}
