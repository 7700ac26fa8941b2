"""Writes the lexicon: every word as the dictionary says it, the frequent ones as flite does.

    python lexicon.py --dictionary cmudict.dict --text english.txt --out FOLDER [--frequent 4000]

lexicon.txt.gz holds sorted lines of a word, a tab and one letter a sound.
"""
import argparse
import gzip
from collections import Counter
from pathlib import Path

from sounds import as_flite_says, dictionary, encode, flite_phones, phone_of


def agreement(spoken: dict[str, list[str]], said: dict[str, list[str]]) -> float:
    """The share of words for which dictionary and flite name the same phones."""
    same = sum([phone_of(sound) for sound in spoken[word]] == phones for word, phones in said.items())
    return same / len(said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dictionary", type=Path, required=True)
    parser.add_argument("--text", type=Path, required=True, help="sentences that tell which words are frequent")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--frequent", type=int, default=4000)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    spoken = dictionary(args.dictionary)
    counts = Counter(word for word in args.text.read_text().split() if word in spoken)
    frequent = [word for word, _ in counts.most_common(args.frequent)]
    said = dict(zip(frequent, flite_phones(frequent)))
    print(f"dictionary and flite agree on {agreement(spoken, said):.1%} of {len(said)} frequent words")
    aligned = spoken | {word: as_flite_says(spoken[word], phones) for word, phones in said.items()}
    lines = "".join(f"{word}\t{encode(sounds)}\n" for word, sounds in sorted(aligned.items()))
    (args.out / "lexicon.txt.gz").write_bytes(gzip.compress(lines.encode("ascii"), 9, mtime=0))


if __name__ == "__main__":
    main()
