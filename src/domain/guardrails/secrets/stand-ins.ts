/** Placeholders that documentation uses instead of a secret, and values sealed with a public key (Sealed Secrets of Kubernetes). */
const PLACEHOLDER =
  /example|placeholder|change[_-]?me|(?:^|[^a-z])your[_-]?|dummy|redacted|insert[_-]|<[^>]*>|\$\{|\{\{|%\([a-z_]{2,24}(?:\)|$)|x{5}|X{5}|\*{4}|\.{3}|0{8}|(?:0123456789|1234567890)|123456789|abcdefgh|deadbeef|lorem|foobar|sample|replace[_-]?me|(?:^|[_-])enter[_-]|[_-]here$|^my[_-](?:secret|api|token|password|key)|test[_-]?(?:key|token|secret)$|^Ag[A-Z][a-z0-9+/]{120,}={0,2}$/i;
/** Placeholders of four letters, which long random values may contain by chance; they count only at the edge of a word. */
const SHORT_PLACEHOLDER = /todo|fake/i;
const SHORT_PLACEHOLDER_APART = /(?<![a-z0-9+/=])(?:todo|fake)|(?:todo|fake)(?![a-z0-9+/=])/i;
const LONG = 40;
/** Expressions and identifiers in place of a secret. */
const EXPRESSION =
  /^(?:\.[a-z_]\w{0,32}\(|ENC\[|[a-z_?[\]-]{2,24}(?:\|[a-z_?[\]-]{2,24}){1,8}\)?$|\S{0,40}\\[sdwb][*+?[{]|os\.|process\.|env\.|env\[|self\.|this\.|config\.|settings\.|secrets?\.|vault\.|var\.|local\.|data\.|module\.|import\.|null$|none$|nil$|true$|false$|undefined$|string$|\[|\(|\{|\*+$|[a-z_$@][\w.$:]{0,64}\(|[a-z_][\w.:]{0,64}\[(?:$|(?:\d{1,2}|[a-z_"']\w*)(?:[\]"']|$))|--[a-z]+-|(?:~|\.{1,2})?(?:\/[\w.@+-]+){2,}\/?$|\/\/[\w.-]+\/|https?:|(?:arn|vault|op|ssm|kms|file|env|secretsmanager|azurekeyvault|ref\+\w+):)/i;
/** Words joined like those of identifiers. */
const NAME_IN_PROGRAM = /^[a-z]+(?:[._-][a-z]+)+$/i;
/** Shell and template variables, required variables, YAML tags, decorators, colours. */
const VARIABLE =
  /^(?:\?[A-Za-z][\w-]*$|!(?:vault|secret|ref|sub|env|env_var|getatt|importvalue|include|join|base64|file|reference|encrypted|var|lookup)$|\$(?:[A-Za-z_]+\d?$|[A-Z_][A-Z0-9_]*$|[{([]|\w+(?:->|-$|\[|\{\w|\.\w|::))|%(?:\w+%$|\w{0,16}[({]|[sd]$)|@(?:[A-Za-z_.]+$|[{(])|#(?:[0-9a-f]{3,8}$|#*$|\{))/;
/** Names for passwords in documentation, and notoriously common passwords. */
const NAME_OF_PASSWORD =
  /^(?:[a-z]*(?:pass(?:wor[dt]|wd|phrase)?|pwd|secret|token|clave|senha|contrasena|mot[_-]?de[_-]?passe)|wachtwoord|kennwort|parola?|has[lł]o|heslo|lozinka|geslo|jelsz[óo]|salasana|l[öo]senord|adgangskode|passord|parool|postgres|mysql|mariadb|root|admin|guest|user(?:name)?|anonymous|toor|rabbitmq|mongo(?:db)?|redis|test(?:ing)?)$/i;
/** Public digests, identifiers and versions. */
const PUBLIC =
  /^(?:v?\d+(?:\.\d+){1,3}(?:[-+][a-z][a-z\d.-]*)?|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|sha\d{3}-.*|(?:0x)?[0-9a-f]{40}|sha256:.*|pk[_-](?:live|test|lf)[_-].*|[a-z\d-]+(?:\.[a-z\d-]+)+\.(?:com|net|org|io|dev|app|cloud))$/i;
/** Whether a value is a placeholder of documentation. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || (value.length < LONG ? SHORT_PLACEHOLDER : SHORT_PLACEHOLDER_APART).test(value);
}

/** Whether a value is an expression or a variable. */
export function isReference(value: string): boolean {
  return EXPRESSION.test(value) || VARIABLE.test(value);
}

/** Whether a value is words joined like those of an identifier. */
export function isNameInProgram(value: string): boolean {
  return NAME_IN_PROGRAM.test(value);
}

/** Whether a value is an expression, a variable or an identifier. */
export function isExpression(value: string): boolean {
  return isReference(value) || isNameInProgram(value);
}

/** Endings of files, as alternatives. */
export const FILE_ENDINGS =
  'js|ts|py|go|rs|md|txt|json|ya?ml|html?|css|png|jpe?g|gif|svg|pdf|docx?|xlsx?|pptx?|zip|gz|tar|rar|7z|sh|exe|dll|so|c|h|cpp|java|rb|php|xml|csv|conf|cfg|ini|env|properties|log|lock|toml|tsx|jsx|mjs|mp[34]|iso|deb|rpm|ovpn|pem|crt|cer|key|p12|pfx|jks|bin|enc|asc|gpg';
const FILE = new RegExp(String.raw`\.(?:${FILE_ENDINGS})$`, 'i');

/** Whether a value is the name of a file. */
export function isFileName(value: string): boolean {
  return FILE.test(value);
}

/** Whether a value is a digest or a public identifier. */
export function isIdentifier(value: string): boolean {
  return PUBLIC.test(value);
}

/** Whether a value is a name for a password, or a notoriously common password. */
export function isNameOfPassword(value: string): boolean {
  return NAME_OF_PASSWORD.test(value);
}
