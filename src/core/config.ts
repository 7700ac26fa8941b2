import { messageOf } from './errors.ts';
/** One setting: its environment variable, default, description and parser. */
export interface Setting<T> {
  readonly name: string;
  readonly fallback: T;
  readonly description: string;
  /** Never printed; shown as (set) or (unset). */
  readonly secret: boolean;
  /** Parses the variable's text. Throws an Error whose message says what is allowed. */
  readonly parse: (text: string) => T;
  /** A method, so that a setting of any type fits into a settings table. */
  format(value: T): string;
}

/** A service's settings by their names in the code. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of a settings table. */
export type Values<S> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** All errors of a configuration, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

function define<T>(
  name: string,
  fallback: T,
  description: string,
  parse: (text: string) => T,
  format: (value: T) => string = String,
): Setting<T> {
  return { name, fallback, description, secret: false, parse, format };
}

/** Any text. */
export function text(name: string, fallback: string, description: string): Setting<string> {
  return define(name, fallback, description, (value) => value);
}

/** A text that must never be printed, such as a key. Empty means unset. */
export function secret(name: string, description: string): Setting<string> {
  return { ...text(name, '', description), secret: true };
}

/** `true` or `false`. */
export function flag(name: string, fallback: boolean, description: string): Setting<boolean> {
  return define(name, fallback, description, (value) => {
    if (value === 'true') return true;
    if (value === 'false') return false;
    throw new Error('must be true or false');
  });
}

/** A whole number within a range, both ends included. */
export function integer(
  name: string,
  fallback: number,
  description: string,
  range: { readonly min: number; readonly max: number },
): Setting<number> {
  return define(name, fallback, description, (value) => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || number < range.min || number > range.max) {
      throw new Error(`must be a whole number from ${range.min} to ${range.max}`);
    }
    return number;
  });
}

/** A number within a range, both ends included. */
export function decimal(
  name: string,
  fallback: number,
  description: string,
  range: { readonly min: number; readonly max: number },
): Setting<number> {
  return define(name, fallback, description, (value) => {
    const number = Number(value);
    if (!/^-?\d+(\.\d+)?$/.test(value) || number < range.min || number > range.max) {
      throw new Error(`must be a number from ${range.min} to ${range.max}`);
    }
    return number;
  });
}

/** A TCP port; 0 lets the system choose. */
export function port(name: string, fallback: number, description: string): Setting<number> {
  return integer(name, fallback, description, { min: 0, max: 65535 });
}

/** An IP address or a host name: letters, digits and hyphens between dots, or an IPv6 address with an optional zone. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|(?=(?:[^:]*:){2})[0-9a-f:.]+(?:%\w+)?)$/i;

/** An address to listen on. */
export function host(name: string, fallback: string, description: string): Setting<string> {
  return define(name, fallback, description, (value) => {
    if (!HOST.test(value))
      throw new Error('must be an IP address or a host name, such as 127.0.0.1 or ::1, without scheme, brackets and port');
    return value;
  });
}

/** One of a fixed set of words. */
export function choice<const T extends string>(name: string, fallback: T, description: string, allowed: readonly T[]): Setting<T> {
  return define<T>(name, fallback, `${description} One of: ${allowed.join(', ')}.`, (value) => {
    const found = allowed.find((word) => word === value);
    if (found === undefined) throw new Error(`must be one of ${allowed.join(', ')}`);
    return found;
  });
}

