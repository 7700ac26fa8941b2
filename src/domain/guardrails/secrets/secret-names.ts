import { OTHER_NAMES } from './named-gate.ts';

/** The type of a variable, between its name and the assignment. */
export const TYPED = String.raw`(?::\s?&?(?:'static\s)?[A-Za-z][\w.<>?!&[\]]{0,24}\s?(?==\s?["'])|[*[\]]{0,3}(?:string|byte|char)(?:\s|(?==))(?==\s?["'\x60])|\[\d{0,4}\]\s?(?==\s?["']))?`;
/** Operators of several characters that assign: those of programming languages, and of makefiles. */
const COMPOUND = String.raw`===?|=>|:{1,3}=|->|\|\|=|\?\??=|[+.]=`;
/** The same, and a sign alone. */
export const OPERATOR = `${COMPOUND}|[:=]`;
/** A conversion of the quoted text before it is assigned. */
export const WRAPPED = String.raw`(?:\[\]byte|data|bytes|buffer\.from|(?:new )?string(?:::from)?|secretstr|some|base64\.b64decode)\((?=["'])`;
/** Assignment of a value to a name, in code and settings. */
export const ASSIGNED = String.raw`(?:\\{0,3}["'\x60\]]{0,2}\s{0,3}${TYPED}(?:${OPERATOR})|["'\x60]\s{0,3},|["'\x60\]]?\)?\s(?:\|\||\?\?|or)(?=\s["']))\s{0,3}(?:${WRAPPED}|[fbrun@](?=["']))?\\{0,3}["'\x60]{0,3}`;
/** Commands behind a pipe, which parts no fields there. */
const COMMAND =
  '(?:base64|xxd|openssl|(?:sha\\d{1,3}|md5)sum|tee|grep|sed|awk|jq|cut|head|tail|xargs|pbcopy|xclip|sudo|bash|docker|kubectl|gpg)';
