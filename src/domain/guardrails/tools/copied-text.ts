import { decodedPieces } from '../normalisation/decoded-views.ts';
import { normalise } from '../normalisation/normalise.ts';
import { codedValues } from './coded-values.ts';

/** Finds text copied from earlier texts, whatever its spacing, case or encoding. */
export interface CopySearch<Owner> {
  /** Adds a text that may be copied from. All are added before any search. */
  add(owner: Owner, text: string): void;
  /** Text that is also in this one does not count as copied. */
  forget(text: string): void;
  /** Owners of the added texts from which part of this text was copied. */
  search(text: string): readonly Owner[];
}

/** Minimum length of a word with a digit or an at sign that counts as copied by itself: codes, numbers, addresses. */
const MIN_WORD = 6;
const WORDS = /[^\s"'`<>()[\]{},;|=\\]{6,256}/g;
const NOT_LETTERS = /[^\p{L}\p{N}]+/gu;
const FILTER_BITS = 16;
const FACTOR = 31;

/** A search for runs of at least `minLength` letters and digits, and for whole words that look like values. */
export function createCopySearch<Owner>(minLength: number): CopySearch<Owner> {
  const runs = new Map<number, { readonly run: string; readonly owners: Set<Owner> }[]>();
  const words = new Map<string, Set<Owner>>();
  const filter = new Uint8Array(1 << FILTER_BITS);

  function addPlain(owner: Owner, text: string): void {
    const letters = lettersOf(text);
    forEachRun(letters, minLength, (hash, at) => {
      const run = letters.slice(at, at + minLength);
      const entry = entryOf(hash, run) ?? { run, owners: new Set<Owner>() };
      if (entry.owners.size === 0) runs.set(hash, [...(runs.get(hash) ?? []), entry]);
      entry.owners.add(owner);
      filter[hash & (filter.length - 1)] = 1;
    });
    for (const word of valuesOf(text)) words.set(word, (words.get(word) ?? new Set<Owner>()).add(owner));
  }

  function entryOf(hash: number, run: string) {
    return runs.get(hash)?.find((entry) => entry.run === run);
  }

  /** Owners of the added texts found in a text. */
  function found(text: string): Set<Owner>[] {
    const all: Set<Owner>[] = [];
    const letters = runs.size === 0 ? '' : lettersOf(text);
    forEachRun(letters, minLength, (hash, at) => {
      if (filter[hash & (filter.length - 1)] === 0 || !runs.has(hash)) return;
      const entry = entryOf(hash, letters.slice(at, at + minLength));
      if (entry !== undefined) all.push(entry.owners);
    });
    if (words.size === 0) return all;
    for (const word of valuesOf(text)) {
      const owners = words.get(word);
      if (owners !== undefined) all.push(owners);
    }
    return all;
  }

  return {
    add(owner, text) {
      addPlain(owner, text);
      for (const piece of decodedPieces(text)) addPlain(owner, piece.text);
      for (const said of codedValues(text)) addPlain(owner, said);
    },
    forget(text) {
      for (const owners of found(text)) owners.clear();
    },
    search(text) {
      const all = new Set<Owner>();
      for (const owners of found(text)) for (const owner of owners) all.add(owner);
      return [...all];
    },
  };
}

function lettersOf(text: string): string {
  return normalise(text).text.replaceAll(NOT_LETTERS, '');
}

function* valuesOf(text: string): Generator<string> {
  for (const [match] of text.matchAll(WORDS)) {
    const word = match.replace(/^[.:!?#*_-]+|[.:!?*_-]+$/g, '').toLowerCase();
    if (word.length >= MIN_WORD && /[\d@]/.test(word)) yield word;
  }
}

/** Visits every run of `length` characters with its start and its rolling hash (Karp and Rabin, 1987). */
function forEachRun(text: string, length: number, visit: (hash: number, at: number) => void): void {
  if (text.length < length) return;
  let [hash, top] = [0, 1];
  for (let index = 0; index < length; index += 1) {
    hash = (Math.imul(hash, FACTOR) + text.charCodeAt(index)) | 0;
    if (index > 0) top = Math.imul(top, FACTOR);
  }
  visit(hash, 0);
  for (let index = length; index < text.length; index += 1) {
    hash = (hash - Math.imul(text.charCodeAt(index - length), top)) | 0;
    hash = (Math.imul(hash, FACTOR) + text.charCodeAt(index)) | 0;
    visit(hash, index - length + 1);
  }
}