/** A comma-separated list; spaces around items and empty items are removed. */
export function list(name: string, fallback: readonly string[], description: string): Setting<readonly string[]> {
  return define<readonly string[]>(
    name,
    fallback,
    description,
    (value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    (items) => items.join(','),
  );
}

/** A list of browser origins such as `http://localhost:5173`: scheme, host and port, no path, never `*`. */
export function origins(name: string, description: string): Setting<readonly string[]> {
  return checkedList(name, description, isOrigin, 'must list origins like https://dashboard.example, never a wildcard');
}

/** A list of origins that the service may call, such as `https://tools.example`; `*` stands for all. */
export function callableOrigins(name: string, description: string): Setting<readonly string[]> {
  const isAllowed = (item: string): boolean => item === '*' || (/^https?:/.test(item) && isOrigin(item));
  return checkedList(name, description, isAllowed, 'must list origins like https://tools.example, or be *');
}

function isOrigin(item: string): boolean {
  return !item.includes('*') && URL.canParse(item) && new URL(item).origin === item;
}

/** A list, empty by default, whose parsing says what its items must be where one is not. */
function checkedList(name: string, description: string, isAllowed: (item: string) => boolean, rule: string): Setting<readonly string[]> {
  const base = list(name, [], description);
  return {
    ...base,
    parse: (value) => {
      const items = base.parse(value);
      const bad = items.find((item) => !isAllowed(item));
      if (bad !== undefined) throw new Error(`${rule}; ${bad} is none`);
      return items;
    },
  };
}

/** A comma-separated list that must never be printed, such as keys. */
export function secretList(name: string, description: string): Setting<readonly string[]> {
  return { ...list(name, [], description), secret: true };
}

/** An absolute URL with one of the given protocols (`http:`, …); empty means unset. */
export function url(name: string, fallback: string, description: string, protocols: readonly string[]): Setting<string> {
  return define(
    name,
    fallback,
    description,
    (value) => {
      if (value === '') return value;
      if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
        throw new Error(`must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
      }
      return value;
    },
    hideCredentials,
  );
}

/** Absolute URLs with one of the given protocols, separated by commas; empty means unset. */
export function urls(name: string, description: string, protocols: readonly string[]): Setting<string> {
  const one = url(name, '', description, protocols);
  const items = list(name, [], description);
  const each = (value: string, change: (item: string) => string): string => items.parse(value).map(change).join(',');
  return define(
    name,
    '',
    description,
    (value) => each(value, one.parse),
    (value) => each(value, hideCredentials),
  );
}

/**
 * A URL without its credentials, which may stand in front of the host or in the query, as in `?authToken=`. Of an invalid one, or of
 * several, everything before the last `@` is hidden: a password may contain any character.
 */
export function hideCredentials(value: string): string {
  return value.replace(/^([a-z+]+:\/\/)?.*@/is, '$1…@').replace(/([?&][^=&]*(?:token|key|secret|password)[^=&]*=)[^&]*/gi, '$1…');
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a settings table from an environment. Throws a ConfigError that lists every fault. An empty variable counts as unset. */
export function readSettings<S extends Settings>(settings: S, environment: Environment): Values<S> {
  const faults: string[] = [];
  const values = Object.entries(settings).map(([key, setting]) => {
    const given = environment[setting.name];
    if (given === undefined || given === '') return [key, setting.fallback];
    try {
      return [key, setting.parse(given)];
    } catch (error) {
      const reason = messageOf(error);
      faults.push(setting.secret ? `${setting.name}: ${reason}` : `${setting.name}=${hideCredentials(given)}: ${reason}`);
      return [key, setting.fallback];
    }
  });
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.fromEntries(values) as Values<S>;
}

/** One line of `parley config` and of the README's table. */
export interface SettingRow {
  readonly name: string;
  readonly value: string;
  readonly fallback: string;
  readonly description: string;
  readonly fromEnvironment: boolean;
}

/** Every setting with its effective value; secrets show only whether they are set. */
export function describeSettings(settings: Settings, environment: Environment): SettingRow[] {
  return Object.values(settings).map((setting) => {
    const given = environment[setting.name];
    const fromEnvironment = given !== undefined && given !== '';
    const format = (value: unknown): string => setting.format(value);
    const fallback = setting.secret ? '(unset)' : format(setting.fallback);
    const value = setting.secret ? (fromEnvironment ? '(set)' : '(unset)') : fromEnvironment ? format(setting.parse(given)) : fallback;
    return { name: setting.name, value, fallback, description: setting.description, fromEnvironment };
  });
}
