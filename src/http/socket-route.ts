import { ServiceError } from '../core/errors.ts';
import { requestIdFrom } from '../core/request-id.ts';
import type { AcceptedSocket, Sockets } from '../ports/socket.ts';
import type { HttpDeps } from './app.ts';
import { refuseForeignPage } from './foreign-pages.ts';
import { problemResponse } from './problems.ts';

/** Status codes of a closing WebSocket (RFC 6455, section 7.4.1; 1013 and 1014 are registered with IANA). */
export const CLOSE = { normal: 1000, goingAway: 1001, policy: 1008, tooBig: 1009, tryAgainLater: 1013, badGateway: 1014 } as const;

export interface SocketRouteOptions {
  readonly http: HttpDeps;
  /** The one path at which sockets are opened. */
  readonly path: string;
  readonly maxMessageBytes: number;
  /** Accepts a socket, or throws why it does not. */
  readonly accept: (request: Request, requestId: string) => Promise<AcceptedSocket>;
  /** Told when no further sockets are accepted. */
  readonly onDrain: () => void;
  /** Answers requests for sockets at other paths. */
  readonly otherwise: (request: Request) => Promise<Response>;
}

/** The sockets of a service at one path. Whoever is refused gets the same answer as at a route. */
export function socketRoute({ http, path, maxMessageBytes, accept, onDrain, otherwise }: SocketRouteOptions): Sockets {
  let isDraining = false;
  return {
    maxMessageBytes,
    drain() {
      isDraining = true;
      onDrain();
    },
    async accept(request) {
      const { url, headers } = request;
      if (new URL(url).pathname !== path) return await otherwise(request);
      const requestId = requestIdFrom(headers, () => http.ids.next());
      try {
        // A page of another site can open a socket without a preflight, so that it is refused like any change.
        refuseForeignPage({ method: 'POST', url, headers }, http);
        if (isDraining) throw new ServiceError('unavailable', 'The service is stopping.', { retryAfterInSeconds: 1 });
        return await accept(request, requestId);
      } catch (error) {
        return problemResponse({ error, code: 'UNKNOWN', request, requestId, logger: http.logger });
      }
    },
  };
}
