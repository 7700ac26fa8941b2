"""A small word trigram model and the beam search that reads letters with it.

    python language.py --corpus FOLDER --out FOLDER [--speech FOLDER]

Writes words.arpa (the usual ARPA format, log10). Interpolated Kneser-Ney smoothing (Kneser and Ney 1995): what is taken
from the n-grams that are kept goes to the next shorter ones, which are counted by how many words they follow. Each
distribution sums to one however much is pruned.
"""
import argparse
import csv
import math
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from data import training_sentences
from model import ALPHABET

FEWEST = (2, 2, 2)  # an n-gram of this order is kept when it was seen so many times
UNKNOWN, START, END = "<unk>", "<s>", "</s>"
LN10 = math.log(10)


def build(sentences, path: Path, fewest: tuple[int, int, int] = FEWEST) -> None:
    """Counts the sentences and writes the model."""
    seen = [Counter() for _ in range(3)]
    for sentence in sentences:
        words = [START, *sentence.split(), END]
        for order in range(3):
            seen[order].update(tuple(words[i : i + order + 1]) for i in range(len(words) - order))
    counts = [followers(seen[0], seen[1]), followers(seen[1], seen[2]), seen[2]]
    cut = [discount(level) for level in counts]
    total = sum(counts[0].values())
    words = {gram: (count - cut[0]) / total for gram, count in counts[0].items() if seen[0][gram] >= fewest[0]}
    words[(UNKNOWN,)] = 1 - sum(words.values())
    levels: list[dict] = [words]
    backoffs: list[dict] = []
    for order in (1, 2):
        followed, kept = Counter(), {}
        for gram, count in counts[order].items():
            followed[gram[:-1]] += count
        mass: dict = defaultdict(float)
        for gram, count in counts[order].items():
            known = gram[1:] in levels[-1] and (gram[:-1] in levels[-1] or gram[:-1] == (START,))
            if seen[order][gram] >= fewest[order] and known:
                kept[gram] = (count - cut[order]) / followed[gram[:-1]]
                mass[gram[:-1]] += kept[gram]
        backoff = {context: 1 - taken for context, taken in mass.items()}
        for gram in kept:
            kept[gram] += backoff[gram[:-1]] * levels[-1][gram[1:]]
        levels.append(kept)
        backoffs.append(backoff)
    levels[0][(START,)] = 1e-99
    write(path, levels, [*backoffs, {}])


def followers(grams: Counter, longer: Counter) -> Counter:
    """How many words each n-gram was seen behind; how often it was seen where nothing stands before it."""
    counts = Counter(gram[1:] for gram in longer)
    counts.update({gram: count for gram, count in grams.items() if gram[0] == START and len(gram) > 1})
    return counts


def discount(counts: Counter) -> float:
    """What each count gives away, from how many n-grams were seen once and twice (Ney, Essen and Kneser 1994)."""
    once, twice = (sum(1 for count in counts.values() if count == times) for times in (1, 2))
    return once / max(1, once + 2 * twice)


