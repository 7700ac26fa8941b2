import type { Detector, DetectorContext, Finding, GuardPart } from '../../../ports/guard.ts';
import { NO_CONVERSATION } from '../tools/conversation.ts';
import { createLinkContext } from './link-context.ts';
import { judgeLink, judgeReferred, spellingHost, type LinkHosts, type LinkContext, type LinkVerdict } from './link-score.ts';
import { imageReferences, linkSites, MAX_SITES, mayHoldLinks, type LinkSite } from './link-sites.ts';
import { MAX_URL } from './link-url.ts';

const NAME = 'links';
/** Length up to which a URL is held back in full; one that already carries too much is held until it ends or is replaced. */
const MAX_OPEN = 256;
/** Score from which an incomplete URL is held back longer. */
const SUSPECT = 0.5;
/** Number of single-letter images of one host that count as spelling out a text. */
const SPELLING = 8;
const SPELLED: LinkVerdict = { category: 'data_exfiltration', score: 0.8 };
/** Limit on the names of definitions remembered per reply. */
const MAX_LABELS = 256;
/** An incomplete URL prefix at the end of a text, at the start of a word. */
const BEGINNING = /(?<![A-Za-z0-9])(?:h|ht|htt|https?|https?:|https?:\/|f|ft|ftp|ftp:|ftp:\/|w|ws|wss?:?|wss?:\/)$/i;

/**
 * Finds URLs that exfiltrate the conversation or run a script: images and style sheets with data in their URL, which are fetched
 * when the text is shown; links with encoded data; `javascript:` and active `data:` URLs; homograph hosts; hosts that a policy
 * blocks. Ordinary links, signed URLs and images of hosts mentioned in the text pass. Linear in the length of the text, and very
 * fast if it has no URL.
 */
export function createLinkDetector({ allow = [], block = [] }: Partial<LinkHosts> = {}): Detector {
  const hosts: LinkHosts = { allow, block };
  const nobody = createLinkContext(NO_CONVERSATION);
  return {
    ...reading(hosts, nobody),
    // Definitions and references are kept per request.
    inspect: (part) => (mayMatter(part.text) ? reading(hosts, nobody).inspect(part) : NOTHING),
    bind: ({ direction, conversation }: DetectorContext) => {
      return direction === 'output' ? whereNeeded(() => reading(hosts, createLinkContext(conversation))) : undefined;
    },
  };
}

/** Creates the reader of a reply only when a text may contain a link, or when the reply is streamed. */
function whereNeeded(create: () => Detector & Required<Pick<Detector, 'tail'>>): Detector {
  let made: ReturnType<typeof create> | undefined;
  return {
    name: NAME,
    directions: ['input', 'output'],
    inspect: (part) => (made === undefined && !mayMatter(part.text) ? NOTHING : (made ??= create()).inspect(part)),
    tail: (text) => (made ??= create()).tail(text),
    goesOn,
  };
}

const NOTHING: readonly Finding[] = [];
const CLOSER = /[\s)"'<>`]/;

/** A URL longer than the text held back is replaced up to its end. */
function goesOn(_: Finding, text: string): { readonly length: number; readonly isOver: boolean } {
  const length = text.search(CLOSER);
  return length < 0 ? { length: text.length, isOver: false } : { length, isOver: true };
}

/** Whether a text only adds to the URL at the end of another. */
function goesOnIn(text: string, long: { readonly text: string }): boolean {
  return text.startsWith(long.text) && !CLOSER.test(text.slice(long.text.length));
}

/** Whether a text contains a URL, or an image that refers to one. */
function mayMatter(text: string): boolean {
  return mayHoldLinks(text) || text.includes('![');
}

