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
/** Not a path, a file or another option, and containing a digit. */
const NO_FILE = String.raw`(?![~./-]|\S{0,60}\.[a-z]{2,4}(?:\s|$))(?=\S{0,64}\d)`;
/** Maximum length of a command before its option. */
const MOST_BEFORE = 140;

/** Passwords after one-letter options, and those passed to a command as standard input. */
export const OPTION_PASSWORDS: readonly NamedSecret[] = [
  ...Object.entries(BY_OPTION).map(([option, commands]) =>
    named(
      'cli_secret',
      option === '-p ' ? [option, '-pw '] : [option],
      {
        prefix: String.raw`${option.trim()}w?\s{1,2}["'\x60]?`,
        lookahead: NO_FILE,
        characters: ARGUMENT,
        minLength: 6,
        maxLength: 128,
        gate: { reach: 8, hasDigit: true, before: codesOf('\\s') },
      },
      {
        entropy: 2,
        kind: 'chosen',
        before: new RegExp(
          String.raw`(?:^|[\n$#|;&(>\x60"':]\s{0,3}|(?:sudo|run:?|exec|then|time)\s{1,2})(?:${commands})\b[^\n]{0,${MOST_BEFORE}}\s$`,
          'i',
        ),
        reachBack: MOST_BEFORE,
      },
    ),
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
