import { withoutPlaceholders } from '../redaction/placeholder-forms.ts';
import { isCollector, isListed, isPictureHost, looksLikeAnother } from './link-hosts.ts';
import { payloadOf, unescaped, type Payload } from './link-payload.ts';
import type { LinkSite } from './link-sites.ts';
import type { ToldWords } from './told-facts.ts';

/** Categories of findings in URLs, and of texts with more URLs than are read. */
export const LINK_CATEGORIES = [
  'data_exfiltration',
  'script_link',
  'deceptive_host',
  'url_credentials',
  'blocked_host',
  'too_many_links',
] as const;

/** Verdict on a URL: a category and a score from 0 to 1. */
export interface LinkVerdict {
  readonly category: (typeof LINK_CATEGORIES)[number];
  readonly score: number;
}

/** The host lists of a policy. */
export interface LinkHosts {
  readonly allow: readonly string[];
  readonly block: readonly string[];
}

/** What the conversation reveals about a URL in its reply. */
export interface LinkContext {
  /** Whether this exact URL is in the request, so that fetching it tells its host nothing new. */
  wasGiven(url: string): boolean;
  /** Whether the URL has a placeholder whose value will be restored into it. */
  getsValue(url: string): boolean;
  /** Whether the system message names the host. */
  isTrusted(host: string): boolean;
  /** Whether the user named the host. */
  isNamed(host: string): boolean;
  /** Words in a text of what the user, or others, said of somebody or something. */
  told(text: string, by: 'user' | 'others'): ToldWords;
  /** Length of the longest fragment of the conversation in a text; `others` excludes what the user said. */
  shared(text: string, from: 'all' | 'others'): number;
}

/** Redacted values are restored before the client sees the URL, and would leak through it, whoever named its host. */
const RESTORED: LinkVerdict = { category: 'data_exfiltration', score: 0.95 };
const RESTORED_BY_CLICK: LinkVerdict = { category: 'data_exfiltration', score: 0.5 };

const SCRIPT = /^(?:javascript|vbscript|livescript)\s*:/i;
const IDLE_SCRIPT = /^javascript\s*:\s*(?:void\s*\(?\s*0\s*\)?|undefined|history\.(?:back|go)\([^)]{0,4}\)|;|#|)\s*;?$/i;
const ACTIVE_DATA =
  /^data:\s*(?:text\/html|application\/xhtml|image\/svg|text\/xml|application\/xml|text\/javascript|application\/javascript)/i;
