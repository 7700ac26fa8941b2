"""Packs an ARPA word model of orders one to three into the arrays that Parley's recogniser reads.

    python pack_language.py --arpa words.arpa --out words.lm [--lexicon cmudict.dict]

Little-endian, every array at a multiple of four bytes: the bytes PWLM; uint32 version, words, bigrams, trigrams, bytes
of the word list; the words sorted by their bytes, each followed by a newline; then int16 chance and back-off of each
word and of <unk>, <s>, </s>; uint32 first bigram of each of these and one past the last; uint32 second word, int16
chance and back-off of each bigram; uint32 first trigram of each bigram and one past the last; uint32 third word and
int16 chance of each trigram. Chances are natural logarithms times 1000.
"""
import argparse
import re
import struct
from pathlib import Path

import numpy as np

from language import END, START, UNKNOWN, Language

SCALE = 1000
LEXICON_BELOW_RAREST = 2.0  # natural logarithm: how much less likely a word only the lexicon knows is than the rarest read


def scaled(values) -> np.ndarray:
    return np.clip(np.round(np.array(list(values), np.float64) * SCALE), -32768, 32767).astype("<i2")


def pack(language: Language, lexicon: set[str], path: Path) -> None:
    chances, backoffs = dict(language.chances), language.backoffs
    specials = [UNKNOWN, START, END]
    known = {gram[0] for gram in chances if len(gram) == 1} - set(specials)
    rarest = min(chances[(word,)] for word in known) - LEXICON_BELOW_RAREST
    for word in lexicon - known:
        chances[(word,)] = rarest
    words = sorted(known | lexicon)
    ids = {word: i for i, word in enumerate([*words, *specials])}
    levels = [sorted((tuple(ids[word] for word in gram), gram) for gram in chances if len(gram) == n) for n in (1, 2, 3)]
    text = "".join(f"{word}\n" for word in words).encode()
    place = {key: i for i, (key, _) in enumerate(levels[1])}
    arrays = [np.frombuffer(text, np.uint8)]
    arrays += [scaled(chances[gram] for _, gram in levels[0]), scaled(backoffs.get(gram, 0.0) for _, gram in levels[0])]
    arrays.append(starts((key[0] for key, _ in levels[1]), len(ids)))
    arrays.append(np.array([key[1] for key, _ in levels[1]], "<u4"))
    arrays += [scaled(chances[gram] for _, gram in levels[1]), scaled(backoffs.get(gram, 0.0) for _, gram in levels[1])]
    third = [(key, gram) for key, gram in levels[2] if key[:2] in place]
    arrays.append(starts((place[key[:2]] for key, _ in third), len(place)))
    arrays += [np.array([key[2] for key, _ in third], "<u4"), scaled(chances[gram] for _, gram in third)]
    with path.open("wb") as file:
        file.write(b"PWLM" + struct.pack("<5I", 1, len(words), len(place), len(third), len(text)))
        for array in arrays:
            data = array.tobytes()
            file.write(data + bytes(-len(data) % 4))


def starts(firsts, count: int) -> np.ndarray:
    """For each of `count` contexts the place of its first follower, and the number of followers at the end."""
    return np.concatenate([[0], np.cumsum(np.bincount(np.fromiter(firsts, np.int64), minlength=count))]).astype("<u4")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arpa", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--lexicon", type=Path, help="a pronouncing dictionary whose words may be heard too")
    args = parser.parse_args()
    lexicon: set[str] = set()
    if args.lexicon:
        lines = args.lexicon.read_text(errors="replace").splitlines()
        lexicon = {word for word in (line.split(" ")[0].lower() for line in lines if line) if re.fullmatch("[a-z][a-z']*", word)}
    pack(Language(args.arpa), lexicon, args.out)


if __name__ == "__main__":
    main()
