/** A kind of secret, by what those who issue it put in front of it. */
export interface SecretForm {
  readonly category: string;
  /** A text that holds none of these, in lower case, holds no such secret. */
  readonly marks: readonly string[];
  /** Global; the group `secret`, or else the whole match, is the secret. Every repetition is bounded. */
  readonly pattern: RegExp;
  /** Least Shannon entropy in bits a character; 3 unless given. */
  readonly entropy?: number;
  /** A value that people chose: digits or signs must be in it, and it must be no word of a program. */
  readonly chosen?: boolean;
}

/** Digits, letters and underscores next to it make a key part of something longer. */
const BEFORE = String.raw`\b`;
const BEHIND = String.raw`(?![A-Za-z0-9_])`;

function key(body: string): RegExp {
  return new RegExp(`${BEFORE}${body}${BEHIND}`, 'g');
}

/** A name that ends on one of these words is given the value behind it. */
const NAMED = String.raw`(?:api[_-]?key|apikey|access[_-]?key|secret[_-]?key|private[_-]?key|account[_-]?key|encryption[_-]?key|signing[_-]?key|client[_-]?secret|secret|auth[_-]?token|access[_-]?token|refresh[_-]?token|token|credentials?|authtoken)`;
const GIVEN = String.raw`["']?\s{0,3}(?:=>|:=|[:=]|,)\s{0,3}["'\x60]?`;

