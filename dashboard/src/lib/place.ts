/** Where the guard serves the dashboard. */
export const BASE = '/dashboard';

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
  search: Readonly<Record<string, string | number | undefined>>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== '') query.set(name, String(value));
  const text = query.toString();
  return text === '' ? filled : `${filled}?${text}`;
}
