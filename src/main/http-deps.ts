import type { HttpDeps } from '../http/app.ts';
import type { Foundation } from './foundation.ts';
import { isLoopback } from './platform-config.ts';

/** The dependencies of a service's HTTP interface that come from the foundation and its own settings. */
export function httpDeps(
  { clock, ids, logger, config }: Foundation,
  service: string,
  settings: Pick<HttpDeps, 'corsOrigins' | 'maxBodyBytes' | 'bodyTimeoutMs'> & { readonly host: string },
): HttpDeps {
  const { corsOrigins, maxBodyBytes, bodyTimeoutMs, host } = settings;
  const isLocal = isLoopback(host) && !config.allowOpen;
  return {
    clock,
    ids,
    logger: logger.with({ service }),
    apiKeys: config.apiKeys,
    corsOrigins,
    isLocal,
    maxBodyBytes,
    ...(bodyTimeoutMs === undefined ? {} : { bodyTimeoutMs }),
  };
}
