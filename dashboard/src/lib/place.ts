const PATH = '/dashboard';

/** Where the browser sees the dashboard, which is where this script comes from: a proxy may serve it below a path of its own. */
export const BASE = /^(.*\/dashboard)\/_app\//.exec(new URL(import.meta.url).pathname)?.[1] ?? PATH;

/** The address of a route of the guard. */
export const atGuard = (path: string): string => BASE.slice(0, -PATH.length) + path;

/** The address of a page: `place('/requests/{id}', { id })`, with parameters escaped and empty search fields left out. */
export function place(
  path: string,
  parameters: Readonly<Record<string, string>> = {},
  search: Readonly<Record<string, string | undefined>> = {},
): string {
  return BASE + address(path, parameters, search);
}

/** A path with its `{name}`s filled in and its search fields appended. */
export function address(
  path: string,
  parameters: Readonly<Record<string, string>>,
  search: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== '') query.set(name, String(value));
  const text = query.toString();
  return text === '' ? filled : `${filled}?${text}`;
}
