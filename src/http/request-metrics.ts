import type { Metrics, Sample } from '../ports/metrics.ts';
import type { Clock } from '../ports/system.ts';
import { createCounts, createHistogram, type Histogram } from './counts.ts';
import type { App } from './handler.ts';

/** Counts the requests to a service by route, method and status, and measures the time to their answers' beginning. */
export interface RequestMetrics extends Metrics {
  /** The route that a request was found to be for. */
  found(request: Request, route: string): void;
  /** The app, with its requests measured. */
  measured(app: App): App;
}

/** Bucket bounds in seconds: health checks take less than a millisecond, transcriptions of long recordings minutes. */
const BOUNDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** The label of requests that are for no route. */
const NO_ROUTE = 'none';

/** Methods with a label of their own, as clients may send any word. */
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** The requests since the process started; of `service` in its labels, as the services of one process share their metrics' names. */
export function createRequestMetrics(service: string, clock: Clock): RequestMetrics {
  const routes = new WeakMap<Request, string>();
  const requests = createCounts<'service' | 'route' | 'method' | 'status'>();
  const seconds = new Map<string, Histogram>();

  function ended(request: Request, status: number, milliseconds: number): void {
    const route = routes.get(request) ?? NO_ROUTE;
    const method = METHODS.has(request.method) ? request.method : 'other';
    requests.add({ service, route, method, status: String(status) });
    let histogram = seconds.get(route);
    if (histogram === undefined) seconds.set(route, (histogram = createHistogram(BOUNDS)));
    histogram.observe(milliseconds / 1000);
  }

  return {
    found: (request, route) => void routes.set(request, route),
    measured: (app) => ({
      async handle(request) {
        const begun = clock.elapsed();
        const response = await app.handle(request);
        ended(request, response.status, clock.elapsed() - begun);
        return response;
      },
    }),
    collect: (): Sample[] => [
      ...requests.samples('parley_http_requests_total', 'Requests that were answered, streams once they began.'),
      ...[...seconds].flatMap(([route, histogram]) =>
        histogram.samples('parley_http_request_seconds', 'Time until an answer began.', { service, route }),
      ),
    ],
  };
}
