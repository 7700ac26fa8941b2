import { Elysia } from 'elysia';

/** A file served as it is; `path` is the whole route, such as `/dashboard/style.css`. */
export interface StaticFile {
  readonly path: string;
  readonly mediaType: string;
  readonly text: string;
}

/** Only the service's own scripts, styles and routes; nothing inline, nothing from elsewhere. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** GET routes for a fixed set of files, with a strict Content-Security-Policy. */
export function staticFiles(files: readonly StaticFile[]) {
  const plugin = new Elysia({ name: 'parley-static-files' });
  for (const { path, mediaType, text } of files) {
    const headers = {
      'content-type': mediaType,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    };
    plugin.get(path, () => new Response(text, { headers }), { detail: { hide: true } });
  }
  return plugin;
}
