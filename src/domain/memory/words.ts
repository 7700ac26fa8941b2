import { contentWords } from '../../core/content-words.ts';

/** What must not differ between two texts that say the same: numbers, names, what is preferred, and negations. */
export function tellingWords(text: string): Set<string> {
  const numbers = text.match(/\d+/g) ?? [];
  const names = Array.from(text.matchAll(/(?<=[\p{L}\p{N},;:'’"] )\p{Lu}[\p{L}\p{N}]+/gu), ([name]) => name.toLowerCase());
  const preferred = /\bprefer (.{1,100}?) (?:to|over|than) /i.exec(text)?.[1];
  const first = preferred === undefined ? [] : [`prefer ${[...contentWords(preferred)].join(' ')}`];
  return new Set([...numbers, ...names, ...first, ...(isDenial(text) ? ['not'] : [])]);
}

/** Whether a text denies something, or says that it has ended. */
export function isDenial(text: string): boolean {
  return /\b(?:not|never|no longer|nor|without|stopped|quit|gave up|given up|hate|dislike|\w+n['’]t)\b/i.test(text);
}

/** The share of words that two sets have in common, from 0 to 1. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const all = new Set([...one, ...other]);
  if (all.size === 0) return 1;
  return [...one].filter((word) => other.has(word)).length / all.size;
}

/** A text that begins with a capital. */
export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
