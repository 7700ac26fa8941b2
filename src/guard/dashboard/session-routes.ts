import { Elysia, t } from 'elysia';
import { ServiceError } from '../../core/errors.ts';
import { readJson, type HttpDeps } from '../../http/app.ts';
import { authenticate, type ApiKey } from '../../http/auth.ts';
import type { BrowserSessions } from '../../http/browser-sessions.ts';
import { failing } from '../../http/documentation.ts';
import { isSameOrigin, sessionCookieName } from '../../http/session-cookie.ts';

/** The dashboard's sign-in path; requests need no key. */
export const SESSION_PATH = '/dashboard/session';

/** Reports whether a browser must sign in, exchanges an API key for an HttpOnly session cookie, and signs out. */
export function sessionRoutes({
  http,
  sessions,
  operatorKeys,
}: {
  readonly http: HttpDeps;
  readonly sessions: BrowserSessions;
  /** Names of the keys that may sign in to the dashboard; empty allows every key. */
  readonly operatorKeys: readonly string[];
}) {
  const isOperator = ({ name }: ApiKey): boolean => operatorKeys.length === 0 || operatorKeys.includes(name);
  const detail = { tags: ['Dashboard'] };
  const cookie = (request: Request, value: string, seconds: number): string =>
    `${sessionCookieName(request.headers)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isEncrypted(request) ? '; Secure' : ''}`;
  const keyOf = (headers: Headers): Promise<ApiKey | undefined> =>
    authenticate(headers, http.apiKeys, sessions).catch((error: unknown) => {
      if (error instanceof ServiceError && error.kind === 'unauthorized') return undefined;
      throw error;
    });

  return new Elysia({ name: 'parley-guard-session' })
    .get(
      SESSION_PATH,
      async ({ request: { headers } }) => {
        const key = await keyOf(headers);
        const known = key !== undefined && isOperator(key) ? key : undefined;
        return Response.json({
          object: 'guard.session',
          key_name: known?.name ?? null,
          is_key_needed: http.apiKeys.length > 0 && known === undefined,
        });
      },
      {
        response: {
          200: t.Object({
            object: t.Literal('guard.session'),
            key_name: t.Nullable(t.String()),
            is_key_needed: t.Boolean({ description: 'Whether this browser must sign in first.' }),
          }),
        },
        detail: { ...detail, summary: 'Whether a browser must sign in' },
      },
    )
    .post(
      SESSION_PATH,
      async ({ request }) => {
        fromOwnPages(request);
        const body = await readJson(request, http.maxBodyBytes);
        const key = typeof body === 'object' && body !== null && 'key' in body ? body.key : undefined;
        if (typeof key !== 'string') throw new ServiceError('invalid_input', 'key: must be an API key.', { param: 'key' });
        // Keys are visible ASCII; other characters could not be sent as a header value.
        const given = /^[!-~]{1,4096}$/.test(key) ? key : '';
        const known = await keyOf(new Headers({ 'x-api-key': given }));
        if (http.apiKeys.length > 0 && known === undefined) throw new ServiceError('unauthorized', 'This API key is unknown.');
        if (known !== undefined && !isOperator(known))
          throw new ServiceError('forbidden', 'This API key is for applications and cannot sign in to the dashboard.');
        const begun = known === undefined ? undefined : await sessions.begin(known);
        const headers = begun === undefined ? {} : { 'set-cookie': cookie(request, begun.token, begun.seconds) };
        return Response.json({ object: 'guard.session', key_name: known?.name ?? null }, { headers });
      },
      {
        parse: 'none',
        response: { 200: t.Object({ object: t.Literal('guard.session'), key_name: t.Nullable(t.String()) }) },
        detail: {
          ...detail,
          ...failing('unauthorized', 'forbidden'),
          summary: 'Sign a browser in with an API key',
          requestBody: { required: true, content: { 'application/json': { schema: t.Object({ key: t.String() }) as never } } },
        },
      },
    )
    .delete(
      SESSION_PATH,
      async ({ request }) => {
        fromOwnPages(request);
        await sessions.end(request.headers);
        return new Response(null, { status: 204, headers: { 'set-cookie': cookie(request, '', 0) } });
      },
      {
        parse: 'none',
        detail: {
          ...detail,
          ...failing('unauthorized'),
          summary: 'Sign a browser out',
          responses: { 204: { description: 'Removes the cookie and ends its session, so copies of the cookie stop working too.' } },
        },
      },
    );
}

function fromOwnPages(request: Request): void {
  if (!isSameOrigin(request.headers)) throw new ServiceError('unauthorized', 'Only pages of the dashboard may sign in.');
}

/** Whether the browser speaks TLS, also to a reverse proxy in front of this service: it names the scheme of its page itself. */
function isEncrypted({ url, headers }: Request): boolean {
  return [url, headers.get('origin') ?? ''].some((address) => address.startsWith('https:'));
}
