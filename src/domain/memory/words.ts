import { searchTerms } from '../../core/search-terms.ts';
import { BULLET, joinWrapped } from '../../core/wrapped-lines.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a text, trimmed. Wrapped lines are joined, and so are the items of a list with the line that introduces it. */
export function sentencesOf(text: string): string[] {
  return withLists(joinWrapped(text))
    .flatMap((line) => Array.from(segmenter.segment(line), ({ segment }) => segment.trim()))
    .filter((part) => part !== '');
}

/** An item that says something about its speaker by itself. */
const OWN_STATEMENT = /^(?:i|i['’]\p{L}+|my|we|we['’]\p{L}+|our) /iu;

/** "I need:" with the items "salt" and "rice" below it is "I need: salt; rice". Other items are lines of their own. */
function withLists(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let isOpen = false;
  let count = 0;
  for (const line of lines.filter((one) => one !== '')) {
    const item = line.replace(BULLET, '');
    const isItem = item !== line;
    if (isItem && isOpen && !OWN_STATEMENT.test(item))
      joined.push(`${joined.pop() ?? ''}${count > 0 ? ';' : ''} ${item.replace(/[.;,]$/, '')}`);
    else joined.push(item);
    count = isItem && isOpen ? count + 1 : 0;
    isOpen = line.endsWith(':') ? !isItem : isItem && isOpen;
  }
  return joined;
}

/** The content words of a text in lower case, without plural and past endings, so that "liked" is "like". */
export function contentWords(text: string): Set<string> {
  return new Set(searchTerms(text, 256).map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '').replace(/e$/, '') : word)));
}

/** What must not differ between two texts that say the same: numbers, names and negations. */
export function tellingWords(text: string): Set<string> {
  const numbers = text.match(/\d+/g) ?? [];
  const names = Array.from(text.matchAll(/(?<=[\p{L}\p{N},;:'’"] )\p{Lu}[\p{L}\p{N}]+/gu), ([name]) => name.toLowerCase());
  const denials = /\b(?:not|never|no longer|nor|without|stopped|quit|hate|dislike|\w+n['’]t)\b/i.test(text) ? ['not'] : [];
  return new Set([...numbers, ...names, ...denials]);
}

/** The share of words that two sets have in common, from 0 to 1. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const all = new Set([...one, ...other]);
  if (all.size === 0) return 1;
  return [...one].filter((word) => other.has(word)).length / all.size;
}
