import type { Conversation } from '../../../ports/guard.ts';
import { holdsPlaceholder } from '../redaction/placeholder-forms.ts';
import { namesHost } from '../redaction/web-host.ts';
import type { LinkContext } from './link-score.ts';
import { factsIn, toldWords, type Facts, type ToldWords } from './told-facts.ts';

/** Limits in characters: of the conversation that is searched for a URL's data, latest texts first, and of that data. */
const MAX_SEARCHED = 65_536;
const MAX_SOUGHT = 2048;
/** Limit on the characters in which facts are looked for, latest texts first. */
const MAX_READ = 16_384;
/** Shortest fragment of text that identifies its source. */
const LEAST = 8;
const TRUSTED_ROLES: ReadonlySet<string> = new Set(['system', 'developer']);
const PLAIN = /[^\p{L}\p{N}]+/gu;

/** What the conversation reveals about the URLs in its reply. Everything is computed on first use. */
export function createLinkContext({ steps, restore }: Conversation): LinkContext {
  const known = new Map<string, ReadonlySet<number>>();

  /** Lower-cased texts of the conversation. */
  function texts(kind: 'system' | 'user' | 'all' | 'others'): readonly string[] {
    return steps.flatMap((step) => {
      const role = step.kind === 'said' ? step.role : step.kind;
      const isSystem = TRUSTED_ROLES.has(role);
      const isWanted = kind === 'all' || (kind === 'system' ? isSystem : kind === 'user' ? role === 'user' : role !== 'user');
      if (!isWanted) return [];
      return [step.kind === 'call' ? step.call.arguments : step.text];
    });
  }

  /** Hashes of the fragments of those texts, from the latest back to the search limit. */
  function pieces(kind: 'all' | 'others'): ReadonlySet<number> {
    const found = known.get(kind);
    if (found !== undefined) return found;
    const all = new Set<number>();
    let left = MAX_SEARCHED;
    for (const text of texts(kind).toReversed()) {
      if (left <= 0) break;
      for (const piece of piecesOf(bare(text.slice(0, left)))) all.add(piece);
      left -= text.length;
    }
    known.set(kind, all);
    return all;
  }

  const facts = new Map<string, Facts>();

  function factsOf(kind: 'user' | 'others'): Facts {
    const known = facts.get(kind);
    if (known !== undefined) return known;
    let [text, left] = ['', MAX_READ];
    for (const said of texts(kind).toReversed()) {
      text += `${said.slice(0, left)}\n`;
      left -= said.length;
      if (left <= 0) break;
    }
    const made = factsIn(text, kind === 'user');
    facts.set(kind, made);
    return made;
  }

  const names = (kind: 'system' | 'user', host: string): boolean => {
    return texts(kind).some((text) => namesHost(text.toLowerCase(), host));
  };

  return {
    wasGiven(url) {
      if (steps.length === 0) return false;
      const said = texts('all');
      const whole = restore?.(url) ?? url;
      return said.some((text) => text.includes(url) || (whole !== url && text.includes(whole)));
    },
    // Where it is not known what was redacted, anything that looks like a placeholder may be one.
    getsValue: (url) => (restore === undefined ? holdsPlaceholder(url) : restore(url) !== url),
    isTrusted: (host) => steps.length > 0 && host !== '' && names('system', host),
    isNamed: (host) => steps.length > 0 && host !== '' && names('user', host),
    told: (text, by) => (steps.length === 0 ? NOTHING_TOLD : toldWords(factsOf(by), text.slice(0, MAX_SOUGHT))),
    shared(text, from) {
      if (steps.length === 0) return 0;
      const searched = pieces(from);
      let [longest, run] = [0, 0];
      for (const piece of piecesOf(bare(text.slice(0, MAX_SOUGHT)))) {
        run = searched.has(piece) ? run + 1 : 0;
        longest = Math.max(longest, run);
      }
      return longest === 0 ? 0 : longest + LEAST - 1;
    },
  };
}

const NOTHING_TOLD: ToldWords = { words: 0, isJoined: false };
const FACTOR = 31;
/** Weight of the character that leaves the rolling hash. */
const LEAVING = Array.from({ length: LEAST }).reduce<number>((product) => Math.imul(product, FACTOR), 1);

/** Rolling hashes of every fragment of a text, in order. */
function piecesOf(text: string): number[] {
  const numbers: number[] = [];
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = (Math.imul(hash, FACTOR) + text.charCodeAt(index)) | 0;
    if (index >= LEAST) hash = (hash - Math.imul(text.charCodeAt(index - LEAST), LEAVING)) | 0;
    if (index >= LEAST - 1) numbers.push(hash);
  }
  return numbers;
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll(PLAIN, '');
}
