import type { HttpDeps } from '../http/app.ts';
import type { Foundation } from './foundation.ts';

/** What a service's HTTP surface takes from the foundation, beside its own settings. */
export function httpDeps(
  { clock, ids, logger, apiKeys }: Foundation,
  service: string,
  settings: { readonly corsOrigins: readonly string[]; readonly maxBodyBytes: number },
): HttpDeps {
  return { clock, ids, logger: logger.with({ service }), apiKeys, corsOrigins: settings.corsOrigins, maxBodyBytes: settings.maxBodyBytes };
}
