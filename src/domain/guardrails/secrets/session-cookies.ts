import { named, type NamedSecret } from './named-form.ts';
import { CARRIED } from './secret-names.ts';

/** Text before a cookie's name: its header, the previous cookie there, or a call that passes it. */
const IN_HEADER = String.raw`(?:cookies?["']?\s{0,2}[:=,(]{1,2}\s{0,2}[{[]{0,2}\s{0,4}["']?(?:name["']?\s{0,2}:\s{0,2}["'])?|;\s?|-b\s{1,2}["']?|--cookie[\s=]["']?|setcookie\(["'])[\w.-]{0,40}`;
/** Prefixes of names used only for session cookies. */
const OWN_NAME = String.raw`(?:^|[^A-Za-z0-9])(?:php|j|asp|asp\.net_|laravel_|symfony|ci_|_gh_|_gitlab_|connect\.|__secure-next-auth\.|next-auth\.|__secure-authjs\.|authjs\.|wordpress_|cf)`;

/** Session identifiers in cookies. */
export const SESSION_COOKIES: readonly NamedSecret[] = [
  named(
    'session_cookie',
    ['sess', 'sid=', '.sid', '"sid"', 'remember_', 'remember-me', 'rememberme', 'logged_in'],
    {
      prefix: String.raw`(?:sess|sid(?==)|\.sid|"sid(?=")|remember[_-]|rememberme|logged_in)[\w.-]{0,40}(?:["']?\s{0,2}[:=]\s{0,2}["']?|${CARRIED}|["']\s?,\s{0,2}["'])`,
      characters: String.raw`[A-Za-z0-9_.~+/%:|!*=-]`,
      minLength: 16,
      maxLength: 1024,
    },
    { entropy: 3, kind: 'made', before: new RegExp(`(?:${IN_HEADER}|${OWN_NAME})$`, 'i') },
  ),
  named(
    'session_cookie',
    ['.aspnetcore.'],
    {
      prefix: String.raw`\.aspnetcore\.[\w.-]{2,40}=`,
      characters: '[A-Za-z0-9_.~+/%=-]',
      minLength: 32,
      maxLength: 4096,
      gate: { reach: 60 },
    },
    { entropy: 3, kind: 'made' },
  ),
  named(
    'session_cookie',
    ['\ttrue\t', '\tfalse\t'],
    {
      // A line of a file of cookies: domain, whether subdomains count, path, whether it is for TLS only, expiry, name, value.
      prefix: String.raw`\t(?:true|false)\t\d{1,12}\t(?=[\w.-]{0,40}(?:s?sid|sess|auth|token|jwt|login|remember|csrf))[\w.-]{1,64}\t`,
      characters: String.raw`[A-Za-z0-9_.~+/%:|!*=-]`,
      minLength: 16,
      maxLength: 1024,
      gate: { reach: 96 },
    },
    { entropy: 3, kind: 'made' },
  ),
];
