import { ServiceError } from '../core/errors.ts';
import type { ApiKey } from './auth.ts';
import { isSameOrigin } from './session-cookie.ts';

/** What says whose pages may make a browser ask a service. */
export interface PageRules {
  readonly apiKeys: readonly ApiKey[];
  readonly corsOrigins: readonly string[];
  /** Whether the service is for this host alone, and so goes by no other host's name. */
  readonly isLocal?: boolean;
}

/** Methods that change nothing. What they answer, a page of another site cannot read. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Names that nobody can register and point at this host: an address, a name without dots, and names for private use (RFC 6761, RFC 6762). */
const OWN_NAME = /^(?:[^.]*|\[.*\]|[\d.]+|.*\.(?:localhost|local|internal|test))$/;

/**
 * Refuses what a page of another site makes a browser ask of a service that asks for no key: every change (a form needs no
 * leave to send one), and everything that comes by a name which was pointed at this host (DNS rebinding), as the browser
 * takes that for the page's own. Throws `forbidden`, with what to set where it is meant.
 */
export function refuseForeignPage({ method, url, headers }: Request, { apiKeys, corsOrigins, isLocal = false }: PageRules): void {
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

/** Whether an origin is of a program that somebody installed, such as a browser's extension, and of no site. */
function isProgram(origin: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//.test(origin) && !/^https?:/.test(origin);
}