/** Reader of one reply. Remembers which definitions no image may refer to, and which ones images refer to. */
function reading(hosts: LinkHosts, context: LinkContext): Detector & Required<Pick<Detector, 'tail'>> {
  // Created on first use: most replies have no URL.
  let referred: Set<string> | undefined;
  let suspect: Map<string, LinkVerdict> | undefined;
  let spelled: Map<string, Map<string, number>> | undefined;
  let long: { readonly text: string; readonly start: number } | undefined;

  function sitesOf(text: string): readonly LinkSite[] {
    return mayHoldLinks(text) ? linkSites(text) : [];
  }

  function verdictOf(site: LinkSite): LinkVerdict | undefined {
    const { label } = site;
    if (label === undefined) return judgeLink(site, hosts, context);
    const asImage = judgeReferred(site, hosts, context);
    if (asImage !== undefined && (suspect ??= new Map<string, LinkVerdict>()).size < MAX_LABELS) suspect.set(label, asImage);
    return referred?.has(label) === true ? asImage : judgeLink(site, hosts, context);
  }

  /** Counts a letter spelt out by images; an image that is read again counts once. */
  function spelling(site: LinkSite): LinkVerdict | undefined {
    const host = spellingHost(site, hosts, context);
    if (host === undefined) return undefined;
    spelled ??= new Map<string, Map<string, number>>();
    const letters = spelled.get(host) ?? new Map<string, number>();
    if (spelled.size < MAX_LABELS) spelled.set(host, letters);
    if (!letters.has(site.url)) letters.set(site.url, letters.size);
    return (letters.get(site.url) ?? 0) >= SPELLING ? SPELLED : undefined;
  }

  function inspect({ id, text }: GuardPart): readonly Finding[] {
    const findings: Finding[] = [];
    const add = ({ category, score }: LinkVerdict, { start, end }: { readonly start: number; readonly end: number }): void => {
      if (score > 0 && start < end) findings.push({ detector: NAME, category, part: id, start, end, score });
    };
    if (text.includes('!['))
      for (const { label } of imageReferences(text)) if ((referred ??= new Set<string>()).size < MAX_LABELS) referred.add(label);
    const sites = sitesOf(text);
    if (sites.length === 0 && suspect === undefined) return NOTHING;
    const last = sites[MAX_SITES - 1];
    if (last !== undefined) add({ category: 'too_many_links', score: 0.5 }, { start: last.end, end: text.length });
    const defined = new Set(sites.flatMap(({ label }) => label ?? []));
    for (const site of sites) {
      // A name that is still incomplete may become another one.
      const verdict = verdictOf(site) ?? (site.end < text.length ? spelling(site) : undefined);
      if (verdict !== undefined) add(verdict, site);
    }
    // The definition was already released as a link; an image that would fetch it must not be.
    if (suspect !== undefined) {
      for (const reference of imageReferences(text)) {
        const verdict = suspect.get(reference.label);
        if (verdict !== undefined && !defined.has(reference.label)) add(verdict, reference);
      }
    }
    return findings.toSorted((a, b) => a.start - b.start);
  }

  function tail(text: string): number {
    // A long URL may arrive character by character, so it is not judged again each time.
    if (long !== undefined && text.length - long.start < MAX_URL && goesOnIn(text, long)) return long.start;
    long = undefined;
    const open = openAt(text);
    if (text.length - open > MAX_OPEN) long = { text, start: open };
    return open;
  }

  function openAt(text: string): number {
    let open = text.length - (BEGINNING.exec(text.slice(-8))?.[0].length ?? 0);
    for (const site of sitesOf(text)) {
      if (site.end < text.length || site.start >= open) continue;
      const length = text.length - site.start;
      const isHeld = length <= MAX_OPEN || (length < MAX_URL && (verdictOf(site)?.score ?? 0) >= SUSPECT);
      if (isHeld) open = site.start;
    }
    if (suspect !== undefined) {
      const image = text.lastIndexOf('![');
      if (image >= 0 && text.length - image <= MAX_OPEN && !/\][^[(]/.test(text.slice(image))) open = Math.min(open, image);
    }
    return open;
  }

  return { name: NAME, directions: ['input', 'output'], inspect, tail, goesOn };
}
