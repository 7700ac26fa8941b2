import { createBeamPrefixes } from './beam-prefixes.ts';
import type { ClassScores } from './ctc.ts';
import type { WordLanguageModel } from './word-language-model.ts';

/** Weights and limits of the beam search. Missing fields are taken from `BEAM_DEFAULTS`. */
export interface BeamOptions {
  /** How many texts are kept after each frame. */
  readonly beam: number;
  /** Texts so much less likely than the best are dropped (natural logarithm, positive). */
  readonly width: number;
  /** Classes less likely than this (natural logarithm) are not tried in a frame. */
  readonly least: number;
  /** The weight of the word model relative to the letters. */
  readonly weight: number;
  /** Added for each word, to offset the cost of its probability. */
  readonly bonus: number;
  /** Added for each letter outside known words, and for a known beginning that is not a word, so that names can be recognised at a cost. */
  readonly stranger: number;
}

const BEAM_DEFAULTS: BeamOptions = { beam: 512, width: 20, least: -7, weight: 0.65, bonus: 0.8, stranger: -12 };

const SPACE = 1;

/** Log-probability of the blank from which a frame is not searched letter by letter. */
const NEARLY_CERTAIN = -1e-4;

/**
 * CTC prefix beam search (Hannun et al. 2014, arXiv:1408.2873) with a word model: a word's probability counts once a space or the end
 * follows it; until then that of the likeliest possible completion is used (Ortmanns et al. 1996). Class 1 is the space; class i + 1 is
 * `alphabet[i]`. Words are separated by one space, with none at the ends. Throws a RangeError if the alphabet does not fit the classes.
 * Memory grows with the frames.
 */
