import { BEHIND_WORD, codesOf, named, WORD_BEGINS, type NamedSecret } from './named-form.ts';
import { KEY, PASS_WORD } from './secret-names.ts';

/** Characters of an option's argument, quoted or not; the end of an unquoted one is trimmed later. */
export const ARGUMENT = String.raw`[^\s"'\x60\\]`;
/** Commands, up to the password they are given. */
const COMMANDS = [
  String.raw`curl\b[^\n]{0,120}?\s(?:-u|-U|--user|--proxy-user)\s{0,2}["']?[\w.@+-]{0,64}:`,
  String.raw`sshpass\s+-p\s{0,2}["']?`,
  String.raw`mysql(?:dump|admin|import|check)?\b[^\n]{0,80}?\s-p(?!assword)["']?`,
  String.raw`(?:docker|podman|skopeo|az(?:\sacr)?)\s+login\b[^\n]{0,120}?\s-p\s{1,2}["']?`,
  String.raw`https?\s(?:-a|--auth)[\s=]["']?[\w.@-]{1,64}:`,
  String.raw`openssl\b[^\n]{0,160}?\s(?:-k\s{1,2}|-pass(?:in|out)?\s{1,2}pass:)["']?`,
  String.raw`openssl\s{1,2}passwd(?:\s{1,2}-\w{1,8}){0,3}\s{1,2}(?!-)["']?`,
  String.raw`keytool\b[^\n]{0,200}?\s-(?:src|dest)?(?:storepass|keypass)\s{1,2}["']?`,
  String.raw`hydra\b[^\n]{0,160}?\s-p\s{1,2}["']?`,
  String.raw`(?:x|wl)?freerdp3?\b[^\n]{0,160}?\s\/p:["']?`,
  String.raw`7z\s[ax]\s[^\n]{0,120}?-p["']?`,
  String.raw`net user\s{1,2}[\w.-]{1,40}\s{1,2}["']?(?!\/)`,
  String.raw`redis-cli\b[^\n]{0,80}?\s-a\s{1,2}["']?`,
  String.raw`htpasswd\s{1,2}-[a-zA-Z]{0,8}b[a-zA-Z]{0,8}\s{1,2}[\w./-]{1,80}\s{1,2}[\w.@-]{1,64}\s{1,2}["']?`,
  String.raw`net use\s{1,2}(?:[a-z]:|\*)\s{1,2}\\\\[^\s"']{2,80}\s{1,2}["']?(?!\/)`,
  String.raw`net use\b[^\n]{0,120}?\s/user:[\w.\\@-]{1,80}[ \t]{1,2}["']?`,
  String.raw`smbclient\b[^\n]{0,120}?\s-U\s{0,2}["']?[\w.\\@-]{1,64}%`,
  String.raw`rabbitmqctl\s{1,2}(?:add_user|change_password)\s{1,2}[\w.@-]{1,64}\s{1,2}["']?`,
  String.raw`ldap(?:search|modify|add|delete|whoami|passwd)\b[^\n]{0,160}?\s-w\s{1,2}["']?`,
  String.raw`(?:un)?rar\s[axe]\s[^\n]{0,120}?-p["']?`,
  String.raw`lftp\b[^\n]{0,60}?\s-u\s{0,2}["']?[\w.@-]{1,64},`,
  String.raw`impacket-\w{2,20}\b[^\n]{0,60}?[\w.-]{1,40}\/[\w.$-]{1,40}:["']?`,
  String.raw`mc\s{1,2}(?:alias\sset|config\shost\sadd)\s{1,2}[\w-]{1,40}\s{1,2}["']?https?:\/\/[^\s"']{1,100}["']?\s{1,2}["']?[\w.@+/-]{3,128}["']?\s{1,2}["']?`,
  String.raw`signtool\b[^\n]{0,120}?\s/p\s{1,2}["']?`,
  String.raw`cmdkey\b[^\n]{0,100}?\s\/pass:["']?`,
  String.raw`schtasks\b[^\n]{0,200}?\s\/r?p\s{1,2}["']?`,
  String.raw`rclone\s{1,2}(?:obscure\s{1,2}|config\s{1,2}create\b[^\n]{0,160}?\spass[= ])["']?`,
  String.raw`nmcli\b[^\n]{0,120}?\spassword\s{1,2}["']?`,
  String.raw`wpa_passphrase\s{1,2}(?:["'][^"'\n]{1,40}["']|\S{1,40})\s{1,2}["']?`,
  String.raw`pulumi\s{1,2}config\s{1,2}set\b[^\n]{0,60}?--secret\s{1,2}[\w:.-]{1,60}\s{1,2}["']?(?!-)`,
  String.raw`az\s{1,2}keyvault\s{1,2}secret\s{1,2}set\b[^\n]{0,160}?--value[= ]["']?`,
  String.raw`gh\s{1,2}secret\s{1,2}set\b[^\n]{0,100}?\s(?:-b|--body)[= ]["']?`,
  String.raw`aws\s{1,2}ssm\s{1,2}put-parameter\b(?=[^\n]{0,240}securestring)[^\n]{0,160}?--value[= ]["']?`,
  String.raw`convertto-securestring\s{1,2}(?:-string\s{1,2})?["']`,
  String.raw`(?:etcdctl|kv)\s{1,2}put\s{1,2}\S{0,60}(?:pass\w{0,8}|secret|token|key)\s{1,2}["']?`,
  String.raw`mongo(?:sh|dump|restore|export|import)?\b[^\n]{0,120}?\s-p\s{1,2}["']?`,
].join('|');
/** How these commands begin. */
const COMMAND_KEYWORDS: readonly string[] =
  'etcdctl put,kv put,pulumi config set,az keyvault secret,gh secret set,aws ssm put-parameter,mc alias set,mc config host,signtool,cmdkey,schtasks,rclone obscure,rclone config,nmcli,wpa_passphrase,curl,sshpass,mysql,docker,podman,redis-cli,htpasswd,net use,smbclient,ldap,mongo,rabbitmqctl,convertto-securestring,lftp,impacket-,unrar x,unrar e,rar a -,skopeo login,az login,az acr login,http -a,http --auth,https -a,https --auth,openssl,keytool,hydra,xfreerdp,wlfreerdp,freerdp,7z a,7z x'.split(
    ',',
  );

