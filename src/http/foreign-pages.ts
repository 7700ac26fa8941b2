import { ServiceError } from '../core/errors.ts';
import type { ApiKey } from './auth.ts';
import { isSameOrigin } from './session-cookie.ts';

/** What decides which sites' pages may send requests to a service. */
export interface PageRules {
  readonly apiKeys: readonly ApiKey[];
  readonly corsOrigins: readonly string[];
  /** Whether the service listens on loopback only, and so answers to no other host's name. */
  readonly isLocal?: boolean;
}

/** Methods that change nothing; their answers cannot be read by a page of another site. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Host names that nobody can register and point at this host: addresses, names without dots, and names for private use (RFC 6761, RFC 6762). */
const OWN_NAME = /^(?:[^.]*|\[.*\]|[\d.]+|.*\.(?:localhost|local|internal|test))$/;

/**
 * Protects a service without API keys from pages of other sites: refuses all changes by them (forms are sent without a CORS
 * preflight), and all requests for a foreign host name that was pointed at this host (DNS rebinding). Throws `forbidden`, and
 * says what to set if the request is intended.
 */
export function refuseForeignPage(
  { method, url, headers }: Pick<Request, 'method' | 'url' | 'headers'>,
  { apiKeys, corsOrigins, isLocal = false }: PageRules,
): void {
  if (apiKeys.length > 0) return;
  if (isLocal) {
    const { hostname } = new URL(url);
    if (!OWN_NAME.test(hostname) && !corsOrigins.some((origin) => URL.canParse(origin) && new URL(origin).hostname === hostname)) {
      throw new ServiceError(
        'forbidden',
        `Without API keys this service answers to the names of its own host, not to ${hostname}: set PLATFORM_API_KEYS, or PLATFORM_ALLOW_OPEN=true if that is intended.`,
      );
    }
  }
  if (READING.has(method) || isSameOrigin(headers)) return;
  const origin = headers.get('origin') ?? '';
  if (corsOrigins.includes(origin) || isProgram(origin)) return;
  throw new ServiceError(
    'forbidden',
    'A page of another site made the browser send this: add its origin to the CORS origins, or set PLATFORM_API_KEYS.',
  );
}

/** Whether an origin is an installed program, such as a browser extension, rather than a site. */
function isProgram(origin: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//.test(origin) && !/^https?:/.test(origin);
}
