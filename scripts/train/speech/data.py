"""The training data: people and synthetic voices, kept as shards of 16 kHz samples beside their transcripts.

    python data.py people --speech FOLDER --out FOLDER
    python data.py voices --corpus FOLDER --out FOLDER --hours 30
"""
import argparse
import csv
import itertools
import random
import re
import subprocess
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from voices import SAMPLE_RATE, Voice, decode, speak, training_voice

DEVELOPMENT_LINES = 1000  # the first lines of each text are test sentences and are never spoken in training
SHARD_CLIPS = 1000
FIELDS = ("source", "speaker", "samples", "text")
SPELLED_OUT = {"mr.": "mister", "mrs.": "missus", "dr.": "doctor", "st.": None, "ms.": None}
DIGITS = "zero one two three four five six seven eight nine oh".split()
PHRASES = 4000
APOSTROPHES = str.maketrans("\u2018\u2019", "''")


class Clips:
    """Every clip of the shards in a folder. The samples stay on disk, mapped into memory."""

    def __init__(self, folder: Path, pattern: str = "*.tsv"):
        self.rows: list[dict] = []
        self._where: list[tuple[np.ndarray, int]] = []
        for index in sorted(Path(folder).glob(pattern)):
            samples, start = np.memmap(index.with_suffix(".pcm"), np.int16, "r"), 0
            for row in csv.DictReader(index.open(), delimiter="\t", quoting=csv.QUOTE_NONE):
                row["samples"] = int(row["samples"])
                self.rows.append(row)
                self._where.append((samples, start))
                start += row["samples"]

    def audio(self, clip: int) -> np.ndarray:
        """The int16 samples of a clip."""
        samples, start = self._where[clip]
        return samples[start : start + self.rows[clip]["samples"]]


def write_shard(folder: Path, name: str, clips) -> float:
    """Writes (source, speaker, samples, text) tuples as one shard and returns its hours. The index is written last."""
    folder.mkdir(parents=True, exist_ok=True)
    rows, total = [], 0
    with (folder / f"{name}.pcm").open("wb") as pcm:
        for source, speaker, samples, text in clips:
            pcm.write(samples.tobytes())
            rows.append((source, speaker, len(samples), text))
            total += len(samples)
    lines = ["\t".join(map(str, row)) + "\n" for row in [FIELDS, *rows]]
    partial = folder / f"{name}.partial"
    partial.write_text("".join(lines))
    partial.rename(folder / f"{name}.tsv")
    return total / SAMPLE_RATE / 3600


def spoken_words(line: str) -> str | None:
    """The words of a printed sentence, a-z and apostrophes only, or None when they cannot be told from the letters."""
    words = []
    for word in line.translate(APOSTROPHES).replace("\u2014", " ").replace("-", " ").replace("\u2026", " ").split():
        word = SPELLED_OUT.get(word.lower().lstrip("\"'(\u201c"), word)
        if word is None or re.search(r"[^A-Za-z'.,;:!?\"()\u201c\u201d]", word):
            return None
        bare = re.sub(r"[^A-Za-z']", "", word)
        initials = (len(bare) > 1 and bare.isupper()) or re.fullmatch(r"[B-HJ-NP-Z]", bare)
        if initials or "." in word.rstrip(".!?\"'\u201d)"):
            return None
        words.append(bare.strip("'").lower())
    text = " ".join(filter(None, words))
    return text if 6 <= len(text) <= 140 else None


def training_sentences(corpus: Path) -> list[tuple[str, str]]:
    """(as printed, as spoken) for every training sentence, in the order of the files, the two files interleaved."""
    english = [(line, line) for line in (corpus / "english.txt").read_text().splitlines()[DEVELOPMENT_LINES:]]
    prose = ((line, spoken_words(line)) for line in (corpus / "prose.txt").read_text().splitlines()[DEVELOPMENT_LINES:])
    tested = {spoken_words(line) for name in ("english.txt", "prose.txt")
              for line in (corpus / name).read_text().splitlines()[:DEVELOPMENT_LINES]}
    pairs = itertools.zip_longest(english, (pair for pair in prose if pair[1]))
    return [pair for both in pairs for pair in both if pair and pair[1] not in tested]