/** What sets a variable to the value after a blank: in Dockerfiles, and in the shells of Windows, BSD and others. */
const SETS = String.raw`(?:env|setx|setenv|set\s-{1,2}[a-z-]{1,10}(?:\s-{1,2}[a-z-]{1,10})?)\s{1,2}["']?(?:[a-z]\w{0,40}?[_a-z])?`;
const SETTERS: readonly string[] = ['env ', 'setx ', 'setenv ', 'set -'];
/** The start of a line, or of a command in a line. */
const STARTS = /(?:^|[\r\n;&$>"'\x60]\s{0,8})$/;

/** Passwords on command lines. */
export const COMMAND_PASSWORDS: readonly NamedSecret[] = [
  named(
    'cli_secret',
    ['impacket-', '.py '],
    {
      // Before the machine it lets in at.
      prefix: String.raw`(?:impacket-\w{2,20}|\.py)\s[^\n]{0,60}?(?<=\s["']?)(?:[\w.-]{1,40}\/)?[\w.$-]{1,40}:(?!\/)["']?`,
      characters: ARGUMENT,
      minLength: 6,
      maxLength: 128,
      suffix: String.raw`(?=@[\w.-]{1,80}["']?(?:\s|$))`,
      openSuffix: String.raw`(?:@[\w.-]{0,80})?`,
      gate: { reach: 200, soon: ['at'] },
    },
    {
      entropy: 2,
      kind: 'chosen',
      before:
        /(?:^|[^\w])$|(?:secretsdump|psexec|(?:wmi|smb|at|dcom)exec|get(?:userspns|npusers|tgt|st|adusers)|mssqlclient|smbclient|lookupsid|rpcdump|samrdump|addcomputer|finddelegation)$/i,
    },
  ),
  named(
    'curl_password',
    COMMAND_KEYWORDS,
    {
      prefix: String.raw`(?:${COMMANDS})`,
      characters: ARGUMENT,
      minLength: 6,
      maxLength: 128,
      gate: { reach: Infinity, before: BEHIND_WORD },
    },
    { entropy: 1.8, kind: 'given', before: WORD_BEGINS },
  ),
  named(
    'generic_secret',
    SETTERS,
    {
      prefix: String.raw`${SETS}${KEY}["']?\s{1,2}["']?`,
      characters: '[A-Za-z0-9_.+/~!#^*-]',
      minLength: 8,
      maxLength: 512,
      isPadded: true,
      gate: { reach: 120 },
    },
    { entropy: 3.3, kind: 'drawn', before: STARTS },
  ),
  named(
    'password',
    SETTERS,
    {
      prefix: String.raw`${SETS}(?:${PASS_WORD}|pass|pwd?)["']?\s{1,2}["']?`,
      characters: ARGUMENT,
      minLength: 6,
      maxLength: 128,
      gate: { reach: 120 },
    },
    { entropy: 2, kind: 'chosen', before: STARTS },
  ),
  named(
    'cli_secret',
    ['auth '],
    {
      // Redis AUTH, optionally with a user name.
      prefix: String.raw`auth\s{1,2}(?:[\w.@-]{2,40}\s{1,2}(?=\S))?["']?`,
      characters: ARGUMENT,
      minLength: 6,
      maxLength: 128,
      suffix: String.raw`(?=["']?[ \t]{0,2}(?:[\r\n]|$))`,
      openSuffix: String.raw`["']?[ \t]{0,2}`,
      gate: { reach: 60, before: BEHIND_WORD },
    },
    {
      entropy: 2,
      kind: 'chosen',
      before: /(?:redis|valkey|keydb|:\d{4,5}(?:\[\d{1,2}\])?>|(?:redis|valkey|keydb)[\w.:-]{0,40}>)[^\n]{0,12}\s$/i,
    },
  ),
  named(
    'cli_secret',
    ['http-basic.'],
    {
      // Credentials for a registry, given to a package manager.
      prefix: String.raw`http-basic\.\S{1,60}\s{1,2}[\w.@-]{1,40}\s{1,2}["']?`,
      characters: ARGUMENT,
      minLength: 8,
      maxLength: 128,
      gate: { reach: 120, before: BEHIND_WORD },
    },
    { entropy: 2.5, kind: 'chosen', before: WORD_BEGINS },
  ),
  named(
    'cli_secret',
    ['::add-mask::'],
    { prefix: '::add-mask::', characters: ARGUMENT, minLength: 6, maxLength: 256, gate: { reach: 12 } },
    { entropy: 2.5, kind: 'chosen' },
  ),
  named(
    'piped_password',
    ['echo ', 'printf '],
    {
      prefix: String.raw`(?:echo|printf)\s{1,2}(?:-n\s{1,2}|["']%s(?:\\n)?["']\s)?["']?(?:[a-z_][\w.-]{0,31}:)?`,
      characters: ARGUMENT,
      minLength: 6,
      maxLength: 128,
      suffix: String.raw`(?=["']?\)(?<=--(?:pass\w{0,12}|token|key)-?(?:file|fd)?[= ]<\(echo\s[^\n()]{1,140}\))|["']?\s{0,2}\|\s{0,2}(?:sudo\s{1,2}-S|(?:sudo\s{1,2})?(?:chpasswd|passwd\s{1,2}--stdin|cryptsetup|smbpasswd)|(?:docker|podman|skopeo|crane|oras|helm\s{1,2}registry|gh\s{1,2}auth)\s{1,2}login|(?:docker|podman)\s{1,2}secret\s{1,2}create|kinit|vncpasswd|gpg2?\s[^\n]{0,40}--passphrase-fd)|["']?\s{0,2}>\s{0,2}\S{0,40}(?:secrets?\/|passw|token|\.key)|(?=["'])(?<=--password-command[= ]["']echo\s{1,2}[^"'\n]{1,128}))`,
      openSuffix: String.raw`["']?\s{0,2}(?:\||\|\s{0,2}[a-z -]{0,24})?`,
    },
    { entropy: 2, kind: 'chosen', before: WORD_BEGINS },
  ),
];

/** The argument of any command's option named after a secret. */
export const CLI_SECRET: NamedSecret = named(
  'cli_secret',
  ['pass', 'token', 'secret', 'key'],
  {
    prefix: String.raw`(?:passphrase|password|passwd|token|secret(?:-string)?|key)(?:=|\s{1,2})["'\x60]?`,
    characters: ARGUMENT,
    minLength: 6,
    maxLength: 256,
    gate: { name: 'one', follows: codesOf('[=\\s]'), isBare: true, before: codesOf('[\\w-]') },
  },
  { entropy: 2.5, kind: 'chosen', before: /(?<!-)--(?:\w[\w-]{0,30})?$/ },
);
