import type { HttpDeps } from '../http/app.ts';
import type { Foundation } from './foundation.ts';
import { isLoopback } from './platform-config.ts';

/** The dependencies of a service's HTTP interface that come from the foundation and its own settings. */
export function httpDeps(
  { clock, ids, logger, apiKeys, config }: Foundation,
  service: string,
  settings: { readonly host: string; readonly corsOrigins: readonly string[]; readonly maxBodyBytes: number },
): HttpDeps {
  const { corsOrigins, maxBodyBytes, host } = settings;
  const isLocal = isLoopback(host) && !config.allowOpen;
  return { clock, ids, logger: logger.with({ service }), apiKeys, corsOrigins, isLocal, maxBodyBytes };
}
