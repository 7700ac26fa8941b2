import { ServiceError } from '../core/errors.ts';

/** A route as the router lists it, with the schema of its query if it has one. */
interface Route {
  readonly method: string;
  readonly path: string;
  readonly hooks?: { readonly query?: { readonly properties?: object } };
}

/** Throws `invalid_input` for a query parameter that a route does not have. */
export type ParameterCheck = (request: Request, path: string) => void;

/**
 * A check of the query parameters of routes that take some. A filter with a misspelt name would otherwise not filter, and the answer would
 * look as if everything matched.
 */
export function knownParameters(routes: readonly Route[]): ParameterCheck {
  const known = new Map<string, readonly string[]>();
  for (const { method, path, hooks } of routes) {
    if (hooks?.query?.properties !== undefined) known.set(`${method} ${path}`, Object.keys(hooks.query.properties));
  }
  return ({ method, url }, path) => {
    const names = known.get(`${method} ${path}`);
    if (names === undefined) return;
    for (const name of new URL(url).searchParams.keys()) {
      if (names.includes(name)) continue;
      const place = name.slice(0, MAX_NAME);
      throw new ServiceError('invalid_input', `${place}: is not a parameter of this route; its parameters are ${names.join(', ')}.`, {
        param: place,
      });
    }
  };
}

/** Longest name that is quoted. */
const MAX_NAME = 100;
