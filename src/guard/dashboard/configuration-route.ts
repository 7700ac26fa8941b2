import { Elysia, t } from 'elysia';

/** The path of the effective settings for the dashboard. */
export const CONFIGURATION_PATH = '/dashboard/configuration';

/** GET /dashboard/configuration: the effective settings of the process as lines of `NAME=value`, secrets as (set) or (unset). */
export function configurationRoute(configuration: (() => readonly string[]) | undefined) {
  const plugin = new Elysia({ name: 'parley-guard-configuration' });
  if (configuration === undefined) return plugin;
  return plugin.get(CONFIGURATION_PATH, () => Response.json({ object: 'list', data: configuration() }), {
    response: { 200: t.Object({ object: t.Literal('list'), data: t.Array(t.String()) }) },
    detail: { tags: ['Dashboard'], summary: 'The effective settings, secrets hidden' },
  });
}
