/** The address of a NATS server and our credentials. `url` contains no credentials and may be logged. */
export interface ServerAddress {
  readonly url: string;
  readonly user?: string;
  readonly password?: string;
  readonly token?: string;
}

/** Splits `ws://user:password@host:port` or `ws://token@host:port` into address and credentials. Throws a TypeError for an invalid URL. */
export function parseServerAddress(text: string): ServerAddress {
  const url = new URL(text);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  const address = { url: url.href.replace(/\/$/, '') };
  if (user === '') return address;
  return password === '' ? { ...address, token: user } : { ...address, user, password };
}
