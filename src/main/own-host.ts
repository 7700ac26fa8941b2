/** Host names of this machine. */
const OWN_NAMES: readonly string[] = ['localhost', '127.0.0.1', '::1', '[::1]'];
const PROXIES: readonly string[] = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/**
 * Environment variables that keep requests to this host from going through a configured proxy, as the services call each other over
 * HTTP; none if there is no proxy, or it is bypassed anyway.
 */
export function directToOwnHost(environment: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const valueOf = (name: string): string => environment[name] ?? environment[name.toLowerCase()] ?? '';
  if (PROXIES.every((name) => valueOf(name) === '')) return {};
  const known = valueOf('NO_PROXY')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (known.includes('*')) return {};
  const names = [...known, ...OWN_NAMES.filter((name) => !known.includes(name))].join(',');
  return { NO_PROXY: names, no_proxy: names };
}

/** The URL at which this host reaches a server of its own: one that listens on all addresses is at loopback, too. */
export function fromThisHost(url: string): string {
  return url.replace('//0.0.0.0', '//127.0.0.1').replace('//[::]', '//[::1]');
}
