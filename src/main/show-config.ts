import { describeSettings } from '../core/config.ts';
import { checkSettings } from './check-settings.ts';
import { SETTINGS } from './settings.ts';

/**
 * The effective configuration, one `NAME=value` a line; a line from the environment ends with `(environment)`.
 * Variables that look like ours but are not are listed too. Throws a ConfigError for a bad value.
 */
export function configurationLines(environment: Readonly<Record<string, string | undefined>>): string[] {
  checkSettings(Object.keys(SETTINGS), environment);
  const lines: string[] = [];
  for (const [owner, settings] of Object.entries(SETTINGS)) {
    lines.push(`# ${owner}`);
    for (const row of describeSettings(settings, environment)) {
      lines.push(`${row.name}=${row.value}${row.fromEnvironment ? '  (environment)' : ''}`);
    }
  }
  const unknown = unknownSettings(environment);
  if (unknown.length > 0) lines.push('# not a setting of this version', ...unknown);
  return lines;
}

/** The variables that Kubernetes sets in every pod for a service with one of these names. */
const OF_CLUSTER = /_(?:SERVICE_(?:HOST|PORT)(?:_\w+)?|PORT_\d+_\w+)$/;

/** Variables that look like settings but are not, most often because they are misspelt. */
export function unknownSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(Object.values(SETTINGS).flatMap((settings) => Object.values(settings).map(({ name }) => name)));
  return Object.keys(environment).filter(
    (name) => /^(?:PLATFORM|VOICE|REASONER|GUARD)_/.test(name) && !known.has(name) && !OF_CLUSTER.test(name),
  );
}
