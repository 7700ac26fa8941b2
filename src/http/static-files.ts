import { Elysia } from 'elysia';

/**
 * A static file; `path` is the whole route, such as `/dashboard/style.css`, or all routes below one, such as `/dashboard/*`. A `page` names
 * its files as `%base%/style.css`, with `%base%` for the way to its first folder from wherever it is opened: what that is called in the
 * browser, below the path of a proxy, is not known here.
 */
export type StaticFile = {
  readonly path: string;
  readonly mediaType: string;
  /** Whether its name changes with its content, so that it may be cached for ever. */
  readonly isImmutable?: boolean;
} & ({ readonly text: string } | { readonly gzip: Uint8Array<ArrayBuffer> } | { readonly page: string });

/** Only the service's own scripts, styles and routes; nothing inline, nothing from other origins. Audio is played from memory. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  'media-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * GET routes for a fixed set of files, with a strict Content-Security-Policy. Compressed files are decompressed for clients that do not
 * accept them.
 */
export function staticFiles(files: readonly StaticFile[]) {
  const plugin = new Elysia({ name: 'parley-static-files' });
  for (const file of files) {
    const headers = {
      'content-type': file.mediaType,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
      'cache-control': file.isImmutable === true ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...('gzip' in file ? { vary: 'accept-encoding' } : {}),
    };
    plugin.get(file.path, ({ request }) => answer(file, headers, request), { detail: { hide: true } });
  }
  return plugin;
}

function answer(file: StaticFile, headers: Readonly<Record<string, string>>, request: Request): Response {
  if ('text' in file) return new Response(file.text, { headers });
  if ('page' in file) return new Response(file.page.replaceAll('%base%', wayToBase(new URL(request.url).pathname)), { headers });
  if (/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) {
    return new Response(file.gzip, { headers: { ...headers, 'content-encoding': 'gzip' } });
  }
  return new Response(new Blob([file.gzip]).stream().pipeThrough(new DecompressionStream('gzip')), { headers });
}

/** The relative path to the first folder of a path: `./dashboard` from `/dashboard`, `.` from `/dashboard/requests`, `..` from one below. */
function wayToBase(path: string): string {
  const depth = path.split('/').length - 2;
  return depth === 0 ? `.${path}` : ['.', ...Array<string>(depth - 1).fill('..')].join('/');
}
