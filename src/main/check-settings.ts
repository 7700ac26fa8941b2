import { readSealKeys } from '../adapters/sealed/keys.ts';
import { ConfigError, readSettings, type Settings, type Values } from '../core/config.ts';
import { messageOf } from '../core/errors.ts';
import { guardSettings } from '../guard/config.ts';
import { checkReasonerSettings, reasonerSettings } from '../reasoner/config.ts';
import { voiceSettings } from '../voice/config.ts';
import { checkExposure, checkKeyNames, platformSettings } from './platform-config.ts';
import { SETTINGS } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the named owners' settings together, and what they say in combination. Throws one ConfigError with the faults of all of them. */
export function checkSettings(owners: readonly string[], environment: Environment): void {
  const single = owners.flatMap((owner) => faultsOf(() => readSettings(SETTINGS[owner] ?? {}, environment)));
  const combined = owners.flatMap((owner) => COMBINED[owner]?.(environment) ?? []);
  const faults = [...single, ...combined];
  if (faults.length > 0) throw new ConfigError(faults);
}

/** What no single setting can show, by owner. Each looks only at settings that are valid by themselves. */
const COMBINED: Readonly<Record<string, (environment: Environment) => readonly string[]>> = {
  voice: (environment) => [...exposure(voiceSettings.host, environment), ...keyNames(voiceSettings.operatorKeys, environment)],
  reasoner: (environment) => [
    ...exposure(reasonerSettings.host, environment),
    ...faultsOf(() => whenValid(reasonerSettings, environment, checkReasonerSettings)),
  ],
  guard: (environment) => [
    ...exposure(guardSettings.host, environment),
    ...keyNames(guardSettings.operatorKeys, environment),
    ...faultsOf(() => whenValid({ key: guardSettings.captureKey }, environment, ({ key }) => checkSealKeys(key))),
  ],
};

const { apiKeys, allowOpen } = platformSettings;

function exposure(host: (typeof guardSettings)['host'], environment: Environment): readonly string[] {
  return faultsOf(() => whenValid({ host, apiKeys, allowOpen }, environment, (values) => checkExposure(values.host, host.name, values)));
}

function keyNames(names: (typeof guardSettings)['operatorKeys'], environment: Environment): readonly string[] {
  return faultsOf(() => whenValid({ names, apiKeys }, environment, (values) => checkKeyNames(names.name, values.names, values.apiKeys)));
}

function checkSealKeys(text: string): void {
  try {
    readSealKeys(text);
  } catch (error) {
    throw new ConfigError([`${guardSettings.captureKey.name}: ${messageOf(error)}`]);
  }
}

/** Checks the values of settings, unless one is invalid by itself, which is said elsewhere. */
function whenValid<S extends Settings>(settings: S, environment: Environment, check: (values: Values<S>) => void): void {
  if (faultsOf(() => readSettings(settings, environment)).length === 0) check(readSettings(settings, environment));
}

/** The faults of the ConfigError that `work` throws, if any. */
function faultsOf(work: () => void): readonly string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
