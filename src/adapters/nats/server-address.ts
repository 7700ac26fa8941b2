import { credsAuthenticator, nkeyAuthenticator, type ConnectionOptions } from 'nats.ws';

/** Where NATS is, and who we are. */
export interface NatsServers {
  /**
   * WebSocket listeners of the servers of one cluster, separated by commas: `ws://host:port` or `wss://host:port`, with
   * `user:password@` or `token@` in front of a host if they require it.
   */
  readonly url: string;
  /** The content of a `.creds` file, or the seed of an nkey. */
  readonly credentials?: string | undefined;
}

/** The addresses of NATS servers and our credentials. `urls` contain no credentials and may be logged. */
export interface ServerAddress {
  readonly urls: readonly string[];
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
}

/** Splits the addresses from the credentials, of which the first hold for all servers. Throws a TypeError for an invalid URL. */
export function parseServerAddress(text: string): ServerAddress {
  const parsed = text.split(',').map((one) => new URL(one.trim()));
  const named = parsed.find(({ username }) => username !== '');
  const user = decodeURIComponent(named?.username ?? '');
  const password = decodeURIComponent(named?.password ?? '');
  const urls = parsed.map((url) => {
    url.username = '';
    url.password = '';
    return url.href.replace(/\/$/, '');
  });
  if (user === '') return { urls };
  return password === '' ? { urls, token: user } : { urls, user, password };
}

/** What nats.ws needs for it. Throws an Error for malformed credentials. */
export function serverOptions({
  url,
  credentials,
}: NatsServers): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'authenticator'> {
  const { urls, user, password, token } = parseServerAddress(url);
  return {
    servers: [...urls],
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { pass: password }),
    ...(token === undefined ? {} : { token }),
    ...(credentials === undefined ? {} : { authenticator: authenticatorOf(credentials.trim()) }),
  };
}

function authenticatorOf(credentials: string) {
  const bytes = new TextEncoder().encode(credentials);
  return /^SU[A-Z2-7]+$/.test(credentials) ? nkeyAuthenticator(bytes) : credsAuthenticator(bytes);
}