def write(path: Path, levels: list[dict], backoffs: list[dict]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        file.write("\\data\\\n" + "".join(f"ngram {n}={len(level)}\n" for n, level in enumerate(levels, 1)))
        for n, (level, backoff) in enumerate(zip(levels, backoffs), 1):
            file.write(f"\n\\{n}-grams:\n")
            for gram in sorted(level):
                weight = f"\t{math.log10(backoff[gram]):.3f}" if gram in backoff else ""
                file.write(f"{math.log10(level[gram]):.3f}\t{' '.join(gram)}{weight}\n")
        file.write("\n\\end\\\n")


class Language:
    """An ARPA model read back: natural logarithms of the chance of a word after two others."""

    def __init__(self, path: Path):
        self.chances: dict[tuple, float] = {}
        self.backoffs: dict[tuple, float] = {}
        for line in path.read_text().splitlines():
            fields = line.split("\t")
            if len(fields) > 1:
                gram = tuple(fields[1].split())
                self.chances[gram] = float(fields[0]) * LN10
                if len(fields) > 2:
                    self.backoffs[gram] = float(fields[2]) * LN10
        words = [gram[0] for gram in self.chances if len(gram) == 1]
        self.prefixes = {word[:i] for word in words for i in range(len(word) + 1)}

    def score(self, context: tuple, word: str) -> float:
        if (word,) not in self.chances:
            word = UNKNOWN
        given = 0.0
        for start in range(len(context) + 1):
            gram = (*context[start:], word)
            if gram in self.chances:
                return given + self.chances[gram]
            given += self.backoffs.get(gram[:-1], 0.0)
        raise KeyError(word)


class BeamSearch:
    """CTC prefix beam search over letters. A word's chance counts when a space or the end follows it.

    weight: of the language model; bonus: for each word; stranger: for each letter that leaves the known words,
    and for a word that is a mere beginning of known ones.
    """

    def __init__(self, language: Language, weight: float = 0.35, bonus: float = 0.0, stranger: float = -6.0,
                 beam: int = 48):
        self._language, self._weight, self._bonus, self._stranger, self._beam = language, weight, bonus, stranger, beam

    def _word(self, text: str) -> float:
        """What the last word of `text` adds."""
        words = text.split()
        if not words:
            return 0.0
        given = self._weight * self._language.score((START, *words[:-1])[-2:], words[-1]) + self._bonus
        known = (words[-1],) in self._language.chances
        beginning = not known and words[-1] in self._language.prefixes
        return given + (self._stranger if beginning else 0.0)

    def _letter(self, text: str) -> float:
        """What the last letter of `text` adds: nothing inside a known word."""
        return 0.0 if text[text.rfind(" ") + 1 :] in self._language.prefixes else self._stranger

    def decode(self, log_probs: np.ndarray) -> str:
        """The most likely text of [frames, 29]."""
        beams = {"": (0.0, -math.inf, 0.0)}  # text -> chance ending in blank, chance ending in its letter, extra score
        for frame in log_probs:
            classes = [c for c in np.flatnonzero(frame > -7.0) if c]
            after: dict[str, list[float]] = {}
            for text, (blank, letter, extra) in beams.items():
                both = np.logaddexp(blank, letter)
                kept = after.setdefault(text, [-math.inf, -math.inf, extra])
                kept[0] = np.logaddexp(kept[0], both + frame[0])
                if text:
                    kept[1] = np.logaddexp(kept[1], letter + frame[ALPHABET.index(text[-1]) + 1])
                for c in classes:
                    new = ALPHABET[c - 1]
                    if new == " " and (not text or text[-1] == " "):
                        continue
                    longer = text + new
                    grown = after.get(longer)
                    if grown is None:
                        added = self._word(text) if new == " " else self._letter(longer)
                        grown = after[longer] = [-math.inf, -math.inf, extra + added]
                    source = blank if text and text[-1] == new else both
                    grown[1] = np.logaddexp(grown[1], source + frame[c])
            chances = {text: np.logaddexp(blank, letter) + extra for text, (blank, letter, extra) in after.items()}
            best = sorted(chances, key=chances.__getitem__, reverse=True)[: self._beam]
            beams = {text: tuple(after[text]) for text in best}
        ended = {text: np.logaddexp(blank, letter) + extra + self._end(text)
                 for text, (blank, letter, extra) in beams.items()}
        return max(ended, key=ended.__getitem__).strip()

    def _end(self, text: str) -> float:
        """What ending here adds: the last word, if no space has closed it, and the end of the sentence."""
        last = 0.0 if text.endswith(" ") else self._word(text)
        return last + self._weight * self._language.score((START, *text.split())[-2:], END)


def transcripts(speech: Path) -> list[str]:
    """What the training speakers say, without the sentences that a development speaker says too."""
    kept_out = {tuple(line.split("\t")[:2]) for line in (speech / "dev-speakers.tsv").read_text().splitlines()[1:]}
    said: dict[bool, list[str]] = {True: [], False: []}
    for index in sorted(speech.glob("*/transcripts.tsv")):
        for row in csv.DictReader(index.open(), delimiter="\t", quoting=csv.QUOTE_NONE):
            said[(index.parent.name, row["speaker"]) in kept_out].append(row["transcript"])
    return sorted(set(said[False]) - set(said[True]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--speech", type=Path, help="also read the transcripts of the training speakers there")
    parser.add_argument("--lines", type=int, help="only so many sentences, for a quick try")
    args = parser.parse_args()
    sentences = [spoken for _, spoken in training_sentences(args.corpus)[: args.lines]]
    build(sentences + (transcripts(args.speech) if args.speech else []), args.out / "words.arpa")


if __name__ == "__main__":
    main()
