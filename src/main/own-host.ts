/** What clients know this very host by. */
const OWN_NAMES: readonly string[] = ['localhost', '127.0.0.1', '::1', '[::1]'];
const PROXIES: readonly string[] = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

/**
 * Variables that keep requests to this very host from going through a proxy that the environment names, as the services
 * beside each other speak by HTTP; none where there is no proxy, or nothing goes through it anyway.
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
