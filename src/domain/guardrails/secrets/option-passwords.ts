import { ARGUMENT } from './command-passwords.ts';
import { codesOf, named, type NamedSecret } from './named-form.ts';

/** One-letter options with a space after them, and the commands that take a password there. */
const BY_OPTION: Readonly<Record<string, string>> = {
  '-p ': String.raw`az\s+\w+|useradd|usermod|unzip|zip|mosquitto_(?:pub|sub|rr)|sqlcmd|osql|tsql|bcp|ipmitool|isql|ssh-keygen|unrar|rar|7z[ar]?|cqlsh|evil-winrm|crackmapexec|netexec|nxc|rdesktop|snowsql|medusa|psexec\w*|helm\s+registry\s+login|(?:oc|cf|jf|argocd|nerdctl|buildah)\s+(?:rt\s+\w+|login)|gsql|cypher-shell|arangosh|couchbase-cli|cbq|rabbitmqadmin|kcadm(?:\.sh)?|bloodhound-python|influx|ldapdomaindump|hdbsql|trino|beeline|(?:plink|pscp|psftp|putty)(?:\.exe)?`,
  '-w ': String.raw`ldap\w{2,12}|vsql|rpcclient`,
  '-a ': String.raw`redis-cli|keydb-cli|valkey-cli|snmp\w{2,12}`,
  '-x ': String.raw`snmp\w{2,12}`,
  '-n ': 'ssh-keygen',
};
/** The same where nothing but a password can follow, so that it may be a plain word. */
const ONLY_PASSWORDS: Readonly<Record<string, string>> = {
  '-p ': String.raw`zip|rdesktop|sqlcmd|mosquitto_(?:pub|sub|rr)|ipmitool|cqlsh|evil-winrm|cypher-shell`,
  '-pw ': String.raw`(?:plink|pscp|psftp|putty)(?:\.exe)?`,
  '-c ': String.raw`snmp\w{2,12}`,
};
/** Not a path, a file or another option. */
const NO_FILE = String.raw`(?![~./-]|\S{0,60}\.[a-z]{2,4}(?:\s|$))`;
/** Communities that devices are delivered with. */
const NO_DEFAULT = '(?!(?:public|private|community)\\b)';
/** Maximum length of a command before its option. */
const MOST_BEFORE = 140;

/** What must precede the password: one of the commands, at the beginning of a line or of a part of one, and its option. */
function afterCommand(commands: string): { readonly before: RegExp; readonly reachBack: number } {
  const begin = String.raw`(?:^|[\n$#|;&(>\x60"':]\s{0,3}|(?:sudo|run:?|exec|then|time)\s{1,2})`;
  return { before: new RegExp(String.raw`${begin}(?:${commands})\b[^\n]{0,${MOST_BEFORE}}\s$`, 'i'), reachBack: MOST_BEFORE };
}

/** Passwords after one-letter options, and those passed to a command as standard input. */
export const OPTION_PASSWORDS: readonly NamedSecret[] = [
  ...Object.entries(BY_OPTION).map(([option, commands]) =>
    named(
      'cli_secret',
      option === '-p ' ? [option, '-pw '] : [option],
      {
        prefix: String.raw`${option.trim()}w?\s{1,2}["'\x60]?`,
        lookahead: String.raw`${NO_FILE}(?=\S{0,64}\d)`,
        characters: ARGUMENT,
        minLength: 6,
        maxLength: 128,
        gate: { reach: 8, hasDigit: true, before: codesOf('\\s') },
      },
      { entropy: 2, kind: 'chosen', ...afterCommand(commands) },
    ),
  ),
  ...Object.entries(ONLY_PASSWORDS).map(([option, commands]) =>
    named(
      'cli_secret',
      [option],
      {
        prefix: String.raw`${option.trim()}\s{1,2}["'\x60]?`,
        lookahead: NO_FILE + NO_DEFAULT,
        characters: ARGUMENT,
        minLength: 6,
        maxLength: 128,
        gate: { reach: 8, before: codesOf('\\s') },
      },
      { entropy: 2, kind: 'given', ...afterCommand(commands) },
    ),
  ),
  named(
    'cli_secret',
    ['--password ', '--passphrase '],
    {
      prefix: String.raw`--pass(?:word|phrase)\s{1,2}["'\x60]?`,
      lookahead: NO_FILE,
      characters: ARGUMENT,
      minLength: 6,
      maxLength: 128,
      gate: { reach: 16, before: codesOf('\\s') },
    },
    {
      entropy: 2,
      kind: 'given',
      before: /(?:\s-(?:-user(?:name)?|u)[ =]["']?(?![<{$[])\S{1,64}|\bgpg2?\s(?=[^\n]{0,60}-)[^\n]{0,60})\s$/i,
      reachBack: 160,
    },
  ),
  named(
    'piped_password',
    ['<<<'],
    { prefix: String.raw`<<<\s?["']?`, characters: ARGUMENT, minLength: 6, maxLength: 128, gate: { reach: 6 } },
    {
      entropy: 2,
      kind: 'chosen',
      before: /(?:kinit|cryptsetup|passwd|sudo\s{1,2}-S|\bsu\b|login|--with-token|--password-stdin|--passphrase-fd)(?!\w)[^\n]{0,40}$/i,
    },
  ),
];