/** The forms of keys and tokens as their issuers document them, and secrets that are named where they stand. */
export const SECRET_FORMS: readonly SecretForm[] = [
  {
    category: 'private_key',
    marks: ['-----begin'],
    pattern:
      /-----BEGIN (?:[A-Z0-9]{2,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s:,.\\-]{16,16384}?-----END (?:[A-Z0-9]{2,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/gu,
  },
  { category: 'jwt', marks: ['eyj'], pattern: key(String.raw`eyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{10,2048}`) },
  { category: 'anthropic_key', marks: ['sk-ant-'], pattern: key(String.raw`sk-ant-[a-z]{2,12}\d{2}-[A-Za-z0-9_-]{32,256}`) },
  {
    category: 'openai_key',
    marks: ['sk-'],
    pattern: key(String.raw`sk-(?:(?:proj|svcacct|admin|or-v1|None)-[A-Za-z0-9_-]{32,256}|[A-Za-z0-9]{32,64})`),
  },
  {
    category: 'aws_access_key_id',
    marks: ['akia', 'asia', 'abia', 'acca', 'agpa', 'aida', 'aroa'],
    pattern: key('(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AROA)[A-Z2-7]{16}'),
    entropy: 2.8,
  },
  {
    category: 'aws_secret_key',
    marks: ['secret', 'aws'],
    pattern: /(?:aws|secret)[\w. -]{0,32}["']?\s{0,3}(?:=>|[:=]|is)\s{0,3}["'`]?(?<secret>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])/giu,
    entropy: 4,
  },
  { category: 'github_fine_grained', marks: ['github_pat_'], pattern: key('github_pat_[A-Za-z0-9]{20,24}_[A-Za-z0-9]{40,80}') },
  { category: 'github_token', marks: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], pattern: key('gh[pousr]_[A-Za-z0-9]{36,255}') },
  { category: 'gitlab_token', marks: ['gl'], pattern: key(String.raw`gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent|imt|oas)-[A-Za-z0-9_-]{20,64}`) },
  { category: 'slack_token', marks: ['xox', 'xapp-'], pattern: key(String.raw`(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,250}`) },
  {
    category: 'slack_webhook',
    marks: ['hooks.slack.com'],
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9+/]{40,80}/gu,
  },
  {
    category: 'discord_webhook',
    marks: ['/api/webhooks/'],
    pattern: /https:\/\/(?:[a-z]{2,8}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80}/gu,
  },
  {
    category: 'discord_token',
    marks: ['discord', 'bot'],
    pattern: key(String.raw`[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}`),
    entropy: 4,
  },
  {
    category: 'stripe_key',
    marks: ['_live_', '_test_', 'whsec_'],
    pattern: key('(?:(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,128}|whsec_[A-Za-z0-9+/=]{24,64})'),
  },
  {
    category: 'square_key',
    marks: ['sq0', 'eaaa'],
    pattern: key(String.raw`(?:sq0[a-z]{3}-[A-Za-z0-9_-]{22,43}|EAAA[A-Za-z0-9_-]{56,64})`),
  },
  { category: 'google_api_key', marks: ['aiza'], pattern: key('AIza[A-Za-z0-9_-]{35}') },
  {
    category: 'google_oauth',
    marks: ['ya29.', 'gocspx-'],
    pattern: key(String.raw`(?:ya29\.[A-Za-z0-9_-]{20,256}|GOCSPX-[A-Za-z0-9_-]{28})`),
  },
  { category: 'hf_token', marks: ['hf_'], pattern: key('hf_[A-Za-z0-9]{30,64}') },
  { category: 'npm_token', marks: ['npm_'], pattern: key('npm_[A-Za-z0-9]{36}') },
  { category: 'pypi_token', marks: ['pypi-'], pattern: key(String.raw`pypi-AgE[A-Za-z0-9_-]{50,512}`) },
  { category: 'sendgrid_key', marks: ['sg.'], pattern: key(String.raw`SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}`) },
  { category: 'mailgun_key', marks: ['key-'], pattern: key('key-[0-9a-f]{32}') },
  { category: 'mailchimp_key', marks: ['-us'], pattern: key(String.raw`[0-9a-f]{32}-us\d{1,2}`) },
  { category: 'twilio_key', marks: ['sk', 'ac'], pattern: key('(?:SK|AC)[0-9a-f]{32}') },
  { category: 'telegram_bot_token', marks: [':aa'], pattern: key(String.raw`\d{8,10}:AA[A-Za-z0-9_-]{32,34}`) },
  { category: 'shopify_token', marks: ['shp'], pattern: key('shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}') },
  { category: 'digitalocean_token', marks: ['_v1_'], pattern: key('do[opr]_v1_[0-9a-f]{64}') },
  { category: 'databricks_token', marks: ['dapi'], pattern: key(String.raw`dapi[0-9a-f]{32}(?:-\d)?`) },
  { category: 'vault_token', marks: ['hvs.', 'hvb.'], pattern: key(String.raw`hv[sb]\.[A-Za-z0-9_-]{24,256}`) },
  { category: 'linear_key', marks: ['lin_api_'], pattern: key('lin_api_[A-Za-z0-9]{40}') },
  { category: 'notion_key', marks: ['ntn_', 'secret_'], pattern: key('(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43})') },
  {
    category: 'model_provider_key',
    marks: ['gsk_', 'r8_', 'pplx-', 'xai-', 'fw_', 'tgp_'],
    pattern: key(
      '(?:gsk_[A-Za-z0-9]{48,56}|r8_[A-Za-z0-9]{37}|pplx-[A-Za-z0-9]{48,56}|xai-[A-Za-z0-9]{70,90}|fw_[A-Za-z0-9]{22,32}|tgp_v1_[A-Za-z0-9_-]{40,50})',
    ),
  },
  {
    category: 'azure_key',
    marks: ['accountkey=', 'sharedaccesskey='],
    pattern: /(?:AccountKey|SharedAccessKey)=(?<secret>[A-Za-z0-9+/]{42,88}={0,2})/gu,
    entropy: 4,
  },
  { category: 'age_key', marks: ['age-secret-key-1'], pattern: key('AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}') },
  {
    category: 'url_password',
    marks: ['://'],
    pattern: /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,64}:(?<secret>[^\s/@"'<>]{3,128})@[\w.[\]-]/giu,
    entropy: 1.5,
    chosen: true,
  },
  { category: 'bearer_token', marks: ['bearer'], pattern: /\bbearer\s{1,3}(?<secret>[A-Za-z0-9_.~+/-]{16,512}={0,2})/giu },
  {
    category: 'basic_credentials',
    marks: ['basic '],
    pattern: /authorization["']?\s{0,2}[:=]\s{0,2}["']?basic\s{1,3}(?<secret>[A-Za-z0-9+/]{12,256}={0,2})/giu,
  },
  {
    category: 'password',
    marks: ['pass', 'pwd', 'pin', 'kennwort', 'contraseña', 'senha', 'mot de', 'login'],
    pattern:
      /(?:(?:password|passwort|passwd|passphrase|passcode|kennwort|contraseña|senha|pwd)|mot de passe|\bpass)(?:["']?\s{0,3}(?:=>|:=|[:=])\s{0,3}|["']?\s{1,3}(?:is now|is|was|ist|es|est|é|to)\s{1,3}:?)["'`]?(?<secret>[^\s"'`,<>]{6,128})/giu,
    entropy: 2,
    chosen: true,
  },
  {
    category: 'generic_secret',
    marks: ['key', 'secret', 'token', 'credential'],
    pattern: new RegExp(String.raw`${NAMED}${GIVEN}(?<secret>[A-Za-z0-9_.+/~-]{16,256}={0,2})(?![A-Za-z0-9(])`, 'gi'),
    entropy: 3.5,
    chosen: true,
  },
];