def training_phrases(corpus: Path, count: int) -> list[tuple[str, str]]:
    """(as printed, as spoken) one to three words cut out of training sentences, and digits one to six at a time."""
    chance, sentences, phrases = random.Random(2), training_sentences(corpus), []
    for _ in range(count):
        words = chance.choice(sentences)[1].split()
        start, length = chance.randrange(len(words)), chance.randint(1, 3)
        digits = chance.choices(DIGITS, k=chance.randint(1, 6))
        phrases.append(" ".join(digits if chance.random() < 0.3 else words[start : start + length]))
    return [(phrase, phrase) for phrase in phrases]


def say(task: tuple[Voice, str, str]):
    voice, printed, spoken = task
    try:
        samples = speak(voice, printed)
    except (subprocess.CalledProcessError, RuntimeError):
        return None
    return (voice.engine, voice.label, samples, spoken) if len(samples) > SAMPLE_RATE // 4 else None


def make_voices(name: str, sentences: list[tuple[str, str]], out: Path, hours: float, clips: int) -> None:
    """Speaks sentences, each by a voice drawn for it, until `hours` are there. Shards already written are kept."""
    total = sum(row["samples"] for row in Clips(out, f"{name}-*.tsv").rows) / SAMPLE_RATE / 3600
    with ProcessPoolExecutor(2) as pool:
        for shard in itertools.count():
            batch = sentences[shard * clips : (shard + 1) * clips]
            shard_name = f"{name}-{shard:03d}"
            if total >= hours or not batch:
                return
            if (out / f"{shard_name}.tsv").exists():
                continue
            chance = random.Random(f"{name} {shard}")
            tasks = [(training_voice(chance), printed, spoken) for printed, spoken in batch]
            total += write_shard(out, shard_name, filter(None, pool.map(say, tasks, chunksize=20)))
            print(f"{shard_name}: {total:.1f} h", flush=True)


def make_people(speech: Path, out: Path, limit: int | None = None) -> None:
    """Decodes the human recordings into out/train and, for the speakers of dev-speakers.tsv, out/dev."""
    rows = (line.split("\t") for line in (speech / "dev-speakers.tsv").read_text().splitlines()[1:])
    kept_out = {(row[0], row[1]) for row in rows}
    for index in sorted(speech.glob("*/transcripts.tsv")):
        source = index.parent.name
        table = list(csv.DictReader(index.open(), delimiter="\t", quoting=csv.QUOTE_NONE))
        for part, wanted in (("train", False), ("dev", True)):
            chosen = [row for row in table if ((source, row["speaker"]) in kept_out) == wanted][:limit]
            if not chosen or (out / part / f"people-{source}.tsv").exists():
                continue
            clips = ((source, f"{source}:{row['speaker']}", decode((index.parent / f"{row['id']}.opus").read_bytes()),
                      row["transcript"]) for row in chosen)
            print(f"{part} {source}: {write_shard(out / part, f'people-{source}', clips):.2f} h", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("people", "voices"))
    parser.add_argument("--speech", type=Path)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--hours", type=float, default=30)
    parser.add_argument("--limit", type=int, help="at most this many clips a source or a shard, for a quick try")
    args = parser.parse_args()
    if args.what == "people":
        make_people(args.speech, args.out, args.limit)
    else:
        sentences, clips = training_sentences(args.corpus), args.limit or SHARD_CLIPS
        random.Random(1).shuffle(sentences)
        make_voices("voices", sentences, args.out / "train", args.hours, clips)
        phrases = training_phrases(args.corpus, min(PHRASES, 4 * clips))
        make_voices("phrases", phrases, args.out / "train", args.hours, clips)


if __name__ == "__main__":
    main()
