"""Writes models/tts-en/lexicon.txt.gz: sorted lines of a word, a tab and one letter a sound.

    SHARED=FOLDER python lexicon.py --wheel hibari_tts-0.2.1-py3-none-any.whl --out FOLDER

Most words are as misaki says them (us_gold.json, in the wheel), which the voice heard in training; others as the CMU Pronouncing Dictionary does
(corpus/cmudict.dict in SHARED), and what it lacks as in misaki's us_silver.json.
"""
import argparse
import gzip
import json
import os
import re
import sys
import zipfile
from pathlib import Path

from source import open_wheel

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "g2p"))
from sounds import VOWELS, dictionary, encode  # noqa: E402

WORD = re.compile(r"[a-z]['a-z]*")
MAIN, SECONDARY = "\u02c8", "\u02cc"
# misaki's alphabet; a schwa before r is the vowel of «actor».
PHONEMES = {
    "əɹ": "er", "ɜɹ": "er", "ɑ": "aa", "æ": "ae", "ʌ": "ah", "ə": "ah", "ᵊ": "ah", "ɔ": "ao", "W": "aw", "I": "ay", "ɛ": "eh",
    "A": "ey", "ɪ": "ih", "ᵻ": "ih", "i": "iy", "O": "ow", "Y": "oy", "ʊ": "uh", "u": "uw", "b": "b", "ʧ": "ch", "d": "d",
    "ð": "dh", "f": "f", "ɡ": "g", "h": "hh", "ʤ": "jh", "k": "k", "l": "l", "m": "m", "n": "n", "ŋ": "ng", "p": "p", "ɹ": "r",
    "s": "s", "ʃ": "sh", "t": "t", "ɾ": "t", "ʔ": "t", "θ": "th", "v": "v", "w": "w", "j": "y", "z": "z", "ʒ": "zh",
}  # fmt: skip
SOUND = re.compile(f"([{MAIN}{SECONDARY}]?)({'|'.join(PHONEMES)})")


def sounds_of(phonemes: str) -> list[str] | None:
    """ARPAbet with stress; None for what has no main stress, as misaki writes words that are weak in a phrase, or an unknown sign."""
    if MAIN not in phonemes or SOUND.sub("", phonemes):
        return None
    sounds = []
    for stress, phoneme in SOUND.findall(phonemes):
        sound = PHONEMES[phoneme]
        sounds.append(sound + {"": "0", MAIN: "1", SECONDARY: "2"}[stress] if sound in VOWELS else sound)
    return sounds


def misaki(wheel: zipfile.ZipFile, name: str) -> dict[str, list[str]]:
    """By word in small letters, an entry that is written so before one with capitals."""
    entries = json.loads(gzip.decompress(wheel.read(f"hibari/assets/lexicon_us_{name}.json.gz")))
    words = {}
    for written, said in sorted(entries.items(), key=lambda entry: entry[0] != entry[0].lower()):
        word = written.lower()
        sounds = sounds_of((said["DEFAULT"] if isinstance(said, dict) else said) or "")
        if WORD.fullmatch(word) and sounds is not None:
            words.setdefault(word, sounds)
    return words


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--wheel", type=Path, required=True)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    shared = Path(os.environ.get("SHARED") or HERE.parents[3] / "shared")
    with open_wheel(options.wheel) as wheel:
        gold, silver = misaki(wheel, "gold"), misaki(wheel, "silver")
    words = silver | dictionary(shared / "corpus/cmudict.dict") | gold
    lines = "".join(f"{word}\t{encode(sounds)}\n" for word, sounds in sorted(words.items()))
    (options.out / "lexicon.txt.gz").write_bytes(gzip.compress(lines.encode("ascii"), 9, mtime=0))


if __name__ == "__main__":
    main()