/** Name and value as two fields: in JSON, YAML or XML lists, in tables, in elements. */
export const CARRIED = String.raw`["'](?:\s[^<>\n]{1,40})?>\s{0,12}<value>|<\/(?:key|name)>\s{0,12}<(?:string|value)>|["'\x60]?,?\s{1,12}(?:-\s)?["']?(?:value|content)["']?\s{0,3}[:=]\s{0,3}["']?|["'](?:,|\s{0,3}:\s{0,3}\{)\s{0,12}["']value["']\s{0,3}:\s{0,3}["']|["'\x60]?\s{0,3}\|(?!\s{0,3}\w{1,24}\s{0,3}\}\}|\s?${COMMAND}\s)\s{0,3}\x60?|>(?<=<[\p{L}\w:.-]{0,40}>)(?:\r?\n[ \t]{1,24})?(?![@:/\s])|["']\s{1,3}\{[^{}"]{0,80}?default\s{0,8}=\s{0,2}"|["']>(?<=<(?:property|prop|entry|string|param|setting|item|field|arg|value)\s[^<>]{0,80}>)(?![@:/\s])`;
/** The same, and what people write between them in a sentence. */
export const SAID = [
  String.raw`(?:\\{0,3}["'\x60\]]{0,2}|\*\*)\s{0,3}${TYPED}(?:${COMPOUND}|<-|:\s[|>][-+]?\r?\n[ \t]{0,24}|:\*\*|:-(?<=\$\{\w{1,60}:-)|[:=：→»›])\s{0,3}(?:[fbrun@](?=["']))?(?:\\{0,3}["'\x60„“”«]{1,3}|\*\*)?`,
  String.raw`\s{1,2}(?:(?:was|is|has been|wurde)\s(?:now\s|just\s)?)?(?:(?:changed|set|reset|updated|rotated|renewed|switched|geändert|gesetzt|zurückgesetzt|cambiad[ao]|alterada|changé)\s(?:to|auf|zu|a|para|en|in)|from\s\S{4,40}\sto)\s{1,2}["'\x60]?`,
  String.raw`["']?\s{1,3}(?:is now|will be|is|was|ist|war|était|era|fue|foi|byl[ao]?|było|было|var|es|est|è|é|e(?<=parola\p{L}{0,3} e)|on(?<=salasana\p{L}{0,4} on)|je|היא|הוא|هي|هو|คือ|است|है|είναι|ειναι|е|є|är|er|jest|este|adalah|là|(?:back )?to|lautet|as|[-–—])(?:\s{1,3}:?|:)\s{0,2}(?:["'\x60„“”«]{1,3}\s?|\*\*)?`,
  String.raw`['’]s\s{1,2}["'\x60]?|\s\([\p{L}\d @.-]{2,24}\)\s?[:=]\s{0,2}["'\x60]?`,
  String.raw`\s?(?:は|是|为|為|는|은)[\s「『"']{0,2}|\s?[「『]`,
].join('|');
/** Keywords for passwords: starts of the words, in lower case. */
export const PASSWORD_KEYWORDS: readonly string[] = [
  'pass',
  'pwd',
  'pw',
  'psw',
  'psk',
  'mdp',
  'kennwort',
  'contrase',
  'jelsz',
  'heslo',
  'salasana',
  'senord',
  'adgangskode',
  'ifre',
  'parool',
  'lozinka',
  'geslo',
  'slapta',
  'kata sandi',
  't kh',
  'senha',
  'mot de passe',
  'mot_de_passe',
  'wachtwoord',
  'hasło',
  'haslo',
  'parola',
  'clave',
  'пароль',
  'пасс',
  '密码',
  '密碼',
  '口令',
  '패스워드',
  '암호',
  'पासवर्ड',
  'парола',
  'лозинк',
  'رمز',
  'lykilor',
  'kata laluan',
  'パスワード',
  '비밀번호',
  'κωδικ',
  'كلمة',
  'סיסמ',
  'รหัส',
  'parolă',
  '비번',
  'باسورد',
];
/** Excludes names with a suffix that is not of the secret itself: `secret_name`, `tokenUrl`, `password_hash`. */
export const NOT_OF_KEY = String.raw`(?!(?=[\w-])[\w-]{0,24}?(?:${OTHER_NAMES})(?![a-z]))`;
/** Words for a password in two dozen languages, with common suffixes. */
export const PASSWORD_WORD = String.raw`(?:password|passwort|passwd|pass[ -]?phrase|passcode|passwrd|kennwort|contraseña|contrasen[ay]a?|clave(?!\s(?:primari|for[aá]ne|p[uú]blic|[uú]nic|compuest))|senha|wachtwoord|hasło|haslo|parol[aă](?:\sd['’]ordine)?|парол[ья]|باسورد|(?:密码|密碼|口令|パスワード|비밀번호|비번|패스워드|암호)(?=[^!-~]{0,6}[!-~])|pwd(?<![a-z0-9+/]{10}pwd)|mot[ _]de[ _]passe|jelsz[óo]|heslo|salasana|senord(?<=l[öo]senord)|adgangskode|passord|passe(?<=palavra[ -]passe)|ifre(?<=[şs]ifre)(?:m|n|si|miz|niz)?(?=\P{L})|parool|lozinka|geslo|slapta[žz]odis|kata (?:sandi|laluan)|lykilorð|парола|лозинк[ау]|पासवर्ड|رمز (?:ال)?(?:عبور|مرور)|t kh[ẩa]u(?<=m[ậa]t kh[ẩa]u)|κωδικ[όο]\p{L}{0,2}|كلمة (?:المرور|السر)|סיסמ[אה]|รหัสผ่าน)${NOT_OF_KEY}[\w-]{0,24}`;
/** Those of them in English and a few other languages with the same beginnings; faster to match. */
export const PASS_WORD = String.raw`(?:pass(?:w(?:ord|ort|d|rd)|phrase|code|ord)|pwd(?<![a-z0-9+/]{10}pwd))${NOT_OF_KEY}[\w-]{0,24}`;
/** The same, and their abbreviations. */
export const PASSWORD = String.raw`(?:${PASSWORD_WORD}|(?:(?<![a-z0-9+/])|(?<=(?:^|\s)-d)|(?<=(?<![a-z])(?:pg|db|smtp|mail|imap|ftp|ssh|ldap|sql|mysql|redis|user|admin|root|key|store|(?:key|trust)store|wifi|wlan|auth|proxy|login|my|app|vpn|mqtt)))(?:pass|pw|psw|mdp|psk|пасс)[_-]?\d{0,3}(?!\p{L}))`;
/** The kind of password, in languages in which it follows the word. */
export const KIND = String.raw`(?:password\s(?:provvisoria|temporanea|attuale|iniziale|nuova|temporal|inicial|actual|tempor[aá]ria|provis[oó]ria|provisoire|temporaire)(?:\s?:|\s(?:è|é|es|est))\s{1,2}["'\x60]?|(?:password|passwort|t kh[ẩa]u|kata sandi|kata laluan|wachtwoord|heslo|lozinka|geslo|lösenord|salasana)\s(?:wi-?fi|wlan|vpn|root|admin|router|e?mail|server|ssh|ftp)(?:\s?:|\s(?:là|is|ist|es|è|är|er|je))\s{1,2}["'\x60]?|(?:contraseña|contrasena|clave(?!\s(?:primari|for[aá]ne|p[uú]blic|[uú]nic|compuest))|senha|parola|mot de passe|mdp|hasło|haslo|пароль)\s\p{L}[\p{L}-]{2,14}(?:\s\p{L}[\p{L}-]{1,12})?(?:\s?:|\s(?:to|es|est|é|è|e|это|era|fue|foi|était|была|był[oa]?))\s{1,2}["'\x60]?)`;
/** The owner of a password, between the word and the value. */
export const OWNED = String.raw`\s(?:issued|given|assigned|created|generated|provided|emailed|sent|vergeben|erteilt)(?:\s[\p{L}\d.@-]{1,24}){0,4}\s?:\s{1,2}["'\x60]?|\s\([\p{L}\d .,!'-]{2,30}\)\s?[:=]\s{1,2}["'\x60]?|\s(?:follows|as follows|below)\s?:\s{1,2}|\s(?:you|we|i|they)\s\p{L}{2,12}(?:\s\p{L}{2,12}){0,2}\s(?:is|was)\s{1,2}["'\x60]?|\s(?:for|to|of|on|für|fürs|from|since|ab|seit|von|vom|zu|zum|zur|de|del|para|pour|du|do|da|van|voor|till|til|для|от|к|ко|на|για|ל)\s[\p{L}\w.@/-]{1,30}(?:\s[\p{L}\w.@/-]{1,30}){0,5}?(?:(?:\s\([^()\n]{2,40}\))?\s?[:=]|\s(?:is|ist|lautet|es|est|é|è|är|er|to|jest|είναι))\s{1,2}["'\x60]?|\sל\p{L}{2,14}(?:\s\p{L}{2,14}){0,3}\s(?:היא|הוא)\s{1,2}["'\x60]?`;
/** The same, or a quote right after the word. */
export const OWNER = String.raw`${OWNED}|\s{1,2}["'\x60]`;
/** A password as function argument, or after the type of its encoding in a router configuration. */
export const CALLED = String.raw`\(\s?["'\x60](?![\w.+-]{1,40}@[\w-]{1,40}\.)|\s[05-9]\s|["']\s{1,3}\{[^{}"]{0,80}default\s{0,8}=\s{0,2}"|(?<=define\(\s?["']\w{0,40})["']\s?,\s{0,2}["']`;
/** Prefixes that make a token, or a key, something else. */
export const NOT_TOKEN = String.raw`(?:page|next|continuation|public[ _-]?key|csrf|xsrf|sync|pagination|cursor|resume|skip|scroll|max|num|total|eos|bos|pad|prompt|completion|input|output)[ ._-]?`;
export const NOT_KEY = String.raw`(?:site|verify|websocket|cache|partition|sort|primary|foreign|routing|idempotency|row|object|model|public|publishable|hash|range|group|shard|dedup\w{0,8}|lookup|translation|image|file|s3|map|item|query|search|index|unique|document|resource|message|event|state|config|feature|flag)[ _.-]?`;
/** Names of variables for secrets; "key" alone may be any key. */
export const KEY = String.raw`(?:secret(?!ar)(?<!(?:checksum|digest|hash)[/_.-]secret)|token(?!i[sz])(?<!${NOT_TOKEN}token)|credentials?|auth(?!o|enti)|key(?<=(?:(?:api|access|secret|private|account|master|storage|encryption|signing|license|webhook|service|publish|subscription|pre-?shared)[_. -]?|_)key)(?<!${NOT_KEY}key))${NOT_OF_KEY}[\w-]{0,24}`;
/** Names used only for secrets, whose values may look like anything. */
export const OWN_KEY = String.raw`(?:api|app|auth|oauth|access|bot|client|consumer|cookie|jwt|secret|private|admin|master|deploy|licen[cs]e|signing|webhook|encryption|(?:de|en)crypt(?:ed|ing)?(?: using| with)?(?: the| this)?|aes(?:-?\d{3})?|hmac|cipher|subscription|bearer|refresh|personal|runner|session|account|routing|integration|ingest(?:ion)?|service|server|(?<![a-z])(?:my|our|your|his|her|their))[ _.-]?(?:(?:api|secret)[ _.-]?)?`;
/** Vendors whose keys look like public identifiers or digests. */
export const VENDOR = String.raw`(?:heroku|datadog|dd[_-]?(?:api|app)|new[_-]?relic|algolia|cloudflare|fastly|okta|auth0|zendesk|mailjet|messagebird|vonage|nexmo|plaid|travis|codecov|coveralls|bitrise|sumologic|splunk|logz|loggly|rollbar|bugsnag|mixpanel|amplitude|segment|snyk|sonar|jira|confluence|trello|dropbox|box|zoom|twitch|spotify|twitter|facebook|linkedin|google|firebase|azure|aws|gcp|ibm|oracle|alibaba|linode|vultr|hetzner|ovh|scaleway|pagerduty|opsgenie|statuspage|launchdarkly|optimizely|intercom|freshdesk|hubspot|mapbox|here|tomtom|weather|coinbase|binance|kraken|bittrex|kucoin|etherscan|infura|alchemy|moralis|finnhub|polygon|alphavantage|openai|anthropic|cohere|mistral|stability|assembly|deepgram|pinecone|weaviate|qdrant|elastic|mongo|redis|rabbit|kafka|confluent|snowflake|airtable|lob|shippo|easypost|circle(?:ci)?|wandb|telegram|docker(?:hub)?|nuget|npm|vercel|netlify|render|railway|discord|slack|github|gitlab|bitbucket|deepgram|assemblyai|replicate|together|groq|perplexity|exa|serp(?:api)?|tavily|postmark|mailgun|sendgrid|twilio|supabase|upstash|sentry|grafana|honeycomb|posthog|notion|figma|rapid(?:api)?|gitea|forgejo|squarespace|mandrill|customer[._]?io|onfleet|adafruit|meraki|gumroad|loops|cosmos|fernet|bannerbear|shipengine|sendbird|finicity|freshbooks|mattermost|nytimes|private[_-]?ai|sumo|typeform|yandex|asana|adobe|beamer|contentful|drone(?:ci)?|etsy|flickr|flutterwave|gitter|gocardless|jfrog|artifactory|sourcegraph|dynatrace|maxmind|shopify|stripe|square|paypal|braintree|razorpay|brevo|sendinblue|mailchimp|iterable|klaviyo|calendly|asaas|clickup|monday|linear|pushover|pushbullet|onesignal|pubnub|pusher|ably|agora|vimeo|youtube|strava|fitbit|garmin|steam|riot|imgur|giphy|unsplash|pexels|openweather(?:map)?|accuweather|weatherstack|ipstack|ipinfo|ipgeolocation|abuseipdb|virustotal|shodan|censys|greynoise|hunter|clearbit|zerobounce|newsapi|mediastack|currencylayer|fixer|exchangerate|coinmarketcap|coingecko|coinapi|cryptocompare|nasa|tmdb|omdb|lastfm|musixmatch|genius|yelp|foursquare|edamam|spoonacular|aviationstack|amadeus|duffel|skyscanner)`;
/** Parts of the names of AWS keys. */
export const AWS_WORDS = String.raw`(?:[ _.-]?(?:aws|secret|access|key|id|s3|iam|user|account|my|prod|dev|test|default|\d{1,4})){0,6}`;
