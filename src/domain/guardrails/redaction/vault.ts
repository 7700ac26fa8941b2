import { openPlaceholder, placeholdersIn, replacePlaceholders } from './placeholder-forms.ts';
import { placeholder } from './redact.ts';
import type { ValueWriter } from './value-writer.ts';

/** The redacted values of one request by their placeholders, read-only. */
export interface ReplacedValues {
  /** Whether nothing was redacted. */
  readonly isEmpty: boolean;
  /** A text with the placeholders of this vault, in whatever form, replaced by their values. */
  restore(text: string, writer?: ValueWriter): string;
  /** Index from which a growing text may end in an incomplete placeholder of this vault; the text's length if it does not. */
  openTail(text: string): number;
}

/** The redacted values of one request by their placeholders; they exist only as long as the request. */
export interface Vault extends ReplacedValues {
  /** The placeholder of a value, such as `[EMAIL_2]`: the same one for the same value. */
  placeholderFor(category: string, value: string): string;
}

/**
 * A vault for a request with these texts. Values are numbered in order of appearance, so that a conversation which is sent
 * again gets the same placeholders again. What looks like a placeholder in the texts themselves is never used for a value,
 * and so never restored.
 */
export function createVault(texts: Iterable<string>): Vault {
  /** Computed once there is something to redact: in most requests there is nothing. */
  let taken: Set<string> | undefined;
  const placeholders = new Map<string, string>();
  const values = new Map<string, string>();
  const counts = new Map<string, number>();
  const names = new Map<string, string>();

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

  return {
    get isEmpty() {
      return values.size === 0;
    },
    placeholderFor(category, value) {
      const known = placeholders.get(value);
      if (known !== undefined) return known;
      const made = next(category);
      placeholders.set(value, made);
      values.set(made, value);
      return made;
    },
    restore(text, writer) {
      let from = 0;
      const restored = replacePlaceholders(text, (said, place) => {
        const value = values.get(said);
        if (value === undefined || writer === undefined) return value;
        writer.follow(text.slice(from, place));
        from = place;
        return writer.write(value);
      });
      writer?.follow(text.slice(from));
      return restored;
    },
    openTail(text) {
      if (values.size === 0) return text.length;
      return openPlaceholder(text, (said) => {
        for (const made of values.keys()) if (made.startsWith(said)) return true;
        return false;
      });
    },
  };
}

/** The placeholders that are in some texts. */
function literalsOf(texts: Iterable<string>): Set<string> {
  const literals = new Set<string>();
  for (const text of texts) for (const said of placeholdersIn(text)) literals.add(said);
  return literals;
}

/** Restores the values in one growing text. Together, what it returns is the restored text. */
export interface Restorer {
  push(piece: string): string;
  /** UTF-16 code units that were pushed but are held back. */
  readonly held: number;
  /** Ends the text, and gives what was held back as a possible beginning of a placeholder. */
  end(): string;
}

/** A restorer for one text. `writer` escapes values for their places, such as inside JSON strings. */
export function createRestorer(vault: ReplacedValues, writer?: ValueWriter): Restorer {
  let held = '';
  return {
    get held() {
      return held.length;
    },
    push(piece) {
      const text = held + piece;
      const end = vault.openTail(text);
      held = text.slice(end);
      return vault.restore(text.slice(0, end), writer);
    },
    end() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}
