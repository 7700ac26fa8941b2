import { readEscapes } from '../normalisation/json-reading.ts';
import { written } from './json-notation.ts';
import { placeholder, type WriteRedaction } from './redact.ts';
import { meaningOf } from './value-meaning.ts';
import { insideJson } from './value-writer.ts';

/** Computes a short keyed hash of a value. */
export type KeyedHash = (value: string) => string;

export interface RedactionWriterOptions {
  /** Without it, values to be hashed get a placeholder. */
  readonly hash?: KeyedHash | undefined;
  /** Creates placeholders that can be restored. */
  readonly placeholderFor?: ((category: string, value: string) => string) | undefined;
}

/** Creates the function that writes redactions in every mode. */
export function redactionWriter({ hash, placeholderFor }: RedactionWriterOptions): WriteRedaction {
  const write: WriteRedaction = ({ category, redaction }, value) => {
    if (redaction?.mode === 'mask') return mask(value, redaction.visible);
    if (redaction?.mode === 'replace') return redaction.text;
    if (redaction?.mode === 'hash' && hash !== undefined)
      return `${placeholder(category).slice(0, -1)}:${hash(meaningOf(category, value))}]`;
    return placeholderFor?.(category, value) ?? placeholder(category);
  };
  return (span, value) => {
    const { notation, depth = 1, isBare = false } = span;
    if (notation === undefined) return write(span, value);
    // The same value gets the same replacement however it is formatted.
    let said = value;
    for (let level = 0; level < depth; level += 1) said = readEscapes(said).text;
    let own = isBare ? JSON.stringify(write(span, said)) : write(span, said);
    for (let level = 1; level < depth; level += 1) own = insideJson(own);
    return written(own, notation);
  };
}

/** Replaces letters and digits by stars except for the last `visible` characters; at most a third of the value is shown. */
function mask(value: string, visible: number): string {
  const characters = Array.from(value);
  const shown = characters.length - Math.min(visible, Math.floor(characters.length / 3));
  return characters.map((character, index) => (index < shown && /[\p{L}\p{N}]/u.test(character) ? '*' : character)).join('');
}
