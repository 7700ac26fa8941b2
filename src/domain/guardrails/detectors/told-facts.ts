import { ENGLISH_WORDS } from '../normalisation/english-words.ts';

/** The telling words of what somebody said of a person or a matter, each with the numbers of the facts it stands in. */
export type Facts = ReadonlyMap<string, ReadonlySet<number>>;

/** Words of facts in a URL. */
export interface ToldWords {
  readonly words: number;
  /** Whether no single fact has them all: a picture of one thing is often named after it. */
  readonly isJoined: boolean;
}

/** Limit on the facts of a text, and on the words of a URL that are looked up. */
const MAX_FACTS = 1000;
const MAX_WORDS = 256;
const LEAST_WORD = 3;
const LONGEST_WORD = 24;
const CLAUSE_END = /[.!?;\n{}|]|,(?=\s|")|\s(?:and|but|und|aber|et|mais|y|pero|e|ma|en|maar)\s/iu;
/** What somebody says of themselves, or of those they speak for. */
const OWN =
  /(?:^|[^\p{L}])(?:my|our|i am|i[\u2019']?m|i was|i have|i[\u2019']ve|i had|i live|i work|i suffer|i take|call me|meine?[rmns]?|unsere?[rmns]?|ich (?:bin|hei\u00dfe|habe|hatte|wohne|arbeite|leide)|mon|ma|mes|notre|nos|je (?:suis|travaille|prends)|je m[\u2019']appelle|j[\u2019'](?:ai|habite)|mis?|nuestr[oa]s?|me llamo|soy|tengo|vivo|trabajo|il mio|la mia|mi chiamo|sono|ho|minha|meu|mijn|onze|ik (?:ben|heb|woon|werk))(?=[^\p{L}]|$)/iu;
/** What somebody asks for is no fact about them. */
const ASKED =
  /(?:^|[^\p{L}])(?:show|find|draw|search|looking for|want|need|would like|picture|image|photo|zeig\p{L}*|suche?|m\u00f6chte|bild|foto|cherche|voudrais|busco|quiero)(?=[^\p{L}]|$)/iu;
/** A field with its value. */
const FIELD = /^[\s"'*>-]{0,8}\p{L}[\p{L} _-]{1,30}["'*]{0,3}\s{0,4}[:=](?!\/\/)\s{0,4}\S/u;
const WORD = /[\p{L}\p{M}]{3,24}|\d{4,24}/gu;

let ordinary: ReadonlySet<string> | undefined;

/** The facts in a text: what its author says of themselves, if it is a user's, and the fields with their values. */
export function factsIn(text: string, isUser: boolean): Facts {
  ordinary ??= new Set(ENGLISH_WORDS);
  const facts = new Map<string, Set<number>>();
  let [count, isOpen] = [0, false];
  for (const clause of text.split(CLAUSE_END)) {
    const isFact = !ASKED.test(clause) && ((isUser && OWN.test(clause)) || FIELD.test(clause));
    // What is added to a fact in a few words belongs to it.
    if (!isFact && !(isOpen && clause.length < 40)) isOpen = false;
    else {
      if (isFact) count += 1;
      isOpen = true;
      if (count > MAX_FACTS) break;
      for (const [word] of clause.matchAll(WORD)) {
        const said = plain(word);
        if (ordinary.has(said)) continue;
        const known = facts.get(said);
        if (known === undefined) facts.set(said, new Set([count]));
        else known.add(count);
      }
    }
  }
  return facts;
}

/** The words of facts in a part of a URL, also in those that are written together. */
export function toldWords(facts: Facts, text: string): ToldWords {
  if (facts.size === 0) return { words: 0, isJoined: false };
  const found = new Set<string>();
  let left = MAX_WORDS;
  for (const [run] of text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').matchAll(/[\p{L}\p{M}]{3,}|\d{4,}/gu)) {
    if (left <= 0) break;
    left -= 1;
    const word = plain(run);
    if (facts.has(word)) found.add(word);
    else for (const inner of gluedWords(facts, word.slice(0, 4 * LONGEST_WORD))) found.add(inner);
  }
  const common = [...found].reduce<ReadonlySet<number> | undefined>((shared, word) => {
    const own = facts.get(word) ?? new Set<number>();
    return shared === undefined ? own : shared.intersection(own);
  }, undefined);
  return { words: found.size, isJoined: common?.size === 0 };
}

/** Two or more words of facts of which a run consists. */
function gluedWords(facts: Facts, run: string): readonly string[] {
  const words: string[] = [];
  for (let at = 0; at < run.length;) {
    const word = longestAt(facts, run, at);
    if (word === undefined) return [];
    words.push(word);
    at += word.length;
  }
  return words;
}

function longestAt(facts: Facts, run: string, at: number): string | undefined {
  for (let length = Math.min(LONGEST_WORD, run.length - at); length >= LEAST_WORD; length -= 1) {
    const word = run.slice(at, at + length);
    if (facts.has(word)) return word;
  }
  return undefined;
}

function plain(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