const WEB = /^(?:https?:|ftp:|wss?:)?[\\/]{2}/i;
/** A template placeholder, to be filled with data. */
const BLANK =
  /(?:\{\{|\$\{|%7b%7b|<|%3c|\[|%5b)[^\]}>&]{0,80}?(?:secret|data|conversation|history|prompt|summary|password|token|key|message|context|content|info|result)/i;

/** Judges a URL; undefined if it reveals nothing. Actions and thresholds are up to the policy. */
export function judgeLink(site: LinkSite, hosts: LinkHosts, context: LinkContext): LinkVerdict | undefined {
  const { url, kind } = site;
  if (SCRIPT.test(url)) {
    if (IDLE_SCRIPT.test(url)) return undefined;
    return { category: 'script_link', score: site.isHtml ? 0.55 : 0.85 };
  }
  if (/^data:/i.test(url)) return judgeData(site);
  const getsValue = context.getsValue(url);
  if (!WEB.test(url)) return getsValue && kind === 'loaded' && !context.wasGiven(url) ? RESTORED : undefined;
  // No host has brackets in its name: whose host it is, is read as if a value without signs stood in it.
  const parsed = parse(getsValue ? withoutPlaceholders(url) : url);
  if (parsed === undefined) return undefined;
  const host = parsed.hostname.toLowerCase();
  if (isListed(host, hosts.block)) return { category: 'blocked_host', score: 1 };
  if (isListed(host, hosts.allow) || context.isTrusted(host)) return undefined;
  const written = /^(?:[a-z]+:)?[\\/]{2}([^\\/?#]*)/i.exec(url)?.[1] ?? '';
  const verdicts = [judgeHost(site, written), judgeUser(parsed)];
  if (getsValue) {
    if (!context.wasGiven(url)) verdicts.push(kind === 'loaded' ? RESTORED : RESTORED_BY_CLICK);
  } else if (!(kind !== 'link' && isPictureHost(host)) && (kind === 'loaded' || !isQuiet(parsed)) && !context.wasGiven(url)) {
    const score = kind === 'loaded' ? loadedScore(url, host, parsed, context) : followedScore(parsed, context);
    verdicts.push({ category: 'data_exfiltration', score: context.isNamed(host) ? Math.min(score, 0.7) : score });
  }
  return verdicts.reduce<LinkVerdict | undefined>(
    (worst, verdict) => (verdict !== undefined && verdict.score > (worst?.score ?? 0) ? verdict : worst),
    undefined,
  );
}

/** Host of a URL whose path is a single letter or digit, such as `https://a.example/k.png`: a series of them can spell out a text. */
export function spellingHost({ url, kind }: LinkSite, hosts: LinkHosts, context: LinkContext): string | undefined {
  if (kind !== 'loaded' || url.length > 120) return undefined;
  const [, host = ''] =
    /^https?:\/\/([^/?#]+)\/(?:[^?#]*\/)?(?:[a-z0-9](?:\.[a-z]{3,4})?|[a-z.]{0,12}\?[a-z0-9]{1,8}=[a-z0-9])$/i.exec(url) ?? [];
  const name = host.toLowerCase();
  const isKnown = name === '' || isListed(name, hosts.allow) || isPictureHost(name) || context.isTrusted(name) || context.isNamed(name);
  return isKnown || context.wasGiven(url) ? undefined : name;
}

/** Judges a link definition as if an image referred to it. */
export function judgeReferred(site: LinkSite, hosts: LinkHosts, context: LinkContext): LinkVerdict | undefined {
  return judgeLink({ ...site, kind: 'loaded' }, hosts, context);
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url, 'https://none.invalid');
  } catch {
    return undefined;
  }
}

/** Quick check: whether path and query are too short to carry data. */
function isQuiet({ hostname, pathname, search, hash, username, password }: URL): boolean {
  if (hash.length >= 16 || username.length + password.length >= 12) return false;
  return search.length < 8 && pathname.length < 16 && hostname.length < 40 && !isCollector(hostname);
}

function judgeData({ url, kind, isHtml }: LinkSite): LinkVerdict | undefined {
  if (!ACTIVE_DATA.test(url)) return undefined;
  const body = unescape64(url.slice(url.indexOf(',') + 1, 4096));
  const acts = /<script|\bon[a-z]+\s*=|javascript:|%3cscript/i.test(body) || /^data:\s*(?:text|application)\/javascript/i.test(url);
  if (kind === 'loaded' && !isHtml) return acts ? { category: 'script_link', score: 0.6 } : undefined;
  return { category: 'script_link', score: acts ? 0.85 : /^data:\s*text\/html/i.test(url) && kind === 'link' ? 0.6 : 0 };
}

function unescape64(body: string): string {
  if (!/^[A-Za-z0-9+/]{12,}={0,2}$/.test(body)) return body;
  try {
    return atob(body.length % 4 === 1 ? body.slice(0, -1) : body);
  } catch {
    return body;
  }
}

function judgeHost({ hides }: LinkSite, written: string): LinkVerdict | undefined {
  const host = written.slice(written.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  if (hides) return { category: 'deceptive_host', score: 0.85 };
  return looksLikeAnother(unescapedHost(host)) ? { category: 'deceptive_host', score: 0.7 } : undefined;
}

function unescapedHost(host: string): string {
  try {
    return host.includes('%') ? decodeURIComponent(host) : host;
  } catch {
    return host;
  }
}

function judgeUser({ username, password, hostname }: URL): LinkVerdict | undefined {
  if (username === '') return undefined;
  if (
    /(?:^|%40|\W)[a-z0-9-]+\.(?:com|org|net|io|gov|edu|co|de|uk|fr|bank)(?:%2f|$|\W)/i.test(username) &&
    password === '' &&
    hostname !== ''
  ) {
    return { category: 'deceptive_host', score: 0.8 };
  }
  return password === '' ? undefined : { category: 'url_credentials', score: 0.4 };
}

/** Judges a URL that is fetched as soon as the text is shown. */
function loadedScore(url: string, host: string, parsed: URL, context: LinkContext): number {
  const told = toldScore(parsed, context);
  if (isQuiet(parsed)) return told;
  const payload = payloadOf(parsed);
  const tells = payload.values.some((value) => value.length > 3) || payload.names.length > 0;
  if (isCollector(host) && tells) return 0.9;
  const own =
    payload.coded.length > 0
      ? codedScore(payload)
      : Math.max(wordScore(payload), payload.opaque >= 256 ? 0.5 : 0, BLANK.test(url) ? 0.7 : 0);
  return Math.max(own, told, sharedScore(payload, context, own));
}

/** Words of facts in a URL that is fetched automatically: several facts together are no name of a picture. */
function toldScore({ hostname, pathname, search, hash, username }: URL, context: LinkContext): number {
  const below = hostname.split('.').slice(0, -2).join(' ');
  const rest = unescaped(`${username} ${pathname} ${search} ${hash}`);
  let score = 0;
  for (const by of ['user', 'others'] as const) {
    const [inHost, inAll] = [context.told(below, by), context.told(`${below} ${rest}`, by)];
    if (inAll.words < 2) continue;
    if (inAll.words >= 3 && inAll.isJoined) score = Math.max(score, by === 'user' || inHost.words >= 2 ? 0.8 : 0.6);
    else if (inAll.isJoined || inHost.words >= 2) score = Math.max(score, 0.6);
  }
  return score;
}

function codedScore({ coded }: Payload): number {
  const isRecord = coded.every((text) => /^\s*[{[]/.test(text));
  return isRecord ? 0.7 : 0.9;
}

function wordScore({ words, pathWords }: Payload): number {
  if (words >= 5) return 0.8;
  if (pathWords >= 5) return 0.75;
  return words >= 3 || pathWords >= 3 ? 0.4 : 0;
}

/** Words of the conversation in a URL that is fetched automatically. */
function sharedScore({ coded, values, names }: Payload, context: LinkContext, own: number): number {
  if (coded.length > 0 && context.shared(coded.join(' '), 'all') >= 8) return 1;
  const said = values.length === 0 ? 0 : context.shared(values.join(' '), 'all');
  if (said >= 24 || (said >= 12 && own >= 0.75)) return 0.95;
  const named = names.length === 0 ? 0 : context.shared(names.join(' '), 'others');
  if (named >= 16) return 0.85;
  return said >= 8 ? 0.7 : 0;
}

/** Judges a URL that the reader must click. */
function followedScore(parsed: URL, context: LinkContext): number {
  const { search, pathname, hostname, hash } = parsed;
  if (search.length < 12 && pathname.length < 16 && hostname.length < 40 && hash.length < 16) return 0;
  const payload = payloadOf(parsed);
  if (payload.coded.length > 0) {
    if (context.shared(payload.coded.join(' '), 'all') >= 8) return 0.8;
    return codedScore(payload) === 0.9 ? 0.4 : 0.3;
  }
  return payload.values.length > 0 && payload.words >= 5 && context.shared(payload.values.join(' '), 'others') >= 60 ? 0.6 : 0;
}
