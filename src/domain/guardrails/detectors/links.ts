import type { Detector, DetectorScene, Finding, GuardPart } from '../../../ports/guard.ts';
import { NO_CONVERSATION } from '../tools/conversation.ts';
import { createLinkScene } from './link-scene.ts';
import { judgeLink, judgeReferred, spellingHost, type LinkHosts, type LinkScene, type LinkVerdict } from './link-score.ts';
import { imageReferences, linkSites, MAX_SITES, MAX_URL, mayHoldLinks, type LinkSite } from './link-sites.ts';

const NAME = 'links';
/** How long a URL is held back while it may go on; one that already carries too much is until it ends or is replaced. */
const MAX_OPEN = 256;
/** From this score on an open URL is held back for longer. */
const SUSPECT = 0.5;
/** Images of single letters of one host from which on they spell something out. */
const SPELLING = 8;
const SPELLED: LinkVerdict = { category: 'data_exfiltration', score: 0.8 };
/** Names of definitions remembered in one reply. */
const MAX_LABELS = 256;
/** The first letters of a URL at the end of a text, at the beginning of a word. */
const BEGINNING = /(?<![A-Za-z0-9])(?:h|ht|htt|https?|https?:|https?:\/|f|ft|ftp|ftp:|ftp:\/|w|ws|wss?:?|wss?:\/)$/i;

/**
 * Finds URLs that carry a conversation away or run a script: images and style sheets, which are fetched when the text is
 * shown, with data in their address; links whose address is in code; `javascript:` and active `data:` URLs; hosts that
 * look like others; hosts that a policy blocks. Ordinary links, signed addresses and pictures of a text's own hosts pass.
 * Linear in the length of the text; nearly nothing for one without a URL.
 */
export function createLinkDetector({ allow = [], block = [] }: Partial<LinkHosts> = {}): Detector {
  const hosts: LinkHosts = { allow, block };
  const nobody = createLinkScene(NO_CONVERSATION);
  return {
    ...reading(hosts, nobody),
    // What one request refers to is nothing to the next.
    inspect: (part) => (mayMatter(part.text) ? reading(hosts, nobody).inspect(part) : NOTHING),
    bind: ({ direction, conversation }: DetectorScene) => {
      return direction === 'output' ? whereNeeded(() => reading(hosts, createLinkScene(conversation))) : undefined;
    },
  };
}

/** The reading of one reply, made with the first text that may hold a link, or with the first of a stream. */
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

/** A URL longer than what is held back is replaced up to its end. */
function goesOn(_: Finding, text: string): { readonly length: number; readonly isOver: boolean } {
  const length = text.search(CLOSER);
  return length < 0 ? { length: text.length, isOver: false } : { length, isOver: true };
}

/** Whether a text says what it said and goes on with the URL at its end. */
function goesOnIn(text: string, long: { readonly text: string }): boolean {
  return text.startsWith(long.text) && !CLOSER.test(text.slice(long.text.length));
}

/** Whether a text holds a URL, or an image that refers to one. */
function mayMatter(text: string): boolean {
  return mayHoldLinks(text) || text.includes('![');
}

/** The reading of one reply. It remembers which definitions an image may not refer to, and which images refer to. */
function reading(hosts: LinkHosts, scene: LinkScene): Detector & Required<Pick<Detector, 'tail'>> {
  // Made when there is something to remember: most replies have no URL.
  let referred: Set<string> | undefined;
  let suspect: Map<string, LinkVerdict> | undefined;
  let spelled: Map<string, Map<string, number>> | undefined;
  let long: { readonly text: string; readonly start: number } | undefined;

  function sitesOf(text: string): readonly LinkSite[] {
    return mayHoldLinks(text) ? linkSites(text) : [];
  }

  function verdictOf(site: LinkSite): LinkVerdict | undefined {
    const { label } = site;
    if (label === undefined) return judgeLink(site, hosts, scene);
    const asImage = judgeReferred(site, hosts, scene);
    if (asImage !== undefined && (suspect ??= new Map<string, LinkVerdict>()).size < MAX_LABELS) suspect.set(label, asImage);
    return referred?.has(label) === true ? asImage : judgeLink(site, hosts, scene);
  }

  /** One more letter of what images spell out. An image read again is the one it was. */
  function spelling(site: LinkSite): LinkVerdict | undefined {
    const host = spellingHost(site, hosts, scene);
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
      // What is not over yet may become another word.
      const verdict = verdictOf(site) ?? (site.end < text.length ? spelling(site) : undefined);
      if (verdict !== undefined) add(verdict, site);
    }
    // A definition that is out of sight was let through as a link; the image that would fetch it is not.
    if (suspect !== undefined) {
      for (const reference of imageReferences(text)) {
        const verdict = suspect.get(reference.label);
        if (verdict !== undefined && !defined.has(reference.label)) add(verdict, reference);
      }
    }
    return findings.toSorted((a, b) => a.start - b.start);
  }

  function tail(text: string): number {
    // A long URL comes letter by letter: it is not read again with every one, up to a length at which it has been replaced if it is to be.
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