export function searchWords(
  { scores, frames, classes }: ClassScores,
  alphabet: string,
  language: WordLanguageModel,
  options: Partial<BeamOptions> = {},
): string {
  if (alphabet.length + 1 !== classes) throw new RangeError(`${classes} classes do not fit an alphabet of ${alphabet.length} and a blank`);
  if (scores.length < frames * classes) throw new RangeError(`${scores.length} values are fewer than ${frames} frames of ${classes}`);
  const { beam, width, least, weight, bonus, stranger } = { ...BEAM_DEFAULTS, ...options };
  const codes = Uint8Array.from(alphabet, (letter) => letter.charCodeAt(0));
  const { tree, unknown } = language;
  const prefixes = createBeamPrefixes();
  const aheadOf = (node: number): number => (node > 0 ? weight * language.bestFrom(node) : 0);
  let columns = prefixes.columns;
  columns.bigram[0] = -1;
  columns.word[0] = language.begin;
  columns.frame[0] = -1;
  columns.ended[0] = -Infinity;

  /** The last word of the prefix. */
  function wordOf(prefix: number): number {
    const node = columns.node[prefix] ?? -1;
    const word = node < 0 ? -1 : tree.wordAt(node);
    return word < 0 ? unknown : word;
  }

  /** The score that completing its last word adds to a prefix. */
  function wordScore(prefix: number, word: number): number {
    const given = weight * language.score(columns.bigram[prefix] ?? -1, columns.word[prefix] ?? unknown, word) + bonus;
    // The letters of a known beginning that is not a word have not been charged yet.
    return word === unknown && (columns.node[prefix] ?? -1) >= 0 ? given + stranger : given;
  }

  function grow(parent: number, letter: number): number {
    const known = prefixes.find(parent, letter);
    if (known !== 0) return known;
    const prefix = prefixes.add(parent, letter);
    columns = prefixes.columns;
    if (letter === SPACE) {
      const word = wordOf(parent);
      columns.node[prefix] = 0;
      columns.bigram[prefix] = language.bigramOf(columns.word[parent] ?? unknown, word);
      columns.word[prefix] = word;
      columns.extra[prefix] = (columns.extra[parent] ?? 0) + wordScore(parent, word);
      return prefix;
    }
    const from = columns.node[parent] ?? -1;
    const node = from < 0 ? -1 : tree.child(from, codes[letter - 1] ?? 0);
    columns.node[prefix] = node;
    columns.bigram[prefix] = columns.bigram[parent] ?? -1;
    columns.word[prefix] = columns.word[parent] ?? unknown;
    columns.extra[prefix] = (columns.extra[parent] ?? 0) + (node < 0 ? stranger : 0);
    columns.ahead[prefix] = aheadOf(node);
    return prefix;
  }

  const likely = new Uint8Array(classes);
  let kept: number[] = [0];
  for (let frame = 0; frame < frames; frame += 1) {
    const row = scores.subarray(frame * classes, (frame + 1) * classes);
    const blank = row[0] ?? -Infinity;
    const letters = blank > NEARLY_CERTAIN ? 0 : likelyClasses(row, least, likely);
    const reached = [...kept];
    let best = -Infinity;
    for (const prefix of kept) {
      const [before, ended] = [columns.blank[prefix] ?? -Infinity, columns.ended[prefix] ?? -Infinity];
      const letter = columns.letter[prefix] ?? 0;
      const newBlank = addLogs(before, ended) + blank;
      const newEnded = letter === 0 ? -Infinity : ended + (row[letter] ?? -Infinity);
      columns.frame[prefix] = frame;
      columns.newBlank[prefix] = newBlank;
      columns.newEnded[prefix] = newEnded;
      best = Math.max(best, newBlank + standing(prefix), newEnded + standing(prefix));
    }
    for (const prefix of kept) {
      const blankBefore = columns.blank[prefix] ?? -Infinity;
      const both = addLogs(blankBefore, columns.ended[prefix] ?? -Infinity);
      const [last, floor] = [columns.letter[prefix] ?? 0, best - width - (columns.extra[prefix] ?? 0)];
      for (let index = 0; index < letters; index += 1) {
        const letter = likely[index] ?? 0;
        // A space cannot start a text or follow another space.
        if (letter === SPACE && last <= SPACE) continue;
        const chance = (letter === last ? blankBefore : both) + (row[letter] ?? -Infinity);
        if (chance < floor - (letter === SPACE ? bonus : 0)) continue;
        const longer = grow(prefix, letter);
        const standingHere = standing(longer);
        if (columns.frame[longer] === frame) columns.newEnded[longer] = addLogs(columns.newEnded[longer] ?? -Infinity, chance);
        else {
          if (chance + standingHere < best - width) continue;
          columns.frame[longer] = frame;
          columns.newBlank[longer] = -Infinity;
          columns.newEnded[longer] = chance;
          reached.push(longer);
        }
        best = Math.max(best, (columns.newEnded[longer] ?? -Infinity) + standingHere);
      }
    }
    for (const prefix of reached) {
      const [newBlank, newEnded] = [columns.newBlank[prefix] ?? -Infinity, columns.newEnded[prefix] ?? -Infinity];
      columns.blank[prefix] = newBlank;
      columns.ended[prefix] = newEnded;
      columns.total[prefix] = addLogs(newBlank, newEnded) + standing(prefix);
    }
    const { total } = columns;
    const survivors = reached.filter((prefix) => (total[prefix] ?? -Infinity) >= best - width);
    kept =
      survivors.length <= beam ? survivors : survivors.toSorted((one, other) => (total[other] ?? 0) - (total[one] ?? 0)).slice(0, beam);
    forget(reached, kept);
  }
  return textOf(likeliest(), alphabet);

  /** A prefix's score besides its letters while its last word is unfinished. */
  function standing(prefix: number): number {
    return (columns.extra[prefix] ?? 0) + (columns.ahead[prefix] ?? 0);
  }

  /** A pruned prefix may be reached again, with its probability reset. */
  function forget(all: readonly number[], remaining: readonly number[]): void {
    for (const prefix of all) columns.frame[prefix] = -1;
    for (const prefix of remaining) columns.frame[prefix] = -2;
    for (const prefix of all) if (columns.frame[prefix] === -1) columns.blank[prefix] = columns.ended[prefix] = -Infinity;
  }

  function likeliest(): number {
    let [found, most] = [0, -Infinity];
    for (const prefix of kept) {
      const chance =
        addLogs(columns.blank[prefix] ?? -Infinity, columns.ended[prefix] ?? -Infinity) + (columns.extra[prefix] ?? 0) + ending(prefix);
      if (chance > most) [found, most] = [prefix, chance];
    }
    return found;
  }

  /** The score of ending here: the last word, if no space has completed it, and the end of the sentence. */
  function ending(prefix: number): number {
    const before = columns.word[prefix] ?? unknown;
    if ((columns.letter[prefix] ?? 0) <= SPACE) return weight * language.end(columns.bigram[prefix] ?? -1, before);
    const word = wordOf(prefix);
    return wordScore(prefix, word) + weight * language.end(language.bigramOf(before, word), word);
  }

  function textOf(prefix: number, names: string): string {
    const letters: string[] = [];
    for (let at = prefix; at !== 0; at = columns.parent[at] ?? 0) letters.push(names[(columns.letter[at] ?? 0) - 1] ?? '');
    return letters.toReversed().join('').trim();
  }
}

/** Writes the sufficiently likely classes other than the blank into `into` and returns how many there are. */
function likelyClasses(row: Float32Array, least: number, into: Uint8Array): number {
  let count = 0;
  for (let index = 1; index < row.length; index += 1) if ((row[index] ?? -Infinity) > least) into[count++] = index;
  return count;
}

/** The logarithm of the sum of two values given as logarithms. */
function addLogs(one: number, other: number): number {
  const [most, least] = one > other ? [one, other] : [other, one];
  return least === -Infinity ? most : most + Math.log1p(Math.exp(least - most));
}
