/** Anything that answers a request, such as an Elysia instance. */
export interface App {
  handle(request: Request): Response | Promise<Response>;
}

/** Elysia looks for the path from this character of the URL on, so a shorter host would be taken for a part of the path. */
const FIRST_PATH_CHARACTER = 11;

/** No host begins before this character, with http: or https:, so the first slash from here on begins the path. */
const HOST_START = 8;

/** The app's handler, made safe for hosts of one to three characters. */
export function handlerOf(app: App): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.url.indexOf('/', HOST_START) >= FIRST_PATH_CHARACTER) return app.handle(request);
    const { pathname, search } = new URL(request.url);
    return app.handle(new Request(`http://localhost${pathname}${search}`, request));
  };
}
