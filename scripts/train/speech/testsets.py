"""What the recogniser is tested on: sentences no voice has spoken in training, and real recordings.

    python testsets.py --corpus FOLDER --recordings FOLDER --out FOLDER

Sentence i of the first 400 goes to voice i mod 4, so that every voice reads a hundred sentences; the kept-out engine
reads the sentences of the kept-out flite voice.
"""
import argparse
import random
import re
from pathlib import Path

from data import DIGITS, write_shard
from voices import (ESPEAK_ACCENTS, KEPT_OUT_FESTIVAL, KEPT_OUT_FLITE, KEPT_OUT_VARIANTS, Voice, decode, speak)

SENTENCES = 400


def voice_for(name: str, chance: random.Random) -> Voice:
    match name:
        case "espeak-default":
            return Voice("espeak", "en-us", 165)
        case "espeak-kept-out":
            accent = chance.choice(ESPEAK_ACCENTS)
            return Voice("espeak", f"{accent}+{chance.choice(KEPT_OUT_VARIANTS)}", 165)
        case "flite-slt":
            return Voice("flite", "slt", 1)
        case "flite-rms-kept-out":
            return Voice("flite", KEPT_OUT_FLITE, 1)
        case _:
            return Voice("festival", KEPT_OUT_FESTIVAL, 1)


VOICES = {"espeak-default": 0, "espeak-kept-out": 1, "flite-slt": 2, "flite-rms-kept-out": 3, "festival-kept-out": 3}


def make_voices(corpus: Path, out: Path, limit: int) -> None:
    sentences = (corpus / "english.txt").read_text().splitlines()[:SENTENCES]
    for name, turn in VOICES.items():
        if (out / f"voices-{name}.tsv").exists():
            continue
        chance = random.Random(name)
        read = ((voice_for(name, chance), text) for text in sentences[turn::4][:limit])
        write_shard(out, f"voices-{name}", ((name, voice.label, speak(voice, text), text) for voice, text in read))


def make_recordings(folder: Path, out: Path) -> None:
    """The recordings whose README gives a transcript, and the digits, named by their files."""
    found = re.findall(r"^\| (english|turns)/(\S+) \|.*TRANSCRIPT: ([^|(]+)", (folder / "README.md").read_text(), re.M)
    for part in ("english", "turns"):
        clips = ((part, file, decode((folder / part / file).read_bytes()), transcript(text))
                 for where, file, text in found if where == part)
        write_shard(out, f"recordings-{part}", clips)
    digits = (("digits", file.stem, decode(file.read_bytes()), DIGITS[int(file.stem[0])])
              for file in sorted((folder / "digits").glob("*.wav")))
    write_shard(out, "recordings-digits", digits)


def transcript(text: str) -> str:
    """The words of a transcript of the README, where a slash parts utterances."""
    return " ".join(text.replace("/", " ").lower().split())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--recordings", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int, default=SENTENCES)
    args = parser.parse_args()
    make_voices(args.corpus, args.out / "test", args.limit)
    if args.recordings:
        make_recordings(args.recordings, args.out / "test")


if __name__ == "__main__":
    main()
