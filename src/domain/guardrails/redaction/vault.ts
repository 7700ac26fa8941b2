import { bareContext, openPlaceholder, placeholdersIn, replacePlaceholders } from './placeholder-forms.ts';
import { placeholder } from './redact.ts';
import { isSecret } from './secret-categories.ts';
import { meaningOf } from './value-meaning.ts';
import type { ValueWriter } from './value-writer.ts';
import { hostAround, namesHost, openAuthority } from './web-host.ts';

/** Read-only view of the redacted values of one request, keyed by placeholder. */
export interface ReplacedValues {
  /** Whether nothing was redacted. */
  readonly isEmpty: boolean;
  /**
   * Replaces the vault's placeholders in a text, in any variant, by their values. With a writer, and so before somebody reads the text, no
   * secret and no card number gets into a web address, unless the request had that value in an address of the same host. `context` is what
   * stood before the text.
   */
  restore(text: string, writer?: ValueWriter, context?: string): string;
  /** Index from which a growing text may end in a placeholder of this vault, incomplete or of a link; otherwise the text's length. */
  openTail(text: string, context?: string): number;
}

/** The redacted values of one request, keyed by placeholder. Kept only for the lifetime of the request. */
export interface Vault extends ReplacedValues {
  /**
   * The placeholder of a value, such as `[EMAIL_2]`; the same value always gets the same one. In another spelling it gets one with the same
   * number, `[EMAIL_2_FORM_2]`, since each spelling comes back as it was.
   */
  placeholderFor(category: string, value: string): string;
}

/** Characters around a value that are read for the address it is in. */
const REACH = 2048;
/** Limit on the places of a value in one text that are read. */
const MOST_PLACES = 64;

/**
 * Creates the vault of a request with these texts. Secrets may also get into addresses of hosts that one of the `trusted` texts names. Values are numbered in order of appearance, so that a resent conversation gets
 * the same placeholders. Anything in the texts that already looks like a placeholder is never assigned to a value, and so never
 * restored.
 */
export function createVault(texts: Iterable<string>, trusted: Iterable<string> = []): Vault {
  /** Computed on the first redaction: most requests have none. */
  let taken: Set<string> | undefined;
  const placeholders = new Map<string, string>();
  const values = new Map<string, { readonly value: string; readonly category: string }>();
  /** By value: the hosts of the addresses in which the request itself had it. */
  const hosts = new Map<string, ReadonlySet<string>>();
  const counts = new Map<string, number>();
  const names = new Map<string, string>();

  /** The first placeholder of each meaning, and how many spellings it has. */
  const meanings = new Map<string, { readonly first: string; forms: number }>();

  function placeholderOf(category: string, value: string): string {
    const meaning = `${category} ${category === 'email_address' ? value.toLowerCase() : meaningOf(category, value)}`;
    const known = meanings.get(meaning);
    if (known === undefined) {
      const first = next(category);
      meanings.set(meaning, { first, forms: 1 });
      return first;
    }
    let made: string;
    do {
      known.forms += 1;
      made = `${known.first.slice(0, -1)}_FORM_${known.forms}]`;
    } while (taken?.has(made) === true);
    return made;
  }

  function next(category: string): string {
    const name = names.get(category) ?? placeholder(category).slice(0, -1);
    names.set(category, name);
    let count = counts.get(name) ?? 0;
    let made: string;
    taken ??= literalsOf(texts);
    do {
      count += 1;
      made = `${name}_${count}]`;
    } while (taken.has(made));
    counts.set(name, count);
    return made;
  }

  /** Whether the request itself has a value directly before a bracket: then the model may have meant no link. */
  function standsBeforeBracket(value: string): boolean {
    for (const text of texts) if (text.includes(`${value}(`)) return true;
    return false;
  }

  function ownHosts(value: string): ReadonlySet<string> {
    const known = hosts.get(value);
    if (known !== undefined) return known;
    const own = new Set<string>();
    for (const text of texts) {
      let left = MOST_PLACES;
      for (let at = text.indexOf(value); at >= 0 && left > 0; at = text.indexOf(value, at + value.length)) {
        left -= 1;
        const host = hostAround(text.slice(Math.max(0, at - REACH), at), text.slice(at + value.length, at + value.length + REACH));
        if (host !== undefined && host !== '') own.add(host);
      }
    }
    hosts.set(value, own);
    return own;
  }

  /** Whether whoever opens the address around a position, if there is one, tells its host nothing that the request did not. */
  function mayStand(
    { value, category }: { readonly value: string; readonly category: string },
    writer: ValueWriter,
    after: string,
  ): boolean {
    if (!isSecret(category)) return true;
    if (writer.isLost) return false;
    const host = hostAround(writer.before, after);
    if (host === undefined) return true;
    return host !== '' && (ownHosts(value).has(host) || [...trusted].some((text) => namesHost(text.toLowerCase(), host)));
  }

  return {
    get isEmpty() {
      return values.size === 0;
    },
    placeholderFor(category, value) {
      const known = placeholders.get(value);
      if (known !== undefined) return known;
      const made = placeholderOf(category, value);
      placeholders.set(value, made);
      values.set(made, { value, category });
      return made;
    },
    restore(text, writer, context = '') {
      let from = 0;
      const restored = replacePlaceholders(context + text, (said, place) => {
        const entry = values.get(said);
        const [start, end] = [place.start - context.length, place.end - context.length];
        if (entry === undefined || start < 0) return undefined;
        const { value } = entry;
        writer?.follow(text.slice(from, start));
        from = start;
        if (writer !== undefined && !mayStand(entry, writer, text.slice(end, end + REACH))) return undefined;
        const [before, after] = place.isLinkText && !standsBeforeBracket(value) ? ['[', ']'] : ['', ''];
        return before + (writer?.write(value) ?? value) + after;
      });
      writer?.follow(text.slice(from));
      return restored.slice(context.length);
    },
    openTail(text, context) {
      if (values.size === 0) return text.length;
      const isBeginning = (said: string): boolean => {
        for (const made of values.keys()) if (made.startsWith(said)) return true;
        return false;
      };
      return openPlaceholder(text, isBeginning, context);
    },
  };
}

/** The placeholders that occur in the texts themselves. */
function literalsOf(texts: Iterable<string>): Set<string> {
  const literals = new Set<string>();
  for (const text of texts) for (const said of placeholdersIn(text)) literals.add(said);
  return literals;
}

/** Restores the values in one growing text. Concatenated, the returned pieces are the restored text. */
export interface Restorer {
  push(piece: string): string;
  /** UTF-16 code units that were pushed but are held back. */
  readonly held: number;
  /** Ends the text and returns what was held back. */
  end(): string;
}

/** A restorer for one text. `writer` escapes values for their position, such as inside JSON strings. */
export function createRestorer(vault: ReplacedValues, writer?: ValueWriter): Restorer {
  let held = '';
  let context = '';

  function restored(text: string): string {
    const before = context;
    context = bareContext(context + text.slice(-2));
    return vault.restore(text, writer, before);
  }

  return {
    get held() {
      return held.length;
    },
    push(piece) {
      const text = held + piece;
      const isInAuthority = (open: string): boolean => placeholdersIn(open).next().done !== true;
      const open = Math.min(
        vault.openTail(text, context),
        vault.isEmpty ? text.length : openAuthority(writer?.before ?? '', text, isInAuthority),
      );
      held = text.slice(open);
      return restored(text.slice(0, open));
    },
    end() {
      const rest = restored(held);
      held = '';
      return rest;
    },
  };
}
