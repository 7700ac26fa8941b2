import { ServiceError } from '../core/errors.ts';
import type { HttpDeps } from '../http/app.ts';
import { authenticate } from '../http/auth.ts';
import { CHECKED_ROUTES } from './checked-routes.ts';

/** Routes open to application keys; all others are for operators. */
const CLIENT_PATHS: ReadonlySet<string> = new Set(['/v1/models', '/v1/guard', '/health', '/health/deep', '/openapi', '/openapi.json']);

export interface OperatorAccessDeps {
  readonly http: Pick<HttpDeps, 'apiKeys' | 'sessions'>;
  /** Names of the keys that may use the operator routes; empty allows every key. */
  readonly operatorKeys: readonly string[];
  /** Whether a path needs no key. */
  readonly isOpen: (path: string) => boolean;
}

/**
 * Restricts records, events, statistics, policies, metrics and the dashboard to operators' keys. Rejects with `forbidden` for a known key
 * that is not an operator's, and otherwise as `authenticate` does.
 */
export function createOperatorAccess({ http, operatorKeys, isOpen }: OperatorAccessDeps): (request: Request) => Promise<void> {
  const operators = new Set(operatorKeys);
  return async ({ method, url, headers }) => {
    if (operators.size === 0 || http.apiKeys.length === 0 || method === 'OPTIONS') return;
    const path = new URL(url).pathname;
    if (CLIENT_PATHS.has(path) || path.startsWith('/v1/models/') || isOpen(path)) return;
    const key = await authenticate(headers, http.apiKeys, http.sessions);
    if (key !== undefined && operators.has(key.name)) return;
    throw new ServiceError(
      'forbidden',
      `This API key is not an operator key; it may only use the application routes POST ${CHECKED_ROUTES.join(', POST ')} and GET /v1/models.`,
    );
  };
}
